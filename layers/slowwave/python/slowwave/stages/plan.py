"""Plan: find the scopes with something to do, take the lease of each, and open (or resume) its run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import slowwave
from slowwave.attempts import again
from slowwave.domain.caps import spent_before
from slowwave.domain.changes import Put
from slowwave.domain.hashing import short_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.run_reports import owes_report
from slowwave.domain.runs import Run, RunState
from slowwave.domain.scope import Scope
from slowwave.domain.secrets import redact
from slowwave.errors import Busy, VersionConflict
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.stages.task import LEASE, Clock, Task

RECENT_RUNS = 5
"""How far back an unfinished run is looked for."""


def run(
    as_of: datetime,
    *,
    registry: Registry,
    ledger: Ledger,
    journal: Journal,
    clock: Clock,
    limit: int = 100,
    gated: bool = True,
    owner: str = "",
) -> list[Task]:
    """Return a task for each scope that is ready by `as_of` and that nobody else is consolidating, up to `limit`."""
    planned = (
        plan_scope(
            scope, as_of, registry=registry, ledger=ledger, journal=journal, clock=clock, gated=gated, owner=owner
        )
        for scope in registry.ready(as_of, limit=limit)
    )
    return [task for task in planned if task]


def plan_scope(  # noqa: PLR0913 - a port an argument
    scope: Scope,
    as_of: datetime,
    *,
    registry: Registry,
    ledger: Ledger,
    journal: Journal,
    clock: Clock,
    query: str = "",
    released: bool = False,
    gated: bool = True,
    owner: str = "",
    over_rollback: bool = False,
) -> Task | None:
    """Open a run for one scope, or resume its unfinished one under its own id, time and task once nobody holds the
    lease; None when another is at it, or was until just now.

    Args:
        query: text of the task at hand.
        released: a person allows the run to retire more than its share.
        gated: its set must pass the gate of publication; a person may open it.
        owner: names the execution that the lease is given to; asked again under it, the same lease is given again.
        over_rollback: a person tells it to publish over the set that was rolled back to.
    """
    recent = [each.item for each in journal.runs(scope, limit=RECENT_RUNS)]
    unfinished = next((each.id for each in recent if each.state is RunState.RUNNING), "")
    run_id, begun = (unfinished, True) if unfinished else _of_time(scope, as_of, journal)
    seen = registry.marks(scope)
    try:
        lease = ledger.acquire(scope, run_id, now=clock(), lasting=LEASE, owner=owner)
    except Busy:
        return None
    known = journal.run(scope, lease.run_id) if begun or lease.run_id != run_id else None
    if known and known.item.state is not RunState.RUNNING:  # it ended before the lease was given
        ledger.release(lease)
        return None
    opened = known.item if known else None
    if opened is None:
        version = again(lambda: _policy_version(scope, as_of, registry, ledger, clock), after=(VersionConflict,))
        fresh = Run(scope, lease.run_id, as_of, version, slowwave.__version__, task=redact(query))
        opened = _begun(fresh, recent, clock())
    opened = _lifted(opened, released=released, gated=gated, over_rollback=over_rollback)
    if known is None or opened != known.item:
        put = Put(opened, known.version if known else 0)
        try:
            ledger.commit(scope, [put], cause=opened.id, at=opened.as_of, lease=lease, now=clock())
        except VersionConflict:  # it began and ended before the lease was given
            ledger.release(lease)
            return None
    return Task(scope, opened.id, opened.as_of, opened.policy_version, lease, seen, opened.task)


def _lifted(run: Run, *, released: bool, gated: bool, over_rollback: bool) -> Run:
    """Return the run with the limits that a person lifts now, beside those that were lifted before."""
    return replace(
        run,
        released=run.released or released,
        gated=run.gated and gated,
        over_rollback=run.over_rollback or over_rollback,
    )


def _begun(run: Run, recent: Sequence[Run], now: datetime) -> Run:
    """The run with what those before it leave to it: their sum of the month, and the reports that they owe."""
    owed = tuple(each.id for each in recent if owes_report(each))
    return replace(run, started_at=now, spent_before=spent_before(recent, now), owed=owed)


def _of_time(scope: Scope, as_of: datetime, journal: Journal) -> tuple[str, bool]:
    """Return the unfinished run of this time and True; else the id of a new one, named by its time and by how many runs
    there were at that time before, and False. Runs of one time stand in no order, so that more of them than
    `RECENT_RUNS` may hide the unfinished one.
    """
    same_time = 0
    while (
        known := journal.run(scope, candidate := short_id("run", scope.key, as_of.isoformat(), same_time))
    ) is not None:
        if known.item.state is RunState.RUNNING:
            return candidate, True
        same_time += 1
    return candidate, False


def _policy_version(scope: Scope, as_of: datetime, registry: Registry, ledger: Ledger, clock: Clock) -> int:
    stored = registry.policy(scope)
    if stored:
        return stored.version
    first = Put(AgentPolicy(scope), 0, reason="first policy, with the defaults")
    ledger.commit(scope, [first], cause="plan", at=as_of, lease=None, now=clock())
    return 1
