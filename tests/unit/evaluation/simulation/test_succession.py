"""What shows only over several probes of one slot."""

from __future__ import annotations

from slowwave.evaluation.simulation.events import Expectation, Probe, Reason, Slot
from slowwave.evaluation.simulation.scoring import Shown
from slowwave.evaluation.simulation.succession import NEVER, Arrival, Succession

SLOT = Slot("acme", "billing", "request timeout")
STALE = {("old", Reason.SUPERSEDED)}
AGAIN = {(SLOT, "old"): [Arrival(1, 1), Arrival(13, 1)]}
"""The old value is stated twice; the second time after it was withdrawn."""


def probe(turn: int, age: int | None, *, forbidden: bool = True) -> Probe:
    return Probe(
        turn, SLOT, "?", Expectation.VALUE, "new", forbidden={"old": Reason.SUPERSEDED} if forbidden else {}, age=age
    )


def test_exposure_is_counted_from_the_change_on() -> None:
    succession = Succession(AGAIN)
    first = succession.follow(probe(10, 0), Shown(), STALE, "old")
    assert (first["stale at first"], first["stale soon"], first["stale later"]) == (1, 1, 1)
    second = succession.follow(probe(20, 10), Shown(), set(), "new")
    assert "stale at first" not in second
    assert second["stale later"] == 0
    assert "stale later" not in succession.follow(probe(60, 50), Shown(), set(), "new")


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
    shown = [set(), STALE, STALE, set(), STALE]
    turns = [12, 13, 14, 14, 16]
    found = [
        succession.follow(probe(turn, 2), Shown(), stale, "")["resurrected"]
        for turn, stale in zip(turns, shown, strict=True)
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


def test_the_stable_block_is_compared_by_lines_and_by_prefix() -> None:
    succession = Succession(AGAIN)
    succession.follow(probe(1, None), Shown(stable="head\na\nb\n", set_hash="1"), set(), "")
    scored = succession.follow(probe(2, None), Shown(stable="head\na\nc\n", set_hash="2"), set(), "")
    assert scored["stable Jaccard"] == 1 / 3
    assert scored["prefix unchanged"] == len("head\na\n") / len("head\na\nb\n")
    assert scored["set changed"] == 1
