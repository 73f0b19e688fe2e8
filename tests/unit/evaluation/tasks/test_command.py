import json
from collections.abc import Callable
from pathlib import Path

import pytest

from slowwave.cli import main
from tests.unit.evaluation.tasks.sequences import DEPLOY, write

Run = Callable[..., tuple[int, str, str]]

OWN = """\
version: 1
id: own
skeletons: [coding]
about: A transcript of one's own.
sessions:
  - id: chat
    start: 2026-03-02T09:00:00+01:00
    transcript: chats/chat.jsonl
    after:
      - task: "commit the fix"
        needs: {"make lint": chat}
  - id: later
    start: 2026-03-03T09:00:00+01:00
    events:
      - {user: "thanks"}
    after:
      - task: "commit the change"
        needs: {"make lint": chat}
"""

LINE = {
    "session": "c-1",
    "actor": "user",
    "text": "Always run make lint before you commit.",
    "event_time": "2026-03-02T09:05:00+01:00",
}


@pytest.fixture
def evaluate(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = main.run(["evaluate", "tasks", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_ones_own_transcript_is_played_from_beginning_to_end(evaluate: Run, tmp_path: Path):
    write(tmp_path, OWN)
    (tmp_path / "chats").mkdir()
    write(tmp_path / "chats", json.dumps(LINE) + "\n", "chat.jsonl")
    code, out, err = evaluate("--tasks", tmp_path, "--arm", "no memory", "--arm", "slowwave, every session", "--json")
    assert code == 0, err
    assert all(len(row) > 1 for table in json.loads(out)["tables"] for row in table["rows"])
    rows = {row["arm"]: row for row in json.loads(out)["tables"][0]["rows"]}
    assert rows["slowwave, every session"]["tasks right"]["mean"] == 1
    assert rows["no memory"]["tasks right"]["mean"] == 0


def test_every_failed_task_is_named_with_what_was_missing(evaluate: Run, tmp_path: Path):
    write(tmp_path, DEPLOY.replace("Always run black . before you commit anything.", "black, hm."))
    out_folder = tmp_path / "out"
    arms = ("--arm", "BM25", "--arm", "hybrid", "--arm", "slowwave, every session")
    code, out, err = evaluate("--tasks", tmp_path, *arms, "--out", out_folder)
    assert code == 0, err
    assert out.startswith("# ")
    assert ("## All sequences" in out, "## Against hybrid" in out) == (True, False)
    assert f"Wrote {out_folder / 'tasks.md'}" in out
    document = (out_folder / "tasks.md").read_text("utf-8")
    assert "| deploy, s1 after 1 | commit the fix | slowwave, every session | development | black |  |" in document
    assert "development, 1 sequence |" in document
    for title in (
        "## All sequences",
        "## Does exploring again decline",
        "## Are injections stable",
        "## Against hybrid",
    ):
        assert title in document
    assert {path.name for path in out_folder.iterdir()} >= {"tasks.json", "tasks.md", "tasks-marks.svg"}


def test_a_bad_file_ends_the_command_with_one_sentence(evaluate: Run, tmp_path: Path):
    write(tmp_path, DEPLOY.replace("a1}", "a9}"))
    code, _, err = evaluate("--tasks", tmp_path)
    assert code == 2
    assert err.startswith("slowwave: one.yaml: sequence 'deploy'")
    assert len(err.strip().splitlines()) == 1


def test_a_choice_without_sequences_says_which_there_are(evaluate: Run, tmp_path: Path):
    write(tmp_path, DEPLOY)
    code, _, err = evaluate("--tasks", tmp_path, "--sequence", "nothing")
    assert code == 2
    assert "there are deploy" in err
