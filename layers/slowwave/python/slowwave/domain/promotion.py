"""From note to page and back: a table of rules. Nothing else makes a page, and a page says which rule made it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from slowwave.domain.claims import Confirmation, Signal, Skeleton
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.trust import AUTHORITY

LIVING = frozenset({NoteState.ACTIVE, NoteState.RETIRED})
"""A note that decay retired has left the short-term store; what it was consolidated into stays."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """A rule that puts a note on a page, and the words for it."""

    name: str
    applies: Callable[[Note, AgentPolicy], bool]


CONSOLIDATION = Promotion(
    "important when it faded",
    lambda note, policy: note.state is NoteState.RETIRED and note.importance >= policy.consolidation_importance,
)
"""The last rule: it lends neither confirmation nor standing, and puts notes on a page as a cluster."""

PROMOTIONS: tuple[Promotion, ...] = (
    Promotion("stated directly by the user", lambda note, _: note.confirmation is Confirmation.EXPLICIT),
    Promotion("repeated in enough sessions", lambda note, _: note.confirmation is Confirmation.REPEATED),
    Promotion(
        "attributed to one document",
        lambda note, _: (
            note.claim.skeleton is Skeleton.DOCUMENT
            and note.latest is not None
            and note.latest.signal is Signal.STATEMENT
            and not AUTHORITY[note.latest.origin].confirms
        ),
    ),
    Promotion("consolidated by a person", lambda note, _: note.marked),
    CONSOLIDATION,
)


def promotion(note: Note, policy: AgentPolicy) -> Promotion | None:
    """Return the first rule that puts this note on a page, or None."""
    if note.state not in LIVING or note.contested or note.claim.skeleton not in policy.skeletons or is_retraction(note):
        return None
    return next((rule for rule in PROMOTIONS if rule.applies(note, policy)), None)


def is_retraction(note: Note) -> bool:
    """Whether the note only takes something back ("forget what I said about …"): it retires, and teaches nothing.

    What was first taken back and later laid down as a rule ("never use …") is a rule.
    """
    ends = (note.earliest, note.latest)
    return all(each is not None and each.signal in (Signal.REJECTION, Signal.UNCLEAR) for each in ends)
