"""The raw layer as it is stored: every object of a scope, and every index item with the bytes that it points at."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import MISSING_OBJECT, error_code, translated
from slowwave.adapters.aws.record_index import RecordIndex
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.raw_audit import Indexed, KeptObject
from slowwave.domain.record_json import decode
from slowwave.errors import InvalidRecord

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.adapters.aws.models import RecordRow
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.records import Record
    from slowwave.domain.scope import Scope


class RawArchive:
    """Reads objects whole, one at a time."""

    def __init__(self, tables: Tables, s3: S3Client, bucket: str) -> None:
        self._index = RecordIndex(tables)
        self._s3 = s3
        self._bucket = bucket

    def objects(self, scope: Scope) -> Iterator[KeptObject]:
        """Yield the objects of a scope by key, and those that are gone and that index items name."""
        rows: defaultdict[str, list[RecordRow]] = defaultdict(list)
        for row in self._index.all(scope):
            rows[row.object_key].append(row)
        for key in sorted({*self._keys(scope), *rows}):
            yield _kept(scope, key, self._body(key), rows.get(key, []))

    def _keys(self, scope: Scope) -> list[str]:
        with translated():
            pages = self._s3.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=keys.raw_prefix(scope)
            )
            return [entry["Key"] for page in pages for entry in page.get("Contents", ())]

    def _body(self, key: str) -> bytes | None:
        with translated():
            try:
                return self._s3.get_object(Bucket=self._bucket, Key=key)["Body"].read()
            except ClientError as error:
                if error_code(error) in MISSING_OBJECT:
                    return None
                raise


def _kept(scope: Scope, key: str, body: bytes | None, rows: Sequence[RecordRow]) -> KeptObject:
    name = key.rpartition("/")[2].partition(".")[0]
    found = [_record(scope, line) for line in (body or b"").split(b"\n")]
    return KeptObject(
        key,
        name,
        digest=sha256_hex(body) if body is not None else "",
        ids=tuple(record.id for record in found if record),
        indexed=tuple(_indexed(scope, row, body) for row in rows),
    )


def _indexed(scope: Scope, row: RecordRow, body: bytes | None) -> Indexed:
    data = (body or b"")[int(row.offset) : int(row.offset) + int(row.length)]
    record = _record(scope, data)
    return Indexed(row.sk, row.line_hash, sha256_hex(data) if data else "", record, _unlike(row, record))


def _unlike(row: RecordRow, record: Record | None) -> str:
    """Say what an index item has that does not follow from its record."""
    if record is None:
        return ""
    derived = {
        "session": record.session,
        "session_key": keys.session_part(record.scope, record.session),
        "order": keys.record_order(record),
    }
    wrong = [name for name, each in derived.items() if getattr(row, name) != each]
    return f"has {', '.join(map(repr, wrong))} in its index item that it does not say: it was edited" if wrong else ""


def _record(scope: Scope, line: bytes) -> Record | None:
    try:
        return decode(json.loads(line), scope)
    except (ValueError, InvalidRecord):
        return None
