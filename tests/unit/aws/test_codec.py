"""Every domain value survives its stored form, whatever is in it, and equal values have equal text."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.adapters.aws import codec
from slowwave.domain.injection import InjectionSet, Pointer
from slowwave.domain.notes import Note, Observation
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Revision, Run
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt, InvalidInput

words = st.text(st.characters(codec="utf-8"), max_size=8)
zones = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=zones)  # noqa: DTZ001
plain: dict[Any, Any] = {
    str: words,
    int: st.integers(),
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    datetime: times,
    NoneType: st.none(),
    Scope: st.builds(Scope, tenant=st.just("acme"), agent=st.text("aä#/%.~", min_size=1, max_size=8)),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a domain type, every field filled."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in plain:
        return plain[hint]
    if origin in (Union, UnionType):
        return st.one_of([values(each) for each in arguments])
    if origin is Mapping:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=2)
    if origin is not None:
        return st.lists(values(arguments[0]), max_size=2).map(origin)
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    hints = get_type_hints(hint)
    return st.builds(hint, **{each.name: values(hints[each.name]) for each in fields(hint)})


policies = st.builds(
    AgentPolicy,
    scope=plain[Scope],
    half_life_days=st.floats(0.1, 3650),
    recency_weight=st.floats(0, 10),
    decay_threshold=st.floats(0, 10),
    repeat_sessions=st.integers(1, 50),
    inject_assumptions=st.booleans(),
)
ITEMS = {kind: values(kind) for kind in (Note, Observation, Page, Run, Revision, Pointer, InjectionSet)}
ITEMS[AgentPolicy] = policies


@pytest.mark.parametrize("kind", ITEMS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_value_survives_its_text(kind: type, data: st.DataObject) -> None:
    item = data.draw(ITEMS[kind])
    text = codec.dumps(item)
    back = codec.loads(kind, text)
    assert back == item
    assert codec.dumps(back) == text


@given(time=times, other=times)
def test_times_have_one_width_and_sort_as_text(time: datetime, other: datetime) -> None:
    assert len(codec.time_text(time)) == 32
    assert codec.parse_time(codec.time_text(time)) == time
    assert (codec.time_text(time) < codec.time_text(other)) == (time < other)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no zone"):
        codec.time_text(datetime(2026, 1, 1))  # noqa: DTZ001


def test_a_set_is_sorted() -> None:
    pointer = Pointer(Scope("a", "b"), "x", withheld=frozenset("dcba"))
    assert codec.encode(pointer)["withheld"] == ["a", "b", "c", "d"]


def test_missing_fields_take_their_defaults_and_unknown_ones_are_ignored() -> None:
    data = {"scope": {"tenant": "a", "agent": "b"}, "current": "x", "invented": 1}
    assert codec.decode(Pointer, data) == Pointer(Scope("a", "b"), "x")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"scope": {"tenant": "a"}, "current": "x"}',
        '{"scope": {"tenant": "a", "agent": "b"}, "current": 7}',
        '{"scope": {"tenant": "", "agent": "b"}, "current": "x"}',
        '{"scope": {"tenant": "a", "agent": "b"}, "current": "x", "withheld": 3}',
    ],
)
def test_what_has_another_shape_is_corrupt(text: str) -> None:
    with pytest.raises(Corrupt, match="Pointer"):
        codec.loads(Pointer, text)


def test_an_integer_in_a_float_field_hashes_as_the_float() -> None:
    scope = Scope("a", "b")
    assert codec.content_hash(AgentPolicy(scope, half_life_days=30)) == codec.content_hash(
        AgentPolicy(scope, half_life_days=30.0)
    )


def test_equal_instants_have_equal_text() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert codec.time_text(noon) == codec.time_text(noon.astimezone(timezone(timedelta(hours=9))))
