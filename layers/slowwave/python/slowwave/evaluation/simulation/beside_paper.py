"""Where what was measured differs from what the low-code paper reports, in sentences made from the figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from slowwave.evaluation.statistics import Estimate

Figures = Mapping[str, tuple[float, Estimate | None]]
"""By strategy: the paper's figure, and what was measured."""

APART = 5.0
"""Percentage points from which a measured line is said to move where the paper's is level."""


def reversals(figures: Figures, metric: str) -> Iterator[str]:
    """Yield every pair of strategies that the paper orders one way and the measurement the other, beyond its intervals.

    Args:
        metric: its name, as it begins a sentence.
    """
    for (one, (said, found)), (other, (other_said, other_found)) in combinations(figures.items(), 2):
        if found and other_found and (said - other_said) * (found.mean - other_found.mean) < 0:
            clear = found.low > other_found.high or other_found.low > found.high
            yield (
                f"{metric}: the paper has {one} {'above' if said > other_said else 'below'} {other} ({said:g} and "
                f"{other_said:g} %); here it is {'the other way round' if clear else 'a tie at best'} "
                f"({found.mean:.1f} and {other_found.mean:.1f} %)."
            )


def gaps(figures: Figures, metric: str) -> Iterator[str]:
    """Yield the strategies whose measured interval leaves the paper's figure out."""
    told = [
        f"{name} {found.mean:.1f} [{found.low:.1f}, {found.high:.1f}] against {said:g}"
        for name, (said, found) in figures.items()
        if found and not found.low <= said <= found.high
    ]
    if told:
        yield f"{metric}, measured against the paper's, in %: {'; '.join(told)}."


def courses(lines: Mapping[str, Sequence[tuple[float, Estimate | None]]]) -> Iterator[str]:
    """Yield how each strategy moves from the first turn of the figure to its last, printed and measured, where the two
    do not move alike.

    Args:
        lines: by strategy, for each turn what the paper prints and what was measured.
    """
    for name, points in lines.items():
        known = [(said, found) for said, found in points if found]
        if len(known) < 2:
            continue
        (first_said, first), (last_said, last) = known[0], known[-1]
        said, found = last_said - first_said, last.mean - first.mean
        if _way(said) != _way(found):
            yield (
                f"Over the turns the {name} {_course(first_said, last_said)} in the paper; here "
                f"it goes from {first.mean:.1f} to {last.mean:.1f} %."
            )


def _way(change: float) -> int:
    """Up, down or level."""
    return 0 if abs(change) < APART else (1 if change > 0 else -1)


def _course(first: float, last: float) -> str:
    return f"stays at {first:g} %" if first == last else f"goes from {first:g} to {last:g} %"
