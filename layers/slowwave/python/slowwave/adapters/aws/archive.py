"""Port Archive over the tables and the bucket of raw records: what is there, with the hash that its content has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from slowwave.adapters.aws import keys, rows
from slowwave.adapters.aws.erased import KEY
from slowwave.adapters.aws.head import Heads
from slowwave.adapters.aws.pages import content_of
from slowwave.adapters.aws.raw_archive import RawArchive
from slowwave.adapters.aws.reading import find, stream
from slowwave.adapters.aws.upgrades import read, value
from slowwave.domain.audit import POLICY_VERSION, Kept
from slowwave.domain.erasure_audit import Register
from slowwave.domain.erasures import Erasure
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.history import End, Link
from slowwave.domain.injection import Pointer
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Revision
from slowwave.errors import Corrupt

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from slowwave.adapters.aws.models import PageRow
    from slowwave.adapters.aws.row import Row
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.claims import Skeleton
    from slowwave.domain.raw_audit import KeptObject
    from slowwave.domain.scope import Scope

T = TypeVar("T")

_COMPARED_BY_HASH: Final = frozenset({"content", "schema", "version"})

_BY_FORMULA: Final = frozenset({"rank"})
"""Attributes that another version may have worked out otherwise: that they are there is compared, not their value."""

_NAMING: Final = {"by_note": "notes", "ranked": "ranked", "due": "due"}
"""The indexes of notes with their partition. A group is read when any of them names it: what is in none of them is
never found by its id, published or decayed.
"""


class DynamoArchive:
    """`Archive` over all tables and the bucket of raw records."""

    def __init__(self, tables: Tables, s3: S3Client, raw_bucket: str) -> None:
        self._tables = tables
        self._heads = Heads(tables)
        self._raw = RawArchive(tables, s3, raw_bucket)

    def end(self, scope: Scope) -> End:
        head = self._heads.read(scope)
        return End(head.sequence, head.chain)

    def links(self, scope: Scope) -> Iterable[Link]:
        model = self._tables.revision
        for row in stream(model.query(keys.revisions_part(scope), consistent_read=True)):
            place = keys.sequence_of(row.sk)
            revision, problem = _attempt(read, Revision, row)
            if revision is not None and revision.sequence == place:
                problem = unlike(row, rows.revision_row(self._tables, revision))
            yield Link(place, revision, problem)

    def items(self, scope: Scope) -> Iterable[Kept]:
        yield from self._policies(scope)
        pointer = find(self._tables.pointer, keys.part(scope, "pointer"), "pointer")
        if pointer is not None:
            yield _kept("pointer", "pointer", pointer, Pointer, partial(rows.pointer_row, self._tables, version=1))
        for skeleton, model in self._tables.pages.items():
            for page in stream(model.query(keys.pages_part(scope), consistent_read=True)):
                yield self._page(page, skeleton)
        notes = self._tables.note.sk.startswith(keys.note_sort(""))
        for group in sorted(self._groups(scope)):
            for note in stream(self._tables.note.query(group, notes, consistent_read=True)):
                note_id = note.sk.removeprefix(keys.note_sort(""))
                yield _kept("note", note_id, note, Note, partial(rows.note_row, self._tables, version=1))

    def raw(self, scope: Scope) -> Iterable[KeptObject]:
        return self._raw.objects(scope)

    def register(self, scope: Scope) -> Register:
        accounts = stream(self._tables.erasure.query(keys.part(scope, "erasures"), consistent_read=True))
        erased = [*stream(self._tables.erased.query(keys.part(scope, "erased"), consistent_read=True))]
        hashes = frozenset(row.sk for row in erased if row.sk != KEY)
        return Register(tuple(read(Erasure, row) for row in accounts), hashes, any(row.key for row in erased))

    def _policies(self, scope: Scope) -> Iterator[Kept]:
        part = keys.policy_part(scope)
        newest = find(self._tables.policy, part, "newest")
        if newest is not None:
            yield _kept("policy", "policy", newest, AgentPolicy, partial(rows.policy_row, self._tables, version=1))
        model = self._tables.policy_version
        for row in stream(model.query(part, model.sk.startswith(keys.VERSION), consistent_read=True)):
            number = int(row.version or 0)
            kept_as = partial(rows.policy_version_row, self._tables, version=number)
            yield _kept(POLICY_VERSION, str(number), row, AgentPolicy, kept_as)

    def _page(self, row: PageRow, skeleton: Skeleton) -> Kept:
        content, problem = _attempt(content_of, row, skeleton)
        page, problem = _attempt(value, Page, content, row.schema) if content else (None, problem)
        if page is not None:
            problem = unlike(row, rows.page_row(self._tables, page, 1))
        return Kept("page", row.sk, int(row.version or 0), sha256_hex(canonical_json(content)), problem)

    def _groups(self, scope: Scope) -> set[str]:
        query = self._tables.note.query
        return {
            row.pk for index, part in _NAMING.items() for row in stream(query(keys.part(scope, part), index_name=index))
        }


def _kept(kind: str, item_id: str, row: Any, of: type[T], kept_as: Callable[[T], Row]) -> Kept:
    item, problem = _attempt(read, of, row)
    if item is not None:
        problem = unlike(row, kept_as(item))
    return Kept(kind, item_id, int(row.version or 0), sha256_hex(row.content or ""), problem)


def _attempt(reading: Callable[..., T], *arguments: Any) -> tuple[T | None, str]:
    """Return what reading gives, or why it cannot be read."""
    try:
        return reading(*arguments), ""
    except Corrupt as error:
        return None, f"cannot be read: {error}"


def unlike(row: Row, expected: Row) -> str:
    """Say which attributes of a row are not those that follow from its content."""
    stored, derived = row.serialize(null_check=False), expected.serialize(null_check=False)
    wrong = [
        name
        for name in sorted({*stored, *derived} - _COMPARED_BY_HASH)
        if (stored.get(name) != derived.get(name) if name not in _BY_FORMULA else (name in stored) != (name in derived))
    ]
    return f"has {', '.join(map(repr, wrong))} that its content does not give it: it was edited" if wrong else ""
