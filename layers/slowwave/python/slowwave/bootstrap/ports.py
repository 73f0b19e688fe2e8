"""Every port over S3 and DynamoDB, as it is in the cloud."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache, cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SETS_PREFIX, table_names
from slowwave.settings import RecordsPart, SetsPart, Settings

if TYPE_CHECKING:
    from slowwave.adapters.archive.storage import Storage
    from slowwave.adapters.aws.erased import ErasedRecords
    from slowwave.adapters.aws.notes import DynamoNoteStore
    from slowwave.adapters.aws.records import S3RecordStore
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.assembly import Rank
    from slowwave.domain.twins import Near
    from slowwave.ports.audit import Archive
    from slowwave.ports.erasing import Eraser, Holdings
    from slowwave.ports.invocation import Invoked
    from slowwave.ports.kin import KinStore
    from slowwave.ports.ledger import Journal, Ledger, Registry
    from slowwave.ports.memory import Census, ClusterStore, NoteRanking, NoteStore, PageStore, SetStore
    from slowwave.ports.models import ExtractionModel, Tokenizer
    from slowwave.ports.records import RecordLog, RecordStore
    from slowwave.ports.replies import ReplyStore
    from slowwave.ports.reports import ReportStore
    from slowwave.ports.tasks import TaskLog
    from slowwave.stages.decay import Relevance


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

    def taken_by(self, function: Callable[..., Any]) -> dict[str, Any]:
        """Return the ports that a function must be given, by the names of its arguments.

        Its signature says what it may reach, and its role is granted the same (see `infra.functions`). What has a
        default, and what is no port, is left to the caller.
        """
        arguments = signature(function).parameters.values()
        needed = [each.name for each in arguments if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
        return {name: getattr(self, name) for name in needed if hasattr(self, name)}

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
        buckets = {RAW_PREFIX: raw, REPLIES_PREFIX: raw, REPORTS_PREFIX: raw, SETS_PREFIX: sets}
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

    @cached_property
    def erased(self) -> ErasedRecords:
        """Which records were erased, for what brings records in by their items."""
        from slowwave.adapters.aws.erased import ErasedRecords

        return ErasedRecords(self._tables)

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
        from slowwave.stages.decay import unknown_relevance

        return unknown_relevance

    @cached_property
    def near(self) -> Near:
        """Whether two statements are close; never where no embedding model is configured, so that words decide."""
        from slowwave.domain.twins import unknown_nearness

        return unknown_nearness

    @cached_property
    def tokenizer(self) -> Callable[[str], Tokenizer]:
        from slowwave.adapters.tokens import BpeTokenizer

        return cache(BpeTokenizer)

    @cached_property
    def rank(self) -> Rank:
        from slowwave.online.lexical import rank

        return rank
