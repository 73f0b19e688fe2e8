"""Ports to what governs a scope: the agent policy, the pointer, runs, revisions, and the one way to write memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from slowwave.domain.changes import Change, Versioned
from slowwave.domain.injection import Pointer
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Revision, Run
from slowwave.domain.scope import Scope
from slowwave.domain.taskmix import TaskMix


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to consolidate one scope until it expires.

    Attributes:
        token: fencing token, one more at every take-over; writes are conditioned on it and on the expiry.
        owner: the execution that it was given to, by a name that no other has; a run that another execution resumes is
            not its run any more.
    """

    scope: Scope
    run_id: str
    token: int
    expires_at: datetime
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a scope as a run found them, before it read what is new: what it may settle.

    Attributes:
        count: of the changes to them so far.
        at: wall time of looking.
    """

    count: int
    at: datetime


class Registry(Protocol):
    """Policies, and which scopes have something to do."""

    def policy(self, scope: Scope, version: int | None = None) -> Versioned[AgentPolicy] | None:
        """Return the newest policy, or one version of it, or None."""
        ...

    def agents(self, tenant: str) -> Iterable[Scope]:
        """Iterate over the agents of one tenant by name."""
        ...

    def mark_ready(self, scope: Scope, at: datetime) -> None:
        """Say that the scope has something to do from this time on (the earliest mark wins)."""
        ...

    def ready(self, as_of: datetime, *, limit: int) -> Sequence[Scope]:
        """Return up to `limit` scopes with something to do by then, without scanning."""
        ...

    def marks(self, scope: Scope) -> Marks:
        """Return the marks as they are now, for `settle`."""
        ...

    def settle(self, scope: Scope, *, seen: Marks, as_of: datetime, next_due: datetime | None) -> None:
        """Replace the marks up to `as_of` by the next due time, or drop them. All stay when one was made since they
        were seen, and the scope is soon ready again when one was made so shortly before that what it was made for may
        not have been found.
        """
        ...


class Journal(Protocol):
    """What happened: the pointer, runs and revisions of a scope, and what its sessions were about."""

    def pointer(self, scope: Scope) -> Versioned[Pointer] | None:
        """Return the pointer, or None before the first publication."""
        ...

    def run(self, scope: Scope, run_id: str) -> Versioned[Run] | None:
        """Return a run, or None."""
        ...

    def runs(self, scope: Scope, *, limit: int) -> Sequence[Versioned[Run]]:
        """Return the newest runs first, by `as_of` then id."""
        ...

    def task_mix(self, scope: Scope) -> TaskMix:
        """Return what the sessions of the last active weeks touched; empty before the first."""
        ...

    def revisions(self, scope: Scope, item_id: str | None = None, *, newest_first: bool = False) -> Iterable[Revision]:
        """Iterate over the chain from its start or from its end, or over the revisions of one item; read as far as the
        caller goes.
        """
        ...


class Ledger(Protocol):
    """The one way to write memory: conditional, audited, all or nothing up to the service's transaction limit."""

    def acquire(
        self,
        scope: Scope,
        run_id: str,
        *,
        now: datetime,
        lasting: timedelta,
        owner: str = "",
        held: Lease | None = None,
    ) -> Lease:
        """Take the scope's lease, or extend it for the execution that holds it. To name the run is not to hold it.

        Args:
            owner: the execution that asks; when the lease in force is its own, it gets that one again, with the run it
                was taken for. Empty when there is no name that it would ask under again.
            held: the lease this execution was given last, if any, which says its owner: while it is in force it is
                extended without a read.

        Raises:
            Busy: another execution holds an unexpired lease.
        """
        ...

    def release(self, lease: Lease) -> None:
        """Give the lease back; does nothing when it was already lost."""
        ...

    def commit(
        self, scope: Scope, changes: Sequence[Change], *, cause: str, at: datetime, lease: Lease | None, now: datetime
    ) -> None:
        """Write the changes with their revisions and the head, in transactions of whole changes, in order.

        Args:
            changes: at most one change an item. Up to the transaction limit they are written together; beyond it in
                chunks, each safe to stop after, in the order given (put a successor before what it replaces).
            cause: the run id or the act's record id.
            at: the run's `as_of` or the act's event time, kept in the revisions.
            lease: the run's lease; None for acts of people, which need none.
            now: wall time, compared with the lease's expiry.

        Raises:
            VersionConflict: an item is not at the version it was read at; nothing of its chunk was written.
            LeaseLost: the lease was taken over or has expired; nothing of the chunk was written.
            Unavailable: the service failed; nothing is known about the chunk: read again.
        """
        ...
