"""Port to the raw layer: append-only records, and the permanent index item each has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from slowwave.domain.records import Record
from slowwave.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of a batch.

    Attributes:
        stored: ids newly stored.
        duplicates: ids that were there before, or twice in the batch.
        unread: ids of either kind that no run has read yet.
        erased: ids that were erased before, and are not stored again.
    """

    stored: tuple[str, ...]
    duplicates: tuple[str, ...]
    unread: tuple[str, ...]
    erased: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The records of one session around its unread ones.

    Attributes:
        records: in fold order: `look_back` before each unread record, the unread ones, and `look_back` after each.
        unread: ids of those not yet consumed.
    """

    records: tuple[Record, ...]
    unread: frozenset[str]


@dataclass(frozen=True, slots=True)
class Logged:
    """A record with what the raw layer knows beside it.

    Attributes:
        received_at: when it was acknowledged; outside of its id.
        read_by: the run that consumed it, empty while none has.
    """

    record: Record
    received_at: datetime
    read_by: str = ""


class RecordStore(Protocol):
    """Raw records of a scope. A batch is acknowledged only when its object and all its index items exist."""

    def append(self, records: Sequence[Record], *, scope: Scope, received_at: datetime) -> Appended:
        """Store the records not yet known, as one object; each gets an unread index item. Safe to repeat.

        Raises:
            InvalidInput: a record belongs to another scope.
            Unavailable: nothing is acknowledged; the same call may be made again.
        """
        ...

    def get(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Record]:
        """Return those of the ids that exist."""
        ...

    def unread_sessions(self, scope: Scope, *, limit: int) -> Mapping[str, Sequence[str]]:
        """Return up to `limit` unread record ids, oldest first, by session (whole scope when fewer are unread)."""
        ...

    def neighbourhood(self, scope: Scope, session: str, unread: Sequence[str], *, look_back: int) -> Neighbourhood:
        """Return the session's records around the given unread ones."""
        ...

    def mark_read(self, scope: Scope, ids: Sequence[str], *, run_id: str) -> None:
        """Take the records out of the unread index. Idempotent."""
        ...

    def count(self, scope: Scope) -> Mapping[str, int]:
        """Return `records` and `unread` totals of the scope, for people; never on a run's path."""
        ...


class RecordLog(Protocol):
    """The whole raw layer of a scope, for what rebuilds or removes; never on a run's path."""

    def history(self, scope: Scope) -> Iterable[Logged]:
        """Iterate over every record of a scope, by the day it arrived and then batch by batch as they were stored.

        The index items of the scope are held at once, of the records no more than a batch.

        Raises:
            Corrupt: an object is missing, or a record is not what was stored.
        """
        ...
