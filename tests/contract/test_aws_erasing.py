"""What is erased is in no version of any object, a governance lock or not, and nothing else is lost with it."""

import pytest
from botocore.exceptions import ClientError

from slowwave.adapters.aws.eraser import StoredEraser
from slowwave.adapters.aws.holdings import StoredHoldings
from slowwave.adapters.aws.records import S3RecordStore
from slowwave.domain.erasures import blind
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt
from tests.contract.builders import SCOPE, T0, record
from tests.contract.conftest import Cloud

LOCKED = "locked"
SETS = "plain"
KEY = "ab" * 32
OTHER = Scope(SCOPE.tenant, f"{SCOPE.agent}-2")


class Store:
    """A bucket of raw records that keeps versions under a lock, and one of sets."""

    def __init__(self, cloud: Cloud) -> None:
        self.s3 = cloud.clients.s3
        self.records = S3RecordStore(cloud.tables, self.s3, LOCKED)
        self.eraser = StoredEraser(cloud.tables, self.s3, raw=LOCKED, sets=SETS)
        self.holdings = StoredHoldings(cloud.tables, self.s3, raw=LOCKED, sets=SETS)

    def bodies(self) -> list[str]:
        versions = self.s3.list_object_versions(Bucket=LOCKED).get("Versions", [])
        return [
            self.s3.get_object(Bucket=LOCKED, Key=each["Key"], VersionId=each["VersionId"])["Body"].read().decode()
            for each in versions
        ]


@pytest.fixture
def store(moto: Cloud) -> Store:
    s3 = moto.clients.s3
    s3.create_bucket(Bucket=LOCKED, ObjectLockEnabledForBucket=True)
    s3.create_bucket(Bucket=SETS)
    s3.put_object_lock_configuration(
        Bucket=LOCKED,
        ObjectLockConfiguration={
            "ObjectLockEnabled": "Enabled",
            "Rule": {"DefaultRetention": {"Mode": "GOVERNANCE", "Days": 30}},
        },
    )
    return Store(moto)


def test_a_line_leaves_a_locked_object_of_which_every_version_goes_and_the_others_stay(store: Store) -> None:
    kept = [record(1), record(3)]
    store.records.append([record(1), record(2), record(3)], scope=SCOPE, received_at=T0)
    (entry,) = store.s3.list_object_versions(Bucket=LOCKED)["Versions"]
    with pytest.raises(ClientError):
        store.s3.delete_object(Bucket=LOCKED, Key=entry["Key"], VersionId=entry["VersionId"])
    store.s3.delete_object(Bucket=LOCKED, Key=entry["Key"])  # a delete marker hides it, and removes nothing
    store.s3.put_object(Bucket=LOCKED, Key=entry["Key"], Body=store.bodies()[0].encode())
    store.eraser.drop_records(SCOPE, {record(2).id}, reread={record(3).id})
    assert not [body for body in store.bodies() if "event 2" in body]
    assert "DeleteMarkers" not in store.s3.list_object_versions(Bucket=LOCKED)
    ids = [each.id for each in (*kept, record(2))]
    assert store.records.get(SCOPE, ids) == {each.id: each for each in kept}
    assert store.records.count(SCOPE) == {"records": 2, "unread": 2}
    before = store.bodies()
    store.eraser.drop_records(SCOPE, {record(2).id}, reread=())
    assert store.bodies() == before


def test_a_copy_that_nothing_points_at_goes_too(store: Store) -> None:
    store.records.append([record(1)], scope=SCOPE, received_at=T0)
    (body,) = store.bodies()
    store.s3.put_object(Bucket=LOCKED, Key=f"raw/{SCOPE.key}/2026/01/01/never-acknowledged.jsonl", Body=body.encode())
    store.eraser.drop_records(SCOPE, {record(1).id}, reread=())
    assert store.bodies() == []
    assert [*store.holdings.raw(SCOPE)] == []


def test_a_damaged_line_is_named_and_nothing_is_removed(store: Store) -> None:
    store.records.append([record(1)], scope=SCOPE, received_at=T0)
    store.s3.put_object(Bucket=LOCKED, Key=f"raw/{SCOPE.key}/2026/01/01/0.jsonl", Body=b"{\n")
    before = store.bodies()
    with pytest.raises(Corrupt, match="line 1 of raw object"):
        store.eraser.drop_records(SCOPE, {record(2).id}, reread=())
    with pytest.raises(Corrupt, match="line 1 of raw object"):
        list(store.holdings.raw(SCOPE))
    assert store.bodies() == before


def test_what_was_erased_is_refused_by_a_keyed_hash_and_in_its_scope_alone(store: Store) -> None:
    batch = [record(1), record(2)]
    assert store.eraser.blinded(SCOPE, [record(1).id]) == {}
    buried = store.eraser.bury(SCOPE, [record(1).id], key=KEY)
    assert buried == {record(1).id: blind(KEY, record(1).id)}
    assert store.eraser.bury(SCOPE, [record(1).id], key="cd" * 32) == buried
    appended = store.records.append(batch, scope=SCOPE, received_at=T0)
    assert (appended.stored, appended.erased, appended.unread) == ((record(2).id,), (record(1).id,), (record(2).id,))
    stranger = record(1, scope=OTHER)
    assert store.records.append([stranger], scope=OTHER, received_at=T0).stored == (stranger.id,)
    assert record(1).id not in " ".join(each.text for each in store.holdings.places(SCOPE))


def test_a_derived_object_is_removed_or_replaced_in_every_version(store: Store) -> None:
    keys = [f"reports/{SCOPE.key}/run-1.json", f"replies/{SCOPE.key}/q.json", f"replies/{OTHER.key}/q.json"]
    for key in keys:
        for body in (b'{"was": 1}', b'{"is": "said"}'):
            store.s3.put_object(Bucket=LOCKED, Key=key, Body=body)
    assert store.holdings.objects(SCOPE)[keys[0]] == '{"is": "said"}\n{"was": 1}'
    store.eraser.rewrite(SCOPE, {keys[0]: '{"left": 1}', keys[1]: "", keys[2]: ""})
    assert store.holdings.objects(SCOPE) == {keys[0]: '{"left": 1}'}
    assert len(store.holdings.objects(OTHER)) == 1
