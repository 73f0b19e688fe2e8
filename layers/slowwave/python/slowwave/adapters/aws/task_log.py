"""Openings, files and looks in the notes table: an opening, and what a session touched, are one item a session each,
listed by time in a sparse index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from slowwave.adapters.aws import codec, keys
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.reading import fetch_in_order, find
from slowwave.adapters.aws.upgrades import read
from slowwave.domain.openings import Opening
from slowwave.domain.working_set import SessionFiles

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class DynamoTaskLog:
    """`TaskLog` over the notes table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def opening(self, scope: Scope, session: str) -> Opening | None:
        row = find(self._tables.opening, *keys.opening(scope, session))
        return read(Opening, row) if row else None

    def openings(self, scope: Scope, *, before: datetime, limit: int) -> Sequence[Opening]:
        model = self._tables.opening
        earlier = model.opened_order < codec.time_text(before)
        rows = model.opened.query(keys.part(scope, "opened"), earlier, scan_index_forward=False, limit=limit)
        return [read(Opening, row) for row in fetch_in_order(model, rows, size=limit)]

    def files(self, scope: Scope, session: str) -> SessionFiles | None:
        row = find(self._tables.opening, *keys.session_files(scope, session))
        return read(SessionFiles, row) if row else None

    def recent_files(self, scope: Scope, *, limit: int) -> Sequence[SessionFiles]:
        model = self._tables.opening
        rows = model.opened.query(keys.part(scope, "touched"), scan_index_forward=False, limit=limit)
        return [read(SessionFiles, row) for row in fetch_in_order(model, rows, size=limit)]

    def looked_at(self, scope: Scope, *, since: datetime, limit: int) -> Sequence[str]:
        model = self._tables.work
        with translated():
            later = model.sk >= codec.time_text(since)
            rows = model.query(keys.part(scope, "looks"), later, consistent_read=True, limit=limit)
            return list(dict.fromkeys(row.sk.partition("#")[2] for row in rows))
