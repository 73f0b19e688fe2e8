"""The ports of a home, and how one is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.schema import table_names
from slowwave.bootstrap.ports import Ports
from slowwave.settings import LOCAL

if TYPE_CHECKING:
    from slowwave.adapters.local.home import Home
    from slowwave.adapters.local.vectors import LocalVectorIndex
    from slowwave.domain.scope import Scope
    from slowwave.domain.twins import Near
    from slowwave.ports.erasing import Place
    from slowwave.ports.ledger import Ledger, Registry
    from slowwave.ports.models import Embedder, ExtractionModel
    from slowwave.stages.decay import Relevance


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

    def missing(self) -> list[Path]:
        """Return the files of the home that are gone, of whatever scope."""
        return self._home.missing()

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
