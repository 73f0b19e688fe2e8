"""Scores of what a memory shows, on lines written by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from slowwave.domain.records import Actor, Kind, Origin
from slowwave.evaluation.simulation.events import (
    Act,
    Delivery,
    Event,
    Expectation,
    History,
    Probe,
    Reason,
    Slot,
)
from slowwave.evaluation.simulation.scoring import Line, Shown, score, truth_of

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SLOT = Slot("acme", "billing", "request timeout")


def event(number: int, act: Act, value: str, old: str = "") -> Event:
    return Event(
        f"e{number}", "acme", "s1", number, START + timedelta(minutes=number), act, Actor.USER, Kind.MESSAGE,
        Origin.USER, f"{value} {old}", SLOT, value, old,
    )  # fmt: skip


EVENTS = (event(0, Act.ASSERT, "4137 ms"), event(1, Act.CORRECT, "2950 ms", "4137 ms"))
HISTORY = History(1, "plain", ("acme",), (START,), EVENTS, tuple(Delivery(each.turn, each) for each in EVENTS), {}, ())
TRUTH = truth_of(HISTORY)
PROBE = Probe(
    2, SLOT, "What is the request timeout of billing?", Expectation.VALUE, "2950 ms", frozenset({"e1"}),
    {"4137 ms": Reason.SUPERSEDED}, age=1,
)  # fmt: skip


def line(text: str, number: int) -> Line:
    return Line(text, START + timedelta(minutes=number), (f"e{number}",))


NEW, OLD = line("The timeout is 2950 ms.", 1), line("The timeout is 4137 ms.", 0)


def test_the_right_value_alone_is_right_under_both_readers() -> None:
    scored = score(PROBE, Shown((NEW,), 9), TRUTH)
    assert (scored["gold in"], scored["forbidden"], scored["right"], scored["tokens"]) == (1, 0, 1, 9)
    assert scored["explored again"] == 0


def test_a_superseded_value_above_the_right_one_is_wrong_for_the_first_reader_only() -> None:
    scored = score(PROBE, Shown((OLD, NEW)), TRUTH)
    assert (scored["wrong, first"], scored["wrong, latest"], scored["right"]) == (1, 0, 0)
    assert scored["forbidden: superseded"] == 1
    assert scored["forbidden: poison"] == 0


def test_a_line_that_takes_the_old_value_back_is_no_leak_of_it() -> None:
    scored = score(PROBE, Shown((line("The timeout is 2950 ms, no longer 4137 ms.", 1),)), TRUTH)
    assert (scored["forbidden"], scored["right"]) == (0, 1)


def test_nothing_shown_is_absent_and_not_wrong() -> None:
    scored = score(PROBE, Shown(), TRUTH)
    assert (scored["gold in"], scored["wrong, first"], scored["right"], scored["explored again"]) == (0, 0, 0, 1)
    assert "evidence resolves" not in scored


def test_a_value_where_none_is_expected_is_wrong() -> None:
    retracted = replace(PROBE, expectation=Expectation.NOTHING, value="", forbidden={"2950 ms": Reason.RETRACTED})
    assert score(retracted, Shown(), TRUTH)["right"] == 1
    scored = score(retracted, Shown((NEW,)), TRUTH)
    assert (scored["right"], scored["forbidden: retracted"]) == (0, 1)
    assert "gold in" not in scored


def test_a_value_of_a_narrower_scope_is_no_leak_where_its_scope_stands_with_it() -> None:
    scoped = replace(PROBE, forbidden={"4137 ms": Reason.OUT_OF_SCOPE}, scopes={"4137 ms": "in staging"})
    assert score(scoped, Shown((NEW, line("In staging the timeout is 4137 ms.", 0))), TRUTH)["right"] == 1
    assert score(scoped, Shown((OLD, NEW)), TRUTH)["forbidden: out of scope"] == 1


def test_a_citation_that_resolves_to_nothing_and_one_that_says_something_else_are_told_apart() -> None:
    assert score(PROBE, Shown((NEW,)), TRUTH)["evidence is correct"] == 1
    misquoted = replace(NEW, events=("e0",))
    scored = score(PROBE, Shown((misquoted,)), TRUTH)
    assert (scored["evidence resolves"], scored["evidence is correct"]) == (1, 0)
    assert score(PROBE, Shown((replace(NEW, events=("gone",)),)), TRUTH)["evidence resolves"] == 0
