"""Tasks as sessions open with them: what a scope was recently asked to do, read by relevance when notes fade."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from slowwave.domain.records import Kind, Origin, Record
from slowwave.domain.scope import Scope

RECENT_TASKS = 8
"""Sessions, the last by the event time of their first user message, whose tasks make the current task vector."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first user message of a session known so far; it holds no words."""

    scope: Scope
    session: str
    record_id: str
    event_time: datetime
    sequence: int

    @property
    def order(self) -> tuple[datetime, int, str]:
        """The fold order of its record."""
        return (self.event_time, self.sequence, self.record_id)


@dataclass(frozen=True, slots=True)
class Look:
    """A note's fate that hung on relevance: the last day it was looked at, and the note. Looked at again when a session
    turns up that opened before.
    """

    scope: Scope
    day: datetime
    note_id: str


def earliest_opening(records: Iterable[Record], known: Opening | None) -> Opening | None:
    """Return the opening of a session when one of these records of it is a user's message before the known one."""
    asked = (each for each in records if each.origin is Origin.USER and each.kind is Kind.MESSAGE)
    first = min(asked, key=lambda each: each.order, default=None)
    if first is None or (known is not None and known.order <= first.order):
        return None
    time, sequence, record_id = first.order
    return Opening(first.scope, first.session, record_id, time, sequence)


def day_of(time: datetime) -> datetime:
    """Return the start of the day in UTC: tasks count from the day after they were set, so that the looks of one day
    share one task vector.
    """
    return time.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
