"""The ports of a fresh home, in which runs find what they found and no model is asked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.kept_model import KeptModel
from slowwave.bootstrap import Ports
from slowwave.replay.pacing import Pace, PacedLedger, PacedRecords, Unasked, Unembedded
from slowwave.settings import LOCAL

if TYPE_CHECKING:
    from slowwave.adapters.local.vectors import LocalVectorIndex
    from slowwave.bootstrap import LocalPorts
    from slowwave.domain.scope import Scope
    from slowwave.domain.twins import Near
    from slowwave.ports.ledger import Ledger
    from slowwave.ports.models import Embedder, ExtractionModel
    from slowwave.ports.records import RecordStore
    from slowwave.replay.source import Source
    from slowwave.stages.decay import Relevance


class Clock:
    """The time of what is being replayed."""

    def __init__(self) -> None:
        self.now = datetime(1970, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class ReplayPorts(Ports):
    """The ports of a fresh home, in which runs find what they found and no model is asked."""

    def __init__(self, home: LocalPorts, source: Source, clock: Clock, pace: Pace) -> None:
        super().__init__(LOCAL, Clients(LOCAL.region), clock)
        self._embeddings: LocalVectorIndex = home.embeddings
        self._versions = {
            version: len(next(iter(each.values()))) for version, each in source.embeddings.items() if each
        }
        self._pace = pace
        self.whole = home

    @property
    def records(self) -> RecordStore:
        return PacedRecords(self.whole.records, self._pace)

    @property
    def ledger(self) -> Ledger:
        return PacedLedger(self.whole.ledger, self._pace)

    @property
    def model(self) -> ExtractionModel:
        made = self._pace.made
        asked = made.run.model if made else ""
        rules = self.whole.model
        if made is None or asked in ("", rules.version):
            return rules
        return KeptModel(Unasked(asked, priced=made.run.tokens > 0), self.whole.replies)

    @property
    def relevance(self) -> Relevance:
        from slowwave.adapters.local.relevance import TaskRelevance

        return TaskRelevance(self.tasks, self.records, self._embedder) if self._versions else super().relevance

    @property
    def near(self) -> Near:
        from slowwave.adapters.local.nearness import StatementNearness

        return StatementNearness(self._embedder) if self._versions else super().near

    def _embedder(self, scope: Scope) -> Embedder:
        from slowwave.adapters.local.kept_embeddings import KeptEmbedder

        version = max(self._versions)
        return KeptEmbedder(Unembedded(version, self._versions[version]), self._embeddings, scope)
