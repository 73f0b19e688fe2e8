"""Report: close the run, write its report for good, give the lease back, and say when the scope has something to do
next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType

from slowwave.domain.caps import Cap, next_month, stopped_reading
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.run_reports import owes_report, own_revisions, report_of
from slowwave.domain.runs import Revision, Run, RunState
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore
from slowwave.ports.records import RecordStore
from slowwave.ports.reports import ReportStore
from slowwave.stages.task import Clock, Task, redecided, renewed, run_of

NO_COST: Mapping[str, int] = MappingProxyType({})
"""What is known of the cost of a run whose stages ran apart."""

EVER = datetime(9999, 1, 1, tzinfo=UTC)
NOT_YET = timedelta(minutes=5)
"""When to look again at records whose event time lies after the run's, and at what a failed run left."""


@redecided
def run(
    task: Task,
    *,
    notes: NoteStore,
    records: RecordStore,
    reports: ReportStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
    problem: str = "",
    cost: Mapping[str, int] = NO_COST,
) -> Run:
    """Close the run and return its report.

    Args:
        problem: why a stage gave up; empty when none did.
        cost: see `domain.runs.Run`.

    Raises:
        LeaseLost: another execution took the scope over, and closes the run when it ends.
    """
    lease = renewed(task, ledger=ledger, clock=clock)
    write = partial(ledger.commit, task.scope, cause=task.run_id, at=task.as_of, lease=lease)
    stored = run_of(task, journal)
    closed = _closed(stored.item, problem, cost, clock)
    if closed != stored.item:
        write([Put(closed, stored.version)], now=clock())
    now_stored = Versioned(closed, stored.version + (closed != stored.item))
    written = _written(now_stored, reports=reports, journal=journal)
    if written:
        write([Put(replace(each.item, reported=True), each.version) for each in written], now=clock())
    next_due = _next_due(task, closed, notes, records)
    registry.settle(task.scope, seen=task.seen, as_of=task.as_of, next_due=next_due)
    ledger.release(lease)
    return closed


def _closed(run: Run, problem: str, cost: Mapping[str, int], clock: Clock) -> Run:
    if run.ended_at is not None:
        return run
    ended = replace(run, ended_at=clock(), cost=cost)
    if run.state is not RunState.RUNNING:
        return ended
    if problem:
        return replace(ended, state=RunState.FAILED, problem=problem)
    return replace(ended, state=RunState.COMPLETED, consumed=())


def _written(run: Versioned[Run], *, reports: ReportStore, journal: Journal) -> list[Versioned[Run]]:
    """Write the reports that this run and those before it owe, and return whose were written. A run is closed first:
    what can still be resumed is not reported.
    """
    scope = run.item.scope
    before = (journal.run(scope, each) for each in run.item.owed)
    owing = [each for each in (*before, run) if each and owes_report(each.item)]
    for each in owing:
        own = _revisions(each.item, journal, is_newest=each is run)
        reports.put(scope, each.item.id, report_of(each.item, own))
    return owing


def _revisions(run: Run, journal: Journal, *, is_newest: bool) -> list[Revision]:
    """The revisions of a run; those of an earlier one are looked for in the whole chain, which is rare."""
    if is_newest:
        return own_revisions(run.id, journal.revisions(run.scope, newest_first=True))
    return [each for each in journal.revisions(run.scope) if each.cause == run.id]


def _next_due(task: Task, run: Run, notes: NoteStore, records: RecordStore) -> datetime | None:
    met = stopped_reading(run)
    if run.state is RunState.FAILED or met in (Cap.TOKENS, Cap.TIME) or run.unanswered:
        return task.as_of
    if met is None and records.unread_sessions(task.scope, limit=1):
        return task.as_of + NOT_YET
    times = [max(next_month(run.started_at or task.as_of), task.as_of)] if met is Cap.MONTH else []
    times += [each.item.due_at for each in notes.due(task.scope, EVER, limit=1) if each.item.due_at]
    return min(times, default=None)
