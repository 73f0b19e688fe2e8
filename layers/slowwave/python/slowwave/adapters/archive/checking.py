"""Whether what an archive holds is what it says, and of no other scope: all of it is read and judged before any of it
is written.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.archive.exporting import LEASE, line_of
from slowwave.adapters.archive.file import Entry, Manifest, Progress, body, damaged
from slowwave.adapters.archive.kinds import check_kind
from slowwave.adapters.archive.served import bound
from slowwave.adapters.aws import keys
from slowwave.adapters.aws.replies import reply_of
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SCHEMA, SETS_PREFIX, TABLES
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt, InvalidInput

if TYPE_CHECKING:
    from zipfile import ZipFile

    from slowwave.adapters.archive.sorting import Sorted
    from slowwave.adapters.archive.storage import Item
    from slowwave.adapters.aws.tables import Tables

OBJECT_NAMES: Final[Mapping[str, re.Pattern[str]]] = {
    RAW_PREFIX: re.compile(r"\d{4}/\d\d/\d\d/([0-9a-f]{64})\.jsonl"),
    SETS_PREFIX: re.compile(r"([0-9a-f]{64})\.json"),
    REPLIES_PREFIX: re.compile(r"([0-9a-f]{64})\.json"),
    REPORTS_PREFIX: re.compile(r"(run-[0-9a-f]{24})\.json"),
}
"""What objects are called; raw batches and sets after their own bytes."""

MAX_PART_BYTES: Final = 2_048
MAX_SORT_BYTES: Final = 1_024
MAX_ITEM_BYTES: Final = 400 * 1024
"""What DynamoDB takes: what it would refuse is found before anything is written."""

_NAMED_BY_CONTENT: Final = frozenset({RAW_PREFIX, SETS_PREFIX})
_HASH_KEYS: Final = {table.suffix: {index.hash_key for index in table.indexes} for table in TABLES}
_TABLE: Final = re.compile(r"tables/([a-z-]+)-\d{5}\.jsonl")
_EMBEDDINGS: Final = re.compile(r"embeddings/\d{5}\.jsonl")


@dataclass
class Contents:
    """What an archive holds of one scope, but for its items, which are sorted elsewhere.

    Attributes:
        objects: the entry of each object by prefix and key.
        embeddings: entries.
        items: how many there are.
    """

    scope: Scope
    objects: dict[tuple[str, str], Entry] = field(default_factory=dict)
    embeddings: list[Entry] = field(default_factory=list)
    items: int = 0


def check(path: Path, file: ZipFile, manifest: Manifest, rows: Sorted, *, progress: Progress) -> dict[str, Contents]:
    """Read everything, put its items into `rows`, and return the rest by the key of its scope.

    Raises:
        InvalidInput: an entry is not what its hash says, or is none that an export writes.
    """
    found = {key: Contents(_scope(path, key)) for key in manifest.scopes}
    tables = bound(rows)
    for entry in manifest.entries:
        parts = entry.name.split("/", 2)
        contents = found.get("/".join(parts[:2])) if len(parts) > 2 else None
        if contents is None:
            raise damaged(path, f"the entry {entry.name!r} belongs to none of its agents")
        data = body(path, file, entry)
        try:
            _take(contents, parts[2], entry, data, rows, tables)
        except (Corrupt, InvalidInput, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise damaged(path, f"the entry {entry.name!r} is not what an export writes") from error
        progress(entry.size)
    for contents in found.values():
        _check_whole(path, contents, rows)
    return found


def _scope(path: Path, key: str) -> Scope:
    try:
        scope = Scope.from_key(key)
    except (ValueError, InvalidInput) as error:
        raise damaged(path, f"{key!r} names no agent") from error
    if scope.key != key:
        raise damaged(path, f"{key!r} names no agent")
    return scope


def _take(contents: Contents, name: str, entry: Entry, data: bytes, rows: Sorted, tables: Tables) -> None:
    """Take one entry in; what is wrong with it is a ValueError."""
    if table := _TABLE.fullmatch(name):
        for line in _lines(data):
            item = item_of(contents.scope, table[1], line)
            check_kind(contents.scope, table[1], item, tables)
            rows.add(contents.scope.key, table[1], item["pk"]["S"], item["sk"]["S"], line)
            contents.items += 1
    elif _EMBEDDINGS.fullmatch(name):
        for _ in vectors_of(data):
            pass
        contents.embeddings.append(entry)
    else:
        kind, prefix, key = name.split("/", 2)
        match = OBJECT_NAMES[prefix].fullmatch(key) if kind == "objects" else None
        if match is None or (prefix in _NAMED_BY_CONTENT and match[1] != sha256_hex(data)):
            raise ValueError(name)
        if prefix == REPLIES_PREFIX:
            reply_of(match[1], data)
        contents.objects[prefix, key] = entry


def _lines(data: bytes) -> Iterator[str]:
    """Yield the lines, which end with a line feed and hold whatever else was said."""
    return (line.decode() for line in data.splitlines())


def item_of(scope: Scope, table: str, line: str) -> Item:
    """Return the item of a line: one that this version can read, with no key of another scope.

    Raises:
        ValueError: it is something else.
    """
    item: Item = json.loads(line)
    pk, hash_keys = item["pk"]["S"], _HASH_KEYS[table]
    own = [item[name]["S"] for name in hash_keys - {"tenant_key", "ready_key"} if name in item]
    ours = {"tenant_key": keys.tenant_part(scope.tenant), "ready_key": keys.READY, "agent": scope.agent}
    expected: dict[str, str] = {**ours, "scope_key": scope.key}
    if (
        not all(each.startswith(f"{scope.key}#") for each in (pk, *own))
        or any(item[name] != {"S": value} for name, value in expected.items() if name in item)
        or int(item.get("schema", {"N": "1"})["N"]) > SCHEMA
        or not all(_is_attribute(value) for value in item.values())
        or not _fits(item)
        or any(name in item for name in LEASE)
        or line_of(item) != line
    ):
        raise ValueError(pk)
    return item


def _fits(item: Item) -> bool:
    part, sort = len(item["pk"]["S"].encode()), len(item["sk"]["S"].encode())
    whole = sum(len(name) + len(value.get("S", "").encode()) for name, value in item.items())
    return part <= MAX_PART_BYTES and 0 < sort <= MAX_SORT_BYTES and whole <= MAX_ITEM_BYTES


def _is_attribute(value: Any) -> bool:
    """Whether it is one of the kinds of attribute that items have."""
    ((kind, content),) = value.items()
    if kind == "L":
        return all(_is_attribute(each) for each in content)
    if kind == "N":
        return isinstance(content, str) and math.isfinite(float(content))
    return (kind == "S" and isinstance(content, str)) or (kind in ("BOOL", "NULL") and isinstance(content, bool))


def vectors_of(data: bytes) -> Iterator[tuple[str, str, list[float]]]:
    """Yield version, hash and vector of each line; ValueError when one is something else."""
    for line in _lines(data):
        version, name, vector = json.loads(line)
        numbers = [float(each) for each in vector]
        if not (isinstance(version, str) and isinstance(name, str) and all(map(math.isfinite, numbers))):
            raise ValueError(name)
        yield version, name, numbers


def _check_whole(path: Path, contents: Contents, rows: Sorted) -> None:
    """Refuse an index item whose object is not there."""
    raw = f"{RAW_PREFIX}/{contents.scope.key}/"
    for line in rows.lines(contents.scope.key, "records"):
        place = json.loads(line).get("object_key", {}).get("S")
        if place is not None and (RAW_PREFIX, place.removeprefix(raw)) not in contents.objects:
            raise damaged(path, "an item names a raw object that it does not hold")
