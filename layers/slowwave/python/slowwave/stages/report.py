"""Report: close the run, give the lease back, and say when the scope has something to do next."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from slowwave.domain.changes import Put
from slowwave.domain.runs import Run, RunState
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore
from slowwave.ports.records import RecordStore
from slowwave.stages.task import Clock, Task, renewed, run_of

EVER = datetime(9999, 1, 1, tzinfo=UTC)
NOT_YET = timedelta(minutes=5)
"""When to look again at records whose event time lies after the run's, and at what a failed run left."""


def run(
    task: Task,
    *,
    notes: NoteStore,
    records: RecordStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
    problem: str = "",
) -> Run:
    """Close the run and return its report.

    Args:
        problem: why a stage gave up; empty when none did.

    Raises:
        LeaseLost: another execution took the scope over, and closes the run when it ends.
    """
    lease = renewed(task, ledger=ledger, clock=clock)
    stored = run_of(task, journal)
    closed = _closed(stored.item, problem)
    if closed != stored.item:
        ledger.commit(
            task.scope, [Put(closed, stored.version)], cause=task.run_id, at=task.as_of, lease=lease, now=clock()
        )
    registry.settle(task.scope, as_of=task.as_of, next_due=_next_due(task, closed, notes, records))
    ledger.release(lease)
    return closed


def _closed(run: Run, problem: str) -> Run:
    if run.state is not RunState.RUNNING:
        return run
    if problem:
        return replace(run, state=RunState.FAILED, problem=problem)
    return replace(run, state=RunState.COMPLETED, consumed=())


def _next_due(task: Task, run: Run, notes: NoteStore, records: RecordStore) -> datetime | None:
    if run.state is RunState.FAILED:
        return task.as_of
    if records.unread_sessions(task.scope, limit=1):
        return task.as_of + NOT_YET
    earliest = notes.due(task.scope, EVER, limit=1)
    return earliest[0].item.due_at if earliest else None
