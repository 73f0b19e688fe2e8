"""Which records of a scope were erased: keyed hashes of their ids, which say nothing to who does not hold the key."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from pynamodb.exceptions import PutError

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import translate, translated
from slowwave.adapters.aws.reading import fetch
from slowwave.domain.erasures import blind
from slowwave.errors import Conflict

if TYPE_CHECKING:
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope

KEY: Final = "key"
"""The sort key of the item that holds a scope's key; those of the records are hexadecimal and longer."""


class ErasedRecords:
    """The keyed hashes in the records table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def among(self, scope: Scope, ids: Iterable[str]) -> frozenset[str]:
        """Return those of the ids that were erased; one read more where nothing of the scope ever was."""
        blinded = self.blinded(scope, [*ids])
        part = keys.part(scope, "erased")
        found = fetch(self._tables.erased, ((part, name) for name in blinded.values()))
        return frozenset(record_id for record_id, name in blinded.items() if (part, name) in found)

    def blinded(self, scope: Scope, ids: Collection[str]) -> dict[str, str]:
        """Return the keyed hash of each id; none when nothing of the scope was ever erased."""
        key = self._key(scope) if ids else ""
        return {record_id: blind(key, record_id) for record_id in ids} if key else {}

    def bury(self, scope: Scope, ids: Collection[str], key: str) -> dict[str, str]:
        """Keep the hashes of these ids, under the scope's key or, when it has none, under this one."""
        part = keys.part(scope, "erased")
        if not self._key(scope):
            with translated():
                try:
                    self._tables.erased(pk=part, sk=KEY, key=key).save(self._tables.erased.pk.does_not_exist())
                except PutError as error:
                    if not isinstance(translate(error), Conflict):
                        raise
        blinded = self.blinded(scope, ids)
        with translated(), self._tables.erased.batch_write() as batch:
            for name in blinded.values():
                batch.save(self._tables.erased(pk=part, sk=name))
        return blinded

    def _key(self, scope: Scope) -> str:
        place = (keys.part(scope, "erased"), KEY)
        row = fetch(self._tables.erased, [place]).get(place)
        return row.key or "" if row else ""
