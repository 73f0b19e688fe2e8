"""Records back from their objects: one by its byte range, several of one object by reading it once; each line is
checked against the hash in its index item.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from botocore.exceptions import ClientError

from slowwave.adapters.aws.errors import MISSING_OBJECT, error_code, translated
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.record_json import decode
from slowwave.errors import Corrupt, InvalidRecord

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.adapters.aws.models import RecordRow
    from slowwave.domain.records import Record
    from slowwave.domain.scope import Scope


KEPT_LINES: Final = 1_000
"""Lines that a process keeps after it has read and checked them: each run reads again what stands around what is new,
and an object never changes."""

KEPT_BYTES: Final = 8_000
"""A longer line is not kept, so that all of them take a few megabytes."""


class RecordReader:
    """Reads the records that index items point at."""

    def __init__(self, s3: S3Client, bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket
        self._line = lru_cache(maxsize=KEPT_LINES)(self._read_line)

    def read(self, scope: Scope, rows: Iterable[RecordRow]) -> dict[str, Record]:
        """Return the records by id.

        Raises:
            Corrupt: an object is missing, or a line is not the one that was stored.
        """
        by_object: defaultdict[str, list[RecordRow]] = defaultdict(list)
        for row in rows:
            by_object[row.object_key].append(row)
        return {
            row.sk: _record(scope, row, data)
            for object_key, wanted in by_object.items()
            for row, data in self._lines(object_key, wanted)
        }

    def _lines(self, object_key: str, rows: list[RecordRow]) -> list[tuple[RecordRow, bytes]]:
        if len(rows) == 1:
            (row,) = rows
            read = self._line if row.length <= KEPT_BYTES else self._read_line
            return [(row, read(object_key, int(row.offset), int(row.length), row.sk, row.line_hash))]
        body = self._get(object_key)
        lines = [(row, body[int(row.offset) : int(row.offset) + int(row.length)]) for row in rows]
        return [(row, _checked(data, row.sk, row.line_hash)) for row, data in lines]

    def _read_line(self, object_key: str, start: int, length: int, record_id: str, line_hash: str) -> bytes:
        return _checked(self._get(object_key, f"bytes={start}-{start + length - 1}"), record_id, line_hash)

    def _get(self, object_key: str, byte_range: str = "bytes=0-") -> bytes:
        with translated():
            try:
                answer = self._s3.get_object(Bucket=self._bucket, Key=object_key, Range=byte_range)
                return answer["Body"].read()
            except ClientError as error:
                if error_code(error) in MISSING_OBJECT | {"InvalidRange"}:
                    raise Corrupt(f"raw object {object_key!r} is not what its index items say") from error
                raise


def _checked(data: bytes, record_id: str, line_hash: str) -> bytes:
    if sha256_hex(data) != line_hash:
        raise Corrupt(f"record {record_id!r} does not have the bytes that were stored")
    return data


def _record(scope: Scope, row: RecordRow, data: bytes) -> Record:
    try:
        return decode(json.loads(data), scope)
    except (ValueError, InvalidRecord) as error:
        raise Corrupt(f"record {row.sk!r} cannot be read: {error}") from error
