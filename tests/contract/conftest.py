"""The adapters that every contract test runs over. To add one, write a fixture that yields `Ports` and name it in
`ADAPTERS`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from moto import mock_aws

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.journal import DynamoJournal
from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.notes import DynamoNoteStore
from slowwave.adapters.aws.pages import DynamoPageStore
from slowwave.adapters.aws.provision import create_all
from slowwave.adapters.aws.records import S3RecordStore
from slowwave.adapters.aws.registry import DynamoRegistry
from slowwave.adapters.aws.schema import table_names
from slowwave.adapters.aws.sets import S3SetStore
from slowwave.adapters.aws.tables import Tables, bind
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteRanking, NoteStore, PageStore, SetStore
from slowwave.ports.records import RecordStore

BUCKET = "memory"
REGION = "eu-central-1"


@dataclass
class Cloud:
    """An empty account, for tests that damage what is stored."""

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
    pages: PageStore
    sets: SetStore
    registry: Registry
    journal: Journal
    ledger: Ledger
    damage_set: Callable[[Any, str], None]


@pytest.fixture
def cloud(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.delenv("AWS_PROFILE", raising=False)
    with mock_aws():
        clients = Clients(REGION)
        names = table_names("test")
        create_all(clients.dynamodb, clients.s3, tables=names, buckets=[BUCKET])
        yield Cloud(clients, bind(names, clients.connection))


@pytest.fixture
def aws(cloud: Cloud) -> Ports:
    tables, s3 = cloud.tables, cloud.clients.s3
    notes = DynamoNoteStore(tables)

    def damage_set(scope: Any, digest: str) -> None:
        s3.put_object(Bucket=BUCKET, Key=f"sets/{scope.key}/{digest}.json", Body=b"{}")

    return Ports(
        records=S3RecordStore(tables, s3, BUCKET),
        notes=notes,
        ranking=notes,
        pages=DynamoPageStore(tables),
        sets=S3SetStore(s3, BUCKET),
        registry=DynamoRegistry(tables),
        journal=DynamoJournal(tables),
        ledger=DynamoLedger(tables, sleep=lambda _: None),
        damage_set=damage_set,
    )


ADAPTERS = ["aws"]


@pytest.fixture(params=ADAPTERS)
def ports(request: pytest.FixtureRequest) -> Ports:
    adapter: Ports = request.getfixturevalue(request.param)
    return adapter
