"""Port KinStore in the notes table: a partition an anchor, and one each for the tombstones and namings of a scope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.upgrades import read
from slowwave.domain.naming import Naming
from slowwave.domain.twins import Kin, Tombstone

if TYPE_CHECKING:
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class DynamoKinStore:
    """`KinStore` over the notes table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def listed(self, scope: Scope, anchor: str) -> Sequence[Kin]:
        with translated():
            rows = self._tables.kin.query(keys.kin_part(scope, anchor), consistent_read=True)
            return [read(Kin, row) for row in rows]

    def tombstones(self, scope: Scope) -> Sequence[Tombstone]:
        with translated():
            rows = self._tables.kin.query(keys.part(scope, "tombstones"), consistent_read=True)
            return [read(Tombstone, row) for row in rows]

    def namings(self, scope: Scope) -> Sequence[Naming]:
        with translated():
            rows = self._tables.kin.query(keys.part(scope, "namings"), consistent_read=True)
            return [read(Naming, row) for row in rows]
