"""Notes: candidate lessons with their evidence as separate observations, so a note repeated 5 000 times stays small."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from slowwave.domain.claims import Claim, Confirmation, Evidence
from slowwave.domain.hashing import short_id
from slowwave.domain.scope import Scope


class NoteState(StrEnum):
    """Where a note stands. Only `active` notes are ever read online."""

    ACTIVE = "active"
    PENDING = "pending"  # in conflict, or like what was rejected, and not decidable by rule: waits for a person
    CONTRADICTED = "contradicted"  # soft-deleted in favour of a successor
    REJECTED = "rejected"  # a tombstone: no path promotes it again until an instruction said later
    RETIRED = "retired"  # decayed: left the short-term store; late evidence revives it, a page of it stays
    EXPIRED = "expired"  # its stated validity has passed


CONTESTED = frozenset({NoteState.PENDING, NoteState.CONTRADICTED})
"""States of a note in conflict: it ages faster."""

DECAYING = CONTESTED | {NoteState.ACTIVE}
"""States that decay takes a note from; a tombstone stays for good."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One time a claim was asserted, or denied, by one span of one record. Never changed, only withdrawn.

    Attributes:
        group_id: the claim key's group; `note_id`: the assertion it speaks for.
        denies: the words reject the assertion instead of making it.
        run_id: the run that found it (not part of the content).
    """

    scope: Scope
    group_id: str
    note_id: str
    claim: Claim
    evidence: Evidence
    importance: float
    pattern: str
    denies: bool = False
    run_id: str = ""

    @property
    def id(self) -> str:
        """A function of note, span and direction: the same words never make two observations of one note."""
        span = self.evidence.span
        return short_id("o", self.note_id, span.record_id, span.start, span.end, self.denies)


@dataclass(frozen=True, slots=True)
class Note:
    """The folded state of one assertion.

    Attributes:
        sessions: distinct sessions that count towards repetition.
        evidence_count: observations that assert it.
        earliest: the first of the best-trusted evidence that asserts it; it gives the wording.
        latest: the last evidence that asserts it.
        confirmed: the last act of a person that confirmed it.
        trust: rank of the best evidence (see `domain.trust`).
        importance: 0 to 1.
        utility: user utility U: 0 forget, 1 neutral, `domain.decay.KEEP_FOR_GOOD` keep.
        marked: a person asked for its page.
        decided_at: event time of what put it into this state.
        because: why it is in this state, in one sentence without personal content.
        successor: id of the note that replaced it.
        page_id: the page it stands on, empty before promotion.
        due_at: earliest time its decay score could fall below the threshold; None when it does not decay.
        contested: it was in conflict when decay retired it, so no page of it stays.
        born_run: the run that first proposed it (for the account; not part of the content).
    """

    scope: Scope
    claim: Claim
    state: NoteState
    confirmation: Confirmation
    trust: int
    sessions: int
    evidence_count: int
    earliest: Evidence | None
    latest: Evidence | None
    importance: float
    because: str
    decided_at: datetime | None = None
    utility: int = 1
    marked: bool = False
    successor: str = ""
    page_id: str = ""
    due_at: datetime | None = None
    contested: bool = False
    born_run: str = ""
    confirmed: Evidence | None = None

    @property
    def id(self) -> str:
        """The note id (see `Claim.note_id`)."""
        return self.claim.note_id()

    @property
    def renewed_at(self) -> datetime | None:
        """When it was last said, or confirmed by a person: what its age counts from."""
        if self.latest is None:
            return None
        return max(each.event_time for each in (self.latest, self.confirmed) if each)

    @property
    def group_id(self) -> str:
        """The group of notes that compete under one claim key."""
        return self.claim.group_id()
