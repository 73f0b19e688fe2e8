"""The public pipeline as experiments drive it: a home of its own for the time of an experiment, and a simulated clock.

It captures, consolidates and reads through the same functions as the command line and the Lambdas; nothing reaches
into a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, PublicationRejected
from slowwave.online import agents, injection
from slowwave.online.capture import MAX_BATCH, Receipt, store
from slowwave.online.injection import Rendered
from slowwave.ports.models import ExtractionModel
from slowwave.runner import consolidate


@dataclass
class Clock:
    """The present time, which only moves when an experiment moves it."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Pipeline:
    """A home that is open.

    Attributes:
        rejected: why publications were refused, in order; the last set stayed each time.
        stored: records captured so far.
    """

    ports: LocalPorts
    clock: Clock
    rejected: list[str] = field(default_factory=list)
    stored: int = 0

    def create(self, policy: AgentPolicy) -> None:
        """Create the agent of this policy."""
        agents.create(policy, ledger=self.ports.ledger, now=self.clock())

    def deliver(self, scope: Scope, records: Iterable[Record], *, at: datetime) -> Receipt:
        """Capture records that arrive at this time, in batches, and say what became of them."""
        self.clock.now = at
        batch = list(records)
        receipts = [self._store(scope, batch[i : i + MAX_BATCH]) for i in range(0, len(batch), MAX_BATCH)]
        failed = {
            place + i * MAX_BATCH: why
            for i, receipt in enumerate(receipts)
            for place, why in (receipt.failed or {}).items()
        }
        stored, duplicate = (sum(getattr(each, name) for each in receipts) for name in ("stored", "duplicate"))
        self.stored += stored
        return Receipt(stored, duplicate, failed)

    def _store(self, scope: Scope, batch: Sequence[Record]) -> Receipt:
        ports = self.ports
        return store(batch, scope=scope, records=ports.records, registry=ports.registry, now=self.clock())

    def consolidate(self, scope: Scope, *, at: datetime) -> Run | None:
        """Run every stage as of this time; None when the publication was refused or another run holds the scope."""
        self.clock.now = at
        try:
            return consolidate(scope, at, self.ports, observe=lambda _stage, _report: None)
        except (Busy, PublicationRejected) as error:
            self.rejected.append(f"{type(error).__name__}: {error}")
            return None

    def inject(self, scope: Scope, task: str, *, budget: int) -> Rendered:
        """Read the published block for a task."""
        ports = self.ports
        return injection.read(
            scope, task=task, budget=budget, journal=ports.journal, sets=ports.sets, tokenizer=ports.tokenizer
        )


@contextmanager
def pipeline(policies: Iterable[AgentPolicy], *, model: ExtractionModel | None = None) -> Iterator[Pipeline]:
    """Open an empty home with these agents until the block ends.

    Args:
        model: what proposes candidates; None for the rules.
    """
    clock = Clock()
    with (
        TemporaryDirectory(prefix="slowwave-") as directory,
        local(Path(directory), persist=False, clock=clock, model=model) as ports,
    ):
        opened = Pipeline(ports, clock)
        for policy in policies:
            opened.create(policy)
        yield opened
