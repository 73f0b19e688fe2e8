"""Scopes into an archive."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from slowwave.adapters.archive.file import Progress, Writer, writing
from slowwave.adapters.archive.sorting import Sorted, sorting
from slowwave.adapters.archive.storage import CONTENT_TYPES, Item, Storage
from slowwave.adapters.aws import keys
from slowwave.adapters.aws.schema import CONTROL, SCHEMA, TABLES
from slowwave.domain.hashing import canonical_json
from slowwave.domain.scope import Scope
from slowwave.errors import Conflict, Corrupt

PART_ROWS: Final = 1_000
PART_BYTES: Final = 4_000_000

LEASE: Final = ("lease_run", "lease_owner", "lease_expires")
"""What a head holds while a run is at work. The count of leases stays, so that none is given out twice."""


class Embeddings(Protocol):
    """What texts of a scope were embedded to, by embedding version and hash."""

    def all(self, scope: Scope) -> Mapping[str, Mapping[str, tuple[float, ...]]]:
        """Return everything."""
        ...

    def put(self, scope: Scope, version: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Store vectors."""
        ...


@dataclass(frozen=True, slots=True)
class Exported:
    """What an archive holds of one scope."""

    scope: Scope
    items: int
    objects: int


def export(
    path: Path, scopes: Sequence[Scope], storage: Storage, embeddings: Embeddings | None, *, progress: Progress
) -> list[Exported]:
    """Write an archive of these scopes, in order of their keys.

    Args:
        embeddings: None where the place keeps none.

    Raises:
        InvalidInput: the file exists or cannot be made.
        Conflict: a scope changed while it was read; nothing was left.
        Corrupt: an object has gone that its items name.
    """
    ordered = sorted(scopes, key=lambda scope: scope.key)
    with writing(path, SCHEMA, [scope.key for scope in ordered]) as writer, sorting() as rows:
        before = {scope: _head(scope, storage) for scope in ordered}
        _collect(ordered, storage, rows)
        found = [_export(scope, storage, embeddings, rows, writer, progress) for scope in ordered]
        moved = [scope for scope in ordered if _head(scope, storage) != before[scope]]
        if moved:
            raise Conflict(f"agent {moved[0].agent!r} changed while it was read; export again when no run is at work")
    return found


def _head(scope: Scope, storage: Storage) -> Item | None:
    key: Any = {"pk": {"S": keys.part(scope, "head")}, "sk": {"S": "head"}}
    answer = storage.clients.dynamodb.get_item(TableName=storage.tables[CONTROL.suffix], Key=key, ConsistentRead=True)
    return answer.get("Item")


def _collect(scopes: Sequence[Scope], storage: Storage, rows: Sorted) -> None:
    """Sort the items of all scopes, reading each table once where there are several."""
    wanted = {f"{scope.key}#": scope.key for scope in scopes}
    starts = next(iter(wanted)) if len(wanted) == 1 else f"{scopes[0].key.partition('/')[0]}/"
    for table in TABLES:
        for item in storage.items(table.suffix, starts):
            pk, sk = item["pk"]["S"], item["sk"]["S"]
            scope_key = wanted.get(f"{pk.partition('#')[0]}#")
            if scope_key is not None:
                rows.add(scope_key, table.suffix, pk, sk, line_of(item))


def line_of(item: Item) -> str:
    """Return an item as the line that stands for it: canonical, and without a lease."""
    return canonical_json({name: value for name, value in item.items() if name not in LEASE}).decode()


def _export(
    scope: Scope, storage: Storage, embeddings: Embeddings | None, rows: Sorted, writer: Writer, progress: Progress
) -> Exported:
    items = objects = 0
    for table in TABLES:
        for number, (count, body) in enumerate(_parts(rows.lines(scope.key, table.suffix))):
            writer.add(f"{scope.key}/tables/{table.suffix}-{number:05d}.jsonl", body)
            items += count
            progress(len(body))
    for prefix in CONTENT_TYPES:
        for key in storage.object_keys(prefix, scope):
            data = storage.read(prefix, scope, key)
            if data is None:
                raise Corrupt(f"the object {key!r} of agent {scope.agent!r} has gone while it was read; export again")
            writer.add(f"{scope.key}/objects/{prefix}/{key}", data)
            objects += 1
            progress(len(data))
    for number, (_, body) in enumerate(_parts(_embedded(scope, embeddings))):
        writer.add(f"{scope.key}/embeddings/{number:05d}.jsonl", body)
        progress(len(body))
    return Exported(scope, items, objects)


def _embedded(scope: Scope, embeddings: Embeddings | None) -> Iterator[str]:
    known = embeddings.all(scope) if embeddings else {}
    for version, vectors in sorted(known.items()):
        for name, vector in sorted(vectors.items()):
            yield json.dumps([version, name, list(vector)], separators=(",", ":"))


def _parts(lines: Iterable[str]) -> Iterator[tuple[int, bytes]]:
    """Yield lines as bodies of entries, with how many are in each."""
    part: list[bytes] = []
    size = 0
    for line in lines:
        data = line.encode() + b"\n"
        if part and (len(part) == PART_ROWS or size + len(data) > PART_BYTES):
            yield len(part), b"".join(part)
            part, size = [], 0
        part.append(data)
        size += len(data)
    if part:
        yield len(part), b"".join(part)
