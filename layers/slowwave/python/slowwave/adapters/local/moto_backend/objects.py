"""S3 objects inside moto: all versions of a key as the journal keeps them, and back, bodies read when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from moto.s3.models import FakeDeleteMarker, FakeKey, s3_backends

from slowwave.adapters.local.moto_backend.items import ACCOUNT, REGION
from slowwave.domain.hashing import sha256_hex

if TYPE_CHECKING:
    from slowwave.adapters.local.bodies import Bodies
    from slowwave.adapters.local.journal import Entry

_PARTITION = "aws"
_OPTIONAL = {
    "storage_class": "_storage_class",
    "encryption": "encryption",
    "kms_key_id": "kms_key_id",
    "lock_mode": "lock_mode",
    "lock_until": "lock_until",
    "legal_hold": "lock_legal_status",
    "checksum_algorithm": "checksum_algorithm",
    "checksum_value": "checksum_value",
}
"""Names in the journal, and moto's, of what a version has only sometimes."""


class StoredBody:
    """Stands where moto keeps a body, and reads the file each time moto asks."""

    def __init__(self, bodies: Bodies, sha256: str) -> None:
        self.sha256 = sha256
        self._bodies = bodies

    def seek(self, offset: int) -> None:
        """Do nothing: moto reads a whole body from its start."""

    def read(self) -> bytes:
        """Return the whole body."""
        return self._bodies.get(self.sha256)

    def close(self) -> None:
        """Do nothing: no file is held open."""


def _versions(bucket: str, key: str) -> list[FakeKey | FakeDeleteMarker]:
    found = s3_backends[ACCOUNT][_PARTITION].buckets.get(bucket)
    return list(found.keys.getlist(key, [])) if found else []


def used(bucket: str, key: str) -> list[str]:
    """Return the SHA-256 of the kept body of each version of a key."""
    bodies = [getattr(version, "_value_buffer", None) for version in _versions(bucket, key)]
    return [body.sha256 for body in bodies if isinstance(body, StoredBody)]


def keep(bucket: str, key: str, bodies: Bodies) -> Entry:
    """Put the bodies of a key's versions on the disk and return the key's state for the journal."""
    for version in _versions(bucket, key):
        if isinstance(version, FakeKey) and not isinstance(version._value_buffer, StoredBody):  # noqa: SLF001
            body, etag = version.value, version.etag
            digest = sha256_hex(body)
            bodies.put(digest, body)
            _attach(version, StoredBody(bodies, digest), etag)
    return describe(bucket, key)


def _attach(version: FakeKey, body: StoredBody, etag: str) -> None:
    version._value_buffer.close()  # noqa: SLF001
    version._value_buffer = body  # type: ignore[assignment]  # noqa: SLF001
    version._etag = etag.strip('"')  # noqa: SLF001


def describe(bucket: str, key: str) -> Entry:
    """Return all versions of a key, oldest first, for the journal."""
    return {"bucket": bucket, "key": key, "versions": [_state(version) for version in _versions(bucket, key)]}


def _state(version: FakeKey | FakeDeleteMarker) -> dict[str, Any]:
    state: dict[str, Any] = {"version": version.version_id, "modified": version.last_modified.isoformat()}
    if isinstance(version, FakeDeleteMarker):
        return state | {"delete_marker": True}
    body: Any = version._value_buffer  # noqa: SLF001
    state["sha256"] = body.sha256 if isinstance(body, StoredBody) else sha256_hex(version.value)
    state |= {"size": version.size, "etag": version.etag.strip('"'), "metadata": dict(version.metadata)}
    found = {name: getattr(version, attribute) for name, attribute in _OPTIONAL.items()}
    return state | {name: value for name, value in found.items() if value is not None}


def all_states() -> Iterator[Entry]:
    """Iterate over the state of every key of every bucket."""
    for name, bucket in s3_backends[ACCOUNT][_PARTITION].buckets.items():
        for key in list(bucket.keys):
            yield describe(name, key)


def restore(states: Iterable[Entry], bodies: Bodies) -> None:
    """Put kept objects back; no body is read."""
    buckets = s3_backends[ACCOUNT][_PARTITION].buckets
    for state in states:
        versions = [
            _marker(state, kept) if kept.get("delete_marker") else _version(state, kept, bodies)
            for kept in state["versions"]
        ]
        buckets[state["bucket"]].keys.setlist(state["key"], versions)
        bodies.use((), used(state["bucket"], state["key"]))


def _marker(state: Entry, kept: Mapping[str, Any]) -> FakeDeleteMarker:
    hidden = _blank(state, kept)
    hidden.dispose()
    marker = FakeDeleteMarker(hidden)
    marker._version_id = kept["version"]  # noqa: SLF001
    marker.last_modified = datetime.fromisoformat(kept["modified"])
    return marker


def _version(state: Entry, kept: Mapping[str, Any], bodies: Bodies) -> FakeKey:
    version = _blank(state, kept)
    _attach(version, StoredBody(bodies, kept["sha256"]), kept["etag"])
    version.contentsize = kept["size"]
    version.last_modified = datetime.fromisoformat(kept["modified"])
    version._metadata.update(kept["metadata"])  # noqa: SLF001
    for name, attribute in _OPTIONAL.items():
        setattr(version, attribute, kept.get(name))
    return version


def _blank(state: Entry, kept: Mapping[str, Any]) -> FakeKey:
    return FakeKey(
        state["key"],
        b"",
        ACCOUNT,
        REGION,
        bucket_name=state["bucket"],
        version_id=kept["version"],
        is_versioned=kept["version"] != "null",
    )
