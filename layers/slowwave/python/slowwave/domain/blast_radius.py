"""The blast radius: how much of what an agent knows one run may take away before a person is asked."""

from __future__ import annotations

import math
from collections.abc import Iterable

from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import promotion


def intents(settled: Iterable[tuple[Note, Note]], policy: AgentPolicy, *, run_id: str) -> int:
    """Count the retirements that a run intends: active items that would no longer be known.

    A note that a page carries on is consolidated, not retired; one in conflict was out before; one that the same run
    proposed was never known. None of them counts.

    Args:
        settled: each note as it is, and as decay would leave it.
    """
    return sum(_takes_away(before, after, policy) and before.born_run != run_id for before, after in settled)


def items_needed(intended: int, policy: AgentPolicy) -> int:
    """Return how many active items a scope must have for a run to retire this many; 0 when the floor allows it.

    A share of zero allows no more than the floor: then no number is enough, and the answer is -1.
    """
    if intended <= policy.blast_floor:
        return 0
    return math.ceil(intended / policy.blast_radius) if policy.blast_radius else -1


def _takes_away(before: Note, after: Note, policy: AgentPolicy) -> bool:
    if before.state is not NoteState.ACTIVE or after.state is NoteState.ACTIVE:
        return False
    return after.state is NoteState.EXPIRED or promotion(after, policy) is None
