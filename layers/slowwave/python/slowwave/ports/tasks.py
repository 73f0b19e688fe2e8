"""Port to what a scope was recently asked to do and worked on, and to the notes whose fate hung on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from slowwave.domain.openings import Opening
from slowwave.domain.scope import Scope
from slowwave.domain.working_set import SessionFiles


class TaskLog(Protocol):
    """Openings of sessions, the files they touched, and looks; written through `ports.ledger`."""

    def opening(self, scope: Scope, session: str) -> Opening | None:
        """Return the opening of a session known so far, or None."""
        ...

    def openings(self, scope: Scope, *, before: datetime, limit: int) -> Sequence[Opening]:
        """Return up to `limit` openings before this time, latest first; reads no others."""
        ...

    def files(self, scope: Scope, session: str) -> SessionFiles | None:
        """Return the files that a session touched as far as known, or None."""
        ...

    def recent_files(self, scope: Scope, *, limit: int) -> Sequence[SessionFiles]:
        """Return the files of up to `limit` sessions that touched any, by their latest touch, latest first."""
        ...

    def looked_at(self, scope: Scope, *, since: datetime, limit: int) -> Sequence[str]:
        """Return up to `limit` ids of notes whose fate hung on relevance on or after this day, by day then id."""
        ...
