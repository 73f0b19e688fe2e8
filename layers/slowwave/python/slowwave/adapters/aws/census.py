"""How much a scope knows, counted on the sparse indexes of what may be selected; stops at the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import translated

if TYPE_CHECKING:
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class DynamoCensus:
    """`Census` over the notes table and the tables of pages.

    The count is taken only when a run would retire more than the floor, and no further than that run needs: about
    five thousand index entries a call, so its cost follows what is due.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def active_items(self, scope: Scope, *, limit: int) -> int:
        part = keys.part(scope, "ranked")
        found = 0
        with translated():
            for model in (self._tables.note, *self._tables.pages.values()):
                if found < limit:
                    found += model.count(part, index_name="ranked", limit=limit - found)
        return min(found, limit)
