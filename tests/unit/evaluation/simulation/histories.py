"""Generated histories, made once for all tests."""

from __future__ import annotations

from functools import cache

from slowwave.evaluation.simulation.events import History
from slowwave.evaluation.simulation.history import generate

SEEDS = range(20)


@cache
def history(seed: int, style: str = "plain", turns: int = 500) -> History:
    return generate(seed, style, turns)
