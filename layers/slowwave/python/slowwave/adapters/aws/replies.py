"""Replies of models as S3 objects named by the hash of their question: written once, checked at every read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import MISSING_OBJECT, error_code, translated
from slowwave.adapters.aws.objects import put_once
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.errors import Corrupt
from slowwave.ports.replies import Reply

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.domain.scope import Scope


class S3ReplyStore:
    """`ReplyStore` over one bucket: that of the raw records, since a replay needs both or neither."""

    def __init__(self, s3: S3Client, bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def get(self, scope: Scope, question: str) -> Reply | None:
        with translated():
            try:
                key = keys.reply_object(scope, question)
                body = self._s3.get_object(Bucket=self._bucket, Key=key)["Body"].read()
            except ClientError as error:
                if error_code(error) in MISSING_OBJECT:
                    return None
                raise
        return reply_of(question, body)

    def put(self, scope: Scope, question: str, reply: Reply) -> Reply:
        content = json.loads(canonical_json(asdict(reply)))
        body = canonical_json({"schema": 1, "hash": sha256_hex(canonical_json(content)), **content})
        key = keys.reply_object(scope, question)
        if put_once(self._s3, self._bucket, key, body, "application/json"):
            return reply_of(question, body)
        return self.get(scope, question) or reply_of(question, body)

    def all(self, scope: Scope) -> Iterable[tuple[str, Reply]]:
        prefix = keys.reply_prefix(scope)
        with translated():
            pages = self._s3.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
            found = [entry["Key"] for page in pages for entry in page.get("Contents", ())]
        for key in sorted(found):
            question = key.removeprefix(prefix).removesuffix(".json")
            if reply := self.get(scope, question):
                yield question, reply


def reply_of(question: str, body: bytes) -> Reply:
    """Read the object of a reply.

    Raises:
        Corrupt: it is none, or not what its hash says.
    """
    try:
        content: dict[str, Any] = json.loads(body)
        stored = content.pop("hash")
        content.pop("schema")
        if sha256_hex(canonical_json(content)) != stored:
            raise ValueError("its bytes are not those of its hash")
        return Reply(**{**content, "records": tuple(content["records"]), "items": tuple(content["items"])})
    except (ValueError, TypeError, KeyError) as error:
        raise Corrupt(f"stored reply {question!r} cannot be read: {error}") from error
