"""Words that end what is known and say nothing in its place."""

import pytest

from slowwave.domain.claims import Lane, Value, ValueKind
from slowwave.domain.doubts import unsettles
from tests.unit.domain.test_doubts import known, unclear

TEN = Value(ValueKind.TEXT, "9:30")
THIRD = Value(ValueKind.VERSION, "3")
YUKI = Value(ValueKind.TEXT, "yuki")


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("The standup is gone.", True),
        ("our standup is history now", True),
        ("btw the standup has been dropped", True),
        ("The standup is a thing of the past. We write instead.", True),
        ("The standup notes are gone.", False),
        ("the retro is history", False),
        ("the standup is gone through quickly", False),
        ("the standup was long", False),
    ],
)
def test_what_is_called_past_is_over_where_it_is_the_whole_subject(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(TEN, "standup")) is held


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("the api version has changed since", True),
        ("The api version was updated last week.", True),
        ("our api version is different now", True),
        ("the api has changed a lot", False),
        ("the client version has changed", False),
        ("the api version changed the way we work", False),
    ],
)
def test_a_slot_that_has_changed_waits_without_a_value_of_it(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(THIRD, "api version")) is held


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("Yuki is on leave, Omar is doing releases until june", True),
        ("Yuki's away for a while; Omar covers", True),
        ("Yuki left the company last month", True),
        ("Yuki has resigned.", True),
        ("Yuki no longer works here", True),
        ("Yuki is on leave this week", False),
        ("Yuki is out today", False),
        ("Yuki is off today, Omar does the release", False),
        ("Yuki left a comment on the release", False),
        ("Omar left the company last month", False),
    ],
)
def test_who_left_or_is_stood_in_for_holds_a_task_no_longer_for_sure(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(YUKI, "release manager")) is held


def test_a_safety_rule_is_never_held_back_by_them() -> None:
    assert not unsettles(unclear("The standup is gone."), known(TEN, "standup", lane=Lane.SAFETY))
