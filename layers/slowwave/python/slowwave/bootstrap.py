"""The composition root: which adapter stands behind which port. The same stores run against AWS and in a local home."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, SETS_PREFIX, table_names
from slowwave.domain.twins import Near, unknown_nearness
from slowwave.settings import LOCAL, RecordsPart, SetsPart, Settings
from slowwave.stages.decay import Relevance, unknown_relevance

if TYPE_CHECKING:
    from slowwave.adapters.archive.storage import Storage
    from slowwave.adapters.aws.notes import DynamoNoteStore
    from slowwave.adapters.aws.records import S3RecordStore
    from slowwave.adapters.aws.tables import Tables
    from slowwave.adapters.local.home import Home
    from slowwave.adapters.local.vectors import LocalVectorIndex
    from slowwave.domain.assembly import Rank
    from slowwave.domain.scope import Scope
    from slowwave.ports.audit import Archive
    from slowwave.ports.erasing import Eraser, Holdings, Place
    from slowwave.ports.invocation import Invoked
    from slowwave.ports.kin import KinStore
    from slowwave.ports.ledger import Journal, Ledger, Registry
    from slowwave.ports.memory import Census, ClusterStore, NoteRanking, NoteStore, PageStore, SetStore
    from slowwave.ports.models import Embedder, ExtractionModel, Tokenizer
    from slowwave.ports.records import RecordLog, RecordStore
    from slowwave.ports.replies import ReplyStore
    from slowwave.ports.reports import ReportStore
    from slowwave.ports.tasks import TaskLog


class Ports:
    """Every port, built when first asked for, so that a function imports only what it uses.

    Args:
        settings: one function's settings, or all of them locally; a part that they lack cannot be reached.
        clock: returns the present time, aware.
    """

    def __init__(self, settings: Settings, clients: Clients, clock: Callable[[], datetime]) -> None:
        self._settings = settings
        self._clients = clients
        self.clock = clock

    def within(self, invoked: Invoked) -> Self:
        """Return these ports for one invocation: nothing is tried again that could not end before it is cut off."""
        self._clients.retry.deadline.begin(invoked)
        return self

    @cached_property
    def _tables(self) -> Tables:
        from slowwave.adapters.aws.tables import bind

        return bind(table_names(self._settings.table_prefix), self._clients.connection)

    @cached_property
    def _record_store(self) -> S3RecordStore:
        from slowwave.adapters.aws.records import S3RecordStore

        return S3RecordStore(self._tables, self._clients.s3, self._settings.part(RecordsPart).raw_bucket)

    @property
    def records(self) -> RecordStore:
        return self._record_store

    @property
    def log(self) -> RecordLog:
        return self._record_store

    @cached_property
    def storage(self) -> Storage:
        """Everything that is kept, for archives."""
        from slowwave.adapters.archive.storage import Storage

        raw, sets = self._settings.part(RecordsPart).raw_bucket, self._settings.part(SetsPart).sets_bucket
        buckets = {RAW_PREFIX: raw, REPLIES_PREFIX: raw, SETS_PREFIX: sets}
        return Storage(self._clients, table_names(self._settings.table_prefix), buckets)

    @cached_property
    def _note_store(self) -> DynamoNoteStore:
        from slowwave.adapters.aws.notes import DynamoNoteStore

        return DynamoNoteStore(self._tables)

    @property
    def notes(self) -> NoteStore:
        return self._note_store

    @property
    def ranking(self) -> NoteRanking:
        return self._note_store

    @property
    def clusters(self) -> ClusterStore:
        return self._note_store

    @cached_property
    def census(self) -> Census:
        from slowwave.adapters.aws.census import DynamoCensus

        return DynamoCensus(self._tables)

    @cached_property
    def tasks(self) -> TaskLog:
        from slowwave.adapters.aws.task_log import DynamoTaskLog

        return DynamoTaskLog(self._tables)

    @cached_property
    def kin(self) -> KinStore:
        from slowwave.adapters.aws.kin import DynamoKinStore

        return DynamoKinStore(self._tables)

    @cached_property
    def pages(self) -> PageStore:
        from slowwave.adapters.aws.pages import DynamoPageStore

        return DynamoPageStore(self._tables)

    @cached_property
    def sets(self) -> SetStore:
        from slowwave.adapters.aws.sets import S3SetStore

        return S3SetStore(self._clients.s3, self._settings.part(SetsPart).sets_bucket)

    @cached_property
    def archive(self) -> Archive:
        from slowwave.adapters.aws.archive import DynamoArchive

        return DynamoArchive(self._tables, self._clients.s3, self._settings.part(RecordsPart).raw_bucket)

    @cached_property
    def reports(self) -> ReportStore:
        from slowwave.adapters.aws.reports import S3ReportStore

        return S3ReportStore(self._clients.s3, self._settings.part(RecordsPart).raw_bucket)

    @cached_property
    def replies(self) -> ReplyStore:
        from slowwave.adapters.aws.replies import S3ReplyStore

        return S3ReplyStore(self._clients.s3, self._settings.part(RecordsPart).raw_bucket)

    @cached_property
    def holdings(self) -> Holdings:
        from slowwave.adapters.aws.holdings import StoredHoldings

        return StoredHoldings(self._tables, self._clients.s3, **self._buckets)

    @cached_property
    def eraser(self) -> Eraser:
        from slowwave.adapters.aws.eraser import StoredEraser

        return StoredEraser(self._tables, self._clients.s3, **self._buckets)

    @property
    def _buckets(self) -> dict[str, str]:
        parts = self._settings.part(RecordsPart), self._settings.part(SetsPart)
        return {"raw": parts[0].raw_bucket, "sets": parts[1].sets_bucket}

    @cached_property
    def registry(self) -> Registry:
        from slowwave.adapters.aws.registry import DynamoRegistry

        return DynamoRegistry(self._tables, retry=self._clients.retry, clock=self.clock)

    @cached_property
    def journal(self) -> Journal:
        from slowwave.adapters.aws.journal import DynamoJournal

        return DynamoJournal(self._tables)

    @cached_property
    def ledger(self) -> Ledger:
        from slowwave.adapters.aws.ledger import DynamoLedger

        return DynamoLedger(self._tables, retry=self._clients.retry)

    @property
    def served(self) -> int | None:
        """Requests to the stores so far; None where nobody counts them."""
        return None

    def new_owner(self) -> str:
        """Return a name for one execution that takes leases; no other has it."""
        return uuid4().hex

    @cached_property
    def model(self) -> ExtractionModel:
        from slowwave.adapters.local.rules.model import RulesModel

        return RulesModel()

    @cached_property
    def relevance(self) -> Relevance:
        """Cosine of a statement to the task; at its minimum where no embedding model is configured."""
        return unknown_relevance

    @cached_property
    def near(self) -> Near:
        """Whether two statements are close; never where no embedding model is configured, so that words decide."""
        return unknown_nearness

    @cached_property
    def tokenizer(self) -> Callable[[str], Tokenizer]:
        from slowwave.adapters.tokens import BpeTokenizer

        return cache(BpeTokenizer)

    @cached_property
    def rank(self) -> Rank:
        from slowwave.online.lexical import rank

        return rank


class LocalPorts(Ports):
    """The ports of a home, with what only runs locally: the embedding model and the vector index."""

    def __init__(
        self,
        home: Home,
        clients: Clients,
        clock: Callable[[], datetime],
        *,
        persist: bool,
        model: ExtractionModel | None = None,
    ) -> None:
        super().__init__(LOCAL, clients, clock)
        self._home = home
        self._persist = persist
        self._given_model = model

    @property
    def served(self) -> int:
        """Requests to the stores since the home was opened: what a run costs, wherever it runs."""
        return self._home.served

    def new_owner(self) -> str:
        return self._home.new_owner()

    @cached_property
    def ledger(self) -> Ledger:
        from slowwave.adapters.aws.ledger import DynamoLedger

        return DynamoLedger(self._tables, outlived=self._home.has_outlived, retry=self._clients.retry)

    @cached_property
    def registry(self) -> Registry:
        from slowwave.adapters.aws.registry import DynamoRegistry

        at_once = timedelta(0)
        return DynamoRegistry(self._tables, retry=self._clients.retry, clock=self.clock, index_lag=at_once)

    @cached_property
    def model(self) -> ExtractionModel:
        from slowwave.adapters.kept_model import KeptModel

        return KeptModel(self._given_model, self.replies) if self._given_model else super().model

    @property
    def relevance(self) -> Relevance:
        """Made anew for each call of decay: what it keeps of a day's tasks is over when a late record opens another."""
        from slowwave.adapters.local.relevance import TaskRelevance

        return TaskRelevance(self.tasks, self.records, self.embedder)

    @cached_property
    def near(self) -> Near:
        from slowwave.adapters.local.nearness import StatementNearness

        return StatementNearness(self.embedder)

    def embedder(self, scope: Scope) -> Embedder:
        """Return the embedding model with what it answered in this scope before."""
        from slowwave.adapters.local.kept_embeddings import KeptEmbedder

        return KeptEmbedder(self._model, self.embeddings, scope)

    @cached_property
    def embeddings(self) -> LocalVectorIndex:
        from slowwave.adapters.local.vectors import LocalVectorIndex

        return LocalVectorIndex(self._home.path / "embeddings", persist=self._persist)

    @cached_property
    def _model(self) -> Embedder:
        from slowwave.adapters.local.embedding import MiniLm

        return MiniLm()

    @cached_property
    def vectors(self) -> LocalVectorIndex:
        from slowwave.adapters.local.vectors import LocalVectorIndex

        return LocalVectorIndex(self._home.path / "vectors", persist=self._persist)

    def files(self, scope: Scope) -> Iterable[Place]:
        """Return the files of the home that may hold something of a scope."""
        from slowwave.adapters.local.home_files import places

        return places(self._home.path, scope)

    def scrub(self, scope: Scope) -> None:
        """Write the files of the home again without what was removed and what was computed from it."""
        from slowwave.adapters.local.kept_embeddings import kept_id
        from slowwave.adapters.local.scrubbing import texts_left

        texts = {*texts_left(self.holdings.items(scope), self.holdings.raw(scope))}
        kept = {version: {kept_id(version, text) for text in texts} for version in self.embeddings.all(scope)}
        self.embeddings.keep(scope, kept)
        self.vectors.keep(scope, {})
        self._home.compact()


def now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


def aws(settings: Settings) -> Ports:
    """Return the ports of a deployment."""
    return Ports(settings, Clients(settings.region), now)


@contextmanager
def local(
    path: Path,
    *,
    write: bool = True,
    persist: bool = True,
    clock: Callable[[], datetime] = now,
    model: ExtractionModel | None = None,
) -> Iterator[LocalPorts]:
    """Open a home and yield its ports until the block ends (see `adapters.local.home.open_home`).

    Args:
        model: what proposes candidates, asked once for a window; None for the rules.

    Raises:
        Busy: another process writes to it.
        Corrupt: its journal is damaged.
    """
    from slowwave.adapters.aws.provision import create_all
    from slowwave.adapters.local.home import open_home

    with open_home(path, write=write, persist=persist) as home:
        clients = Clients(LOCAL.region)
        create_all(clients.dynamodb, clients.s3, tables=table_names(LOCAL.table_prefix), buckets=[LOCAL.raw_bucket])
        yield LocalPorts(home, clients, clock, persist=persist, model=model)
