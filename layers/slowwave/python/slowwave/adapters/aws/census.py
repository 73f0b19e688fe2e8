"""How much a scope knows, counted on the sparse indexes of what may be selected; stops at the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import translated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from slowwave.adapters.aws.models import NoteRow, PageRow
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class DynamoCensus:
    """`Census` over the notes table and the tables of pages.

    Items are counted only when a run would retire more than the floor, and no further than that run needs; pages when
    it would write new ones: about five thousand index entries a call, so the calls follow what is due and new.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def active_items(self, scope: Scope, *, limit: int) -> int:
        return _count(scope, (self._tables.note, *self._tables.pages.values()), limit)

    def active_pages(self, scope: Scope, *, limit: int) -> int:
        return _count(scope, self._tables.pages.values(), limit)


def _count(scope: Scope, models: Iterable[type[NoteRow | PageRow]], limit: int) -> int:
    part = keys.part(scope, "ranked")
    found = 0
    with translated():
        for model in models:
            if found < limit:
                found += model.count(part, index_name="ranked", limit=limit - found)
    return min(found, limit)
