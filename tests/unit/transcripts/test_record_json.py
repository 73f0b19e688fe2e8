"""A record survives its JSON form, and a malformed object is refused with the field's name."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.record_json import clean, decode, encode, may_claim
from slowwave.domain.records import Actor, Attachment, Kind, Origin, Outcome, Record, ToolUse
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidRecord

SCOPE = Scope("acme", "dev")
GOOD = {"session": "s", "actor": "user", "text": "Use tabs.", "event_time": "2026-01-12T15:08:38+01:00"}

words = st.text(max_size=20)
zones = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
tools = st.builds(
    ToolUse,
    call_id=words,
    name=words,
    command=words,
    files_read=st.lists(words, max_size=3).map(tuple),
    files_edited=st.lists(words, max_size=3).map(tuple),
    outcome=st.sampled_from(Outcome),
)
attachments = st.builds(Attachment, media_type=words, location=words, bytes=st.integers(0, 10**9))
records = st.builds(
    Record,
    scope=st.just(SCOPE),
    session=st.text(min_size=1, max_size=20),
    actor=st.sampled_from(Actor),
    kind=st.sampled_from(Kind),
    origin=st.sampled_from(Origin),
    text=words,
    event_time=st.datetimes(timezones=zones, min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1)),  # noqa: DTZ001
    sequence=st.integers(0, 10**6),
    source_id=st.none() | words,
    tool=st.none() | tools,
    attachments=st.lists(attachments, max_size=2).map(tuple),
    metadata=st.dictionaries(words, words, max_size=3),
)


@given(records)
def test_a_record_survives_its_json_form_with_its_id_and_its_offset(record: Record) -> None:
    back = decode(json.loads(json.dumps(encode(record))), SCOPE)
    assert back == record
    assert back.id == record.id
    assert back.event_time.utcoffset() == record.event_time.utcoffset()


def test_kind_and_origin_have_defaults_and_unknown_fields_are_ignored() -> None:
    record = decode({**GOOD, "mood": "sunny"}, SCOPE)
    assert (record.kind, record.origin) == (Kind.MESSAGE, Origin.USER)
    assert decode({**GOOD, "actor": "system"}, SCOPE).origin is Origin.FILE


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"session": None}, "session"),
        ({"session": ""}, "session"),
        ({"text": 7}, "text"),
        ({"actor": "robot"}, "actor"),
        ({"event_time": "2026-01-12T15:08:38"}, "no zone"),
        ({"event_time": "yesterday"}, "event_time"),
        ({"sequence": True}, "sequence"),
        ({"tool": []}, "tool"),
        ({"tool": {"call_id": "c", "files_read": [1]}}, "files_read"),
        ({"attachments": "x"}, "attachments"),
        ({"metadata": {"a": 1}}, "'a'"),
    ],
)
def test_a_wrong_field_is_refused_by_name(change: dict[str, object], names: str) -> None:
    with pytest.raises(InvalidRecord, match=names):
        decode({**GOOD, **change}, SCOPE)


def test_something_other_than_an_object_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="JSON object"):
        decode(["user", "hello"], SCOPE)


def test_lone_surrogates_become_replacement_characters_and_pairs_become_one() -> None:
    assert clean("a\ud800b") == "a\ufffdb"
    assert clean("\ud83d\ude00") == "\U0001f600"
    assert decode({**GOOD, "text": "\udfff"}, SCOPE).id


def test_only_the_user_may_claim_the_users_words() -> None:
    claims = {
        (actor, origin) for actor in Actor for origin in (Origin.USER, Origin.OPERATOR) if may_claim(actor, origin)
    }
    assert claims == {(Actor.USER, Origin.USER), (Actor.OPERATOR, Origin.OPERATOR)}
    assert may_claim(Actor.USER, Origin.FILE)


def test_the_json_form_leaves_out_what_is_empty() -> None:
    record = Record(SCOPE, "s", Actor.USER, Kind.MESSAGE, Origin.USER, "hi", datetime(2026, 1, 1, tzinfo=UTC))
    assert set(encode(record)) == {"session", "actor", "kind", "origin", "text", "event_time"}
