"""What only the AWS record store can be asked: object and index apart, damage, and the number of calls."""

import pytest

from slowwave.adapters.aws.records import S3RecordStore
from slowwave.errors import Corrupt, Unavailable
from slowwave.ports.records import RecordStore
from tests.contract.builders import SCOPE, T0, record
from tests.contract.conftest import BUCKET, Cloud


@pytest.fixture
def store(cloud: Cloud) -> RecordStore:
    return S3RecordStore(cloud.tables, cloud.clients.s3, BUCKET)


def test_an_object_is_named_by_scope_day_and_content(store: RecordStore, cloud: Cloud) -> None:
    store.append([record(1)], scope=SCOPE, received_at=T0)
    (key,) = cloud.raw_keys()
    assert key.startswith("raw/acme/dev/2026/01/12/")
    assert key.endswith(".jsonl")


def test_missing_index_items_are_written_when_the_object_is_there(store: RecordStore, cloud: Cloud) -> None:
    records = [record(n) for n in range(3)]
    store.append(records, scope=SCOPE, received_at=T0)
    for each in records:
        cloud.tables.record(pk="acme/dev#records", sk=each.id).delete()
    assert store.count(SCOPE)["records"] == 0
    again = store.append(records, scope=SCOPE, received_at=T0)
    assert again.stored == tuple(each.id for each in records)
    assert len(cloud.raw_keys()) == 1
    assert len(store.get(SCOPE, again.stored)) == 3


def test_a_batch_that_was_half_indexed_is_completed(store: RecordStore, cloud: Cloud) -> None:
    records = [record(n) for n in range(3)]
    store.append(records, scope=SCOPE, received_at=T0)
    cloud.tables.record(pk="acme/dev#records", sk=records[1].id).delete()
    again = store.append(records, scope=SCOPE, received_at=T0)
    assert (again.stored, again.duplicates) == ((records[1].id,), (records[0].id, records[2].id))
    assert dict(store.get(SCOPE, again.stored)) == {records[1].id: records[1]}


def test_records_claimed_by_a_concurrent_writer_are_duplicates(cloud: Cloud) -> None:
    other = S3RecordStore(cloud.tables, cloud.clients.s3, BUCKET)
    records = [record(n) for n in range(3)]

    def interleave(**_: object) -> None:
        cloud.clients.s3.meta.events.unregister("before-call.s3.PutObject", interleave)
        other.append(records[1:2], scope=SCOPE, received_at=T0)

    cloud.clients.s3.meta.events.register("before-call.s3.PutObject", interleave)
    mine = S3RecordStore(cloud.tables, cloud.clients.s3, BUCKET).append(records, scope=SCOPE, received_at=T0)
    assert (mine.stored, mine.duplicates) == ((records[0].id, records[2].id), (records[1].id,))
    assert len(other.get(SCOPE, [each.id for each in records])) == 3


def test_nothing_is_acknowledged_when_the_object_cannot_be_written(moto: Cloud) -> None:
    store = S3RecordStore(moto.tables, moto.clients.s3, BUCKET)
    moto.clients.s3.delete_bucket(Bucket=BUCKET)
    with pytest.raises(Unavailable, match="NoSuchBucket"):
        store.append([record(1)], scope=SCOPE, received_at=T0)
    assert store.count(SCOPE)["records"] == 0


def test_changed_bytes_are_found_by_range_and_by_whole_object(store: RecordStore, cloud: Cloud) -> None:
    records = [record(1), record(2)]
    store.append(records, scope=SCOPE, received_at=T0)
    (key,) = cloud.raw_keys()
    body = cloud.clients.s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()
    cloud.clients.s3.put_object(Bucket=BUCKET, Key=key, Body=body.replace(b"event 2", b"event 3"))
    assert store.get(SCOPE, [records[0].id]) == {records[0].id: records[0]}
    for asked in ([records[1].id], [each.id for each in records]):
        with pytest.raises(Corrupt, match=records[1].id):
            store.get(SCOPE, asked)


def test_a_lost_object_is_corruption(store: RecordStore, cloud: Cloud) -> None:
    store.append([record(1)], scope=SCOPE, received_at=T0)
    cloud.clients.s3.delete_object(Bucket=BUCKET, Key=cloud.raw_keys()[0])
    with pytest.raises(Corrupt, match="raw object"):
        store.get(SCOPE, [record(1).id])


def test_batches_over_500_records_or_4_megabytes_are_split(home: Cloud) -> None:
    store = S3RecordStore(home.tables, home.clients.s3, BUCKET)
    store.append([record(n) for n in range(501)], scope=SCOPE, received_at=T0)
    assert len(home.raw_keys()) == 2
    large = [record(1000 + n, text="x" * 1_500_000) for n in range(3)]
    store.append(large, scope=SCOPE, received_at=T0)
    assert len(home.raw_keys()) == 4


@pytest.mark.parametrize("stored_before", [0, 1000])
def test_the_calls_of_a_batch_follow_its_size_and_not_what_is_stored(home: Cloud, stored_before: int) -> None:
    store = S3RecordStore(home.tables, home.clients.s3, BUCKET)
    store.append([record(n) for n in range(stored_before)], scope=SCOPE, received_at=T0)
    batch = [record(5000 + n) for n in range(100)]
    calls = home.calls()
    store.append(batch, scope=SCOPE, received_at=T0)
    assert calls == ["BatchGetItem", "BatchGetItem", "PutObject", "TransactWriteItems"]  # known? erased?
    calls.clear()
    store.append(batch, scope=SCOPE, received_at=T0)
    assert calls == ["BatchGetItem"]
    calls.clear()
    store.neighbourhood(SCOPE, "s-1", [each.id for each in batch], look_back=12)
    assert calls[:3] == ["BatchGetItem", "Query", "Query"]
    assert set(calls[3:]) == {"GetObject"}


def test_a_late_record_does_not_make_the_session_between_be_read(home: Cloud) -> None:
    store = S3RecordStore(home.tables, home.clients.s3, BUCKET)
    store.append([record(n) for n in range(1000)], scope=SCOPE, received_at=T0)
    unread = [record(1).id, record(998).id]
    found = store.neighbourhood(SCOPE, "s-1", unread, look_back=3)
    assert [each.id for each in found.records] == [record(n).id for n in (0, 1, 2, 3, 4, 995, 996, 997, 998, 999)]


def test_a_record_in_an_object_of_its_own_is_read_from_it_once(home: Cloud) -> None:
    store = S3RecordStore(home.tables, home.clients.s3, BUCKET)
    long = record(3, text="x" * 10_000)
    for each in (record(1), record(2), long):
        store.append([each], scope=SCOPE, received_at=T0)
    calls = home.calls()
    ids = [record(1).id, record(2).id, long.id]
    assert store.get(SCOPE, ids) == store.get(SCOPE, ids) == {each.id: each for each in (record(1), record(2), long)}
    assert calls.count("GetObject") == 2 + 2  # the long one each time
