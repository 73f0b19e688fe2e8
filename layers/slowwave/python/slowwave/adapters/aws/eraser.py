"""Port Eraser: what is removed for good. Lines that stay are stored and indexed again before their object goes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pynamodb.transactions import TransactWrite

from slowwave.adapters.aws import keys, rows
from slowwave.adapters.aws.erased import ErasedRecords
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.objects import lines_in, place, put_once
from slowwave.adapters.aws.reading import batches, fetch, find
from slowwave.adapters.aws.record_index import TRANSACTION, RecordIndex
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SETS_PREFIX
from slowwave.adapters.aws.upgrades import read
from slowwave.adapters.aws.versions import VersionedObjects, Versions
from slowwave.domain.commitments import erase
from slowwave.domain.erasures import Erasure
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.runs import Revision

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from pynamodb.expressions.update import Action

    from slowwave.adapters.aws.models import RecordRow
    from slowwave.adapters.aws.objects import Line, Placed
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class StoredEraser:
    """`Eraser` over all tables and both buckets; the raw one may be under a governance lock."""

    def __init__(self, tables: Tables, s3: S3Client, *, raw: str, sets: str) -> None:
        self._tables = tables
        self._s3 = s3
        self._bucket = raw
        self._raw = VersionedObjects(s3, raw, bypass=True)
        self._derived = {
            SETS_PREFIX: VersionedObjects(s3, sets),
            REPLIES_PREFIX: self._raw,
            REPORTS_PREFIX: self._raw,
        }
        self._index = RecordIndex(tables)
        self._erased = ErasedRecords(tables)

    def erasure(self, scope: Scope, erasure_id: str) -> Erasure | None:
        row = find(self._tables.erasure, keys.part(scope, "erasures"), erasure_id)
        return read(Erasure, row) if row else None

    def bury(self, scope: Scope, ids: Collection[str], *, key: str) -> Mapping[str, str]:
        return self._erased.bury(scope, ids, key)

    def blinded(self, scope: Scope, ids: Collection[str]) -> Mapping[str, str]:
        return self._erased.blinded(scope, ids)

    def strip(self, scope: Scope, sequences: Collection[int]) -> None:
        places = [(keys.revisions_part(scope), keys.sequence_text(each)) for each in sequences]
        for row in fetch(self._tables.revision, places).values():
            stripped = rows.revision_row(self._tables, erase(read(Revision, row)))
            with translated():
                stripped.save(self._tables.revision.pk.exists())

    def rewrite(self, scope: Scope, objects: Mapping[str, str]) -> None:
        for prefix, stored in self._derived.items():
            for key, text in objects.items():
                if key.startswith(f"{prefix}/{scope.key}/"):
                    before = stored.under(key)
                    newest = stored.put(key, text.encode()) if text else None
                    for versions in before:
                        stored.remove(versions, but=newest)

    def drop_records(self, scope: Scope, ids: Collection[str], *, reread: Collection[str]) -> None:
        self._index.mark_unread(scope, reread)
        self._index.remove(scope, ids)
        for versions in self._raw.under(f"{RAW_PREFIX}/{scope.key}/"):
            lines = {
                line.data: line for body in self._raw.read(versions) for line in lines_in(body, scope, versions.key)
            }
            kept = [line for line in lines.values() if line.record.id not in ids]
            if len(kept) < len(lines):
                if kept:
                    self._move(scope, versions, kept)
                self._raw.remove(versions)

    def _move(self, scope: Scope, versions: Versions, kept: list[Line]) -> None:
        """Store lines as an object of their own, and let the index items that named the old object name it."""
        body = b"".join(line.data for line in kept)
        folder = versions.key.rpartition("/")[0]
        object_key = f"{folder}/{sha256_hex(body)}.jsonl"
        put_once(self._s3, self._bucket, object_key, body, "application/x-ndjson")
        placed = {each.line.record.id: each for each in place(kept)}
        known = self._index.find(scope, placed)
        moved = [row for row in known.values() if row.object_key == versions.key]
        for batch in batches(moved, TRANSACTION):
            with translated(), TransactWrite(connection=self._tables.connection) as transaction:
                for row in batch:
                    self._point(transaction, row, placed[row.sk], object_key)

    def _point(self, transaction: TransactWrite, row: RecordRow, placed: Placed, object_key: str) -> None:
        model = self._tables.record
        actions: list[Action] = [
            model.object_key.set(object_key),
            model.line.set(placed.number),
            model.offset.set(placed.offset),
            model.length.set(len(placed.line.data)),
            model.line_hash.set(placed.hash),
        ]
        transaction.update(row, actions=actions, condition=model.object_key == row.object_key)
