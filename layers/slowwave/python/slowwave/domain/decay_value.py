"""The value view of decay: a value in (-∞, 2] that starts at 1 + importance and falls with wear along a chosen curve.

Source: "adaptive memory", section 4: decay values range from -∞ to 2, along linear, logarithmic, exponential or hybrid
models, driven by elapsed time, reinforcement, contradiction and importance; below a lower processing threshold a point
leaves short-term memory. The source gives no formulas; these are the simplest that keep what it says:

    wear w = decay_rate · age / stability                      (age in days, rate in wear a day)
    stability = 1 + reinforcement_weight · ln(sessions) + importance_weight · importance
    linear       V = V₀ - w
    logarithmic  V = V₀ - ln(1 + w)
    exponential  V = V₀ · exp(-w)
    hybrid       V = (linear + exponential) / 2                (falls fast at first, and never comes to rest)

Reinforcement counts distinct sessions, so that saying it ten times in one breath reinforces once, and no tool keeps
its own words alive.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from slowwave.domain.notes import Note
from slowwave.domain.policy import AgentPolicy, DecayCurve

BISECTIONS = 80
"""Halvings of an interval of wear: more than a float has digits."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a value falls.

    Attributes:
        value: V from V₀ and wear; never rises with wear.
        wear: the wear at which V meets a value below V₀; infinite when it never does.
    """

    value: Callable[[float, float], float]
    wear: Callable[[float, float], float]


def _hybrid(start: float, wear: float) -> float:
    return (start - wear + start * math.exp(-wear)) / 2


def _hybrid_wear(start: float, value: float) -> float:
    """By bisection: V is at most V₀ - w / 2, which bounds the crossing."""
    low, high = 0.0, 2 * (start - value)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if _hybrid(start, middle) > value else (low, middle)
    return high


CURVES: Mapping[DecayCurve, Curve] = {
    DecayCurve.LINEAR: Curve(lambda start, wear: start - wear, lambda start, value: start - value),
    DecayCurve.LOGARITHMIC: Curve(
        lambda start, wear: start - math.log1p(wear), lambda start, value: math.expm1(start - value)
    ),
    DecayCurve.EXPONENTIAL: Curve(
        lambda start, wear: start * math.exp(-wear),
        lambda start, value: math.log(start / value) if value > 0 else math.inf,
    ),
    DecayCurve.HYBRID: Curve(_hybrid, _hybrid_wear),
}


def decay_value(note: Note, policy: AgentPolicy, *, age_days: float) -> float:
    """Return V of a note of this age (see `domain.decay.age_of`), at most 2."""
    return CURVES[policy.decay_curve].value(_start(note), policy.decay_rate * age_days / _stability(note, policy))


def days_until(note: Note, policy: AgentPolicy, value: float) -> float:
    """Return the age in days at which V meets this value; zero when it starts below, infinite when it never does."""
    if _start(note) <= value:
        return 0.0
    return CURVES[policy.decay_curve].wear(_start(note), value) * _stability(note, policy) / policy.decay_rate


def _start(note: Note) -> float:
    return 1 + note.importance


def _stability(note: Note, policy: AgentPolicy) -> float:
    reinforcement = math.log(max(note.sessions, 1))
    return 1 + policy.reinforcement_weight * reinforcement + policy.importance_weight * note.importance
