"""Port Holdings: tables read through from end to end for one scope, and all versions of its objects. An answer of a
table never holds an item of another scope: the service leaves them out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.aws import codec, keys
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.objects import lines_in
from slowwave.adapters.aws.pages import DynamoPageStore
from slowwave.adapters.aws.reading import stream
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SETS_PREFIX, TABLES
from slowwave.adapters.aws.upgrades import read
from slowwave.adapters.aws.versions import VersionedObjects
from slowwave.domain.acts import Act
from slowwave.domain.changes import Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.clusters import Member
from slowwave.domain.erasures import Erasure
from slowwave.domain.injection import Pointer
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Note, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.runs import Revision, Run
from slowwave.domain.taskmix import TaskMix
from slowwave.domain.twins import Kin, Tombstone
from slowwave.domain.working_set import SessionFiles
from slowwave.ports.erasing import Kept, Place

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.adapters.aws.row import Row
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope

Raw = Mapping[str, Any]
_Decode = Callable[["Scope", Any], Any]


class StoredHoldings:
    """`Holdings` over all tables and both buckets."""

    def __init__(self, tables: Tables, s3: S3Client, *, raw: str, sets: str) -> None:
        self._tables = tables
        buckets = {RAW_PREFIX: raw, SETS_PREFIX: sets, REPLIES_PREFIX: raw, REPORTS_PREFIX: raw}
        self._objects = {prefix: VersionedObjects(s3, bucket) for prefix, bucket in buckets.items()}

    def raw(self, scope: Scope) -> Iterable[Kept]:
        rows = self._tables.record.query(keys.part(scope, "records"), consistent_read=True)
        consumed = {row.sk for row in stream(rows) if not row.unread_key}
        for key, body in self._bodies(scope, RAW_PREFIX):
            for line in lines_in(body, scope, key):
                yield Kept(line.record, line.record.id in consumed)

    def items(self, scope: Scope) -> Iterable[Any]:
        for _, item in self._items(scope):
            kind = item["pk"]["S"].removeprefix(f"{scope.key}#").partition("#")[0]
            if reader := self._reader(kind, item["sk"]["S"]):
                model, decoded = reader
                yield decoded(scope, model.from_raw_data(dict(item)))
        for skeleton in Skeleton:
            yield from DynamoPageStore(self._tables).all(scope, skeleton)

    def _reader(self, kind: str, sort: str) -> tuple[type[Row], _Decode] | None:
        name = f"{kind} {sort.partition('#')[0]}" if kind == "group" else kind
        if name not in _READERS:
            return None
        model, decoded = _READERS[name]
        return getattr(self._tables, model), decoded

    def objects(self, scope: Scope) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for prefix in self._objects.keys() - {RAW_PREFIX}:
            for key, body in self._bodies(scope, prefix):
                found[key] = "\n".join(filter(None, (found.get(key), body.decode())))
        return found

    def places(self, scope: Scope) -> Iterable[Place]:
        for suffix, item in self._items(scope):
            plain = json.dumps(item, ensure_ascii=False)
            yield Place(f"table {suffix}, item {item['pk']['S']} {item['sk']['S']}", plain)
        for prefix in self._objects:
            for key, body in self._bodies(scope, prefix):
                yield Place(f"object {key}", f"{key}\n{body.decode()}")

    def _bodies(self, scope: Scope, prefix: str) -> Iterator[tuple[str, bytes]]:
        objects = self._objects[prefix]
        for versions in objects.under(f"{prefix}/{scope.key}/"):
            for body in objects.read(versions):
                yield versions.key, body

    def _items(self, scope: Scope) -> Iterator[tuple[str, Raw]]:
        """Yield every item of the scope in every table, as it is stored."""
        for table in TABLES:
            wanted: dict[str, Any] = {
                "TableName": self._tables.names[table.suffix],
                "ConsistentRead": True,
                "FilterExpression": "begins_with(#pk, :scope)",
                "ExpressionAttributeNames": {"#pk": table.hash_key},
                "ExpressionAttributeValues": {":scope": {"S": f"{scope.key}#"}},
            }
            while wanted:
                with translated():
                    answer = self._tables.connection.dispatch("Scan", wanted)
                yield from ((table.suffix, item) for item in answer["Items"])
                last = answer.get("LastEvaluatedKey")
                wanted = {**wanted, "ExclusiveStartKey": last} if last else {}


def _loads(kind: type[Any]) -> _Decode:
    return lambda _, row: read(kind, row)


def _versioned(kind: type[Any]) -> _Decode:
    return lambda _, row: Versioned(read(kind, row), int(row.version))


def _member(scope: Scope, row: Row) -> Member:
    group, _, note_id = row.sk.partition("#")
    return Member(scope, row.pk.rpartition("#")[2], group, note_id)


def _look(scope: Scope, row: Row) -> Look:
    day, _, note_id = row.sk.partition("#")
    return Look(scope, codec.parse_time(day), note_id)


_READERS: Final[Mapping[str, tuple[str, _Decode]]] = {
    "group note": ("note", _versioned(Note)),
    "group obs": ("observation", _loads(Observation)),
    "group act": ("act", _loads(Act)),
    "kin": ("kin", _loads(Kin)),
    "tombstones": ("kin", _loads(Tombstone)),
    "namings": ("kin", _loads(Naming)),
    "cluster": ("work", _member),
    "looks": ("work", _look),
    "openings": ("opening", _loads(Opening)),
    "session-files": ("opening", _loads(SessionFiles)),
    "task-mix": ("task_mix", _loads(TaskMix)),
    "pointer": ("pointer", _versioned(Pointer)),
    "run": ("run", _versioned(Run)),
    "revisions": ("revision", _loads(Revision)),
    "erasures": ("erasure", _loads(Erasure)),
}
"""Which model reads an item, by the kind in its partition key, and as what."""
