"""Intelligent decay, utility view: S = αR + βE + γU.

Source: "Memory Management and Contextual Consistency for Long-Running Low-Code Agents", section 3.2. Computed from
stored parameters when asked for and never written nightly: `due_at` says when a note could first fall below the
threshold.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from slowwave.domain.claims import Lane
from slowwave.domain.notes import Note
from slowwave.domain.policy import AgentPolicy

KEEP_FOR_GOOD = 5
"""N of the source: the user utility of a pinned note."""

NEVER_DAYS = 36_500
"""A note that would fade in more than a hundred years does not fade."""

LONGEST_DELAY = timedelta(days=30)
SHORTEST_DELAY = timedelta(days=1)
"""Bounds of the delay after which a note that relevance kept is looked at again."""


def recency(age: timedelta, half_life_days: float) -> float:
    """Return R = exp(-λ·age) in (0, 1], with λ = ln 2 / half-life; an age below zero counts as zero."""
    days = max(age / timedelta(days=1), 0.0)
    return math.exp(-math.log(2) / half_life_days * days)


def utility_score(note: Note, policy: AgentPolicy, *, as_of: datetime, relevance: float = 0.0) -> float:
    """Return S = αR + βE + γU of a note.

    Args:
        relevance: E, cosine to the current task vector; clamped to [0, 1].
    """
    age = as_of - note.latest.event_time if note.latest else timedelta.max
    return (
        policy.recency_weight * recency(age, policy.half_life_days)
        + policy.relevance_weight * min(max(relevance, 0.0), 1.0)
        + policy.utility_weight * note.utility
    )


def decays(note: Note) -> bool:
    """Whether decay applies at all: not to FACTs, the safety lane, or what a person pinned."""
    return not (note.claim.protected or note.claim.lane is Lane.SAFETY or note.utility >= KEEP_FOR_GOOD)


def due_at(note: Note, policy: AgentPolicy) -> datetime | None:
    """Return the earliest time the score could fall below the threshold with E at its minimum, or the stated end of
    validity.

    None when neither can happen.
    """
    ends = note.claim.valid_until
    if note.latest is None or not decays(note):
        return ends
    floor = policy.decay_threshold - policy.utility_weight * note.utility
    if floor <= 0 or policy.recency_weight == 0:
        return ends
    remaining = min(floor / policy.recency_weight, 1.0)
    days = -math.log2(remaining) * policy.half_life_days if remaining else math.inf
    if days > NEVER_DAYS:
        return ends
    fades = note.latest.event_time + timedelta(days=days)
    return min(fades, ends) if ends else fades


def look_again_at(natural_due: datetime, as_of: datetime) -> datetime:
    """Return when to score again a note that relevance kept: after twice the time since it was first due, a day to 30
    days.
    """
    return as_of + min(max(2 * (as_of - natural_due), SHORTEST_DELAY), LONGEST_DELAY)
