"""Raw records: an object a batch in S3 and an item a record in DynamoDB; both exist before anything is acknowledged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.codec import parse_time, time_text
from slowwave.adapters.aws.erased import ErasedRecords
from slowwave.adapters.aws.objects import Line, lines, place, put_once, split
from slowwave.adapters.aws.record_index import RecordIndex
from slowwave.adapters.aws.record_reader import RecordReader
from slowwave.domain.hashing import sha256_hex
from slowwave.errors import InvalidInput
from slowwave.ports.records import Appended, Logged, Neighbourhood

if TYPE_CHECKING:
    from datetime import datetime

    from mypy_boto3_s3 import S3Client

    from slowwave.adapters.aws.models import RecordRow
    from slowwave.adapters.aws.objects import Placed
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.records import Record
    from slowwave.domain.scope import Scope


class S3RecordStore:
    """`RecordStore` and `RecordLog` over one bucket and the records table."""

    def __init__(self, tables: Tables, s3: S3Client, bucket: str) -> None:
        self._tables = tables
        self._s3 = s3
        self._bucket = bucket
        self._index = RecordIndex(tables)
        self._erased = ErasedRecords(tables)
        self._reader = RecordReader(s3, bucket)

    def append(self, records: Sequence[Record], *, scope: Scope, received_at: datetime) -> Appended:
        strangers = [record.id for record in records if record.scope != scope]
        if strangers:
            raise InvalidInput(f"record {strangers[0]!r} belongs to another scope; append it there")
        ids = [record.id for record in records]
        first = dict(zip(reversed(ids), reversed(records), strict=True))
        known = self._index.find(scope, first)
        unknown = [each for each in dict.fromkeys(ids) if each not in known]
        erased = self._erased.among(scope, unknown)
        new = [first[each] for each in unknown if each not in erased]
        stored: list[str] = []
        for batch in split(lines(new)):
            stored += self._store(scope, batch, received_at)
        unread = (each for each in dict.fromkeys(ids) if each not in known or known[each].unread_key)
        others = [*_others(ids, stored)]
        return Appended(
            tuple(stored),
            tuple(each for each in others if each not in erased),
            tuple(each for each in unread if each not in erased),
            tuple(each for each in others if each in erased),
        )

    def _store(self, scope: Scope, batch: list[Line], received_at: datetime) -> list[str]:
        body = b"".join(line.data for line in batch)
        object_key = keys.raw_object(scope, received_at, sha256_hex(body))
        put_once(self._s3, self._bucket, object_key, body, "application/x-ndjson")
        return self._index.claim([self._row(scope, each, object_key, received_at) for each in place(batch)])

    def _row(self, scope: Scope, placed: Placed, object_key: str, received_at: datetime) -> RecordRow:
        record = placed.line.record
        return self._tables.record(
            pk=keys.part(scope, "records"),
            sk=record.id,
            session=record.session,
            session_key=keys.session_part(scope, record.session),
            order=keys.record_order(record),
            object_key=object_key,
            line=placed.number,
            offset=placed.offset,
            length=len(placed.line.data),
            line_hash=placed.hash,
            received_at=time_text(received_at),
            unread_key=keys.part(scope, "unread"),
        )

    def get(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Record]:
        return self._reader.read(scope, self._index.find(scope, ids).values())

    def unread_sessions(self, scope: Scope, *, limit: int) -> Mapping[str, Sequence[str]]:
        sessions: defaultdict[str, list[str]] = defaultdict(list)
        for row in self._index.unread(scope, limit):
            sessions[row.session].append(row.sk)
        return dict(sessions)

    def neighbourhood(self, scope: Scope, session: str, unread: Sequence[str], *, look_back: int) -> Neighbourhood:
        known = self._index.find(scope, unread).values()
        given = [row for row in known if row.session == session and row.unread_key]
        around = self._index.around(scope, session, given, look_back)
        records = sorted(self._reader.read(scope, around.values()).values(), key=lambda record: record.order)
        return Neighbourhood(tuple(records), frozenset(row.sk for row in given))

    def mark_read(self, scope: Scope, ids: Sequence[str], *, run_id: str) -> None:
        known = self._index.find(scope, ids).values()
        self._index.mark_read([row for row in known if row.unread_key], run_id)

    def history(self, scope: Scope) -> Iterable[Logged]:
        for _, batch in groupby(self._index.all(scope), key=lambda row: row.object_key):
            rows = list(batch)
            found = self._reader.read(scope, rows)
            for row in rows:
                yield Logged(found[row.sk], parse_time(row.received_at), row.read_by or "")

    def count(self, scope: Scope) -> Mapping[str, int]:
        return self._index.count(scope)


def _others(ids: Sequence[str], stored: Sequence[str]) -> Iterator[str]:
    """Yield the ids that were not stored, and every repetition of one that was."""
    left = set(stored)
    for each in ids:
        if each in left:
            left.remove(each)
        else:
            yield each
