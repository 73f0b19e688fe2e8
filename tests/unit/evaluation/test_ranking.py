import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.evaluation.ranking import (
    LEAST_LEFT,
    Bm25,
    by_score,
    counter,
    dense,
    fill,
    fused,
    last,
    newest_first,
    terms,
    windows,
)

WORDS = st.lists(st.sampled_from(["port", "deploys", "deploying", "gateway", "timeout", "the"]), max_size=8)
TEXTS = st.lists(WORDS.map(" ".join), min_size=1, max_size=12)


@given(TEXTS, WORDS.map(" ".join))
def test_texts_added_one_at_a_time_score_as_texts_given_at_once(texts: list[str], query: str) -> None:
    grown = Bm25()
    for text in texts:
        grown.add(text)
    assert grown.scores(query).tolist() == Bm25(texts).scores(query).tolist()


@given(TEXTS, WORDS.map(" ".join))
def test_only_texts_that_share_a_stem_with_the_query_score(texts: list[str], query: str) -> None:
    scores = Bm25(texts).scores(query)
    assert [bool(score) for score in scores] == [bool({*terms(text)} & {*terms(query)}) for text in texts]


def test_stems_make_forms_of_a_word_one_and_stop_words_count_nothing() -> None:
    assert terms("The deploys were deploying") == ["deploi", "deploi"]


def test_bm25_agrees_with_the_formula() -> None:
    scores = Bm25(["port port gateway", "gateway"]).scores("port")
    tf, length, mean = 2, 3, 2
    expected = np.log(1 + 1.5 / 1.5) * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / mean))
    assert scores.tolist() == pytest.approx([expected, 0])


def test_an_empty_index_ranks_nothing() -> None:
    assert by_score(Bm25().scores("port")) == []


def test_dense_puts_the_nearest_first_and_keeps_the_order_of_ties() -> None:
    vectors = np.array([[0, 1], [1, 0], [0.6, 0.8], [1, 0]], dtype=np.float32)
    assert dense(vectors, np.array([1, 0], dtype=np.float32)) == [1, 3, 2, 0]


@given(st.permutations(range(8)))
def test_fusing_a_ranking_with_itself_changes_nothing(ranking: list[int]) -> None:
    assert fused(ranking, ranking) == ranking


@given(st.permutations(range(8)), st.permutations(range(8)))
def test_what_is_higher_in_both_rankings_is_higher_in_their_fusion(a: list[int], b: list[int]) -> None:
    mixed = fused(a, b)
    for x in range(8):
        for y in range(8):
            if a.index(x) < a.index(y) and b.index(x) < b.index(y):
                assert mixed.index(x) < mixed.index(y)


def test_fusion_looks_no_deeper_than_it_is_told() -> None:
    assert fused([3, 1, 2], [1, 0, 2], depth=2) == [1, 3, 0]


def test_windows_end_at_the_session() -> None:
    assert windows(["a", "b", "c", "d"], [1, 1, 2, 2]) == ["a\nb", "a\nb", "c\nd", "c\nd"]


def test_newest_first_reorders_only_what_was_found() -> None:
    assert newest_first([4, 9, 1, 7], top=3) == [9, 4, 1]
    assert last(3) == [2, 1, 0]


@given(st.lists(st.integers(0, 40), max_size=20), st.integers(0, 100))
def test_filling_never_exceeds_the_budget_and_leaves_out_only_what_did_not_fit(sizes: list[int], budget: int) -> None:
    items = ["x" * size for size in sizes]
    taken = fill(items, budget, len)
    left = budget
    for place, item in enumerate(items):
        if left < LEAST_LEFT and place:
            assert all(each < place for each in taken)
            break
        assert (place in taken) == (len(item) + 1 <= left)
        left -= (len(item) + 1) * (place in taken)
    assert sum(len(items[place]) + 1 for place in taken) <= budget
    assert taken == sorted(set(taken))


def test_tokens_are_counted_by_the_real_vocabulary() -> None:
    assert counter()("hello world") == 2
