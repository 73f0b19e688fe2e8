"""Play a recorded history again in a fresh home, and say where it first comes out differently."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Final

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.kept_model import KeptModel
from slowwave.bootstrap import Ports
from slowwave.domain.act_json import rollback_of
from slowwave.domain.changes import Put
from slowwave.domain.records import Kind, Record
from slowwave.domain.runs import Run, RunState
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt, PublicationRejected, UnknownItem
from slowwave.online import curate, rollback
from slowwave.replay.order import ActMade, Event, PolicyPut, RunMade, in_order
from slowwave.replay.pacing import (
    Pace,
    PacedLedger,
    PacedRecords,
    StillRunning,
    StoppedHere,
    Unasked,
    Unembedded,
)
from slowwave.runner import consolidate
from slowwave.settings import LOCAL

if TYPE_CHECKING:
    from slowwave.adapters.local.vectors import LocalVectorIndex
    from slowwave.bootstrap import LocalPorts
    from slowwave.domain.twins import Near
    from slowwave.ports.ledger import Ledger
    from slowwave.ports.models import Embedder, ExtractionModel
    from slowwave.ports.records import Logged, RecordStore
    from slowwave.replay.source import Source
    from slowwave.stages.decay import Relevance

ENDED: Final = frozenset({RunState.COMPLETED, RunState.REJECTED})
"""States of a run that ended where the rules let it; the others were stopped from outside."""


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
        return rules if asked in ("", rules.version) else KeptModel(Unasked(asked), self.whole.replies)

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


class Player:
    """Replays the events of one scope into a home that holds nothing of it yet."""

    def __init__(self, source: Source, home: LocalPorts, clock: Clock) -> None:
        self._source = source
        self._clock = clock
        self._pace = Pace(self._happen)
        self._appended: set[str] = set()
        self._by_id = {each.record.id: each for each in source.log}
        self.ports = ReplayPorts(home, source, clock, self._pace)
        for question, reply in source.replies.items():
            home.replies.put(source.scope, question, reply)
        for version, vectors in source.embeddings.items():
            home.embeddings.put(source.scope, version, vectors)

    def play(self, event: Event) -> Run | None:
        """Do again what happened; return a run as it came out.

        Raises:
            Corrupt: a reply or an embedding that it needs is not stored.
        """
        if isinstance(event, RunMade):
            return self._run(event)
        self._happen(event)
        return None

    def _happen(self, event: PolicyPut | ActMade) -> None:
        whole, scope = self.ports.whole, self._source.scope
        if isinstance(event, PolicyPut):
            revision = event.revision
            self._clock.now = revision.at
            put = Put(event.policy, revision.to_version - 1, revision.reason, revision.evidence)
            whole.ledger.commit(scope, [put], cause=revision.cause, at=revision.at, lease=None, now=revision.at)
            return
        self._append([event.logged])
        self._clock.now = event.logged.received_at
        apply(event, whole)

    def _run(self, made: RunMade) -> Run | None:
        run, whole = made.run, self.ports.whole
        self._append(self._seen_by(made))
        self._clock.now = run.started_at or run.as_of
        whole.ledger.commit(
            run.scope, [Put(run.opened(), 0)], cause=run.id, at=run.as_of, lease=None, now=self._clock.now
        )
        self._pace.begin(made, [self._by_id[each].record for each in made.read if each in self._by_id])
        with suppress(PublicationRejected, StoppedHere, StillRunning):
            consolidate(run.scope, run.as_of, self.ports, observe=lambda *_: None)
        self._pace.made = None
        found = whole.journal.run(run.scope, run.id)
        return found.item if found else None

    def _seen_by(self, made: RunMade) -> list[Logged]:
        """The records that it read, and, where it was stopped, those that had arrived and stood around them."""
        started = made.run.started_at
        stopped = made.run.state not in ENDED and started is not None
        return [
            each
            for each in self._source.log
            if each.record.id in made.read
            or (stopped and each.record.kind is not Kind.ACT and started is not None and each.received_at < started)
        ]

    def _append(self, logged: Iterable[Logged]) -> None:
        fresh = [each for each in logged if each.record.id not in self._appended]
        for received_at, batch in groupby(fresh, key=lambda each: each.received_at):
            records: Sequence[Record] = [each.record for each in batch]
            self.ports.whole.records.append(records, scope=self._source.scope, received_at=received_at)
        self._appended |= {each.record.id for each in fresh}

    def finish(self) -> None:
        """Append what no run has read yet."""
        self._append(self._source.log)


def apply(made: ActMade, ports: LocalPorts) -> None:
    """Apply an act that is stored, as it was applied when it was made; a rollback that was not is left to its run."""
    record = made.logged.record
    if rollback_of(record) is None:
        curate.apply(record, journal=ports.journal, ledger=ports.ledger, clock=ports.clock)
    elif made.moved:
        rollback.apply(
            record,
            records=ports.records,
            ranking=ports.ranking,
            kin=ports.kin,
            sets=ports.sets,
            registry=ports.registry,
            journal=ports.journal,
            ledger=ports.ledger,
            tokenizer=ports.tokenizer,
            clock=ports.clock,
        )


def events_until(source: Source, *, as_of: datetime | None, run_id: str | None) -> tuple[Event, ...]:
    """Return what happened up to a time or up to and with a run; everything when neither is given.

    Raises:
        UnknownItem: there is no such run, or nothing had happened by then.
    """
    events = in_order(source)
    if run_id is not None:
        named = [place for place, event in enumerate(events) if isinstance(event, RunMade) and event.run.id == run_id]
        if not named:
            raise UnknownItem(f"agent {source.scope.agent!r} has no run {run_id!r}; slowwave runs lists them")
        return events[: named[0] + 1]
    later = (place for place, event in enumerate(events) if as_of is not None and _time(event) > as_of)
    found = events[: next(later, len(events))]
    if as_of is not None and not any(isinstance(event, RunMade) for event in found):
        raise UnknownItem(f"agent {source.scope.agent!r} had no run by {as_of.isoformat()}; name a later time")
    return found


def _time(event: Event) -> datetime:
    if isinstance(event, RunMade):
        return event.run.as_of
    return event.revision.at if isinstance(event, PolicyPut) else event.logged.record.event_time


Progress = Callable[[int], None]


def replay(
    source: Source, home: LocalPorts, clock: Clock, events: Sequence[Event], *, progress: Progress
) -> Run | None:
    """Play the events; return the first run that came out differently, or None. It stops there.

    Args:
        progress: called with 1 after each event.
    """
    player = Player(source, home, clock)
    for event in events:
        found = player.play(event)
        progress(1)
        if isinstance(event, RunMade) and (found is None or _differs(event.run, found)):
            return found or event.run
    if len(events) == len(in_order(source)):
        player.finish()
    return None


def _differs(before: Run, after: Run) -> bool:
    if before.state not in ENDED:
        return before.published != after.published
    return (before.state, before.published) != (after.state, after.published)


def require_known(source: Source) -> None:
    """Refuse a history whose beginning is gone.

    Raises:
        Corrupt: its chain does not begin with the first revision.
    """
    if source.revisions and source.revisions[0].sequence != 1:
        raise Corrupt(f"the chain of agent {source.scope.agent!r} does not begin with its first revision")
