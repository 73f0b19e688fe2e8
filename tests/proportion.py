"""How the work of a function grows with its input, whatever the machine is and does beside it."""

import time
from collections.abc import Callable

TIMES = 8
"""How much longer the long input is."""

QUADRATIC = TIMES**2


def in_proportion(work: Callable[[str], object], long: str) -> bool:
    """Return whether a whole input costs nearer to eight times than to sixty-four times the CPU of an eighth of it."""
    short = long[: len(long) // TIMES]
    return _cpu(work, long) < QUADRATIC / 2 * _cpu(work, short)


def _cpu(work: Callable[[str], object], given: str) -> float:
    """Return the least CPU seconds of two, at least a millisecond: below it the clock is measured."""
    spent = [0.001]
    for _ in range(2):
        started = time.process_time()
        work(given)
        spent.append(time.process_time() - started)
    return max(spent[0], min(spent[1:]))
