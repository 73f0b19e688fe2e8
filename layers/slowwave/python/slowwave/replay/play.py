"""Do again what happened to a scope, one event after the other, in a home that holds nothing of it yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from slowwave.domain.act_json import rollback_of
from slowwave.domain.changes import Put
from slowwave.domain.injection import Pointer
from slowwave.domain.records import Kind, Record
from slowwave.domain.runs import Run
from slowwave.errors import PublicationRejected
from slowwave.online import curate, rollback
from slowwave.replay.order import ENDED, ActMade, ErasureMade, Event, PolicyPut, RunMade
from slowwave.replay.pacing import Pace, StillRunning, StoppedHere
from slowwave.replay.ports import Clock, ReplayPorts
from slowwave.runner import consolidate

if TYPE_CHECKING:
    from slowwave.bootstrap import LocalPorts
    from slowwave.ports.records import Logged
    from slowwave.replay.source import Source


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
        if not isinstance(event, ErasureMade):
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

    def go_on(self, erasure: ErasureMade) -> None:
        """Have what an erasure left, which cannot be built again: the sets, and the rollback that held through it."""
        scope, revision, recorded = self._source.scope, erasure.revision, self._source.pointer
        for each in self._source.sets.values():
            self.ports.sets.put(each)
        mark = recorded.rollback if recorded else None
        if recorded is None or mark is None or not mark.holds or mark.at > revision.at:
            return
        found = self.ports.whole.journal.pointer(scope)
        pointer, version = (found.item, found.version) if found else (Pointer(scope, ""), 0)
        self._clock.now = revision.at
        put = Put(replace(pointer, current=recorded.current, rollback=mark), version, revision.reason)
        self.ports.whole.ledger.commit(scope, [put], cause=revision.cause, at=revision.at, lease=None, now=revision.at)

    def finish(self) -> None:
        """Append what no run has read yet."""
        self._append(self._source.log)


def apply(made: ActMade, ports: LocalPorts) -> None:
    """Apply an act that is stored, as it was applied when it was made; a rollback that was not is left to its run."""
    record = made.logged.record
    if rollback_of(record) is None:
        curate.apply(record, **ports.taken_by(curate.apply))
    elif made.moved:
        rollback.apply(record, **ports.taken_by(rollback.apply))
