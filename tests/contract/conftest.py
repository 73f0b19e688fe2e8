"""The adapters that every contract test runs over. To add one, write a fixture that returns `Ports` and name it in
`ADAPTERS`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

import pytest
from moto import mock_aws

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.journal import DynamoJournal
from slowwave.adapters.aws.kin import DynamoKinStore
from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.notes import DynamoNoteStore
from slowwave.adapters.aws.pages import DynamoPageStore
from slowwave.adapters.aws.provision import create_all
from slowwave.adapters.aws.records import S3RecordStore
from slowwave.adapters.aws.registry import DynamoRegistry
from slowwave.adapters.aws.retrying import Retry
from slowwave.adapters.aws.schema import table_names
from slowwave.adapters.aws.sets import S3SetStore
from slowwave.adapters.aws.tables import Tables, bind
from slowwave.adapters.local.home import open_home
from slowwave.domain.changes import Change
from slowwave.domain.scope import Scope
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteRanking, NoteStore, PageStore, SetStore
from slowwave.ports.records import RecordStore
from tests.contract.builders import SCOPE, T0

BUCKET = "memory"
REGION = "us-east-1"


@dataclass
class Cloud:
    """An empty account, for tests that damage what is stored or count calls."""

    clients: Clients
    tables: Tables

    def raw_keys(self) -> list[str]:
        answer = self.clients.s3.list_objects_v2(Bucket=BUCKET, Prefix="raw/")
        return [entry["Key"] for entry in answer.get("Contents", [])]

    def calls(self) -> list[str]:
        """Record the names of all operations from now on into the returned list."""
        made: list[str] = []

        def note(model: Any, **_: Any) -> None:
            made.append(model.name)

        for client in (self.clients.s3, self.tables.connection.client):
            client.meta.events.register("before-call.*.*", note)
        return made


@dataclass
class Ports:
    """One adapter of every port over one storage."""

    records: RecordStore
    notes: NoteStore
    ranking: NoteRanking
    kin: KinStore
    pages: PageStore
    sets: SetStore
    registry: Registry
    journal: Journal
    ledger: Ledger
    damage_set: Callable[[Scope, str], None]


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.delenv("AWS_PROFILE", raising=False)


@pytest.fixture
def moto(credentials: None) -> Iterator[Cloud]:
    """Plain moto: slow with thousands of items, and nothing of this project in it."""
    with mock_aws():
        yield _provisioned()


@pytest.fixture
def home(credentials: None, tmp_path: Path) -> Iterator[Cloud]:
    """The storage of a local home, in memory only."""
    with open_home(tmp_path, persist=False):
        yield _provisioned()


@pytest.fixture(params=["moto", "home"])
def cloud(request: pytest.FixtureRequest) -> Cloud:
    made: Cloud = request.getfixturevalue(request.param)
    return made


@pytest.fixture
def aws_on_moto(moto: Cloud) -> Ports:
    return _ports(moto)


@pytest.fixture
def aws_on_home(home: Cloud) -> Ports:
    return _ports(home)


ADAPTERS = ["aws_on_moto", "aws_on_home"]


@pytest.fixture(params=ADAPTERS)
def ports(request: pytest.FixtureRequest) -> Ports:
    adapter: Ports = request.getfixturevalue(request.param)
    return adapter


class Commit(Protocol):
    def __call__(self, *changes: Change, scope: Scope = SCOPE) -> None: ...


@pytest.fixture
def commit(ports: Ports) -> Commit:
    """Commit changes the way an act does: without a lease."""

    def write(*changes: Change, scope: Scope = SCOPE) -> None:
        ports.ledger.commit(scope, changes, cause="act-1", at=T0, lease=None, now=T0)

    return write


def _provisioned() -> Cloud:
    clients, names = Clients(REGION), table_names("test")
    create_all(clients.dynamodb, clients.s3, tables=names, buckets=[BUCKET])
    return Cloud(clients, bind(names, clients.connection))


def _ports(cloud: Cloud) -> Ports:
    tables, s3 = cloud.tables, cloud.clients.s3
    notes = DynamoNoteStore(tables)

    def damage_set(scope: Scope, digest: str) -> None:
        s3.put_object(Bucket=BUCKET, Key=f"sets/{scope.key}/{digest}.json", Body=b"{}")

    return Ports(
        records=S3RecordStore(tables, s3, BUCKET),
        notes=notes,
        ranking=notes,
        kin=DynamoKinStore(tables),
        pages=DynamoPageStore(tables),
        sets=S3SetStore(s3, BUCKET),
        registry=DynamoRegistry(tables, index_lag=timedelta(0)),
        journal=DynamoJournal(tables),
        ledger=DynamoLedger(tables, retry=Retry(sleep=lambda _: None)),
        damage_set=damage_set,
    )
