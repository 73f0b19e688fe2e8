"""Injection sets as S3 objects named by their hash: written once, checked at every read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import UTC
from typing import TYPE_CHECKING, Final

from botocore.exceptions import ClientError

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import MISSING_OBJECT, error_code, translated
from slowwave.adapters.aws.objects import put_once
from slowwave.adapters.aws.upgrades import value
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.injection import SET_SCHEMA, InjectionSet, set_content
from slowwave.errors import Corrupt, UnknownItem

if TYPE_CHECKING:
    from datetime import datetime

    from mypy_boto3_s3 import S3Client

    from slowwave.domain.scope import Scope

_HASH: Final = re.compile(r"[0-9a-f]{64}")


class S3SetStore:
    """`SetStore` over one bucket."""

    def __init__(self, s3: S3Client, bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def put(self, injection_set: InjectionSet) -> str:
        body = canonical_json(set_content(injection_set))
        digest = sha256_hex(body)
        key = keys.set_object(injection_set.scope, digest)
        put_once(self._s3, self._bucket, key, body, "application/json")
        return digest

    def get(self, scope: Scope, set_hash: str) -> InjectionSet:
        body = self._read(scope, set_hash)
        if sha256_hex(body) != set_hash:
            raise Corrupt(f"set {set_hash!r} does not have the bytes of its hash; publish again")
        data = json.loads(body)
        found = value(InjectionSet, data, data.get("schema", SET_SCHEMA), known=SET_SCHEMA)
        if found.scope != scope:
            raise Corrupt(f"set {set_hash!r} belongs to another scope")
        return found

    def hashes(self, scope: Scope) -> Iterable[tuple[str, datetime]]:
        prefix = keys.set_prefix(scope)
        found: list[tuple[datetime, str]] = []
        with translated():
            for page in self._s3.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix):
                for entry in page.get("Contents", ()):
                    name = entry["Key"].removeprefix(prefix).removesuffix(".json")
                    found.append((entry["LastModified"].astimezone(UTC), name))
        return [(name, written) for written, name in sorted(found)]

    def _read(self, scope: Scope, set_hash: str) -> bytes:
        if not _HASH.fullmatch(set_hash):
            raise UnknownItem(f"{set_hash!r} is not the hash of a set")
        with translated():
            try:
                key = keys.set_object(scope, set_hash)
                return self._s3.get_object(Bucket=self._bucket, Key=key)["Body"].read()
            except ClientError as error:
                if error_code(error) in MISSING_OBJECT:
                    raise UnknownItem(f"there is no set {set_hash!r} in this scope") from error
                raise
