"""Every version of every object under a prefix: listed, read, and removed for good, delete markers included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slowwave.adapters.aws.errors import MISSING_OBJECT, error_code, translated

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

UNVERSIONED: Final = "null"
"""The id of the one version in a bucket that keeps no others."""


@dataclass(frozen=True, slots=True)
class Versions:
    """All versions of one key: those with a body, and the delete markers."""

    key: str
    bodies: tuple[str, ...]
    markers: tuple[str, ...]


class VersionedObjects:
    """The objects of one bucket.

    Args:
        bypass: remove what is under a governance lock too, which takes a permission of its own.
    """

    def __init__(self, s3: S3Client, bucket: str, *, bypass: bool = False) -> None:
        self._s3 = s3
        self._bucket = bucket
        self._bypass = bypass

    def under(self, prefix: str) -> list[Versions]:
        """Return the keys that start with a prefix, with all their versions."""
        bodies: defaultdict[str, list[str]] = defaultdict(list)
        markers: defaultdict[str, list[str]] = defaultdict(list)
        with translated():
            for page in self._s3.get_paginator("list_object_versions").paginate(Bucket=self._bucket, Prefix=prefix):
                for entry in page.get("Versions", ()):
                    bodies[entry["Key"]].append(entry["VersionId"])
                for marker in page.get("DeleteMarkers", ()):
                    markers[marker["Key"]].append(marker["VersionId"])
        return [Versions(key, tuple(bodies[key]), tuple(markers[key])) for key in sorted({*bodies, *markers})]

    def read(self, versions: Versions) -> Iterator[bytes]:
        """Yield the body of each version; one that is gone by now has none."""
        for version in versions.bodies:
            with translated():
                try:
                    answer = self._s3.get_object(Bucket=self._bucket, Key=versions.key, VersionId=version)
                    yield answer["Body"].read()
                except self._s3.exceptions.ClientError as error:
                    if error_code(error) not in MISSING_OBJECT | {"NoSuchVersion"}:
                        raise

    def put(self, key: str, body: bytes) -> str:
        """Write a further version of an object of JSON and return its id; the only one where the bucket keeps none."""
        with translated():
            answer = self._s3.put_object(Bucket=self._bucket, Key=key, Body=body, ContentType="application/json")
        return answer.get("VersionId", UNVERSIONED)

    def remove(self, versions: Versions, *, but: str | None = None) -> None:
        """Remove every version and every delete marker of a key, but one version."""
        lock = {"BypassGovernanceRetention": True} if self._bypass else {}
        for version in (each for each in (*versions.bodies, *versions.markers) if each != but):
            with translated():
                self._s3.delete_object(Bucket=self._bucket, Key=versions.key, VersionId=version, **lock)  # type: ignore[arg-type]
