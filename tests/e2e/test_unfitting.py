"""What the commands say to somebody whose settings or times do not fit what they bring."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.e2e.conftest import Run, json_of

EVENING = "2026-03-02T22:00:00+00:00"
DAY = ("--time", "2026-03-02T10:00:00+00:00")


@pytest.fixture
def place(tmp_path: Path) -> tuple[str, ...]:
    return ("--home", str(tmp_path / "home"), "--agent", "dev")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    said = {"session": "s", "actor": "user", "text": "Always use pnpm for packages."}
    path.write_text(json.dumps({**said, "event_time": "2026-03-02T09:00:00+00:00"}) + "\n", "utf-8")
    return path


@pytest.fixture
def runbook(tmp_path: Path) -> Path:
    path = tmp_path / "runbook.md"
    path.write_text("# Limits\n\nA stream gets a snapshot every 200 events.\n", "utf-8")
    return path


def test_a_document_for_an_agent_that_keeps_none_is_warned_of_with_the_command_that_helps(
    slowwave: Run, place: tuple[str, ...], log: Path, runbook: Path
) -> None:
    assert "agent set" not in slowwave("import", log, *place)[2]
    code, _, warned = slowwave("import", runbook, *DAY, *place)
    assert (code, warned.count("agent set")) == (0, 1)
    _, *command = shlex.split(warned.rpartition(", run ")[2])
    assert command[:4] == ["agent", "set", "dev", "skeletons=coding,assistant,document"]
    assert slowwave(*command)[0] == 0
    assert "agent set" not in slowwave("import", runbook, *DAY, *place)[2]
    assert slowwave("consolidate", "--as-of", EVENING, *place)[0] == 0
    assert "every 200 events" in slowwave("inject", "--task", "how often is a snapshot taken", *place)[1]


def test_a_kind_of_knowledge_that_comes_late_says_what_it_misses_and_how_to_have_it(
    slowwave: Run, place: tuple[str, ...], log: Path, runbook: Path
) -> None:
    more = ("agent", "set", "dev", "skeletons=coding,document", *place[:2])
    assert slowwave("agent", "init", "dev", "--skeleton", "coding", *place[:2])[0] == 0
    slowwave("import", log, runbook, *DAY, *place)
    assert "read again" not in slowwave(*more)[1]
    assert slowwave("agent", "set", "dev", "skeletons=coding", *place[:2])[0] == 0
    assert slowwave("consolidate", "--as-of", EVENING, *place)[0] == 0
    code, said, _ = slowwave(*more)
    assert (code, "document knowledge of what it hears from now on: 2 records that runs have" in said) == (0, True)
    _, *command = shlex.split(said.partition("make another agent (")[2].partition(")")[0])
    assert slowwave(*["late" if each == "NAME" else each for each in command])[0] == 0
    late = (*place[:2], "--agent", "late")
    assert slowwave("import", log, runbook, *DAY, *late)[0] == 0
    assert slowwave("consolidate", "--as-of", EVENING, *late)[0] == 0
    shown = slowwave("inject", "--task", "how often is a snapshot taken", *late)[1]
    assert ("every 200 events" in shown, "pnpm" in shown) == (True, True)
    assert "read again" not in slowwave("agent", "set", "dev", "max_pages=9", *place[:2])[1]


def test_an_agent_that_keeps_one_kind_of_what_sessions_teach_is_not_warned(
    slowwave: Run, place: tuple[str, ...], log: Path
) -> None:
    assert slowwave("agent", "init", "dev", "--skeleton", "coding", *place)[0] == 0
    assert "agent set" not in slowwave("import", log, *place)[2]


def test_what_a_missing_skeleton_rejects_is_told_with_where_it_is_set(
    slowwave: Run, place: tuple[str, ...], runbook: Path
) -> None:
    assert slowwave("agent", "init", "dev", "--skeleton", "coding", *place)[0] == 0
    assert "skeletons=coding,document" in slowwave("import", runbook, *DAY, "--json", *place)[2]
    _, told, _ = slowwave("consolidate", "--as-of", EVENING, *place)
    assert "skeleton not enabled: document (skeletons in slowwave agent show dev)" in told


def test_records_after_the_time_of_a_run_are_counted_as_left_for_later(
    slowwave: Run, place: tuple[str, ...], log: Path
) -> None:
    slowwave("import", log, *place)
    _, told, _ = slowwave("consolidate", "--as-of", "2026-03-01T22:00:00+00:00", *place)
    assert told == "Nothing to do as of 2026-03-01T22:00:00+00:00: 1 unread record after that time, left for later.\n"
    assert slowwave("consolidate", "--as-of", EVENING, *place)[0] == 0
    _, told, _ = slowwave("consolidate", "--as-of", EVENING, *place)
    assert told == "Nothing to do: no new records and nothing due.\n"


def test_a_dry_run_says_what_it_would_publish(slowwave: Run, place: tuple[str, ...], log: Path) -> None:
    slowwave("import", log, *place)
    _, told, _ = slowwave("consolidate", "--as-of", EVENING, "--dry-run", *place)
    assert ": would publish set " in told
    assert "published set" not in told
    assert json_of(slowwave("runs", "--json", *place)) == []
