"""What shows only over several probes of one slot."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from slowwave.evaluation.simulation.events import Expectation, Probe, Reason, Slot
from slowwave.evaluation.simulation.scoring import Line, Shown
from slowwave.evaluation.simulation.succession import NEVER, Arrival, Succession

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SLOT = Slot("acme", "billing", "request timeout")
STALE = {("old", Reason.SUPERSEDED)}
AGAIN = {(SLOT, "old"): [Arrival(1, 1), Arrival(13, 1)]}
"""The old value is stated twice; the second time after it was withdrawn."""


def probe(turn: int, age: int | None, *, forbidden: bool = True, heard: int | None = None) -> Probe:
    return Probe(
        turn, SLOT, "?", Expectation.VALUE, "new", forbidden={"old": Reason.SUPERSEDED} if forbidden else {}, age=age,
        heard=heard,
    )  # fmt: skip


def shown(*lines: str, stable: str = "", set_hash: str = "") -> Shown:
    return Shown(tuple(Line(text, START) for text in lines), stable=stable, set_hash=set_hash)


def test_exposure_is_counted_from_the_change_on() -> None:
    succession = Succession(AGAIN)
    first = succession.follow(probe(10, 0), Shown(), STALE, "old")
    assert (first["stale at first"], first["stale soon"], first["stale later"]) == (1, 1, 1)
    second = succession.follow(probe(20, 10), Shown(), set(), "new")
    assert "stale at first" not in second
    assert second["stale later"] == 0
    assert "stale later" not in succession.follow(probe(60, 50), Shown(), set(), "new")


@pytest.mark.parametrize(
    ("heard", "published", "counts"),
    [
        (14, 14, True),
        (14, 15, True),
        (14, 13, False),  # nothing was published since the change arrived
        (14, None, False),  # nothing was ever published
    ],
)
def test_after_the_next_publish_is_after_one_that_could_know_of_the_change(
    heard: int, published: int | None, counts: bool
) -> None:
    scored = Succession(AGAIN).follow(probe(20, 10, heard=heard), Shown(), STALE, "old", published)
    assert scored.get("stale after publish") == (1.0 if counts else None)


def test_a_value_taken_back_without_another_is_exposed_as_any() -> None:
    taken_back = replace(probe(20, 10, heard=12), expectation=Expectation.NOTHING, value="", discovered=False)
    scored = Succession(AGAIN).follow(taken_back, Shown(), {("old", Reason.RETRACTED)}, "old", 13)
    assert scored["stale after publish"] == 1


def test_a_slot_without_an_old_value_has_no_exposure() -> None:
    assert "stale at first" not in Succession(AGAIN).follow(probe(10, 0, forbidden=False), Shown(), set(), "")


def test_a_value_that_lingers_is_no_resurrection_and_one_that_had_gone_is() -> None:
    succession = Succession(AGAIN)
    assert succession.follow(probe(10, 0), Shown(), STALE, "old")["resurrected"] == 0
    assert succession.follow(probe(11, 1), Shown(), STALE, "old")["resurrected"] == 0
    assert succession.follow(probe(12, 2), Shown(), set(), "new")["resurrected"] == 0
    assert succession.follow(probe(13, 3), Shown(), STALE, "old")["resurrected"] == 1


def test_a_value_that_one_question_only_did_not_show_is_no_resurrection() -> None:
    succession = Succession({(SLOT, "old"): [Arrival(1, 1)]})
    succession.follow(probe(12, 2), Shown(), set(), "new")
    assert succession.follow(probe(13, 3), Shown(), STALE, "old")["resurrected"] == 0


def test_a_value_that_came_back_once_counts_once_until_it_goes_again() -> None:
    succession = Succession({(SLOT, "old"): [Arrival(13, 1), Arrival(15, NEVER)]})
    stales = [set(), STALE, STALE, set(), STALE]
    turns = [12, 13, 14, 14, 16]
    found = [
        succession.follow(probe(turn, 2), Shown(), stale, "")["resurrected"]
        for turn, stale in zip(turns, stales, strict=True)
    ]
    assert found == [0, 1, 0, 0, 1]


def test_a_value_that_was_validly_said_again_and_is_withdrawn_again_is_no_resurrection() -> None:
    succession = Succession({(SLOT, "old"): [Arrival(1, 1), Arrival(15, 15)]})
    succession.follow(probe(12, 2), Shown(), set(), "new")
    assert succession.follow(probe(20, 1), Shown(), STALE, "old")["resurrected"] == 0


def test_a_former_value_that_is_true_again_is_no_resurrection_later() -> None:
    succession = Succession(AGAIN)
    succession.follow(probe(10, 0), Shown(), set(), "new")
    reverted = Probe(20, SLOT, "?", Expectation.VALUE, "old", forbidden={"new": Reason.SUPERSEDED}, age=0)
    succession.follow(reverted, Shown(), set(), "old")
    assert succession.follow(probe(30, 0), Shown(), STALE, "old")["resurrected"] == 0


def test_the_same_answer_is_asked_for_only_while_the_slot_did_not_change() -> None:
    succession = Succession(AGAIN)
    assert "consistent" not in succession.follow(probe(10, 2), Shown(), set(), "new")
    assert succession.follow(probe(14, 6), Shown(), set(), "new")["consistent"] == 1
    assert succession.follow(probe(15, 7), Shown(), set(), "")["consistent"] == 0
    assert "consistent" not in succession.follow(probe(20, 0), Shown(), set(), "newer")


def test_silence_twice_in_a_row_is_no_answer_and_silence_once_is_another() -> None:
    succession = Succession(AGAIN)
    succession.follow(probe(10, 2), Shown(), set(), "")
    assert "consistent" not in succession.follow(probe(11, 3), Shown(), set(), "")
    assert succession.follow(probe(12, 4), Shown(), set(), "new")["consistent"] == 0


def test_an_answer_within_a_scope_is_compared_within_it_and_never_across_a_first_value() -> None:
    succession = Succession(AGAIN)
    succession.follow(probe(10, 2), Shown(), set(), "new")
    scoped = replace(probe(11, 3), scope="in staging")
    assert "consistent" not in succession.follow(scoped, Shown(), set(), "other")
    assert succession.follow(replace(scoped, turn=12, age=4), Shown(), set(), "other")["consistent"] == 1
    unsaid = Succession(AGAIN)
    unsaid.follow(replace(probe(10, None), expectation=Expectation.NOTHING, value=""), Shown(), set(), "guess")
    assert "consistent" not in unsaid.follow(probe(12, None), Shown(), set(), "new")


def test_all_lines_of_two_reads_are_compared_and_two_that_show_nothing_are_not() -> None:
    succession = Succession(AGAIN)
    assert "read Jaccard" not in succession.follow(probe(1, None), Shown(), set(), "")
    assert "read Jaccard" not in succession.follow(probe(2, None), Shown(), set(), "")
    assert succession.follow(probe(3, None), shown("a", "b"), set(), "")["read Jaccard"] == 0
    scored = succession.follow(probe(4, None), shown("a", "c"), set(), "")
    assert scored["read Jaccard"] == 1 / 3
    assert not {"stable Jaccard", "prefix unchanged", "set changed"} & scored.keys()


def test_the_stable_block_is_compared_by_lines_and_by_prefix() -> None:
    succession = Succession(AGAIN)
    succession.follow(probe(1, None), Shown(stable="head\na\nb\n", set_hash="1"), set(), "")
    scored = succession.follow(probe(2, None), Shown(stable="head\na\nc\n", set_hash="2"), set(), "")
    assert scored["stable Jaccard"] == 1 / 3
    assert scored["prefix unchanged"] == len("head\na\n") / len("head\na\nb\n")
    assert scored["set changed"] == 1
