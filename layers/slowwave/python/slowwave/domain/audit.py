"""Whether items are as they were written, each against its last revision; and what sets show, to look for the words.
Both are taken as they are stored, and needed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from slowwave.domain.history import Finding, History, Key
from slowwave.domain.injection import InjectionSet
from slowwave.domain.runs import Revision
from slowwave.domain.setchecks import lines

POLICY_VERSION = "policy version"
POINTER = "the pointer"


@dataclass(frozen=True, slots=True)
class Kept:
    """An audited item as it is stored.

    Attributes:
        kind: as revisions have it; `POLICY_VERSION` for one version of the policy, whose id is its number.
        content_hash: SHA-256 of its content as stored.
        problem: why it cannot be read, or what beside its content does not follow from it.
    """

    kind: str
    id: str
    version: int
    content_hash: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A set as it is stored.

    Attributes:
        name: the hash in its key.
        content: None when it is not what its name says.
        problem: why it is not.
    """

    name: str
    content: InjectionSet | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words that a set shows: where they are in their record, their hash, and the line that shows them."""

    start: int
    end: int
    hash: str
    item_id: str
    set_name: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What the sets of a scope show.

    Attributes:
        names: the sets that are stored.
        quotes: by record, each once.
        files: records that name a file of a working set, with a set that names it.
    """

    names: frozenset[str] = frozenset()
    quotes: Mapping[str, tuple[Quoted, ...]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def item_findings(history: History, items: Iterable[Kept]) -> Iterator[Finding]:
    """Compare what is stored with the last revision of each item, and find items that are gone."""
    seen: set[Key] = set()
    for kept in items:
        entry = f"{kept.kind} {kept.id!r}" if kept.kind != kept.id else kept.kind
        key = kept.kind, kept.id
        problem = "is stored twice" if key in seen else _item_problem(kept, _revision_of(kept, history))
        seen.add(key)
        if problem:
            yield Finding(entry, problem)
    gone = [each for each, revision in history.latest.items() if each not in seen and not revision.removes]
    yield from (Finding(" ".join(each), "is missing: it was removed") for each in gone)
    versions = (number for number in history.policies if (POLICY_VERSION, str(number)) not in seen)
    yield from (Finding(f"{POLICY_VERSION} {number}", "is missing: it was removed") for number in versions)


def _revision_of(kept: Kept, history: History) -> Revision | None:
    if kept.kind == POLICY_VERSION:
        return history.policies.get(kept.version)
    return history.latest.get((kept.kind, kept.id))


def _item_problem(kept: Kept, revision: Revision | None) -> str:
    if revision is None:
        return "has no revision: it was not written by the ledger"
    if kept.version != revision.to_version:
        return f"is at version {kept.version}, and its last revision made version {revision.to_version}"
    if revision.erased:
        return f"stands on revision {revision.sequence}, which was erased: nothing vouches for it"
    if not kept.problem and kept.content_hash != revision.content_hash:
        return f"is not what revision {revision.sequence} committed to: it was edited"
    return kept.problem


def shown_by(sets: Iterable[KeptSet]) -> Shown:
    """Go through the sets once, and return what the sound ones show."""
    quotes: dict[str, dict[tuple[int, int, str], Quoted]] = {}
    files: dict[str, str] = {}
    names: list[str] = []
    findings: list[Finding] = []
    for kept in sets:
        names.append(kept.name)
        if kept.content is None:
            findings.append(Finding(f"set {kept.name!r}", f"is not what was published: {kept.problem}"))
        else:
            _gather(kept.name, kept.content, quotes, files)
    found = {record: tuple(each.values()) for record, each in quotes.items()}
    return Shown(frozenset(names), found, files, tuple(findings))


def _gather(
    name: str, content: InjectionSet, quotes: dict[str, dict[tuple[int, int, str], Quoted]], files: dict[str, str]
) -> None:
    for item in lines(content):
        for quote in item.quotes:
            place = quote.span.start, quote.span.end, quote.hash
            quotes.setdefault(quote.span.record_id, {}).setdefault(place, Quoted(*place, item.item_id, name))
    for file in content.files:
        files.update({each.record_id: name for each in file.evidence})


def named_findings(history: History, named: Mapping[str, str], shown: Shown) -> Iterator[Finding]:
    """Find sets that are named and gone. What runs published before an erasure may be gone with it.

    Args:
        named: what names each set: `POINTER`, or the id of the run that published it.
    """
    for name, by in named.items():
        written = max((each.sequence for each in history.causes.get(by, ())), default=0)
        if name not in shown.names and (by == POINTER or written > history.last_erasure):
            yield Finding(f"set {name!r}", f"is missing, and {by} names it: it was removed")
