"""What a person does by hand, through the command line and a home on disk."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from slowwave.bootstrap import local
from slowwave.domain.changes import Put
from slowwave.domain.scope import Scope
from slowwave.runner import consolidate
from tests.e2e.conftest import SAMPLES, Run, json_of, state

RULE = "Always use pnpm for packages."
OTHER = "Always run the linter before you commit."
LINE = "pnpm"


def transcript(path: Path, *lines: tuple[float, str], session: str = "s-1", actor: str = "user") -> Path:
    """A file of records, each said this many days ago."""
    said = [
        {
            "session": session,
            "actor": actor,
            "text": text,
            "event_time": (datetime.now(UTC) - timedelta(days=days)).isoformat(),
        }
        for days, text in lines
    ]
    path.write_text("".join(f"{json.dumps(each)}\n" for each in said), "utf-8")
    return path


@pytest.fixture
def place(tmp_path: Path) -> list[str]:
    return ["--home", str(tmp_path / "home"), "--agent", "coder"]


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return transcript(tmp_path / "first.jsonl", (9, RULE), (9, OTHER))


@pytest.fixture
def known(slowwave: Run, place: list[str], first: Path) -> dict[str, str]:
    """Note ids by a word of their statement, after one run."""
    run(slowwave, place, first)
    return {word: note_with(slowwave, place, word)["id"] for word in (LINE, "linter")}


def run(slowwave: Run, place: list[str], *paths: Path) -> None:
    for path in paths:
        code, _, err = slowwave("import", *place, path)
        assert code == 0, err
    code, _, err = slowwave("consolidate", *place)
    assert code == 0, err


def note_with(slowwave: Run, place: list[str], word: str) -> dict[str, str]:
    (found,) = (note for note in json_of(slowwave("notes", *place, "--json")) if word in note["statement"])
    return found


def block(slowwave: Run, place: list[str]) -> str:
    code, out, err = slowwave("inject", *place)
    assert code == 0, err
    return out


def test_a_forgotten_line_is_gone_at_once_and_on_every_path_until_an_instruction_said_later(
    slowwave: Run, place: list[str], tmp_path: Path, first: Path, known: dict[str, str]
) -> None:
    before = block(slowwave, place)
    code, out, _ = slowwave("forget", *place, known[LINE][:12], "--because", "other project")
    assert (code, out.splitlines()[0].startswith("Forgotten: “")) == (0, True)
    assert "next read" in out
    after = block(slowwave, place)
    assert after.splitlines() == [line for line in before.splitlines() if LINE not in line]
    assert after != before
    run(slowwave, place, first)
    assert LINE not in block(slowwave, place)
    run(slowwave, place, transcript(tmp_path / "old.jsonl", (5, RULE), session="another"))
    assert LINE not in block(slowwave, place)
    assert note_with(slowwave, place, LINE)["because"] == "forgotten by the user"
    later = transcript(tmp_path / "later.jsonl", (-60 / 86400, RULE), session="later")
    code, _, err = slowwave("import", *place, later)
    assert code == 0, err
    as_of = (datetime.now(UTC) + timedelta(minutes=4)).isoformat()
    code, _, err = slowwave("consolidate", *place, "--as-of", as_of)
    assert code == 0, err
    assert LINE in block(slowwave, place)


def test_the_log_of_a_home_consolidated_in_another_gives_the_same_set(
    slowwave: Run, place: list[str], tmp_path: Path, known: dict[str, str]
) -> None:
    for act, word in (("forget", LINE), ("pin", "linter")):
        assert slowwave(act, *place, known[word])[0] == 0
    as_of = datetime.now(UTC)
    scope, home, fresh = Scope("local", "coder"), tmp_path / "home", tmp_path / "fresh"
    with local(home) as ports:
        consolidate(scope, as_of, ports, observe=lambda *_: None)
        sessions = ("s-1", "acts")
        ids = {each.span.record_id for note in ports.notes.all(scope) for each in [note.item.earliest] if each}
        groups = [ports.notes.group(scope, note.item.group_id) for note in ports.notes.all(scope)]
        ids |= {act.record_id for group in groups for act in group.acts}
        log = list(ports.records.get(scope, sorted(ids)).values())
        policy = ports.registry.policy(scope)
    assert {record.session for record in log} == set(sessions)
    assert policy
    with local(fresh) as ports:
        ports.ledger.commit(scope, [Put(policy.item, 0, "copied")], cause="x", at=as_of, lease=None, now=as_of)
        ports.records.append(log, scope=scope, received_at=as_of)
        consolidate(scope, as_of, ports, observe=lambda *_: None)
    assert state(fresh, "coder")["set"] == state(home, "coder")["set"]


def test_what_waits_is_listed_with_what_it_contradicts_and_a_confirmation_settles_it(
    slowwave: Run, place: list[str], tmp_path: Path, known: dict[str, str]
) -> None:
    assert slowwave("pending", *place)[1].startswith("Nothing waits for a decision.")
    run(slowwave, place, transcript(tmp_path / "o.jsonl", (3, RULE), session="o", actor="operator"))
    run(slowwave, place, transcript(tmp_path / "n.jsonl", (2, "Always use yarn for packages."), session="n"))
    (waiting,) = json_of(slowwave("pending", *place, "--json"))
    assert "yarn" in waiting["statement"]
    assert [each["id"] for each in waiting["contradicts"]] == [known[LINE]]
    out = slowwave("pending", *place)[1]
    assert all(
        word in out
        for word in ("yarn", LINE, waiting["id"], known[LINE], (datetime.now(UTC) - timedelta(2)).date().isoformat())
    )
    assert (waiting["settled"], "Decide with" in out) == ("", True)
    code, out, _ = slowwave("confirm", *place, waiting["id"], "--as", "operator", "--because", "we moved")
    assert (code, "next run" in out) == (0, True)
    (decided,) = json_of(slowwave("pending", *place, "--json"))
    assert decided["settled"].startswith("confirmed by an operator at ")
    told = slowwave("pending", *place)[1]
    assert ("we moved; the next run settles it" in told, "Decide with" in told) == (True, False)
    run(slowwave, place)
    assert json_of(slowwave("pending", *place, "--json")) == []
    why = slowwave("log", *place, waiting["id"])[1].splitlines()
    assert sum("confirmed by an operator at " in line and ": we moved" in line for line in why) == 1
    shown = block(slowwave, place)
    assert ("yarn" in shown, LINE in shown) == (True, False)


def test_what_a_later_word_may_have_replaced_is_not_shown_until_somebody_confirms_it(
    slowwave: Run, place: list[str], tmp_path: Path
) -> None:
    run(slowwave, place, transcript(tmp_path / "a.jsonl", (5, "The request timeout of billing is 20 s.")))
    run(slowwave, place, transcript(tmp_path / "b.jsonl", (3, "The timeout of billing is 30 s."), session="s-2"))
    shown = block(slowwave, place)
    assert ("20 s" in shown, "30 s" in shown) == (False, True)
    (waiting,) = json_of(slowwave("pending", *place, "--json"))
    assert "20 s" in waiting["statement"]
    assert ["30 s" in each["statement"] for each in waiting["contradicts"]] == [True]
    why = f"not in the set that is read: {waiting['because']}"
    assert why in slowwave("explain", *place, waiting["id"])[1]
    assert slowwave("confirm", *place, waiting["id"])[0] == 0
    run(slowwave, place)
    assert "20 s" in block(slowwave, place)
    assert json_of(slowwave("pending", *place, "--json")) == []


def test_an_act_shows_in_the_explanation_with_its_reason_and_no_secret(
    slowwave: Run, place: list[str], known: dict[str, str]
) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    assert slowwave("pin", *place, known[LINE], "--because", f"needs {secret} to work")[0] == 0
    run(slowwave, place)
    code, out, _ = slowwave("explain", *place, known[LINE])
    assert code == 0
    assert "pin by user" in out
    assert secret not in out
    (act,) = json_of(slowwave("explain", *place, known[LINE], "--json"))["acts"]
    assert (act["act"], act["by"]) == ("pin", "user")
    assert act["because"].startswith("needs ")
    assert note_with(slowwave, place, LINE)["utility"] == 5


@pytest.mark.parametrize("act", ["forget", "reject"])
def test_what_was_rejected_or_forgotten_waits_marked_until_a_run_has_read_it(
    slowwave: Run, place: list[str], tmp_path: Path, known: dict[str, str], act: str
) -> None:
    run(slowwave, place, transcript(tmp_path / "o.jsonl", (3, RULE), session="o", actor="operator"))
    run(slowwave, place, transcript(tmp_path / "n.jsonl", (2, "Always use yarn for packages."), session="n"))
    (waiting,) = json_of(slowwave("pending", *place, "--json"))
    assert slowwave(act, *place, waiting["id"])[0] == 0
    (decided,) = json_of(slowwave("pending", *place, "--json"))
    assert decided["settled"].startswith(f"{'forgotten' if act == 'forget' else act + 'ed'} by the user at ")
    run(slowwave, place)
    assert json_of(slowwave("pending", *place, "--json")) == []


def test_an_act_done_again_says_that_it_was_so_already(slowwave: Run, place: list[str], known: dict[str, str]) -> None:
    news = {
        "unpin": (False, False),
        "pin": (True, False),
        "keep": (True, False),
        "confirm": (True, True),
        "forget": (True, False),
        "reject": (False, False),
    }
    for act, times in news.items():
        for is_news in times:
            code, out, _ = slowwave(act, *place, known[LINE])
            assert (code, "Nothing changes by it" not in out) == (0, is_news), (act, out)
    run(slowwave, place)
    assert "Out of memory already" in slowwave("forget", *place, known[LINE])[1]
    assert json_of(slowwave("forget", *place, known[LINE], "--json"))["already"] == [known[LINE]]
    assert "Nothing changes" not in slowwave("forget", *place, known[LINE], "--as", "operator")[1]


def test_a_diff_names_the_act_that_took_a_line_out_and_its_reason(
    slowwave: Run, place: list[str], known: dict[str, str]
) -> None:
    slowwave("reject", *place, known[LINE], "--because", "that was the old team")
    run(slowwave, place)
    (gone,) = json_of(slowwave("diff", "previous", "current", *place, "--json"))["lines"]
    assert gone["because"].startswith("withheld: rejected by the user at ")
    assert gone["because"].endswith(": that was the old team")


def test_consolidating_a_note_runs_at_once(slowwave: Run, place: list[str]) -> None:
    run(slowwave, place, *sorted((SAMPLES / "coding").glob("*.jsonl")))
    note = note_with(slowwave, place, "`make test-fast` works")
    assert not note["page"]
    code, out, err = slowwave("consolidate-note", *place, note["id"])
    assert code == 0, err
    assert "Marked for a page" in out
    assert "1 page written" in out
    page = note_with(slowwave, place, "`make test-fast` works")["page"]
    code, out, _ = slowwave("consolidate-note", *place, note["id"])
    assert (code, f"On a page already: “{note['statement']}” ({note['id']}, {page})" in out) == (0, True)


@pytest.mark.parametrize("act", ["pin", "unpin", "keep", "forget", "confirm", "reject", "consolidate-note"])
@pytest.mark.parametrize("item", ["n-", "n-0000000000000", "everything"])
def test_a_wrong_id_is_one_sentence_and_changes_nothing(
    slowwave: Run, place: list[str], known: dict[str, str], act: str, item: str
) -> None:
    code, out, err = slowwave(act, *place, item)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert item in err
    assert block(slowwave, place)
