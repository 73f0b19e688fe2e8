"""Capture: every event is accounted for, one bad event costs no other, and what is stored is acknowledged once."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.errors import InvalidInput
from slowwave.online.capture import MAX_BATCH, run
from tests.unit.domain.builders import SCOPE, START
from tests.unit.stages.fakes import FakeRecords, FakeRegistry, Shelves

GOOD: dict[str, Any] = {"session": "s", "actor": "user", "text": "hi", "event_time": "2026-01-01T00:00:00+00:00"}
EARLY = {**GOOD, "event_time": "2026-01-01T01:00:00+00:00"}
BAD = {**GOOD, "actor": "robot"}


def captured(body: list[Any], shelves: Shelves | None = None) -> dict[str, Any]:
    shelves = shelves or Shelves()
    return run(
        body,
        scope=SCOPE,
        records=FakeRecords(shelves),
        registry=FakeRegistry(shelves),
        clock=lambda: START + timedelta(minutes=1),
    )


@given(st.lists(st.sampled_from([GOOD, EARLY, BAD, {**GOOD, "text": "other"}, "junk", None]), max_size=8))
def test_the_parts_of_a_receipt_add_up_and_name_the_position_of_each_failure(body: list[Any]) -> None:
    receipt = captured(body)
    assert receipt["stored"] + receipt["duplicate"] + len(receipt["failed"]) == len(body)
    wrong = [place for place, each in enumerate(body) if each in (EARLY, BAD, "junk", None)]
    assert [each["position"] for each in receipt["failed"]] == wrong
    assert all(each["reason"] for each in receipt["failed"])


def test_the_same_batch_again_stores_nothing_and_does_not_wake_the_scope() -> None:
    shelves = Shelves()
    assert captured([GOOD, GOOD], shelves) == {"stored": 1, "duplicate": 1, "failed": []}
    assert shelves.ready == {SCOPE: START}
    shelves.ready.clear()
    shelves.unread.clear()
    assert captured([GOOD], shelves) == {"stored": 0, "duplicate": 1, "failed": []}
    assert not shelves.ready


def test_a_batch_whose_first_delivery_was_stopped_before_the_mark_wakes_the_scope_when_it_comes_again() -> None:
    shelves = Shelves()
    captured([GOOD], shelves)
    shelves.ready.clear()
    assert captured([GOOD], shelves) == {"stored": 0, "duplicate": 1, "failed": []}
    assert shelves.ready == {SCOPE: START}


def test_an_event_from_the_future_is_refused_with_what_to_do() -> None:
    (failure,) = captured([EARLY])["failed"]
    assert "correct the clock" in failure["reason"]


@pytest.mark.parametrize(
    "time", ["0001-01-01T00:00:00-14:00", "1969-12-31T23:59:59+00:00", "1970-01-01T00:00:00+01:00"]
)
def test_an_event_of_before_there_were_clocks_is_refused_with_what_to_do(time: str) -> None:
    (failure,) = captured([{**GOOD, "event_time": time}])["failed"]
    assert "correct the clock" in failure["reason"]
    assert captured([{**GOOD, "event_time": "1970-01-01T00:00:00+00:00"}])["stored"] == 1


def test_a_batch_over_the_limit_is_refused_whole() -> None:
    shelves = Shelves()
    with pytest.raises(InvalidInput, match="at most"):
        captured([GOOD] * (MAX_BATCH + 1), shelves)
    assert not shelves.records
