"""The pictures of the simulation: exposure by arm, completion over time, and the extractor's curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowwave.evaluation import plots as draw
from slowwave.evaluation.results import Plot
from slowwave.evaluation.simulation import lowcode
from slowwave.evaluation.simulation.rows import Row, mean, of
from slowwave.evaluation.simulation.setups import NOISY
from slowwave.evaluation.simulation.summary import arms_of
from slowwave.evaluation.statistics import Estimate

EXPOSURE = {
    "right value in": "gold in",
    "forbidden value in": "forbidden",
    "wrong, first reader": "wrong, first",
    "wrong, latest reader": "wrong, latest",
}
STEPS = 10
"""Points of a line over the turns."""


def plots(rows: Sequence[Row], *, turns: int) -> tuple[Plot, ...]:
    """Return every picture that these rows allow."""
    return tuple(_all(rows, turns))


def _all(rows: Sequence[Row], turns: int) -> Iterator[Plot]:
    arms = [arm for arm in arms_of(rows) if arm != "no memory"]
    groups = {
        label: {arm: found for arm in arms if (found := mean(of(rows, arm), metric))}
        for label, metric in EXPOSURE.items()
    }
    yield draw.bars("simulation-exposure", "What is in the injection", groups, x_label="share of probes")
    memories = [arm for arm in arms if arm.startswith("slowwave")]
    shown = [arm for arm in ("last 10 turns", "dense", *memories) if arm in arms]
    series = {arm: [*_completed(of(rows, arm), turns)] for arm in shown}
    yield draw.lines(
        "simulation-completion", "Plan steps completed over time", series, x_label="turn", y_label="share of plan steps"
    )
    curve = [*_curve(rows)]
    if curve:
        yield draw.lines(
            "simulation-extractor",
            "What a worse extractor costs",
            {label: points for label, points in curve if points},
            x_label="recall and precision of the extractor",
            y_label="share of probes",
        )


def _completed(rows: Sequence[Row], turns: int) -> Iterator[tuple[float, Estimate]]:
    width = turns // STEPS
    for number in range(STEPS):
        found = lowcode.completion(rows, range(number * width, (number + 1) * width))
        if found:
            yield (number + 0.5) * width, found


def _curve(rows: Sequence[Row]) -> Iterator[tuple[str, list[tuple[float, Estimate]]]]:
    present = {arm.rpartition(",")[0]: arm for arm in arms_of(rows)}
    known = [(float(setup.name.rpartition(" ")[2]), present[setup.name]) for setup in NOISY if setup.name in present]
    for label, metric in EXPOSURE.items():
        points = [(share, found) for share, arm in known if (found := mean(of(rows, arm), metric))]
        if points:
            yield label, points
