"""What a run costs follows what is new and what is due, not what is stored: calls and items counted below the adapters,
over a scope of idle notes.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.client import BaseClient

from slowwave import bootstrap
from slowwave.adapters.aws import rows
from slowwave.bootstrap import LocalPorts
from slowwave.domain.claims import (
    Claim,
    ClaimKey,
    Confirmation,
    Evidence,
    Polarity,
    Signal,
    Skeleton,
    Span,
    Standing,
    Value,
    ValueKind,
)
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope
from slowwave.online import capture
from slowwave.runner import consolidate

SCOPE = Scope("acme", "dev")
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def idle(number: int, due_at: datetime) -> Note:
    value = Value(ValueKind.TEXT, f"v{number}")
    statement = f"Use v{number} for slot{number}"
    key = ClaimKey(f"slot{number}", "is")
    about = Claim(Skeleton.CODING, key, Polarity.AFFIRM, value, statement, Standing.ASSUMPTION, "convention")
    told = due_at - timedelta(days=200)
    seen = Evidence(told, 0, Span(f"r-{number}", 0, 4), "0" * 64, Origin.USER, f"s{number}", Signal.REVIEW)
    return Note(
        SCOPE,
        about,
        NoteState.ACTIVE,
        Confirmation.NONE,
        trust=2,
        sessions=1,
        evidence_count=1,
        earliest=seen,
        latest=seen,
        importance=0.1,
        because="a test says so",
        page_id=f"p-{number}",  # not in the pool, whose size is another matter
        due_at=due_at,
        born_run="run-before",
    )


class Counted:
    """Calls by operation, and items read or written in the notes table."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.notes_read = 0

    def note(self, operation: str, parameters: dict[str, Any]) -> None:
        self.calls[operation] += 1
        if operation == "BatchGetItem":
            for table, wanted in parameters["RequestItems"].items():
                self.notes_read += len(wanted["Keys"]) if table.endswith("-notes") else 0


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counter = Counted()
    send = BaseClient._make_api_call  # type: ignore[attr-defined]

    def record(client: Any, operation: str, parameters: dict[str, Any]) -> Any:
        counter.note(operation, parameters)
        return send(client, operation, parameters)

    monkeypatch.setattr(BaseClient, "_make_api_call", record)
    return counter


def store(ports: LocalPorts, notes: Iterator[Note]) -> None:
    with ports._tables.note.batch_write() as batch:
        for each in notes:
            row = rows.note_row(ports._tables, each, 0)
            row.version = 1
            batch.save(row)


def run(ports: LocalPorts, counted: Counted) -> tuple[Run, Counter[str]]:
    counted.calls.clear()
    counted.notes_read = 0
    done = consolidate(SCOPE, NOW, ports, observe=lambda *_: None)
    return done, Counter(counted.calls)


def session(name: str) -> list[Record]:
    texts = ("Always run the linter before you commit.", "I prefer tabs over spaces.", "Thanks!")
    return [
        Record(SCOPE, name, Actor.USER, Kind.MESSAGE, Origin.USER, text, NOW - timedelta(hours=2 - n))
        for n, text in enumerate(texts)
    ]


@pytest.mark.slow
def test_a_run_over_ten_thousand_idle_notes_reads_only_those_due(tmp_path: Path, counted: Counted) -> None:
    made, read = {}, {}
    for stored in (0, 10_000):
        with bootstrap.local(tmp_path / str(stored), persist=False, clock=lambda: NOW) as ports:
            store(ports, (idle(n, NOW - timedelta(days=1)) for n in range(3)))
            store(ports, (idle(n, NOW + timedelta(days=30, seconds=n)) for n in range(3, 3 + stored)))
            done, made[stored] = run(ports, counted)
            assert done.counts["decay"]["due"] == 3
            read[stored] = counted.notes_read
    # The three, looked at for an end of validity and then scored; and the next one due, as the report asks for it.
    assert read == {0: 2 * 3, 10_000: 2 * 3 + 1}
    assert made[10_000].total() - made[0].total() <= 2
    assert "Scan" not in made[10_000]


@pytest.mark.slow
def test_the_same_new_session_costs_the_same_over_a_thousand_and_over_ten_thousand_notes(
    tmp_path: Path, counted: Counted
) -> None:
    made = {}
    for stored in (1_000, 10_000):
        with bootstrap.local(tmp_path / str(stored), persist=False, clock=lambda: NOW) as ports:
            store(ports, (idle(n, NOW + timedelta(days=30, seconds=n)) for n in range(stored)))
            capture.store(session("new"), scope=SCOPE, records=ports.records, registry=ports.registry, now=NOW)
            done, made[stored] = run(ports, counted)
            assert done.account.inputs
    few, many = made[1_000].total(), made[10_000].total()
    assert abs(many - few) <= few / 10
