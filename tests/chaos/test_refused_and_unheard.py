"""Calls that a service refuses, and answers that never arrive: sent again, they change nothing; refused for ever, they
surface as `Unavailable`, and the next process finishes.
"""

from __future__ import annotations

import pytest

from slowwave.adapters.aws.retrying import ATTEMPTS
from slowwave.errors import Unavailable
from tests.chaos.conftest import sampled
from tests.chaos.faults import Call, Fault, answer_lost, throttle, through
from tests.chaos.history import History, Meets
from tests.chaos.life import LIFE


def between(first: int, last: int, fault: Fault) -> Meets:
    def meets(call: Call) -> Fault:
        return fault if first <= call.index < last else through

    return meets


def two_of_three(call: Call) -> Fault:
    return through if call.index % 3 == 2 else throttle


@pytest.mark.parametrize("phase", LIFE)
def test_a_call_that_is_refused_a_few_times_goes_through(history: History, phase: str) -> None:
    lived = history.phases[phase]
    for index in sampled(lived.calls, stride=29):
        assert history.stop(lived, between(index, index + ATTEMPTS - 1, throttle)) is None
        assert history.check_same(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"
    assert history.stop(lived, two_of_three) is None
    assert history.check_same(lived) == [], f"{phase}, every call"


@pytest.mark.parametrize("phase", LIFE)
def test_a_service_that_refuses_for_ever_is_unavailable_and_the_next_process_finishes(
    history: History, phase: str
) -> None:
    lived = history.phases[phase]
    for index in sampled(lived.calls, stride=19):
        assert history.stop(lived, between(index, 10**9, throttle)) is Unavailable
        lived.phase(history.next_process())
        assert history.check_left(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"


@pytest.mark.parametrize("phase", [name for name in LIFE if name.startswith("consolidate")])
def test_a_run_that_was_reported_as_failed_leaves_the_rest_to_the_next_run(history: History, phase: str) -> None:
    lived = history.phases[phase]
    for index in sampled(lived.calls, stride=19):
        assert history.stop(lived, between(index, index + ATTEMPTS, throttle)) is Unavailable
        lived.phase(history.next_process())
        assert history.check_known(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"


@pytest.mark.parametrize("phase", LIFE)
def test_a_call_whose_answer_was_lost_is_sent_again_and_applied_once(history: History, phase: str) -> None:
    lived = history.phases[phase]
    for index in sampled(lived.calls, writes=True, stride=29):
        assert history.stop(lived, between(index, index + 1, answer_lost)) is None
        assert history.check_same(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"
