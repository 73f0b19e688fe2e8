"""Clusters: notes that fade together onto one page. What may share a page is decided by the key parts alone, so that a
cluster is a function of its notes; nothing is blended: the page says what its best note says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from slowwave.domain.claims import Claim, Confirmation, Lane, Standing, ValueKind
from slowwave.domain.distillation import CONSOLIDATED_IMPORTANCE, directory, distill
from slowwave.domain.hashing import short_id
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import CONSOLIDATION, promotion
from slowwave.domain.scope import Scope
from slowwave.domain.selection import note_rank

QUANTITIES = frozenset({ValueKind.NUMBER, ValueKind.DATE, ValueKind.VERSION})
"""Values that tell claims apart: claims with another number never share a page."""

WEAKEST_STANDING = (Standing.ASSUMPTION, Standing.CONVENTION, Standing.FACT)
WEAKEST_CONFIRMATION = (Confirmation.NONE, Confirmation.REPEATED, Confirmation.EXPLICIT)
WEAKEST_LANE = (Lane.DEFAULT, Lane.PRINCIPLE, Lane.SAFETY)


@dataclass(frozen=True, slots=True)
class Member:
    """A note that faded into a cluster once; whether it still belongs there is decided by the note."""

    scope: Scope
    cluster_id: str
    group_id: str
    note_id: str


def cluster_id(claim: Claim) -> str:
    """Return the id of what may share a page: the same skeleton, module and subject, with the same qualifier (unit,
    environment, condition), polarity, unit and number.
    """
    quantity = claim.value.text if claim.value.kind in QUANTITIES else ""
    return short_id(
        "c",
        claim.skeleton.value,
        claim.module,
        claim.key.subject,
        claim.key.qualifier,
        claim.polarity.value,
        claim.value.unit,
        quantity,
    )


def consolidated(note: Note, policy: AgentPolicy) -> bool:
    """Whether the note stands on a page only because it was important when it faded."""
    return promotion(note, policy) is CONSOLIDATION


def consolidate(notes: Iterable[Note], known: Page | None, because: str = CONSOLIDATION.name) -> Page:
    """Return the page of a cluster or of twins, the same whatever order its notes came in.

    Its text, title and quotes are those of the best note, its standing, confirmation, lane and trust those of the
    weakest, and each note that it carries raises its importance. The note with the earliest evidence gives the id.

    Args:
        notes: at least one.
        known: the page as stored under that id.
        because: the rule that promoted them.
    """
    ordered = in_order(notes)
    best = max(ordered, key=note_rank)
    page = distill(best, because, known)
    times = [each.renewed_at for each in ordered if each.renewed_at]
    page = replace(
        page,
        note_ids=tuple(each.id for each in ordered),
        standing=min((each.claim.standing for each in ordered), key=WEAKEST_STANDING.index),
        confirmation=min((each.confirmation for each in ordered), key=WEAKEST_CONFIRMATION.index),
        lane=min((each.claim.lane for each in ordered), key=WEAKEST_LANE.index),
        trust=min(each.trust for each in ordered),
        importance=round(min(best.importance + CONSOLIDATED_IMPORTANCE * len(ordered), 1.0), 4),
        evidence_count=sum(each.evidence_count for each in ordered),
        sessions=max(each.sessions for each in ordered),
        first_time=min(each.earliest.event_time for each in ordered if each.earliest),
        last_time=max(times),
    )
    return replace(page, directory=directory(page))


def in_order(notes: Iterable[Note]) -> list[Note]:
    """Return notes by their earliest evidence."""
    return sorted(notes, key=lambda each: (each.earliest.order if each.earliest else (), each.id))


def earliest_id(notes: Iterable[Note]) -> str:
    """Return the id of the note that gives the page of a cluster its own."""
    return in_order(notes)[0].id
