"""Identity: scopes that cannot reach into each other, records that are the same wherever they are read, accounts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slowwave.domain.hashing import canonical_json, short_id
from slowwave.domain.records import Actor, Kind, Origin, is_from_the_future, redacted
from slowwave.domain.runs import Account, Revision, Run, Stage
from slowwave.domain.scope import MAX_ID_LENGTH, Scope, encode
from slowwave.domain.windows import LOOK_BACK, Window
from slowwave.errors import InvalidInput, InvalidRecord
from tests.unit.domain.builders import SCOPE, START, record

TRICKY = ["a", "b", "a/b", "a#b", "a.b", "%2F", "a%2Fb", "..", " a", "ä", "ä", "名", "a~", "a-b", "a_b", "🙂", "A"]
ids = st.sampled_from(TRICKY) | st.text(
    st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=MAX_ID_LENGTH
).filter(lambda text: bool(text.strip()))
scopes = st.builds(Scope, ids, ids)


@given(scopes)
def test_a_scope_survives_its_key(scope: Scope) -> None:
    assert Scope.from_key(scope.key) == scope


@given(scopes, scopes)
def test_no_scope_reaches_into_another_by_prefix(one: Scope, other: Scope) -> None:
    assume(one != other)
    assert one.key != other.key
    for separator in ("/", "#"):
        assert not (other.key + separator).startswith(one.key + separator)


@given(ids)
def test_an_encoded_id_joins_with_any_separator(text: str) -> None:
    assert set(encode(text)).isdisjoint("/#.: \n")


@pytest.mark.parametrize("bad", ["", " ", "a\nb", "a\x00", "a\x7f", "a\x85", "\ud800", "x" * 129])
def test_an_id_that_is_empty_too_long_or_unprintable_is_refused(bad: str) -> None:
    for tenant, agent in ((bad, "a"), ("a", bad)):
        with pytest.raises(InvalidInput):
            Scope(tenant, agent)


def test_a_source_id_copied_into_another_session_is_the_same_record() -> None:
    one = record("hello", session="s1", source_id="e-1")
    assert record("hello", session="fork", source_id="e-1", at=START + timedelta(days=1)).id == one.id
    assert record("hello", session="s1", source_id="e-2").id != one.id
    assert replace(one, scope=Scope("acme", "other")).id != one.id


@given(st.integers(-14 * 60, 14 * 60))
def test_one_instant_in_any_zone_gives_one_id_and_one_order(minutes: int) -> None:
    moved = START.astimezone(timezone(timedelta(minutes=minutes)))
    assert record("hello", at=moved).id == record("hello").id
    assert record("hello", at=moved).order == record("hello").order


@pytest.mark.parametrize(
    "change",
    [
        {"session": "s2"},
        {"actor": Actor.ASSISTANT},
        {"kind": Kind.THINKING},
        {"text": "other"},
        {"sequence": 1},
        {"event_time": START + timedelta(microseconds=1)},
    ],
)
def test_without_a_source_id_the_content_is_the_id(change: dict[str, object]) -> None:
    assert replace(record("hello"), **change).id != record("hello").id  # type: ignore[arg-type]


def test_origin_and_metadata_are_outside_the_id() -> None:
    assert replace(record("hello"), origin=Origin.WEB, metadata={"a": "b"}).id == record("hello").id


def test_a_redacted_copy_keeps_the_id_of_its_record() -> None:
    copy = redacted(record("my key"), lambda text: text.replace("key", "███"))
    assert (copy.text, copy.id) == ("my ███", record("my key").id)


def test_a_record_without_zone_or_session_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="no zone"):
        record("hello", at=datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(InvalidRecord, match="session"):
        record("hello", session="")


def test_a_record_more_than_five_minutes_ahead_of_its_arrival_is_from_the_future() -> None:
    assert not is_from_the_future(record("hello"), START - timedelta(minutes=5))
    assert is_from_the_future(record("hello"), START - timedelta(minutes=5, microseconds=1))


def test_parts_of_an_id_cannot_run_into_each_other() -> None:
    assert short_id("n", "ab", "c") != short_id("n", "a", "bc")
    assert short_id("n", 1) != short_id("n", "1")
    assert canonical_json({"b": 1, "a": "ä"}) == '{"a":"ä","b":1}'.encode()


counts = st.integers(0, 50)
accounts = st.builds(
    Account, counts, counts, counts, counts, counts, st.dictionaries(st.sampled_from("abc"), st.integers(1, 9))
)


@given(accounts, accounts, accounts)
def test_accounts_add_up_in_any_order(one: Account, two: Account, three: Account) -> None:
    assert one.plus(two) == two.plus(one)
    assert one.plus(two).plus(three) == one.plus(two.plus(three))
    assert one.plus(Account()) == one
    assert one.plus(two).inputs == one.inputs + two.inputs


def test_a_move_between_parts_leaves_the_inputs_alone() -> None:
    moved = Account(pending=2, reasons={"a": 1}).plus(Account(promoted=1, pending=-1, reasons={"a": -1}))
    assert moved == Account(promoted=1, pending=1)
    assert moved.inputs == 2


def test_the_counts_of_a_stage_add_up() -> None:
    run = Run(SCOPE, "run-1", START, 1, "1").counted(Stage.DECAY, due=2).counted(Stage.DECAY, due=1, kept=4)
    assert run.counts == {"decay": {"due": 3, "kept": 4}}


@pytest.mark.parametrize(
    "change",
    [
        {"sequence": 2},
        {"item_id": "n-2"},
        {"to_version": 2},
        {"state": "retired"},
        {"reason": "other"},
        {"commitment": "c"},
        {"schema": 3},
        {"previous": "p"},
        {"at": START + timedelta(seconds=1)},
        {"scope": Scope("acme", "other")},
    ],
)
def test_no_field_of_a_revision_can_change_without_its_hash(change: dict[str, object]) -> None:
    revision = Revision(SCOPE, 1, "note", "n-1", 1, "active", "why", "run-1", START, ("r-1",), "h", "")
    assert replace(revision, **change).hash != revision.hash  # type: ignore[arg-type]


def test_a_window_looks_back_a_fixed_number_of_records_and_never_ahead() -> None:
    records = tuple(record(str(n), at=START + timedelta(minutes=n)) for n in range(20))
    window = Window("s1", records, frozenset())
    assert window.before(records[0]) == ()
    assert window.before(records[3]) == records[:3]
    assert window.before(records[19]) == records[19 - LOOK_BACK : 19]


def test_times_in_other_zones_fold_in_the_order_of_their_instants() -> None:
    early = record("a", at=datetime(2026, 1, 1, 23, tzinfo=timezone(timedelta(hours=9))))
    late = record("b", at=datetime(2026, 1, 1, 20, tzinfo=UTC))
    assert sorted([late, early], key=lambda each: each.order) == [early, late]
