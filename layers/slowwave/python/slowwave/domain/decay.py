"""Intelligent decay in two views, chosen by the agent policy. Computed from stored parameters when asked for and never
written nightly: `due_at` says when a note could first fall below the threshold, with relevance at its minimum.

- utility: S = αR + βE + γU with R = exp(-λ·age). Source: "Memory Management and Contextual Consistency for Long-Running
  Low-Code Agents", section 3.2.
- value: a decay value in (-∞, 2] along a linear, logarithmic, exponential or hybrid curve (see `domain.decay_value`).

Age runs from the last evidence, in days; from a contradiction on it runs faster.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from slowwave.domain.claims import Lane
from slowwave.domain.conflict import is_expired
from slowwave.domain.decay_value import days_until, decay_value
from slowwave.domain.notes import CONTESTED, Note, NoteState
from slowwave.domain.policy import AgentPolicy, DecayView

KEEP_FOR_GOOD = 5
"""N of the source: the user utility of a pinned note."""

NEVER_DAYS = 36_500
"""A note that would fade in more than a hundred years does not fade."""

LONGEST_DELAY = timedelta(days=30)
SHORTEST_DELAY = timedelta(days=1)
"""Bounds of the delay after which a note that relevance kept is looked at again."""

ROUNDING = 1e-9
"""A score this close above the threshold is at the crossing, where `due_at` puts the first look."""

DAY = timedelta(days=1)

STANDS = "asserted, and nothing contradicts it"
FADED = "its decay score fell below the threshold"


def recency(age: timedelta, half_life_days: float) -> float:
    """Return R = exp(-λ·age) in (0, 1], with λ = ln 2 / half-life; an age below zero counts as zero."""
    return math.exp(-math.log(2) / half_life_days * max(age / DAY, 0.0))


def age_of(note: Note, policy: AgentPolicy, *, as_of: datetime) -> timedelta:
    """Return how long the note has faded: since it was last said or confirmed, `contradiction_haste` times as fast
    since it was contradicted or its conflict began.
    """
    if note.renewed_at is None:
        return timedelta.max
    age = max(as_of - note.renewed_at, timedelta())
    undisputed = _undisputed(note)
    if undisputed is None or age <= undisputed:
        return age
    return undisputed + (age - undisputed) * policy.contradiction_haste


def utility_score(note: Note, policy: AgentPolicy, *, as_of: datetime, relevance: float = 0.0) -> float:
    """Return S = αR + βE + γU of a note.

    Args:
        relevance: E, cosine to the current task vector; clamped to [0, 1].
    """
    return (
        policy.recency_weight * recency(age_of(note, policy, as_of=as_of), policy.half_life_days)
        + policy.relevance_weight * min(max(relevance, 0.0), 1.0)
        + policy.utility_weight * note.utility
    )


def score(note: Note, policy: AgentPolicy, *, as_of: datetime, relevance: float = 0.0) -> float:
    """Return the note's score in the view of the policy; only the utility view weighs relevance."""
    if policy.decay_view is DecayView.UTILITY:
        return utility_score(note, policy, as_of=as_of, relevance=relevance)
    return decay_value(note, policy, age_days=age_of(note, policy, as_of=as_of) / DAY)


def threshold(policy: AgentPolicy) -> float:
    """Return what a score falls below to leave the short-term store: θ, or the lower processing threshold."""
    return policy.decay_threshold if policy.decay_view is DecayView.UTILITY else policy.value_threshold


def decays(note: Note) -> bool:
    """Whether decay applies at all: not to FACTs, the safety lane, what a person pinned, or tombstones."""
    exempt = note.claim.protected or note.claim.lane is Lane.SAFETY or note.utility >= KEEP_FOR_GOOD
    return not exempt and note.state is not NoteState.REJECTED


def due_at(note: Note, policy: AgentPolicy) -> datetime | None:
    """Return the earliest time the score could fall below the threshold with E at its minimum, or the stated end of
    validity.

    None when neither can happen.
    """
    ends = note.claim.valid_until
    if note.renewed_at is None or not decays(note):
        return ends
    in_utility = policy.decay_view is DecayView.UTILITY
    days = _utility_days(note, policy) if in_utility else days_until(note, policy, policy.value_threshold)
    if days > NEVER_DAYS:
        return ends
    fades = note.renewed_at + _elapsed(note, policy, timedelta(days=days))
    return min(fades, ends) if ends else fades


def look_again_at(natural_due: datetime, looked_at: datetime) -> datetime:
    """Return when to score again a note that relevance kept: after twice the time since it was first due, a day to 30
    days.
    """
    return looked_at + min(max(2 * (looked_at - natural_due), SHORTEST_DELAY), LONGEST_DELAY)


def settle(note: Note, policy: AgentPolicy, *, as_of: datetime, relevance_at: Callable[[datetime], float]) -> Note:
    """Return the note as every look from its due time up to `as_of` leaves it: expired, retired, or due again.

    Each look scores the note at the time of the look, not at the run's, so that what a note became does not depend on
    when runs happened to be made. Reasons hold no time for the same cause.

    Args:
        relevance_at: E at the time of a look.
    """
    if is_expired(note.claim, as_of):
        because = "its stated validity has passed"
        return replace(note, state=NoteState.EXPIRED, because=because, decided_at=note.claim.valid_until, due_at=None)
    natural = due_at(note, policy)
    if natural is None:
        return replace(note, due_at=None)
    look = max(note.due_at or natural, natural)
    while look <= as_of:
        relevance = relevance_at(look) if weighs_relevance(note, policy) else 0.0
        if score(note, policy, as_of=look, relevance=relevance) <= threshold(policy) + ROUNDING:
            return retired(note)
        look = look_again_at(natural, look)
    ends = note.claim.valid_until
    return replace(note, due_at=min(look, ends) if ends else look)


def weighs_relevance(note: Note, policy: AgentPolicy) -> bool:
    """Whether a task may keep the note: in the utility view, and not while it is in conflict."""
    return policy.decay_view is DecayView.UTILITY and note.state not in CONTESTED and not note.contested


def undecided(note: Note) -> Note:
    """Return a note that decay retired or kept as it was before its first look."""
    return replace(note, state=NoteState.ACTIVE, because=STANDS, due_at=None)


def retired(note: Note) -> Note:
    """Return the note out of the short-term store; one that was in conflict keeps the reason of the conflict."""
    contested = note.state in CONTESTED
    because = note.because if contested else FADED
    return replace(note, state=NoteState.RETIRED, because=because, contested=contested, due_at=None)


def _utility_days(note: Note, policy: AgentPolicy) -> float:
    """Days of age at which αR + γU meets θ; infinite when it never does, or when age has no weight."""
    floor = policy.decay_threshold - policy.utility_weight * note.utility
    if floor <= 0 or policy.recency_weight == 0:
        return math.inf
    remaining = min(floor / policy.recency_weight, 1.0)
    return -math.log2(remaining) * policy.half_life_days if remaining else math.inf


def _undisputed(note: Note) -> timedelta | None:
    """How long after it was last said or confirmed the note's conflict began; None when it is in none."""
    if note.state not in CONTESTED or note.renewed_at is None or note.decided_at is None:
        return None
    return max(note.decided_at - note.renewed_at, timedelta())


def _elapsed(note: Note, policy: AgentPolicy, age: timedelta) -> timedelta:
    """The time after which a note has this age: the inverse of `age_of`."""
    undisputed = _undisputed(note)
    if undisputed is None or age <= undisputed:
        return age
    return undisputed + (age - undisputed) / policy.contradiction_haste
