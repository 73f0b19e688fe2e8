"""Doing again what a concurrent writer got in the way of: anew each time, from what is stored by then, after a pause
that grows and is drawn at random, and a bounded number of times.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final, TypeVar

from slowwave.errors import SlowwaveError

T = TypeVar("T")

ATTEMPTS: Final = 8
FIRST_PAUSE_SECONDS: Final = 0.02
LONGEST_PAUSE_SECONDS: Final = 1.0


def again(
    decide: Callable[[], T],
    *,
    after: tuple[type[SlowwaveError], ...],
    attempts: int = ATTEMPTS,
    sleep: Callable[[float], None] = time.sleep,
    jitter: Callable[[], float] = random.random,
) -> T:
    """Return what a decision returns; it is taken again after these errors, of which the last one is raised.

    Args:
        decide: reads, decides and writes; called up to `attempts` times.
        sleep: waits for a number of seconds.
        jitter: returns a number from 0 to 1 that a pause is multiplied with.
    """
    for attempt in range(attempts - 1):
        try:
            return decide()
        except after:
            sleep(min(FIRST_PAUSE_SECONDS * 2**attempt, LONGEST_PAUSE_SECONDS) * jitter())
    return decide()
