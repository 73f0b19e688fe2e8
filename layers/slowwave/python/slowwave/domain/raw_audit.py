"""Whether the raw layer is as it was written, and still holds the words that sets show: objects against the hash in
their name, index items against the lines that they point at, quotes against the text of their record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slowwave.domain.audit import Quoted, Shown
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.history import Finding, History
from slowwave.domain.records import Record


@dataclass(frozen=True, slots=True)
class Indexed:
    """What the index item of a record says.

    Attributes:
        id: its key; `line_hash`: of the bytes that it points at, as they were when the record was stored.
        digest: of the bytes that it points at now; empty when there are none.
        record: what these bytes say; None when they are no record.
        problem: what in the item does not follow from the record.
    """

    id: str
    line_hash: str
    digest: str
    record: Record | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KeptObject:
    """A raw object with the index items that point into it.

    Attributes:
        name: the hash in its key; `digest`: that of its bytes, empty when there is no such object.
        ids: of the records in it, line by line.
    """

    key: str
    name: str
    digest: str
    ids: tuple[str, ...]
    indexed: tuple[Indexed, ...]


@dataclass(frozen=True, slots=True)
class RawAudit:
    """What a pass over the raw layer came to.

    Attributes:
        records, quotes: how many were compared.
        unacknowledged: records in objects that nothing points into: their capture was never acknowledged.
    """

    objects: int
    records: int
    quotes: int
    unacknowledged: int
    findings: tuple[Finding, ...]


def audit_raw(history: History, shown: Shown, objects: Iterable[KeptObject]) -> RawAudit:
    """Go through the raw layer once, and look for what revisions and sets point at."""
    findings: list[Finding] = []
    seen: set[str] = set()
    unindexed: dict[str, str] = {}
    count = quotes = 0
    for kept in objects:
        count += 1
        findings += _object_findings(kept)
        findings += [each for indexed in kept.indexed for each in _record_findings(indexed, seen)]
        seen |= {each.id for each in kept.indexed}
        quoted = [(each.record, shown.quotes.get(each.id, ())) for each in kept.indexed if each.record]
        quotes += sum(len(each) for _, each in quoted)
        findings += [each for record, about in quoted for each in _quote_findings(record, about)]
        if kept.digest == kept.name:
            unindexed.update(dict.fromkeys(kept.ids, kept.key if kept.indexed else ""))
    lost = {each: key for each, key in unindexed.items() if each not in seen}
    findings += _gone(history, shown, seen, lost)
    left = sum(not key for key in lost.values())
    return RawAudit(count, len(seen), quotes, left, tuple(findings))


def _object_findings(kept: KeptObject) -> Iterator[Finding]:
    if not kept.digest:
        yield Finding(f"raw object {kept.key!r}", "is missing: it was removed")
    elif kept.digest != kept.name:
        yield Finding(f"raw object {kept.key!r}", "does not have the bytes of its name: it was edited")


def _record_findings(indexed: Indexed, seen: set[str]) -> Iterator[Finding]:
    entry = f"record {indexed.id!r}"
    if indexed.id in seen:
        yield Finding(entry, "is indexed twice")
    if not indexed.digest:
        return
    if indexed.digest != indexed.line_hash:
        yield Finding(entry, "does not have the bytes that its index item says: one of them was edited")
    elif indexed.record is None:
        yield Finding(entry, "cannot be read")
    elif indexed.record.id != indexed.id:
        yield Finding(entry, f"points at record {indexed.record.id!r}: its index item was edited or copied")
    elif indexed.problem:
        yield Finding(entry, indexed.problem)


def _quote_findings(record: Record, quotes: Iterable[Quoted]) -> Iterator[Finding]:
    for each in quotes:
        if each.end > len(record.text) or sha256_hex(record.text[each.start : each.end]) != each.hash:
            problem = f"shows words that record {record.id!r} does not have at {each.start} to {each.end}"
            yield Finding(f"line {each.item_id!r} of set {each.set_name!r}", problem)


def _gone(history: History, shown: Shown, seen: set[str], lost: dict[str, str]) -> Iterator[Finding]:
    """Records that something points at and that have no index item: a revision, a set, or the rest of their object."""
    for record, place in history.cited.items():
        if record not in seen:
            yield Finding(f"record {record!r}", f"is missing, and revision {place} points at it: it was removed")
    cited = {record: each[0].set_name for record, each in shown.quotes.items()} | dict(shown.files)
    for record, name in cited.items():
        if record not in seen and record not in history.cited:
            yield Finding(f"record {record!r}", f"is missing, and set {name!r} shows it: it was removed")
    for record, key in lost.items():
        if key and record not in history.cited and record not in cited:
            yield Finding(
                f"record {record!r}",
                f"has no index item, and others of {key!r} have: it was removed, or "
                "its import was never acknowledged; import the same again",
            )
