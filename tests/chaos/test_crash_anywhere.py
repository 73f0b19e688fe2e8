"""A process that dies at any AWS call of a whole life is finished by the next, to the same memory."""

from __future__ import annotations

import json

import pytest

from tests.chaos.conftest import sampled
from tests.chaos.faults import Call, Died, Fault, die_after, die_before, through
from tests.chaos.history import History, Meets
from tests.chaos.life import ACTS, LIFE

DEATHS = {"before a call": die_before, "after a call, before its reply": die_after}


def at(index: int, fault: Fault) -> Meets:
    def meets(call: Call) -> Fault:
        return fault if call.index == index else through

    return meets


def test_the_life_holds_what_a_death_could_cost(history: History) -> None:
    """Promotion, a conflict, a retraction, something forgotten, something faded, something published twice."""
    text = json.dumps(history.phases["consolidate again"].left, default=str)
    for reason in (
        "promoted to a page: ",
        "stale: ",
        "rejected: forgotten by the user",
        "retired: its decay score fell below the threshold",
        "dated again: relevance keeps it",
        "published: the selection changed",
    ):
        assert reason in text, reason
    assert len(history.phases["consolidate again"].left["sets"]) == 2


@pytest.mark.parametrize("phase", LIFE)
@pytest.mark.parametrize("death", DEATHS)
def test_a_process_that_dies_at_any_call_is_finished_by_the_next(history: History, phase: str, death: str) -> None:
    """A death leaves what the last write before it left, so that deaths after every write leave all there is."""
    lived = history.phases[phase]
    for index in sampled(lived.calls, writes=death.startswith("after"), stride=23):
        assert history.stop(lived, at(index, DEATHS[death])) is Died
        lived.phase(history.next_process())
        assert history.check_left(lived) == [], f"{phase}, {death}, {index}: {lived.calls[index].operation}"


@pytest.mark.parametrize("phase", ACTS)
def test_an_act_that_was_stored_counts_though_nobody_repeats_it(history: History, phase: str) -> None:
    lived = history.phases[phase]
    stored = next(call.index for call in reversed(lived.calls) if call.operation == "PutObject") + 1
    for index in range(stored + 1, len(lived.calls)):
        assert history.stop(lived, at(index, die_before)) is Died
        history.next_process()
        assert history.check_end(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"
