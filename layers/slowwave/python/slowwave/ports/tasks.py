"""Port to what a scope was recently asked to do, and to the notes whose fate hung on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from slowwave.domain.openings import Opening
from slowwave.domain.scope import Scope


class TaskLog(Protocol):
    """Openings of sessions and looks; written through `ports.ledger`."""

    def opening(self, scope: Scope, session: str) -> Opening | None:
        """Return the opening of a session known so far, or None."""
        ...

    def openings(self, scope: Scope, *, before: datetime, limit: int) -> Sequence[Opening]:
        """Return up to `limit` openings before this time, latest first; reads no others."""
        ...

    def looked_at(self, scope: Scope, *, since: datetime, limit: int) -> Sequence[str]:
        """Return up to `limit` ids of notes whose fate hung on relevance on or after this day, by day then id."""
        ...
