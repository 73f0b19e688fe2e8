"""An archive into a place: checked as a whole, compared with what is there, and only then written. Started again after
a stop it goes on where it was; what is there already stays as it is.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from slowwave.adapters.archive.checking import Contents, check, vectors_of
from slowwave.adapters.archive.exporting import Embeddings, Exported, line_of
from slowwave.adapters.archive.file import Progress, body, damaged, reading
from slowwave.adapters.archive.served import Served, served
from slowwave.adapters.archive.sorting import Sorted, sorting
from slowwave.adapters.archive.storage import CONTENT_TYPES, Storage
from slowwave.adapters.aws import keys
from slowwave.adapters.aws.schema import CONTROL, NOTES, PAGES, RECORDS, SCHEMA
from slowwave.domain.hashing import sha256_hex
from slowwave.errors import Corrupt, InvalidInput, UnknownItem

if TYPE_CHECKING:
    from zipfile import ZipFile

    from slowwave.domain.history import Finding
    from slowwave.domain.scope import Scope

ORDER: Final = (RECORDS, NOTES, *PAGES.values(), CONTROL)
"""The control table comes last: it names the agent, so none is found before all that it has is there."""

LAST: Final = ("newest", "ready")
"""Sort keys of what lists an agent for people and for the planner; they close an import."""


class Erased(Protocol):
    """Which records were erased in the place that is imported into."""

    def among(self, scope: Scope, ids: Collection[str]) -> frozenset[str]:
        """Return those of the ids that were erased."""
        ...


class Judge(Protocol):
    """Who verifies a scope."""

    def __call__(self, scope: Scope, kept: Served) -> Sequence[Finding]:
        """Return what of a scope is not as it was written: its chain, items, runs, sets and raw records."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of an archive is to be imported.

    Attributes:
        tenant: whose agents it must hold.
        agent: the one of them that is meant; None for all.
    """

    tenant: str
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did for one scope: what the archive holds, and how much of it was new here."""

    held: Exported
    items: int
    objects: int


def import_archive(
    path: Path,
    wanted: Wanted,
    storage: Storage,
    embeddings: Embeddings | None,
    erased: Erased,
    *,
    judge: Judge,
    progress: Progress,
) -> list[Imported]:
    """Check the whole archive, and then write what of it is not there.

    Args:
        embeddings: None where the place keeps none; they are left out then.
        judge: asked about each agent as the archive has it.
        progress: called with bytes read, twice as many as the archive has.

    Raises:
        InvalidInput: the archive is damaged, newer, not as its agents were written, of another tenant or of an agent
            that is there with other content, or it holds what was erased here. Nothing was written.
        Conflict: the agent was written to in the meantime.
        Unavailable: the service failed; what was written stays, and importing again goes on.
    """
    with reading(path, schema=SCHEMA) as (file, manifest), sorting() as rows:
        found = check(path, file, manifest, rows, progress=progress)
        chosen = _chosen(path, list(found.values()), wanted)
        for each in chosen:
            _judge(path, each, file, rows, judge)
        there = {each.scope: _there(path, each, file, rows, storage, erased) for each in chosen}
        return [_write(path, each, there[each.scope], file, rows, storage, embeddings, progress) for each in chosen]


def _chosen(path: Path, found: Sequence[Contents], wanted: Wanted) -> list[Contents]:
    others = sorted({each.scope.tenant for each in found} - {wanted.tenant})
    if others:
        raise InvalidInput(f"{str(path)!r} holds agents of tenant {others[0]!r}; import it with --tenant {others[0]}")
    chosen = [each for each in found if wanted.agent in (None, each.scope.agent)]
    if not chosen:
        names = ", ".join(each.scope.agent for each in found) or "none"
        raise UnknownItem(f"{str(path)!r} has no agent {wanted.agent!r}; it has {names}")
    return chosen


def _judge(path: Path, contents: Contents, file: ZipFile, rows: Sorted, judge: Judge) -> None:
    """Refuse an agent that does not verify: what contradicts its own chain is not let in to be found out later."""
    scope = contents.scope
    try:
        found = judge(scope, served(scope, rows, contents.objects, lambda entry: body(path, file, entry)))
    except Corrupt as error:
        raise damaged(path, str(error)) from error
    if found:
        more = f", and {len(found) - 1:,} more" if found[1:] else ""
        raise damaged(path, f"agent {scope.agent!r} is not as it was written: {found[0]}{more}")


@dataclass(frozen=True, slots=True)
class _There:
    """What of a scope is in the place already, all of it as in the archive."""

    items: frozenset[tuple[str, str, str]]
    objects: frozenset[tuple[str, str]]


def _there(path: Path, contents: Contents, file: ZipFile, rows: Sorted, storage: Storage, erased: Erased) -> _There:
    """Find what is there; refuse it when it is anything else than what the archive holds, or was erased."""
    scope = contents.scope
    _refuse_erased(scope, rows, erased)
    items: set[tuple[str, str, str]] = set()
    for table in ORDER:
        for item in storage.items(table.suffix, f"{scope.key}#"):
            place = (table.suffix, item["pk"]["S"], item["sk"]["S"])
            if rows.get(scope.key, *place) != line_of(item):
                raise _other(scope)
            items.add(place)
    objects = {(prefix, key) for prefix in CONTENT_TYPES for key in storage.object_keys(prefix, scope)}
    for prefix, key in sorted(objects):
        entry = contents.objects.get((prefix, key))
        data = storage.read(prefix, scope, key) if entry else None
        if entry is None or data is None or sha256_hex(data) != entry.sha256:
            raise _other(scope)
    return _There(frozenset(items), frozenset(objects))


def _refuse_erased(scope: Scope, rows: Sorted, erased: Erased) -> None:
    records = keys.part(scope, "records")
    items = (json.loads(line) for line in rows.lines(scope.key, RECORDS.suffix))
    ids = [item["sk"]["S"] for item in items if item["pk"]["S"] == records]
    found = erased.among(scope, ids)
    if found:
        raise InvalidInput(
            f"the archive holds {len(found)} record(s) of agent {scope.agent!r} that were erased here, and they do not"
            " come back; import an archive that was exported after the erasure"
        )


def _other(scope: Scope) -> InvalidInput:
    return InvalidInput(
        f"agent {scope.agent!r} is here with other content than the archive's, and nothing was written; import into a"
        " place that does not have it"
    )


def _write(
    path: Path,
    contents: Contents,
    there: _There,
    file: ZipFile,
    rows: Sorted,
    storage: Storage,
    embeddings: Embeddings | None,
    progress: Progress,
) -> Imported:
    scope = contents.scope
    fresh = {name: entry for name, entry in contents.objects.items() if name not in there.objects}
    for (prefix, key), entry in fresh.items():
        storage.put(prefix, scope, key, body(path, file, entry))
        progress(entry.size)
    for entry in contents.embeddings if embeddings else ():
        _embed(scope, body(path, file, entry), embeddings)
        progress(entry.size)
    written = _write_items(contents, there, rows, storage, progress)
    return Imported(Exported(scope, contents.items, len(contents.objects)), written, len(fresh))


def _embed(scope: Scope, data: bytes, embeddings: Embeddings | None) -> None:
    vectors: defaultdict[str, dict[str, list[float]]] = defaultdict(dict)
    for version, name, vector in vectors_of(data):
        vectors[version][name] = vector
    known = embeddings.all(scope) if embeddings else {}
    for version, found in vectors.items():
        missing = {name: vector for name, vector in found.items() if name not in known.get(version, {})}
        if embeddings and missing:
            embeddings.put(scope, version, missing)


def _write_items(contents: Contents, there: _There, rows: Sorted, storage: Storage, progress: Progress) -> int:
    """Write the items that are missing, what lists the agent last; return how many."""
    scope = contents.scope
    written = 0

    def missing(suffix: str, *, last: bool) -> Iterator[dict[str, object]]:
        nonlocal written
        for line in rows.lines(scope.key, suffix):
            item = json.loads(line)
            place = (suffix, item["pk"]["S"], item["sk"]["S"])
            if (item["sk"]["S"] in LAST and suffix == CONTROL.suffix) is last and place not in there.items:
                written += 1
                yield item
            if not last:
                progress(len(line) + 1)

    for table in ORDER:
        storage.put_items(table.suffix, missing(table.suffix, last=False))
    storage.put_items(CONTROL.suffix, missing(CONTROL.suffix, last=True))
    return written
