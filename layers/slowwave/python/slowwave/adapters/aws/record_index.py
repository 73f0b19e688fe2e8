"""The permanent index item of every record: claimed once, unread until a run consumes it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pynamodb.exceptions import TransactWriteError
from pynamodb.transactions import TransactWrite

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import CONDITION_FAILED, cancellations, translated
from slowwave.adapters.aws.reading import batches, fetch, stream

if TYPE_CHECKING:
    from pynamodb.expressions.update import Action

    from slowwave.adapters.aws.models import RecordRow
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope

TRANSACTION: Final = 100


class RecordIndex:
    """The index items of records in the records table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def find(self, scope: Scope, ids: Iterable[str]) -> dict[str, RecordRow]:
        """Return the index items that exist, by record id."""
        part = keys.part(scope, "records")
        found = fetch(self._tables.record, ((part, record_id) for record_id in ids))
        return {row.sk: row for row in found.values()}

    def claim(self, rows: Sequence[RecordRow]) -> list[str]:
        """Write those index items that do not exist and return their ids; a concurrent writer may win some."""
        claimed: list[str] = []
        for batch in batches(rows, TRANSACTION):
            claimed += self._claim(batch)
        return claimed

    def _claim(self, batch: list[RecordRow]) -> list[str]:
        while batch:
            taken = self._try(batch)
            if not taken:
                return [row.sk for row in batch]
            batch = [row for row, is_taken in zip(batch, taken, strict=True) if not is_taken]
        return []

    def _try(self, batch: list[RecordRow]) -> list[bool]:
        with translated():
            try:
                with TransactWrite(connection=self._tables.connection) as transaction:
                    for row in batch:
                        transaction.save(row, condition=self._tables.record.pk.does_not_exist())
            except TransactWriteError as error:
                taken = [reason is not None and reason.code == CONDITION_FAILED for reason in cancellations(error)]
                if any(taken):
                    return taken
                raise
        return []

    def mark_read(self, rows: Iterable[RecordRow], run_id: str) -> None:
        """Take items out of the unread index."""
        model = self._tables.record
        for batch in batches(rows, TRANSACTION):
            with translated(), TransactWrite(connection=self._tables.connection) as transaction:
                for row in batch:
                    actions: list[Action] = [model.unread_key.remove(), model.read_by.set(run_id)]
                    transaction.update(row, actions=actions, condition=model.pk.exists())

    def mark_unread(self, scope: Scope, ids: Iterable[str]) -> None:
        """Put those of the items back into the unread index that exist."""
        model = self._tables.record
        for batch in batches(self.find(scope, ids).values(), TRANSACTION):
            with translated(), TransactWrite(connection=self._tables.connection) as transaction:
                for row in batch:
                    actions: list[Action] = [model.unread_key.set(keys.part(scope, "unread")), model.read_by.remove()]
                    transaction.update(row, actions=actions, condition=model.pk.exists())

    def remove(self, scope: Scope, ids: Iterable[str]) -> None:
        """Remove the items of these records."""
        with translated(), self._tables.record.batch_write() as batch:
            for row in self.find(scope, ids).values():
                batch.delete(row)

    def unread(self, scope: Scope, limit: int) -> list[RecordRow]:
        """Return the oldest unread items (id, order and session only)."""
        with translated():
            return list(self._tables.record.unread.query(keys.part(scope, "unread"), limit=limit))

    def around(self, scope: Scope, session: str, unread: Iterable[RecordRow], look_back: int) -> dict[str, RecordRow]:
        """Return the session's items around the unread ones, reading no more of the session than that."""
        part = keys.session_part(scope, session)
        pending = deque(sorted(unread, key=lambda row: row.order))
        found: dict[str, RecordRow] = {}
        while pending:
            start = pending.popleft()
            found[start.sk] = start
            if look_back:
                found.update((row.sk, row) for row in self._before(part, start.order, look_back))
                found.update((row.sk, row) for row in self._after(part, start.order, look_back, pending))
        return found

    def _before(self, part: str, order: str, look_back: int) -> list[RecordRow]:
        earlier = self._tables.record.order < order
        with translated():
            rows = self._tables.record.by_session.query(part, earlier, scan_index_forward=False, limit=look_back)
            return list(rows)

    def _after(self, part: str, order: str, look_back: int, pending: deque[RecordRow]) -> Iterator[RecordRow]:
        """Yield what follows until `look_back` items after the last pending one; takes what it meets off `pending`."""
        later = self._tables.record.order > order
        rows = self._tables.record.by_session.query(part, later, page_size=look_back + len(pending))
        since = 0
        for row in stream(rows):
            since += 1
            while pending and pending[0].order <= row.order:
                pending.popleft()
                since = 0
            yield row
            if since == look_back:
                return

    def all(self, scope: Scope) -> list[RecordRow]:
        """Return every item, object by object and in the order of its lines."""
        rows = self._tables.record.query(keys.part(scope, "records"), consistent_read=True)
        return sorted(stream(rows), key=lambda row: (row.object_key, row.line))

    def count(self, scope: Scope) -> dict[str, int]:
        """Return how many items there are, and how many of them are unread."""
        with translated():
            return {
                "records": self._tables.record.count(keys.part(scope, "records"), consistent_read=True),
                "unread": self._tables.record.unread.count(keys.part(scope, "unread")),
            }
