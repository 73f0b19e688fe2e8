"""The whole experiment: every sequence through every arm, under one budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Sequence as List
from datetime import datetime

from slowwave.evaluation.results import Meter, Result
from slowwave.evaluation.tasks.arms import Arm
from slowwave.evaluation.tasks.format import Sequence
from slowwave.evaluation.tasks.metrics import by_arm
from slowwave.evaluation.tasks.playing import play
from slowwave.evaluation.tasks.reporting import result

BUDGET = 400
"""Tokens of an injection: a fraction of what a sequence says."""


def study(
    sequences: Iterable[Sequence],
    arms: Iterable[Arm],
    *,
    clock: Callable[[], datetime],
    source: str,
    budget: int = BUDGET,
    draw: bool = True,
    progress: Callable[[int], None] = lambda _: None,
) -> Result:
    """Play every sequence through every arm and return what it shows.

    Args:
        source: which sequences these are, in words.
        draw: whether to make the pictures.
        progress: called with 1 after each sequence under each arm.
    """
    meter = Meter()
    chosen: List[Sequence] = tuple(sequences)
    played = []
    for arm in arms:
        for sequence in chosen:
            played.append(play(sequence, arm, budget))
            progress(1)
    return result(by_arm(played), budget=budget, made=meter.circumstances(clock()), source=source, draw=draw)
