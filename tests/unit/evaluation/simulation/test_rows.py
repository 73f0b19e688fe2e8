"""Figures from rows: means over what a metric applies to, drifts by history, and paired differences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.evaluation.simulation.rows import Row, difference, drift, mean, of, percentile, total


def row(arm: str, turn: int, seed: int = 1, question: str = "?", **metrics: float) -> Row:
    return Row("plain", seed, arm, turn, {name.replace("_", " "): value for name, value in metrics.items()},
               question=question)  # fmt: skip


def test_the_rows_of_an_arm_are_told_apart_and_may_be_narrowed() -> None:
    rows = [row("a", 1), row("b", 1), row("a", 2)]
    assert [each.turn for each in of(rows, "a")] == [1, 2]
    assert [each.turn for each in of(rows, "a", lambda each: each.turn > 1)] == [2]


def test_a_mean_is_over_the_probes_that_the_metric_applies_to() -> None:
    rows = [row("a", 1, right=1), row("a", 2), row("a", 3, right=0)]
    found = mean(rows, "right")
    assert found
    assert (found.mean, found.n) == (0.5, 2)
    assert mean(rows, "other") is None
    assert (total(rows, "right"), total(rows, "other")) == (1, 0)


def test_a_percentile_is_the_value_that_the_share_lies_below() -> None:
    rows = [row("a", turn, tokens=turn) for turn in range(100)]
    assert (percentile(rows, "tokens", 0.95), percentile(rows, "tokens", 0.5)) == (95, 50)
    assert (percentile(rows[:1], "tokens", 0.95), percentile([], "tokens", 0.95)) == (0, 0)


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=30), st.floats(0, 1))
def test_a_percentile_is_one_of_the_values_and_grows_with_the_share(values: list[float], share: float) -> None:
    rows = [row("a", turn, tokens=value) for turn, value in enumerate(values)]
    assert percentile(rows, "tokens", share) in values
    assert percentile(rows, "tokens", 0) == min(values)
    assert percentile(rows, "tokens", 1) == max(values)


def test_a_drift_is_the_slope_of_each_history_per_hundred_turns() -> None:
    rows = [row("a", turn, seed, tokens=seed * 1000 + 0.1 * seed * turn) for seed in (1, 3) for turn in range(0, 50, 5)]
    found = drift(rows, "tokens")
    assert found
    assert found.mean == pytest.approx(20)
    assert found.low == pytest.approx(10)
    assert found.high == pytest.approx(30)
    assert drift(rows[:1], "tokens") is None
    assert drift(rows, "other") is None


def test_styles_of_one_seed_are_resampled_as_one() -> None:
    rows = [Row(style, seed, "a", turn, {"right": float(seed), "tokens": float(seed * turn)})
            for style in ("plain", "colloquial") for seed in (0, 1) for turn in range(3)]  # fmt: skip
    one_seed = [each for each in rows if each.seed == 1]
    for found in (mean(one_seed, "right"), drift(one_seed, "tokens")):
        assert found
        assert found.low == found.mean == found.high
    found = mean(rows, "right")
    assert found
    assert (found.low, found.mean, found.high) == (0, 0.5, 1)


def test_a_difference_pairs_the_same_probe_of_the_same_history() -> None:
    rows = [
        row("a", 1, right=1), row("b", 1, right=0),
        row("a", 2, right=1), row("b", 2, right=1),
        row("a", 2, question="another", right=0),
        row("a", 1, seed=2, right=0), row("b", 3, seed=2, right=1),
        row("c", 1, right=0),
    ]  # fmt: skip
    found = difference(rows, "a", "b", "right")
    assert found
    assert (found.mean, found.n) == (0.5, 2)
    assert difference(rows, "a", "d", "right") is None
    assert difference(rows, "a", "b", "other") is None
