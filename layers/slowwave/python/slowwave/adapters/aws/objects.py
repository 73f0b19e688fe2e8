"""Objects that are written once and batches of records as JSON lines in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from botocore.exceptions import ClientError

from slowwave.adapters.aws.errors import OBJECT_EXISTS, error_code, translated
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.record_json import decode, encode
from slowwave.errors import Corrupt, InvalidRecord

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.domain.records import Record
    from slowwave.domain.scope import Scope

MAX_RECORDS: Final = 500
MAX_BYTES: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """A record with its bytes in a batch, line feed included."""

    record: Record
    data: bytes


@dataclass(frozen=True, slots=True)
class Placed:
    """A line with its place in its object: number from 0, byte offset, and the hash of its bytes."""

    line: Line
    number: int
    offset: int
    hash: str


def lines(records: Iterable[Record]) -> Iterator[Line]:
    """Encode records, each to one canonical line."""
    return (Line(record, canonical_json(encode(record)) + b"\n") for record in records)


def lines_in(body: bytes, scope: Scope, object_key: str) -> Iterator[Line]:
    """Read back the lines of an object; raises `Corrupt` when one is no record."""
    for number, data in enumerate(body.splitlines(keepends=True), 1):
        try:
            yield Line(decode(json.loads(data), scope), data)
        except (ValueError, InvalidRecord) as error:
            raise Corrupt(f"line {number} of raw object {object_key!r} cannot be read: {error}") from error


def split(batch: Iterable[Line]) -> Iterator[list[Line]]:
    """Cut a batch into lists that fit one object each; a longer single line gets an object of its own."""
    part: list[Line] = []
    size = 0
    for line in batch:
        if part and (len(part) == MAX_RECORDS or size + len(line.data) > MAX_BYTES):
            yield part
            part, size = [], 0
        part.append(line)
        size += len(line.data)
    if part:
        yield part


def place(batch: Sequence[Line]) -> list[Placed]:
    """Say where each line of one object is."""
    placed: list[Placed] = []
    offset = 0
    for number, line in enumerate(batch):
        placed.append(Placed(line, number, offset, sha256_hex(line.data)))
        offset += len(line.data)
    return placed


def put_once(s3: S3Client, bucket: str, key: str, body: bytes, content_type: str) -> bool:
    """Write an object unless one has that key already, and return whether it did; where the key names the content, that
    one is as good.
    """
    with translated():
        try:
            s3.put_object(Bucket=bucket, Key=key, Body=body, ContentType=content_type, IfNoneMatch="*")
        except ClientError as error:
            if error_code(error) != OBJECT_EXISTS:
                raise
            return False
    return True
