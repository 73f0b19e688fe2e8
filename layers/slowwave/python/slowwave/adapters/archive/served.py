"""What an archive holds, read through the readers of a place: tables and buckets that answer from the file, so that it
is judged before any of it is written by the same code that judges what is stored, and not by a second one.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import ClientError
from pynamodb.connection import Connection

from slowwave.adapters.archive.file import Entry
from slowwave.adapters.archive.sorting import Sorted
from slowwave.adapters.aws.archive import DynamoArchive
from slowwave.adapters.aws.journal import DynamoJournal
from slowwave.adapters.aws.reports import S3ReportStore
from slowwave.adapters.aws.schema import TABLES, table_names
from slowwave.adapters.aws.sets import S3SetStore
from slowwave.adapters.aws.tables import Tables, bind

if TYPE_CHECKING:
    from slowwave.adapters.archive.storage import Item
    from slowwave.domain.scope import Scope
    from slowwave.ports.audit import Archive
    from slowwave.ports.ledger import Journal
    from slowwave.ports.memory import SetStore
    from slowwave.ports.reports import ReportStore

Body = Callable[[Entry], bytes]
"""Returns the bytes of an entry, checked."""

PAGE_ITEMS: Final = 1_000
_NAMES: Final = table_names("archive")
_SUFFIXES: Final = {name: suffix for suffix, name in _NAMES.items()}
_INDEXES: Final = {table.suffix: {index.name: index for index in table.indexes} for table in TABLES}
_WRITTEN: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""When an object was written is not in an archive."""


@dataclass(frozen=True, slots=True)
class Served:
    """What verifies a scope reads it through."""

    archive: Archive
    journal: Journal
    reports: ReportStore
    sets: SetStore


def served(scope: Scope, rows: Sorted, objects: Mapping[tuple[str, str], Entry], body: Body) -> Served:
    """Return the readers of one scope in an archive.

    Args:
        rows: its items.
        objects: the entry of each object by prefix and key.
    """
    named = {f"{prefix}/{scope.key}/{key}": entry for (prefix, key), entry in objects.items()}
    s3: Any = _Objects(named, body)
    tables = bound(rows)
    return Served(DynamoArchive(tables, s3, ""), DynamoJournal(tables), S3ReportStore(s3, ""), S3SetStore(s3, ""))


def bound(rows: Sorted) -> Tables:
    """Return the models over the items of an archive."""
    return bind(_NAMES, _Rows(rows))


class _Rows(Connection):
    """Answers what readers ask of tables."""

    def __init__(self, rows: Sorted) -> None:
        super().__init__(region="archive")
        self._rows = rows

    def dispatch(self, operation_name: str, operation_kwargs: dict[str, Any]) -> dict[str, Any]:
        """Answer one request; the conditions are those that PynamoDB makes of a partition and the start of a key."""
        return _ANSWERS[operation_name](self, operation_kwargs)

    def one(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer with one item, or none."""
        found = self._item(_SUFFIXES[asked["TableName"]], asked["Key"])
        return {"Item": found} if found else {}

    def several(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer with those of some items that are there."""
        found = {
            name: [item for key in wanted["Keys"] if (item := self._item(_SUFFIXES[name], key))]
            for name, wanted in asked["RequestItems"].items()
        }
        return {"Responses": found, "UnprocessedKeys": {}}

    def partition(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer with a page of a partition, or with all of one of an index."""
        suffix = _SUFFIXES[asked["TableName"]]
        part, starts = (each.get("S", "") for each in (*_values(asked), {})[:2])
        if "IndexName" in asked:
            found = self._indexed(suffix, asked["IndexName"], part)
            ordered = found if asked.get("ScanIndexForward", True) else found[::-1]
            return _answer(ordered[: asked.get("Limit", len(ordered))])
        after = asked.get("ExclusiveStartKey", {}).get("sk", {}).get("S", "")
        lines = self._rows.under(_scope_of(part), suffix, part, starts=starts, after=after, limit=PAGE_ITEMS)
        items = [json.loads(line) for line in lines]
        more = {"pk": items[-1]["pk"], "sk": items[-1]["sk"]} if len(items) == PAGE_ITEMS else None
        return {**_answer(items), **({"LastEvaluatedKey": more} if more else {})}

    def _item(self, suffix: str, key: Mapping[str, Any]) -> Item | None:
        line = self._rows.get(_scope_of(key["pk"]["S"]), suffix, key["pk"]["S"], key["sk"]["S"])
        return json.loads(line) if line else None

    def _indexed(self, suffix: str, name: str, part: str) -> list[Item]:
        index = _INDEXES[suffix][name]
        kept = {"pk", "sk", index.hash_key, index.range_key, *index.include}
        items = (json.loads(line) for line in self._rows.lines(_scope_of(part), suffix))
        within = (item for item in items if item.get(index.hash_key) == {"S": part} and index.range_key in item)
        found = [{key: value for key, value in item.items() if key in kept} for item in within]
        return sorted(found, key=lambda item: str(item[index.range_key]["S"]))


_ANSWERS: Final[Mapping[str, Callable[[_Rows, Mapping[str, Any]], dict[str, Any]]]] = {
    "BatchGetItem": _Rows.several,
    "GetItem": _Rows.one,
    "Query": _Rows.partition,
}


def _scope_of(part: str) -> str:
    """The key of the scope that a partition belongs to."""
    return part.partition("#")[0]


def _values(asked: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The values of a condition in the order in which they were named: the partition, then the start of the key."""
    values = asked["ExpressionAttributeValues"]
    return [values[name] for name in sorted(values)]


def _answer(items: Sequence[Item]) -> dict[str, Any]:
    return {"Items": [*items], "Count": len(items), "ScannedCount": len(items)}


class _Objects:
    """Answers what readers ask of buckets: a list of keys, and an object."""

    def __init__(self, entries: Mapping[str, Entry], body: Body) -> None:
        self._entries = entries
        self._body = body

    def get_paginator(self, _: str) -> _Objects:
        """Return what lists."""
        return self

    def paginate(self, *, Bucket: str, Prefix: str) -> Iterator[dict[str, Any]]:  # noqa: N803  # as boto3 has it
        """Yield all keys that start so, in one page."""
        found = sorted(key for key in self._entries if key.startswith(Prefix))
        yield {"Name": Bucket, "Contents": [{"Key": key, "LastModified": _WRITTEN} for key in found]}

    def get_object(self, *, Bucket: str, Key: str) -> dict[str, Any]:  # noqa: N803
        """Return an object.

        Raises:
            ClientError: there is none.
        """
        entry = self._entries.get(Key)
        if entry is None:
            raise ClientError({"Error": {"Code": "NoSuchKey", "Message": f"{Bucket}/{Key}"}}, "GetObject")
        return {"Body": io.BytesIO(self._body(entry))}
