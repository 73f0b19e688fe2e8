"""The promises of `ports.records.RecordLog`."""

from datetime import timedelta

import pytest

from slowwave.adapters.aws.records import S3RecordStore
from slowwave.errors import Corrupt
from slowwave.ports.records import Logged
from tests.contract.builders import NEIGHBOURS, SCOPE, T0, record
from tests.contract.conftest import BUCKET, Cloud

LATER = T0 + timedelta(days=1)


@pytest.fixture
def store(cloud: Cloud) -> S3RecordStore:
    return S3RecordStore(cloud.tables, cloud.clients.s3, BUCKET)


def test_the_history_is_every_record_once_as_it_arrived_with_the_run_that_read_it(store: S3RecordStore) -> None:
    first, second = [record(n) for n in (5, 1, 3)], [record(n) for n in (4, 2)]
    store.append(second, scope=SCOPE, received_at=LATER)
    store.append(first, scope=SCOPE, received_at=T0)
    store.append(first, scope=SCOPE, received_at=LATER)
    store.mark_read(SCOPE, [first[1].id], run_id="run-1")
    assert list(store.history(SCOPE)) == [
        *(Logged(each, T0, "run-1" if each is first[1] else "") for each in first),
        *(Logged(each, LATER) for each in second),
    ]


def test_histories_of_scopes_do_not_mix(store: S3RecordStore) -> None:
    for number, scope in enumerate(NEIGHBOURS):
        store.append([record(number, scope=scope)], scope=scope, received_at=T0)
    for number, scope in enumerate(NEIGHBOURS):
        assert [each.record for each in store.history(scope)] == [record(number, scope=scope)]


def test_a_record_that_is_not_what_was_stored_ends_the_history(store: S3RecordStore, cloud: Cloud) -> None:
    store.append([record(1), record(2)], scope=SCOPE, received_at=T0)
    (key,) = cloud.raw_keys()
    body = cloud.clients.s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()
    cloud.clients.s3.put_object(Bucket=BUCKET, Key=key, Body=body.replace(b"user", b"tool"))
    with pytest.raises(Corrupt, match="does not have the bytes"):
        list(store.history(SCOPE))
