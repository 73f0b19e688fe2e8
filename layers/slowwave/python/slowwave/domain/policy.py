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


class DecayCurve(StrEnum):
    """How a decay value falls in the value view (see `domain.decay_value`)."""

    LINEAR = "linear"
    LOGARITHMIC = "logarithmic"
    EXPONENTIAL = "exponential"
    HYBRID = "hybrid"


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
        decay_threshold: θ of the utility view, a note below it leaves the active index, 0 to 10.
        decay_curve: how the value view falls.
        decay_rate: wear a day in the value view, 0.0001 to 10.
        value_threshold: the lower processing threshold of the value view, -100 to 2.
        reinforcement_weight, importance_weight: how much each slows the value's fall, 0 to 10.
        contradiction_haste: how many times as fast a note ages once it is in conflict, 1 to 100.
        consolidation_importance: a note at least this important is put on a page when it fades, 0 to 1.
        budget_tokens: default size of what is rendered, 50 to 100 000.
        stable_tokens: share of it that the stable block may take, at most the budget.
        pool_size: candidates a set carries for task slices, 1 to 5 000.
        tokenizer: name of the vocabulary budgets are counted in.
        inject_assumptions: whether assumptions are shown, in their own section.
        principle_tokens: share of the stable block that principles may take, 0 to 10 000; safety is not counted.
        working_set_files: files of earlier sessions that a set names for a coding agent, 0 (none) to 200.
        unused_days: days without evidence or mention after which an item leaves the stable block, 1 to 3 650.
        blast_radius: share of active items one run may retire, 0 to 1, never under `blast_floor` items.
        max_run_model_tokens: model tokens, shown and replied, after which a run takes on no more records, 1 000 to 10⁹.
        max_month_model_tokens: the same for a scope in a calendar month (UTC), 0 to 10¹⁰.
        max_run_minutes: minutes after which a run takes on no more records, 1 to 1 440.
        max_pages: active pages from which on no note is promoted, 1 to 100 000; safety, protected facts and what a
            person puts on a page are.
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
    decay_curve: DecayCurve = DecayCurve.HYBRID
    decay_rate: float = 0.02
    value_threshold: float = 0.2
    reinforcement_weight: float = 0.5
    importance_weight: float = 1.0
    contradiction_haste: float = 3.0
    consolidation_importance: float = 0.8
    budget_tokens: int = 1000
    stable_tokens: int = 600
    pool_size: int = 400
    tokenizer: str = "o200k_base"
    inject_assumptions: bool = True
    principle_tokens: int = 120
    working_set_files: int = 40
    unused_days: int = 180
    blast_radius: float = 0.3
    blast_floor: int = 5
    max_run_model_tokens: int = 5_000_000
    max_month_model_tokens: int = 100_000_000
    max_run_minutes: int = 240
    max_pages: int = 10_000

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
    "decay_rate": (0.0001, 10),
    "value_threshold": (-100, 2),
    "reinforcement_weight": (0, 10),
    "importance_weight": (0, 10),
    "contradiction_haste": (1, 100),
    "consolidation_importance": (0, 1),
    "budget_tokens": (50, 100_000),
    "stable_tokens": (0, 100_000),
    "pool_size": (1, 5000),
    "principle_tokens": (0, 10_000),
    "working_set_files": (0, 200),
    "unused_days": (1, 3650),
    "blast_radius": (0, 1),
    "blast_floor": (0, 1000),
    "max_run_model_tokens": (1000, 1_000_000_000),
    "max_month_model_tokens": (0, 10_000_000_000),
    "max_run_minutes": (1, 1440),
    "max_pages": (1, 100_000),
}
