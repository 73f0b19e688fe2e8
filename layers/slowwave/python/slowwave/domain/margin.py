"""By how much one of two answers beats the other over paired probes, with its uncertainty: few probes prove nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

Z = 1.96
"""Of a two-sided interval of 95 %. Four pairs lost and none won are the fewest that lie below even odds: fewer could be
chance, and a scope that knows so little has people who see it.
"""


@dataclass(frozen=True, slots=True)
class Margin:
    """Share of pairs won less share lost, of the pairs that differ, from -1 to 1; without any, anything is possible.

    Attributes:
        low, high: ends of the interval.
    """

    won: int
    lost: int
    low: float
    high: float

    @property
    def loses(self) -> bool:
        """Whether it lost beyond its interval."""
        return self.high < 0


def margin(won: int, lost: int) -> Margin:
    """Return the Wilson score interval of the share of wins (Wilson, "Probable inference, the law of succession, and
    statistical inference", 1927), laid from -1 to 1. Ties tell nothing of which is better, as in a sign test.
    """
    pairs = won + lost
    if not pairs:
        return Margin(0, 0, -1.0, 1.0)
    spread = Z * math.sqrt(4 * won * lost / pairs + Z * Z)
    low, high = ((won - lost + way * spread) / (pairs + Z * Z) for way in (-1, 1))
    return Margin(won, lost, max(low, -1.0), min(high, 1.0))


def margin_of(differences: Iterable[int]) -> Margin:
    """Return the margin of paired differences of scores, whose signs alone count."""
    signs = [(each > 0, each < 0) for each in differences]
    return margin(sum(won for won, _ in signs), sum(lost for _, lost in signs))
