"""Pages: short, citable knowledge. Three skeletons, three schemas, three tables; what they share is `Page`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from slowwave.domain.claims import (
    Confirmation,
    Evidence,
    Lane,
    Polarity,
    Sensitivity,
    Skeleton,
    Standing,
    Value,
)
from slowwave.domain.hashing import short_id
from slowwave.domain.scope import Scope


class PageState(StrEnum):
    """Whether a page may be selected."""

    ACTIVE = "active"
    STALE = "stale"  # its note was contradicted, rejected or retired; kept for audit


@dataclass(frozen=True, slots=True)
class CodingBody:
    """What a coding page adds: the parts of an executable convention."""

    module: str
    convention_type: str
    trigger: str = ""
    approach: str = ""
    counterexample: str = ""


@dataclass(frozen=True, slots=True)
class AssistantBody:
    """What an assistant page adds: what kind of thing it is and how strongly it steers decisions."""

    category: str
    decision_impact: str


@dataclass(frozen=True, slots=True)
class DocumentBody:
    """What a document page adds: its place in the encyclopedia and the source it is attributed to."""

    entry_type: str
    topic: str
    source: str
    source_date: str
    references: tuple[str, ...] = ()


Body = CodingBody | AssistantBody | DocumentBody

BODY_OF: dict[Skeleton, type[Body]] = {
    Skeleton.CODING: CodingBody,
    Skeleton.ASSISTANT: AssistantBody,
    Skeleton.DOCUMENT: DocumentBody,
}


@dataclass(frozen=True, slots=True)
class Page:
    """One knowledge item, distilled from notes, never from pages.

    Attributes:
        directory: where future tasks look for it ("src/orders/convention"); empty until placed.
        text: the statement that is injected.
        note_ids: the notes it stands on.
        evidence: the earliest and the latest evidence of its notes, and the act that confirmed them (all of it is with
            the notes).
        evidence_count, sessions: how much stands behind it.
        trust: that of its weakest claim.
        because: why it is in this state.
        group_id, polarity, value: what it asserts, so that two pages of one set can be compared.
        pinned: a person wants it kept for good.
    """

    scope: Scope
    skeleton: Skeleton
    title: str
    text: str
    body: Body
    standing: Standing
    confirmation: Confirmation
    lane: Lane
    trust: int
    importance: float
    note_ids: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    evidence_count: int
    sessions: int
    first_time: datetime
    last_time: datetime
    state: PageState = PageState.ACTIVE
    directory: str = ""
    valid_until: datetime | None = None
    successor: str = ""
    because: str = ""
    group_id: str = ""
    polarity: Polarity = Polarity.AFFIRM
    value: Value = field(default_factory=Value)
    sensitivity: Sensitivity = Sensitivity.NONE
    pinned: bool = False

    @property
    def id(self) -> str:
        """A function of the first note it stands on."""
        return page_id(self.note_ids[0])


def page_id(note_id: str) -> str:
    """Return the id of the page that a note is promoted to."""
    return short_id("p", note_id)
