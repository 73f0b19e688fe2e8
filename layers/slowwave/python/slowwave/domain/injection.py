"""The injection set: an immutable, content-addressed selection of pages and notes, and the pointer that names it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from slowwave.domain.claims import Confirmation, Lane, Polarity, Sensitivity, Skeleton, Span, Standing, Value
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.records import Origin
from slowwave.domain.scope import Scope

SET_SCHEMA = 1
"""The number in every set, whose hash it is part of: it is raised only when sets change their form."""


class Layer(StrEnum):
    """The layer an injected line comes from."""

    KNOWLEDGE = "knowledge"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Quote:
    """Where a line's words are: a span, the hash of its text, the session and date.

    Attributes:
        origin: that of the words that assert it; what supports them may be of another.
        supports: it only supports the words before it.
    """

    span: Span
    hash: str
    session: str
    date: str
    origin: Origin
    supports: bool = False


@dataclass(frozen=True, slots=True)
class SetItem:
    """One line that may be injected, complete: a read needs nothing but the set.

    Attributes:
        item_id: the page (or note) it renders.
        note_ids: every note below it; withholding any of these ids withholds the line.
        directory: where it stands, for headings and ranking.
        freshness: coarse bucket of the age of its latest evidence (see `domain.selection`).
        tokens: size of the rendered line under the set's tokenizer.
        source: what a document's statement is attributed to, with its date; empty for everything else.
        group_id, polarity, value: what it asserts, to compare lines about the same thing.
        about: words of its claim key that the text does not have: "keeps its data on" is about a database host.
        quotes: first the words that the text stands on, with what supports them, then the latest that say the same.
    """

    item_id: str
    note_ids: tuple[str, ...]
    layer: Layer
    skeleton: Skeleton
    lane: Lane
    standing: Standing
    confirmation: Confirmation
    text: str
    directory: str
    importance: float
    freshness: int
    tokens: int
    quotes: tuple[Quote, ...]
    source: str = ""
    group_id: str = ""
    polarity: Polarity = Polarity.AFFIRM
    value: Value = field(default_factory=Value)
    sensitivity: Sensitivity = Sensitivity.NONE
    about: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An item that was selected and not published, with the reason. The set holds it so that it is reported once."""

    item_id: str
    because: str


@dataclass(frozen=True, slots=True)
class FileEvidence:
    """The record of a call that named a file."""

    record_id: str
    session: str
    date: str
    edited: bool


@dataclass(frozen=True, slots=True)
class WorkingFile:
    """A file that sessions read or edited, as observed (see `domain.working_set`).

    Attributes:
        path: relative to the working directory.
        sessions: how many of the last sessions touched it.
        date: day of the latest touch.
        evidence: the latest calls that named it, at least one.
    """

    path: str
    sessions: int
    date: str
    evidence: tuple[FileEvidence, ...]


@dataclass(frozen=True, slots=True)
class InjectionSet:
    """A published selection. Equal content has an equal hash; run ids and versions are not part of it.

    Attributes:
        stable: lines that every read shows, in their order.
        pool: candidates for task slices, best first.
        left_out: items that validation took out of it, by id.
        files: what coding sessions worked on, the most needed first; empty for other agents and in sets of before.
    """

    scope: Scope
    tokenizer: str
    budget_tokens: int
    stable_tokens: int
    inject_assumptions: bool
    stable: tuple[SetItem, ...]
    pool: tuple[SetItem, ...]
    left_out: tuple[LeftOut, ...] = ()
    files: tuple[WorkingFile, ...] = ()


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What a pointer remembers of the last rollback.

    Attributes:
        record_id, at: of the act; later ones win, whatever order they are applied in.
        away: hashes of the sets that were rolled away from: what no run publishes again without news.
        despite: items that came back although their claims had been superseded.
        holds: no run has published over it.
        again: records that were read when an erasure made what stands on them be read, folded or distilled again.
        taken: lines that erasures took out of the last set that was rolled away from.
    """

    record_id: str
    at: datetime
    away: tuple[str, ...]
    despite: tuple[str, ...] = ()
    holds: bool = True
    again: tuple[str, ...] = ()
    taken: int = 0

    @property
    def order(self) -> tuple[datetime, str]:
        """Time, then record id."""
        return (self.at, self.record_id)


@dataclass(frozen=True, slots=True)
class Pointer:
    """What online reads follow: the current set, the one before, the ids withheld since, and the last rollback.

    Attributes:
        current: hash of the set; empty while something is withheld and nothing was published yet.
    """

    scope: Scope
    current: str
    previous: str = ""
    withheld: frozenset[str] = field(default_factory=frozenset)
    rollback: RolledBack | None = None


def set_content(injection_set: InjectionSet) -> dict[str, Any]:
    """Return the set as JSON-ready data: what is stored and what is hashed. What sets did not hold once is left out
    where it is empty, so that an earlier set has the bytes that it had.
    """
    content = {"schema": SET_SCHEMA, **asdict(injection_set)}
    content |= {part: [_plain(item) for item in content[part]] for part in ("stable", "pool")}
    return content if injection_set.files else {name: each for name, each in content.items() if name != "files"}


def _plain(item: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in item.items() if name != "about" or each}


def set_hash(injection_set: InjectionSet) -> str:
    """Return the SHA-256 of the set's canonical JSON."""
    return sha256_hex(canonical_json(set_content(injection_set)))
