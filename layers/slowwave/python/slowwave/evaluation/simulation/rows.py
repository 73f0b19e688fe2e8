"""The rows of an experiment and how figures are taken from them: one mean with its interval over seeds.

A seed starts its history of every style from the same draws, so what is resampled is seeds, each with all its styles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from slowwave.evaluation.statistics import Estimate, bootstrap, paired, slope

PER_TURNS = 100
"""Turns a slope is given for."""


@dataclass(frozen=True, slots=True)
class Row:
    """One arm's answer to one probe, or, without a question, what a whole history took.

    Attributes:
        arm: its name, with its cadence where it consolidates.
        metrics: name → value, mostly shares from 0 to 1; what does not apply is missing.
        leaked: forbidden values that were shown, with their reasons.
        missed: the value that should have been shown and was not.
        answer: the line that the first reader answers from.
        question, lines: what was asked and shown, for reading failures.
        tenant: whose slot was asked about.
        subject: the slot, with the narrower scope that was asked about.
    """

    style: str
    seed: int
    arm: str
    turn: int
    metrics: Mapping[str, float]
    leaked: tuple[tuple[str, str], ...] = ()
    missed: str = ""
    answer: str = ""
    question: str = ""
    lines: tuple[str, ...] = field(default=(), repr=False)
    tenant: str = ""
    subject: str = ""

    @property
    def history(self) -> tuple[str, int]:
        """What its probes follow each other in."""
        return (self.style, self.seed)


def of(rows: Iterable[Row], arm: str, keep: Callable[[Row], bool] = lambda _: True) -> list[Row]:
    """Return the rows of one arm that are meant."""
    return [row for row in rows if row.arm == arm and keep(row)]


def mean(rows: Sequence[Row], metric: str) -> Estimate | None:
    """Return the mean of a metric over the rows it applies to, resampling seeds; None where there are none."""
    kept = [row for row in rows if metric in row.metrics]
    return bootstrap([row.metrics[metric] for row in kept], [row.seed for row in kept]) if kept else None


def total(rows: Sequence[Row], metric: str) -> int:
    """Return how often something happened."""
    return int(sum(row.metrics.get(metric, 0.0) for row in rows))


def percentile(rows: Sequence[Row], metric: str, share: float) -> float:
    """Return the value below which this share of the probes lies."""
    values = sorted(row.metrics[metric] for row in rows if metric in row.metrics)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def drift(rows: Sequence[Row], metric: str) -> Estimate | None:
    """Return the least-squares slope of a metric per 100 turns, one a history, resampling seeds."""
    by_history: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        if metric in row.metrics:
            by_history.setdefault(row.history, []).append(row)
    slopes = {
        history: PER_TURNS * slope([row.turn for row in own], [row.metrics[metric] for row in own])
        for history, own in by_history.items()
        if len({row.turn for row in own}) > 1
    }
    return bootstrap(list(slopes.values()), [seed for _, seed in slopes]) if slopes else None


def difference(rows: Iterable[Row], arm: str, other: str, metric: str) -> Estimate | None:
    """Return arm - other over the probes that both answered, paired."""
    pairs: dict[tuple[tuple[str, int], int, str], dict[str, float]] = {}
    for row in rows:
        if row.arm in (arm, other) and metric in row.metrics:
            pairs.setdefault((row.history, row.turn, row.question), {})[row.arm] = row.metrics[metric]
    both = {key: each for key, each in pairs.items() if len(each) == 2}
    if not both:
        return None
    return paired(
        [each[arm] for each in both.values()], [each[other] for each in both.values()], [key[0][1] for key in both]
    )
