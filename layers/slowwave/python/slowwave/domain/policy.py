"""The agent policy: every number a run or a read may be tuned by, versioned per scope, validated on construction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slowwave.domain.claims import Skeleton
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidPolicy


class GatePreset(StrEnum):
    """How readily the importance gate stores what is neither a FACT nor an instruction."""

    CODING = "coding"
    PRODUCTIVITY = "productivity"
    COACHING = "coaching"


class DecayView(StrEnum):
    """Which of the two views of decay scores a note (see `domain.decay`)."""

    UTILITY = "utility"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class AgentPolicy:
    """Settings of one agent.

    Attributes:
        skeletons: enabled shapes of knowledge, at least one.
        repeat_sessions: K, distinct sessions that promote a note without a confirmation, 1 to 50.
        gate_preset, gate_threshold: the importance below which a candidate is discarded, 0 to 1.
        decay_view: which score decides.
        recency_weight, relevance_weight, utility_weight: α, β, γ of the utility view, 0 to 10.
        half_life_days: recency halves in this many days, 0.1 to 3 650.
        decay_threshold: θ, a note below it leaves the active index, 0 to 10.
        budget_tokens: default size of what is rendered, 50 to 100 000.
        stable_tokens: share of it that the stable block may take, at most the budget.
        pool_size: candidates a set carries for task slices, 1 to 5 000.
        tokenizer: name of the vocabulary budgets are counted in.
        inject_assumptions: whether assumptions are shown, in their own section.
        blast_radius: share of active items one run may retire, 0 to 1, never under `blast_floor` items.
    """

    scope: Scope
    skeletons: tuple[Skeleton, ...] = (Skeleton.CODING,)
    repeat_sessions: int = 3
    gate_preset: GatePreset = GatePreset.CODING
    gate_threshold: float = 0.3
    decay_view: DecayView = DecayView.UTILITY
    recency_weight: float = 1.0
    relevance_weight: float = 0.5
    utility_weight: float = 0.2
    half_life_days: float = 30.0
    decay_threshold: float = 0.35
    budget_tokens: int = 1000
    stable_tokens: int = 600
    pool_size: int = 400
    tokenizer: str = "o200k_base"
    inject_assumptions: bool = True
    blast_radius: float = 0.3
    blast_floor: int = 5

    def __post_init__(self) -> None:
        if not self.skeletons:
            raise InvalidPolicy("skeletons is empty; name at least one of coding, assistant, document")
        if self.tokenizer not in TOKENIZERS:
            raise InvalidPolicy(f"tokenizer is {self.tokenizer!r}; it must be one of {', '.join(TOKENIZERS)}")
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise InvalidPolicy(f"{name} is {value}; it must be from {low} to {high}")
        if self.stable_tokens > self.budget_tokens:
            raise InvalidPolicy(f"stable_tokens {self.stable_tokens} exceeds budget_tokens {self.budget_tokens}")


TOKENIZERS = ("o200k_base", "cl100k_base")
"""Vocabularies that a budget may be counted in."""

RANGES: dict[str, tuple[float, float]] = {
    "repeat_sessions": (1, 50),
    "gate_threshold": (0, 1),
    "recency_weight": (0, 10),
    "relevance_weight": (0, 10),
    "utility_weight": (0, 10),
    "half_life_days": (0.1, 3650),
    "decay_threshold": (0, 10),
    "budget_tokens": (50, 100_000),
    "stable_tokens": (0, 100_000),
    "pool_size": (1, 5000),
    "blast_radius": (0, 1),
    "blast_floor": (0, 1000),
}
