"""The interval that decides whether one set of answers lost to another."""

from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.margin import Margin, margin, margin_of

COUNTS = st.integers(0, 200)


@given(COUNTS, COUNTS)
def test_the_interval_is_symmetric_and_holds_the_share_that_was_seen(won: int, lost: int) -> None:
    one, other = margin(won, lost), margin(lost, won)
    assert (one.low, one.high) == (-other.high, -other.low)
    assert -1 <= one.low < one.high <= 1
    if won + lost:
        assert one.low <= (won - lost) / (won + lost) <= one.high


@given(COUNTS, COUNTS)
def test_a_pair_more_won_never_lowers_the_interval_and_one_more_lost_never_raises_it(won: int, lost: int) -> None:
    before = margin(won, lost)
    better, worse = margin(won + 1, lost), margin(won, lost + 1)
    assert better.low >= before.low - 1e-12
    assert better.high >= before.high - 1e-12
    assert worse.low <= before.low + 1e-12
    assert worse.high <= before.high + 1e-12


@given(st.lists(st.integers(-2, 2)))
def test_ties_and_the_size_of_a_difference_decide_nothing(differences: list[int]) -> None:
    signs = [(each > 0) - (each < 0) for each in differences]
    assert margin_of(differences) == margin_of(each for each in signs if each)


@given(COUNTS, COUNTS)
def test_at_most_one_side_loses(won: int, lost: int) -> None:
    assert not (margin(won, lost).loses and margin(lost, won).loses)
    assert not margin(won, won).loses


def test_without_a_pair_anything_is_possible_and_four_lost_to_none_are_the_fewest_that_count() -> None:
    assert margin(0, 0) == Margin(0, 0, -1.0, 1.0)
    assert [margin(0, lost).loses for lost in range(6)] == [False, False, False, False, True, True]
    assert not margin(1, 6).loses
    assert margin(1, 7).loses
