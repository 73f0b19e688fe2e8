"""Commands that say what happened and whether it is intact."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.online import capture
from slowwave.online.verifying import Verdict, verify
from slowwave.runner import consolidate
from tests.e2e.conftest import Run, json_of

OLD_HOME = Path(__file__).parents[1] / "fixtures" / "homes" / "schema-1"
SCOPE = Scope("local", "dev")
LATER = datetime(2026, 12, 2, tzinfo=UTC)

SAID = ("Always run the linter before you commit.", "I prefer tabs over spaces.", "Never push to main.")


def verify_all(ports: LocalPorts) -> Verdict:
    return verify(SCOPE, archive=ports.archive, journal=ports.journal, reports=ports.reports, sets=ports.sets)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a chain in both forms."""
    home = shutil.copytree(OLD_HOME, tmp_path_factory.mktemp("audit") / "home")
    with local(home, clock=lambda: LATER) as ports:
        consolidate(SCOPE, LATER, ports, observe=lambda *_: None)
    return home


def rewrite_a_reason(home: Path) -> None:
    with local(home) as ports:
        row = ports._tables.revision
        third = next(each for each in row.query(f"{SCOPE.key}#revisions") if json.loads(each.content)["sequence"] == 3)
        third.content = json.dumps({**json.loads(third.content), "reason": "rewritten"})
        third.save()


def test_the_command_says_so_in_one_line_and_in_its_exit_code(grown: Path, slowwave: Run, tmp_path: Path) -> None:
    home = shutil.copytree(grown, tmp_path / "home")
    code, out, _ = slowwave("verify", "--home", home)
    assert code == 0
    assert out.splitlines()[-1].startswith("intact: agent 'dev', the chain ends at ")
    rewrite_a_reason(home)
    code, out, _ = slowwave("verify", "--home", home)
    assert code == 1
    assert out.splitlines()[-2:] == [
        "NOT INTACT: agent 'dev', 1 finding",
        "  revision 3 does not have the hash that the chain goes on from: it was edited",
    ]
    code, out, _ = slowwave("verify", "--home", home, "--json")
    assert (code, json.loads(out)["intact"]) == (1, False)
    assert json.loads(out)["findings"][0]["entry"] == "revision 3"


@pytest.fixture
def at(grown: Path) -> list[str]:
    return ["--home", str(grown), "--agent", "dev"]


def test_the_log_says_who_changed_what_and_why_the_newest_last(slowwave: Run, at: list[str]) -> None:
    entries = json_of(slowwave("log", *at, "--limit", "1000", "--json"))
    assert [each["sequence"] for each in entries] == list(range(1, len(entries) + 1))
    assert {each["who"].partition("-")[0] for each in entries} >= {"run", "user"}
    forgotten = next(each for each in entries if each["who"] == "user")
    assert (forgotten["kind"], forgotten["reason"]) == ("pointer", "withheld by an act of a person: forget")
    code, out, _ = slowwave("log", *at, "--limit", "3")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["#", "when", "who", "what", "state", "why"]
    assert [int(line.split()[0]) for line in lines[1:]] == [each["sequence"] for each in entries[-3:]]


def test_the_log_of_one_item_takes_the_start_of_its_id(slowwave: Run, at: list[str]) -> None:
    entries = json_of(slowwave("log", "n-d204", *at, "--json"))
    assert {each["item"] for each in entries} == {"n-d2041930744365bdf5269c8b"}
    assert [each["version"] for each in entries] == list(range(1, len(entries) + 1))
    assert entries[-1]["state"] == "contradicted"
    assert {each["item"] for each in json_of(slowwave("log", "pointer", *at, "--json"))} == {"pointer"}
    code, _, err = slowwave("log", "n-ffff", *at)
    assert (code, "no page or note" in err) == (2, True)


def test_a_diff_shows_lines_with_the_reason_that_the_chain_has(slowwave: Run, at: list[str]) -> None:
    code, out, err = slowwave("diff", "32d72e78", "f102f331", *at)
    assert code == 0, err
    assert "- The gateway timeout in staging is 30 s. [p-2422a410]" in out
    assert "    because: stale: newer, with the same or higher trust" in out
    assert "+ The gateway timeout in staging is 20 s now. [p-67a7245a]" in out
    assert out.splitlines()[-1] == "2 added, 1 removed"
    back = json_of(slowwave("diff", "f102f331", "32d72e78", *at, "--json"))
    assert sorted(each["how"] for each in back["lines"]) == ["added", "removed", "removed"]


def test_a_diff_knows_the_current_set_and_the_previous_and_what_was_forgotten(slowwave: Run, at: list[str]) -> None:
    found = json_of(slowwave("diff", "previous", "current", *at, "--json"))
    (gone,) = [each for each in found["lines"] if each["how"] == "removed"]
    assert gone["text"] == "Prefers tabs over spaces."
    assert gone["because"].startswith("withheld:") or "forgotten" in gone["because"]
    assert slowwave("diff", "current", "current", *at)[1].splitlines()[-1] == "Both show the same."
    for wrong in ("ffffffff", "zz"):
        code, out, err = slowwave("diff", wrong, "current", *at)
        assert (code, out) == (2, "")
        assert wrong in err


def test_a_run_is_told_by_the_start_of_its_id(slowwave: Run, at: list[str]) -> None:
    newest, *_, oldest = json_of(slowwave("runs", *at, "--json"))
    report = json_of(slowwave("run", newest["run"][:12], *at, "--json"))
    assert report["run"] == newest["run"]
    assert report["changes"][-1]["sequence"] == report["chain"]["last"]
    assert report["cost"]["store calls"] > 0
    assert report["reported"] is True
    code, out, err = slowwave("run", oldest["run"], *at)
    assert code == 0, err
    assert "  read 1 session: s-1" in out
    assert "  pointer v1  first publication" in out
    assert out.splitlines()[-1] == "Report: none of a run of before there were reports"
    code, _, err = slowwave("run", "abcd", *at)
    assert (code, "slowwave runs lists them" in err) == (2, True)


def test_consolidating_with_nothing_to_do_writes_not_a_byte(grown: Path, slowwave: Run, tmp_path: Path) -> None:
    home = shutil.copytree(grown, tmp_path / "home")
    before = (home / "journal.jsonl").read_bytes()
    code, out, err = slowwave("consolidate", "--home", home, "--agent", "dev", "--as-of", LATER.isoformat())
    assert (code, err) == (0, "")
    assert out.startswith("Nothing to do")
    assert (home / "journal.jsonl").read_bytes() == before


def test_a_scope_is_intact_between_any_two_calls_of_a_run(tmp_path: Path) -> None:
    said = [Record(SCOPE, "s-9", Actor.USER, Kind.MESSAGE, Origin.USER, text, LATER) for text in SAID]
    with local(tmp_path, persist=False, clock=lambda: LATER) as ports:
        assert verify_all(ports).counts["revisions"] == 0
        capture.store(said, scope=SCOPE, records=ports.records, registry=ports.registry, now=LATER)
        seen = []
        consolidate(SCOPE, LATER, ports, observe=lambda stage, _: seen.append((stage, verify_all(ports).findings)))
        assert verify_all(ports).intact
    assert {stage for stage, _ in seen} == set(Stage)
    assert [found for _, found in seen] == [()] * len(seen)
