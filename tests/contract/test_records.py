"""The promises of `ports.records.RecordStore`."""

import random
from datetime import timedelta, timezone

import pytest

from slowwave.domain.records import Attachment, Outcome, Record, ToolUse
from slowwave.errors import InvalidInput
from slowwave.ports.records import RecordStore
from tests.contract.builders import NEIGHBOURS, SCOPE, T0, minutes, record
from tests.contract.conftest import Ports


@pytest.fixture
def store(ports: Ports) -> RecordStore:
    return ports.records


def ids(records: list[Record]) -> list[str]:
    return [each.id for each in records]


def append(store: RecordStore, records: list[Record]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    result = store.append(records, scope=SCOPE, received_at=T0)
    return result.stored, result.duplicates


def test_a_record_comes_back_as_it_was_with_its_zone(store: RecordStore) -> None:
    odd = record(
        text="naïve 𝔘𝔫𝔦𝔠𝔬𝔡𝔢\nsecond line\u2028",
        event_time=T0.astimezone(timezone(timedelta(hours=5, minutes=45))),
        sequence=7,
        tool=ToolUse("c-1", "Bash", command="ls", files_read=("a", "b"), outcome=Outcome.FAILED),
        attachments=(Attachment("image/png", "line 12", 4096),),
        metadata={"model": "m-1"},
    )
    append(store, [odd])
    back = store.get(SCOPE, [odd.id])[odd.id]
    assert back == odd
    assert back.event_time.utcoffset() == odd.event_time.utcoffset()


def test_only_ids_that_exist_come_back(store: RecordStore) -> None:
    records = [record(n) for n in range(5)]
    append(store, records)
    wanted = [records[4].id, "r-unknown", records[1].id, records[4].id]
    assert dict(store.get(SCOPE, wanted)) == {each.id: each for each in (records[1], records[4])}
    assert store.get(SCOPE, []) == {}


def test_a_second_record_with_the_same_id_in_a_batch_is_a_duplicate_and_the_first_is_kept(store: RecordStore) -> None:
    first, second = record(1, text="first"), record(1, text="second")
    assert append(store, [first, record(2), second]) == ((first.id, record(2).id), (first.id,))
    assert store.get(SCOPE, [first.id])[first.id].text == "first"


def test_records_of_an_earlier_batch_are_duplicates_and_the_rest_is_stored(store: RecordStore) -> None:
    records = [record(n) for n in range(6)]
    append(store, records[:4])
    assert append(store, records[2:]) == (tuple(ids(records[4:])), tuple(ids(records[2:4])))
    assert append(store, records) == ((), tuple(ids(records)))
    assert store.count(SCOPE) == {"records": 6, "unread": 6}


def test_an_empty_batch_is_fine(store: RecordStore) -> None:
    assert append(store, []) == ((), ())


def test_a_batch_with_a_record_of_another_scope_is_refused_whole(store: RecordStore) -> None:
    with pytest.raises(InvalidInput, match="another scope"):
        append(store, [record(1), record(2, scope=NEIGHBOURS[0])])
    assert store.count(SCOPE)["records"] == 0


def test_a_large_batch_is_stored_whole_and_in_order(store: RecordStore) -> None:
    records = [record(n) for n in range(101)]
    assert append(store, records) == (tuple(ids(records)), ())
    assert store.get(SCOPE, [records[0].id, records[77].id, records[100].id]).keys() == {
        records[0].id,
        records[77].id,
        records[100].id,
    }


def test_large_texts_are_stored(store: RecordStore) -> None:
    records = [record(n, text=f"{n}" + "ü" * 1_500_000) for n in range(3)]
    append(store, records)
    assert dict(store.get(SCOPE, ids(records))) == {each.id: each for each in records}


def test_unread_ids_come_oldest_first_by_session_up_to_the_limit(store: RecordStore) -> None:
    records = [record(n, session=f"s-{n % 2}") for n in range(8)]
    shuffled = random.Random(1).sample(records, len(records))
    append(store, shuffled)
    assert store.unread_sessions(SCOPE, limit=5) == {
        "s-0": [records[0].id, records[2].id, records[4].id],
        "s-1": [records[1].id, records[3].id],
    }
    assert sum(map(len, store.unread_sessions(SCOPE, limit=100).values())) == 8


def test_read_records_leave_the_unread_index_and_stay_readable(store: RecordStore) -> None:
    records = [record(n) for n in range(120)]
    append(store, records)
    for _ in range(2):
        store.mark_read(SCOPE, [*ids(records[:110]), "r-unknown"], run_id="run-1")
    assert store.unread_sessions(SCOPE, limit=100) == {"s-1": ids(records[110:])}
    assert store.count(SCOPE) == {"records": 120, "unread": 10}
    assert store.get(SCOPE, [records[0].id])


def test_a_read_record_delivered_again_stays_read(store: RecordStore) -> None:
    append(store, [record(1)])
    store.mark_read(SCOPE, [record(1).id], run_id="run-1")
    append(store, [record(1)])
    assert store.unread_sessions(SCOPE, limit=10) == {}


def reading(store: RecordStore, unread: list[Record], *, look_back: int) -> list[Record]:
    found = store.neighbourhood(SCOPE, "s-1", ids(unread), look_back=look_back)
    assert found.unread == frozenset(ids(unread))
    return list(found.records)


def stored_session(store: RecordStore, length: int, *, unread: set[int]) -> list[Record]:
    records = [record(n) for n in range(length)]
    append(store, [*records, record(3, session="other")])
    store.mark_read(SCOPE, [each.id for n, each in enumerate(records) if n not in unread], run_id="run-1")
    return records


@pytest.mark.parametrize(
    ("unread", "look_back", "expected"),
    [
        ({5}, 2, [3, 4, 5, 6, 7]),
        ({0}, 3, [0, 1, 2, 3]),
        ({9}, 3, [6, 7, 8, 9]),
        ({5}, 0, [5]),
        ({4, 6}, 0, [4, 6]),
        ({4, 5, 6}, 1, [3, 4, 5, 6, 7]),
        ({2, 5}, 1, [1, 2, 3, 4, 5, 6]),
        ({1, 8}, 1, [0, 1, 2, 7, 8, 9]),
        ({0, 9}, 100, list(range(10))),
        (set(range(10)), 2, list(range(10))),
    ],
)
def test_the_neighbourhood_is_what_lies_around_each_unread_record(
    store: RecordStore, unread: set[int], look_back: int, expected: list[int]
) -> None:
    records = stored_session(store, 10, unread=unread)
    found = reading(store, [records[n] for n in sorted(unread)], look_back=look_back)
    assert found == [records[n] for n in expected]


def test_records_that_share_a_time_are_ordered_by_sequence_then_id(store: RecordStore) -> None:
    tied = [record(n, event_time=T0, sequence=[3, -2, 10, 10, 0][n]) for n in range(5)]
    append(store, tied)
    assert reading(store, [tied[4]], look_back=1) == sorted(tied, key=lambda each: each.order)[:3]
    assert reading(store, tied, look_back=1) == sorted(tied, key=lambda each: each.order)


def test_zones_do_not_disturb_the_order(store: RecordStore) -> None:
    early = record(1, event_time=minutes(1).astimezone(timezone(timedelta(hours=9))))
    late = record(2, event_time=minutes(2).astimezone(timezone(timedelta(hours=-9))))
    append(store, [late, early])
    assert reading(store, [early, late], look_back=1) == [early, late]


def test_only_unread_records_of_the_session_count_as_unread(store: RecordStore) -> None:
    records = stored_session(store, 4, unread={1})
    asked = [records[1].id, records[2].id, record(3, session="other").id, "r-unknown"]
    assert store.neighbourhood(SCOPE, "s-1", asked, look_back=0).unread == {records[1].id}


def test_an_unread_neighbour_that_was_not_asked_for_is_context(store: RecordStore) -> None:
    records = stored_session(store, 4, unread={1, 2})
    found = store.neighbourhood(SCOPE, "s-1", [records[1].id], look_back=1)
    assert found.unread == {records[1].id}
    assert list(found.records) == records[:3]


def test_session_names_may_be_anything(store: RecordStore) -> None:
    names = ["a#b", "a", "b/..", "é" * 900, "a" * 3000]
    records = [record(1, session=name, source_id=f"e-{i}") for i, name in enumerate(names)]
    append(store, records)
    for each in records:
        assert list(store.neighbourhood(SCOPE, each.session, [each.id], look_back=5).records) == [each]


def test_scopes_do_not_see_each_other(store: RecordStore) -> None:
    mine = {scope: record(1, scope=scope, text=scope.key) for scope in NEIGHBOURS}
    for scope, each in mine.items():
        store.append([each], scope=scope, received_at=T0)
    all_ids = [each.id for each in mine.values()]
    for scope, each in mine.items():
        assert dict(store.get(scope, all_ids)) == {each.id: each}
        assert store.unread_sessions(scope, limit=10) == {"s-1": [each.id]}
        assert store.neighbourhood(scope, "s-1", all_ids, look_back=9).records == (each,)
        assert store.count(scope) == {"records": 1, "unread": 1}
    store.mark_read(NEIGHBOURS[0], all_ids, run_id="run-1")
    assert [store.count(scope)["unread"] for scope in NEIGHBOURS] == [0] + [1] * (len(NEIGHBOURS) - 1)
