"""The importance gate: store or discard. A FACT and a direct instruction bypass it; presets tune it per domain."""

from __future__ import annotations

from slowwave.domain.claims import Candidate, Lane, Signal
from slowwave.domain.policy import AgentPolicy, GatePreset
from slowwave.domain.records import Origin
from slowwave.domain.trust import AUTHORITY

BYPASS = frozenset({Signal.INSTRUCTION, Signal.SELF_FACT, Signal.CORRECTION, Signal.REJECTION})
"""Signals that are kept whatever their importance, when said by somebody who may confirm."""

PRESET_SHIFT: dict[GatePreset, dict[str, float]] = {
    GatePreset.CODING: {"emotional signal": -0.3, "fact": -0.1},
    GatePreset.PRODUCTIVITY: {"emotional signal": -0.2, "goal": 0.1},
    GatePreset.COACHING: {"emotional signal": 0.3, "goal": 0.2, "behaviour": 0.2},
}
"""Added to a candidate's importance by its category before the threshold is applied."""


def passes(candidate: Candidate, origin: Origin, policy: AgentPolicy) -> bool:
    """Whether a candidate is stored.

    Args:
        origin: where its words came from; only an origin that confirms may bypass the threshold.
    """
    claim = candidate.claim
    if AUTHORITY[origin].confirms and (claim.protected or claim.lane is Lane.SAFETY or candidate.signal in BYPASS):
        return True
    shift = PRESET_SHIFT[policy.gate_preset].get(claim.category, 0.0)
    return candidate.importance + shift >= policy.gate_threshold
