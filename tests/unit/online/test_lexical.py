"""BM25 as published, over stems, with ties in the given order."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.online.lexical import K1, B, rank, stems

texts = st.lists(st.text(alphabet="abc xyzAB_.", max_size=20), max_size=6)


def test_the_score_of_a_small_collection_is_the_one_computed_by_hand() -> None:
    (first, score), (second, lower) = rank("tabs", ["tabs tabs spaces", "tabs", "spaces spaces"])
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    by_hand = {
        position: idf * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length / 2))
        for position, tf, length in ((0, 2, 3), (1, 1, 1))
    }
    assert (first, second) == (0, 1) if by_hand[0] > by_hand[1] else (first, second) == (1, 0)
    assert score == pytest.approx(by_hand[first])
    assert lower == pytest.approx(by_hand[second])


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    found = rank("deploy gamma", ["deploy alpha", "deploy beta", "alpha gamma"])
    assert [position for position, _ in found] == [2, 0, 1]


def test_equal_scores_keep_the_order_of_the_pool() -> None:
    assert [position for position, _ in rank("tabs", ["use tabs", "tabs use", "tabs"])] == [0, 1, 2]


def test_identifiers_are_split_at_case_and_punctuation() -> None:
    assert stems("parseOrderItems src/order_items.py") == stems("parse Order Items src order items py")


def test_inflections_share_a_stem_and_stop_words_do_not_count() -> None:
    assert stems("deploying deploys deployed") == ["deploy"] * 3
    assert stems("the and of it is") == []
    assert rank("the of", ["the tabs of it"]) == []


@given(st.text(max_size=20), texts)
def test_only_texts_that_share_a_stem_are_ranked_best_first(query: str, pool: list[str]) -> None:
    found = rank(query, pool)
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    sharing = {place for place, text in enumerate(pool) if set(stems(query)) & set(stems(text))}
    assert {position for position, _ in found} == sharing
