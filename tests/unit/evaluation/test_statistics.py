import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.errors import InvalidInput
from slowwave.evaluation.statistics import Estimate, bootstrap, paired, scaled, slope

NUMBERS = st.floats(-100, 100, allow_nan=False)
SAMPLES = st.lists(st.tuples(NUMBERS, st.integers(0, 4)), min_size=1, max_size=30)


@given(SAMPLES)
def test_an_interval_lies_within_the_means_of_single_clusters(sample: list[tuple[float, int]]) -> None:
    values, clusters = zip(*sample, strict=True)
    found = bootstrap(values, clusters, rounds=50)
    of_clusters = [np.mean([v for v, c in sample if c == each]) for each in set(clusters)]
    assert found.n == len(values)
    assert found.mean == pytest.approx(np.mean(values))
    assert min(of_clusters) - 1e-9 <= found.low <= found.high <= max(of_clusters) + 1e-9


@given(SAMPLES, st.floats(-10, 10), st.floats(0.1, 10))
def test_an_interval_moves_and_scales_with_its_values(
    sample: list[tuple[float, int]], shift: float, scale: float
) -> None:
    values, clusters = zip(*sample, strict=True)
    found = bootstrap(values, clusters, rounds=50)
    moved = bootstrap([shift + scale * value for value in values], clusters, rounds=50)
    expected = [shift + scale * each for each in (found.mean, found.low, found.high)]
    assert [moved.mean, moved.low, moved.high] == pytest.approx(expected, abs=1e-6)


@given(SAMPLES)
def test_the_same_values_against_themselves_differ_by_nothing(sample: list[tuple[float, int]]) -> None:
    values, clusters = zip(*sample, strict=True)
    found = paired(values, values, clusters, rounds=20)
    assert (found.mean, found.low, found.high) == (0, 0, 0)


def test_values_that_rise_together_widen_the_interval() -> None:
    values = [float(cluster % 2) for cluster in range(10) for _ in range(20)]
    together = bootstrap(values, [cluster for cluster in range(10) for _ in range(20)])
    apart = bootstrap(values, range(200))
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_a_pairing_finds_a_small_difference_that_two_intervals_hide() -> None:
    rng = np.random.default_rng(1)
    level = rng.normal(0, 1, 40)
    a, b = level + 0.1 + rng.normal(0, 0.05, 40), level
    alone = [bootstrap(each, range(40)) for each in (a, b)]
    assert alone[0].low < alone[1].high
    assert paired(a, b, range(40)).low > 0


def test_the_interval_holds_the_true_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    samples = [rng.normal(0, 1, 40) for _ in range(200)]
    held = [found.low <= 0 <= found.high for found in (bootstrap(each, range(40), rounds=400) for each in samples)]
    assert 0.88 <= np.mean(held) <= 0.99


@given(st.floats(-5, 5), st.floats(-5, 5), st.lists(st.integers(-20, 20), min_size=2, max_size=20, unique=True))
def test_a_line_has_its_own_slope(rise: float, start: float, xs: list[int]) -> None:
    assert slope(xs, [start + rise * x for x in xs]) == pytest.approx(rise, abs=1e-6)


def test_what_cannot_be_estimated_is_refused() -> None:
    with pytest.raises(InvalidInput, match="cluster"):
        bootstrap([], [])
    with pytest.raises(InvalidInput, match="cluster"):
        bootstrap([1.0, 2.0], ["a"])
    with pytest.raises(InvalidInput, match="pair up"):
        paired([1.0], [1.0, 2.0], ["a"])
    with pytest.raises(InvalidInput, match="slope"):
        slope([1.0, 1.0], [1.0, 2.0])


def test_a_scaled_estimate_is_the_same_in_another_unit() -> None:
    assert scaled(Estimate(0.25, 0.5, 1.0, 7), 100) == Estimate(25, 50, 100, 7)
    assert scaled(None, 100) is None
