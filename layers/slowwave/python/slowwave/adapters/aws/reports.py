"""Reports of runs as S3 objects by run id, in the bucket of the raw records: they need the same lock, for as long, and
the same few may lift it. Nothing in them has to be erased.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.objects import put_once
from slowwave.domain.hashing import canonical_json

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.domain.scope import Scope


class S3ReportStore:
    """`ReportStore` over one bucket."""

    def __init__(self, s3: S3Client, bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def put(self, scope: Scope, run_id: str, report: Mapping[str, Any]) -> None:
        key = f"{keys.report_prefix(scope)}{run_id}.json"
        put_once(self._s3, self._bucket, key, canonical_json(report), "application/json")

    def all(self, scope: Scope) -> Iterable[tuple[str, Mapping[str, Any] | None]]:
        prefix = keys.report_prefix(scope)
        with translated():
            pages = self._s3.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
            found = [entry["Key"] for page in pages for entry in page.get("Contents", ())]
        for key in sorted(found):
            with translated():
                body = self._s3.get_object(Bucket=self._bucket, Key=key)["Body"].read()
            yield key.removeprefix(prefix).removesuffix(".json"), _read(body)


def _read(body: bytes) -> Mapping[str, Any] | None:
    try:
        report = json.loads(body)
    except ValueError:
        return None
    return report if isinstance(report, dict) else None
