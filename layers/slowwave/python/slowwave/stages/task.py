"""What is handed from stage to stage: small, JSON, and enough to resume."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from slowwave.attempts import again
from slowwave.domain.changes import Change, Put, Versioned
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run, RunState
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, HeadConflict, LeaseLost, UnknownItem, VersionConflict
from slowwave.ports.ledger import Journal, Lease, Ledger, Marks, Registry

P = ParamSpec("P")
R = TypeVar("R")
Clock = Callable[[], datetime]

LEASE = timedelta(minutes=15)
"""Longer than any call of a stage may run; every call renews it."""

DECISIONS = 5
"""How often a call of a stage decides while others keep changing what it decides on."""


@dataclass(frozen=True, slots=True)
class Task:
    """One run of one scope, as every stage receives it.

    Attributes:
        as_of: the run's time; rules read it instead of a clock.
        policy_version: the agent policy the run was planned with.
        lease: the right to write.
        seen: the marks that asked for the run.
        query: text of the task at hand, for relevance; empty in scheduled runs.
    """

    scope: Scope
    run_id: str
    as_of: datetime
    policy_version: int
    lease: Lease
    seen: Marks
    query: str = ""

    def to_message(self) -> dict[str, Any]:
        """Return the task as JSON."""
        return {
            "tenant": self.scope.tenant,
            "agent": self.scope.agent,
            "run_id": self.run_id,
            "as_of": self.as_of.isoformat(),
            "policy_version": self.policy_version,
            "token": self.lease.token,
            "expires_at": self.lease.expires_at.isoformat(),
            "owner": self.lease.owner,
            "marks": self.seen.count,
            "marks_at": self.seen.at.isoformat(),
            "query": self.query,
        }

    @classmethod
    def from_message(cls, message: Mapping[str, Any]) -> Task:
        """Read a task back; raises KeyError or ValueError when the message was not made by `to_message`."""
        scope = Scope(message["tenant"], message["agent"])
        expires_at = datetime.fromisoformat(message["expires_at"])
        lease = Lease(scope, message["run_id"], message["token"], expires_at, message["owner"])
        return cls(
            scope,
            message["run_id"],
            datetime.fromisoformat(message["as_of"]),
            message["policy_version"],
            lease,
            Marks(message["marks"], datetime.fromisoformat(message["marks_at"])),
            message.get("query", ""),
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """What a stage answers: the task for the next call, and whether the same stage has more to do.

    Attributes:
        report: the run's report as the stage left it, for who runs all stages in one process; in no message.
    """

    task: Task
    more: bool = False
    report: Run | None = None

    def to_message(self) -> dict[str, Any]:
        """Return the next message, with `more`."""
        return {**self.task.to_message(), "more": self.more}


def redecided(call: Callable[P, R]) -> Callable[P, R]:
    """Let a call of a stage begin anew when somebody else changed what it decided on: what it had written stays, and
    the rest is read and decided again. A conflict that does not end is raised.
    """

    @wraps(call)
    def deciding(*args: P.args, **kwargs: P.kwargs) -> R:
        return again(partial(call, *args, **kwargs), after=(VersionConflict, HeadConflict), attempts=DECISIONS)

    return deciding


def policy_of(task: Task, registry: Registry) -> AgentPolicy:
    """Return the policy version the run was planned with.

    Raises:
        UnknownItem: it is gone.
    """
    stored = registry.policy(task.scope, task.policy_version)
    if stored is None:
        raise UnknownItem(f"policy version {task.policy_version} of agent {task.scope.agent!r} does not exist")
    return stored.item


def run_of(task: Task, journal: Journal) -> Versioned[Run]:
    """Return the run's report as stored.

    Raises:
        UnknownItem: it was never planned.
    """
    stored = journal.run(task.scope, task.run_id)
    if stored is None:
        raise UnknownItem(f"run {task.run_id!r} does not exist; plan it first")
    return stored


def begin(task: Task, *, journal: Journal, ledger: Ledger, clock: Clock) -> tuple[Task, Versioned[Run]]:
    """Renew the lease and return the task under it with the run's report: what every call of a stage starts with.

    Raises:
        LeaseLost: another execution took the scope over, or this run was closed, in the meantime.
    """
    lease = renewed(task, ledger=ledger, clock=clock)
    report = run_of(task, journal)
    if report.item.state is not RunState.RUNNING:
        ledger.release(lease)  # it was free: who closed the run gave it back, and nobody else would
        raise LeaseLost(f"run {task.run_id!r} is {report.item.state}; plan another")
    return replace(task, lease=lease), report


def renewed(task: Task, *, ledger: Ledger, clock: Clock) -> Lease:
    """Return the task's lease, extended; raises `LeaseLost` when another execution took the scope over."""
    try:
        return ledger.acquire(task.scope, task.run_id, now=clock(), lasting=LEASE, held=task.lease)
    except Busy as error:
        raise LeaseLost(f"run {task.run_id!r} was overtaken; plan another") from error


def commit(
    task: Task, changes: list[Change], run: Versioned[Run], updated: Run, *, ledger: Ledger, clock: Clock
) -> Versioned[Run]:
    """Write the changes of one slice with the run's new counts last, and return the run as it now is; nothing when
    nothing changed. The run is written with any change: of two calls that are made under one lease, as when the answer
    to the first was lost, one goes on.
    """
    if updated == run.item and not changes:
        return run
    everything: list[Change] = [*changes, Put(updated, run.version)]
    ledger.commit(task.scope, everything, cause=task.run_id, at=task.as_of, lease=task.lease, now=clock())
    return Versioned(updated, run.version + 1)
