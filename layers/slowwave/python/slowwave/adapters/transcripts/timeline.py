"""Times and order of the messages of one list, where some or all messages carry no time of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowwave.adapters.transcripts.reads import Failed, Part, Piece, Place, Read, Reason, Source, Unreadable, place
from slowwave.adapters.transcripts.times import parse_time

if TYPE_CHECKING:
    from datetime import datetime

HINT = "the file has no times; pass --time with the time of the session"


@dataclass(slots=True)
class Timeline:
    """Places messages one after another.

    A message without a time takes that of the message before, else that of the session, else the one that the caller
    gave, and says so in its metadata. The sequence counts the records that share a time.

    Attributes:
        session_time: the raw session-level time, or nothing.
    """

    source: Source
    session: str
    session_time: Any = None
    _time: datetime | None = None
    _basis: str = ""
    _sequence: int = 0

    def put(self, pieces: list[Piece], time: Any, line: int, source_id: str | None = None) -> tuple[Read, ...]:
        """Return the records of one message, and what else became of it."""
        parts = sum(isinstance(piece, Part) for piece in pieces)
        if not parts:
            return tuple(piece for piece in pieces if not isinstance(piece, Part))
        try:
            at, basis = self._resolve(time)
        except Unreadable as problem:
            return (Failed(problem.reason, line, problem.detail),)
        if at != self._time:
            self._time, self._sequence = at, 0
        metadata = {"time": basis} if basis else {}
        results = place(pieces, self.source.scope, Place(self.session, at, self._sequence, source_id, metadata))
        self._sequence += parts
        self._basis = basis or "previous message"
        return results

    def _resolve(self, time: Any) -> tuple[datetime, str]:
        if time not in (None, ""):
            return parse_time(time), ""
        if self._time is not None:
            return self._time, self._basis
        if self.session_time not in (None, ""):
            return parse_time(self.session_time), "session start"
        if self.source.base_time:
            return self.source.base_time, "given"
        raise Unreadable(Reason.MISSING_TIME, HINT)
