"""A scope's chain of revisions as an auditor reads it: link by link from the start to the head. An edit, a removal and
a move show at the link where they happened; what is left are facts that everything else is compared with.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from slowwave.domain.commitments import holds
from slowwave.domain.runs import UNSALTED, Revision

ERASURE = "e-"
"""What the cause of a revision starts with that an erasure wrote."""

RUN = "run-"
"""What the cause of a revision starts with that a run wrote."""

Key = tuple[str, str]
"""An audited item: its kind and id."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An entry that is not as it was written.

    Attributes:
        entry: which, by kind and id.
        problem: how that shows.
    """

    entry: str
    problem: str

    def __str__(self) -> str:
        return f"{self.entry} {self.problem}"


@dataclass(frozen=True, slots=True)
class Link:
    """A stored revision.

    Attributes:
        place: where it is stored in the chain, from 1.
        problem: why it cannot be read, or what of its item does not follow from it; empty when nothing is wrong.
    """

    place: int
    revision: Revision | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """Where the head says that the chain ends: at 0 with no hash before the first revision."""

    sequence: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """What a chain says.

    Attributes:
        hashes: of every readable revision, by its place.
        latest: the last revision of every item.
        policies: the revision that made each version of the policy.
        causes: the revisions of each cause, in their order.
        cited: the first place at which a record is pointed at.
        erased: the places of revisions that were erased.
    """

    hashes: Mapping[int, str] = field(default_factory=dict)
    latest: Mapping[Key, Revision] = field(default_factory=dict)
    policies: Mapping[int, Revision] = field(default_factory=dict)
    causes: Mapping[str, tuple[Revision, ...]] = field(default_factory=dict)
    cited: Mapping[str, int] = field(default_factory=dict)
    erased: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def last_erasure(self) -> int:
        """The last place that an erasure wrote; 0 without one."""
        return max((made[-1].sequence for by, made in self.causes.items() if by.startswith(ERASURE)), default=0)


def follow(links: Iterable[Link], end: End) -> History:
    """Read a chain.

    Args:
        links: every stored revision of the scope, by place.
        end: what the head says.
    """
    stored = list(links)
    revisions = {each.place: each.revision for each in stored if each.revision is not None}
    latest: dict[Key, Revision] = {}
    causes: defaultdict[str, list[Revision]] = defaultdict(list)
    cited: dict[str, int] = {}
    versions: list[Finding] = []
    for place, revision in revisions.items():
        key = _key(revision)
        before = latest[key].to_version if key in latest and not latest[key].removes else 0
        if revision.to_version != before + 1:
            problem = f"makes version {revision.to_version} of {' '.join(key)!r} after version {before}"
            versions.append(Finding(f"revision {place}", problem))
        latest[key] = revision
        causes[revision.cause].append(revision)
        cited.update({each: place for each in revision.evidence if each not in cited})
    history = History(
        hashes={place: revision.hash for place, revision in revisions.items()},
        latest=latest,
        policies={each.to_version: each for each in revisions.values() if each.item_kind == "policy"},
        causes={cause: tuple(made) for cause, made in causes.items()},
        cited=cited,
        erased=tuple(place for place, revision in revisions.items() if revision.erased),
    )
    findings = [*_unread(stored), *_places(stored, end), *_links(revisions, end), *_contents(revisions)]
    shown = sorted(findings, key=lambda each: each[0])
    return replace(history, findings=(*(each for _, each in shown), *versions))


_EDITED = "that the chain goes on from: it was edited"

_Found = Iterator[tuple[int, Finding]]
"""Findings with their place."""


def _at(place: int, problem: str) -> tuple[int, Finding]:
    return place, Finding(f"revision {place}", problem)


def _unread(links: Iterable[Link]) -> _Found:
    return (_at(each.place, each.problem) for each in links if each.problem)


def _places(links: Iterable[Link], end: End) -> _Found:
    """Gaps, and revisions that are not where they were written; a gap is named by its first place."""
    expected = 1
    for link in links:
        if link.place > expected:
            yield _at(expected, "is missing: it was removed")
        if link.revision is not None and link.revision.sequence != link.place:
            yield _at(link.place, f"holds revision {link.revision.sequence}: it was moved or copied here")
        expected = link.place + 1
    if expected - 1 < end.sequence:
        yield _at(expected, f"is missing: the head says that the chain goes on to {end.sequence}")
    elif expected - 1 > end.sequence:
        yield _at(end.sequence + 1, f"lies beyond the end of the chain, which is {end.sequence} for the head")


def _links(revisions: Mapping[int, Revision], end: End) -> _Found:
    """Where a revision does not follow the hash of the one before it. An edited `previous` breaks two links in a row;
    anything else that the chain covers breaks the one after it.
    """
    broken = [place for place in revisions if place <= end.sequence and not _follows(place, revisions)]
    if max(revisions, default=0) == end.sequence and end.sequence and revisions[end.sequence].hash != end.hash:
        broken.append(end.sequence + 1)
    edited: list[int] = []
    for place in broken:
        if place - 1 not in edited:
            edited.append(place if place + 1 in broken and place not in edited else place - 1)
    for place in edited:
        if place in revisions and revisions[place].sequence == place:
            by = "that the head names: it or the head was edited" if place == end.sequence else _EDITED
            yield _at(place, f"does not have the hash {by}")


def _follows(place: int, revisions: Mapping[int, Revision]) -> bool:
    if place == 1:
        return not revisions[place].previous
    return place - 1 not in revisions or revisions[place].previous == revisions[place - 1].hash


def _contents(revisions: Mapping[int, Revision]) -> _Found:
    """Commitments that do not hold, and what was emptied without an erasure of its item after it: every item of which
    an erasure empties a revision is removed or written again by it.
    """
    salted = min(
        (place for place, each in revisions.items() if each.schema != UNSALTED), default=max(revisions, default=0)
    )
    said = {_key(each): place for place, each in revisions.items() if _by_erasure(each)}
    for place, revision in revisions.items():
        over = said.get(_key(revision), 0)
        if revision.schema == UNSALTED and (place > salted or revision.removes):
            yield _at(place, "has the form of before there were commitments: it was edited")
        elif not holds(revision):
            yield _at(place, "does not hold what it committed to: its hash, evidence or salt was edited")
        elif revision.erased and place >= over and not (place == over and revision.removes):
            yield _at(place, "was emptied, and no erasure of its item says so")


def _by_erasure(revision: Revision) -> bool:
    return revision.schema != UNSALTED and revision.cause.startswith(ERASURE)


def _key(revision: Revision) -> Key:
    return revision.item_kind, revision.item_id
