"""Means with intervals that respect what belongs together: questions of one conversation, or probes of one seed, rise
and fall as one, so a bootstrap draws whole clusters. It must not know what is measured.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from slowwave.errors import InvalidInput

ROUNDS = 2000
SEED = 0
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval, all in the unit of the values.

    Attributes:
        low, high: ends of the 95 % interval; equal to the mean where there is one cluster only, which says nothing
            about others.
        n: number of values, not of clusters.
    """

    mean: float
    low: float
    high: float
    n: int


def bootstrap(
    values: Sequence[float], clusters: Sequence[Hashable], rounds: int = ROUNDS, seed: int = SEED
) -> Estimate:
    """Return the mean of the values with its percentile interval, resampling whole clusters with replacement.

    A round's mean weighs every value of the clusters drawn alike, so clusters may differ in size (Efron and Tibshirani,
    "An Introduction to the Bootstrap", 1993, chapters 8 and 13). The same arguments give the same interval.

    Args:
        clusters: what each value belongs to: a conversation, a session, a seed.

    Raises:
        InvalidInput: there are no values, or not one cluster for each.
    """
    if not len(values) or len(values) != len(clusters):
        raise InvalidInput(
            f"{len(values)} values and {len(clusters)} clusters; give one cluster for each of some values"
        )
    numbers = np.asarray(values, dtype=np.float64)
    places: dict[Hashable, int] = {}
    of_value = np.array([places.setdefault(cluster, len(places)) for cluster in clusters])
    sums = np.bincount(of_value, weights=numbers)
    sizes = np.bincount(of_value)
    drawn = np.random.default_rng(seed).integers(0, len(places), (rounds, len(places)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Estimate(float(numbers.mean()), float(low), float(high), len(numbers))


def paired(
    a: Sequence[float], b: Sequence[float], clusters: Sequence[Hashable], rounds: int = ROUNDS, seed: int = SEED
) -> Estimate:
    """Return the mean of a - b over pairs of the same question or probe, with its interval.

    Raises:
        InvalidInput: the two do not pair up.
    """
    if len(a) != len(b):
        raise InvalidInput(f"{len(a)} values and {len(b)} values do not pair up")
    return bootstrap([x - y for x, y in zip(a, b, strict=True)], clusters, rounds, seed)


def scaled(estimate: Estimate | None, factor: float) -> Estimate | None:
    """Return an estimate in a unit of which one is `factor` of its own: percent of a share, milliseconds of seconds."""
    if estimate is None:
        return None
    return Estimate(estimate.mean * factor, estimate.low * factor, estimate.high * factor, estimate.n)


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return the least-squares slope, in units of y per unit of x.

    For an interval, take the slope of each seed and bootstrap those.

    Raises:
        InvalidInput: the xs are not at least two different ones, or do not pair up with the ys.
    """
    if len(xs) != len(ys) or len(set(xs)) < 2:
        raise InvalidInput("a slope needs at least two different xs and one y for each")
    x = np.asarray(xs, dtype=np.float64)
    y = np.asarray(ys, dtype=np.float64)
    centred = x - x.mean()
    return float(centred @ (y - y.mean()) / (centred @ centred))
