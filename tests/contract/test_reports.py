"""The promises of `ports.reports.ReportStore`."""

import pytest

from slowwave.adapters.aws.reports import S3ReportStore
from slowwave.ports.reports import ReportStore
from tests.contract.builders import NEIGHBOURS, SCOPE
from tests.contract.conftest import BUCKET, Cloud


@pytest.fixture
def store(cloud: Cloud) -> ReportStore:
    return S3ReportStore(cloud.clients.s3, BUCKET)


def test_a_report_is_written_once_and_never_replaced(store: ReportStore) -> None:
    store.put(SCOPE, "run-b", {"run": "run-b", "published": "x"})
    store.put(SCOPE, "run-b", {"run": "run-b", "published": "y"})
    store.put(SCOPE, "run-a", {"run": "run-a"})
    assert list(store.all(SCOPE)) == [("run-a", {"run": "run-a"}), ("run-b", {"run": "run-b", "published": "x"})]


def test_no_scope_sees_the_reports_of_another(store: ReportStore) -> None:
    store.put(SCOPE, "run-a", {"run": "run-a"})
    assert [list(store.all(each)) for each in NEIGHBOURS] == [[] for _ in NEIGHBOURS]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"7", b"\xff"], ids=["empty", "cut", "list", "number", "no text"])
def test_what_is_no_report_any_more_is_told_apart_from_none(store: ReportStore, cloud: Cloud, damage: bytes) -> None:
    store.put(SCOPE, "run-a", {"run": "run-a"})
    cloud.clients.s3.put_object(Bucket=BUCKET, Key=f"reports/{SCOPE.key}/run-a.json", Body=damage)
    assert list(store.all(SCOPE)) == [("run-a", None)]
