"""slowwave as an arm: captured, consolidated and read through the public pipeline, at one of two cadences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from slowwave.domain.injection import SetItem
from slowwave.domain.records import Record
from slowwave.domain.rendering import line, sections, stable_text
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.evaluation.pipeline import Pipeline
from slowwave.evaluation.simulation.events import Delivery, Event, Probe
from slowwave.evaluation.simulation.scoring import Line, Shown

AGENT = "planner"


class Cadence(StrEnum):
    """When a scope is consolidated."""

    TURN = "every turn"
    CLOSE = "session close"


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a record is to a reader: the event it was made from, and when it was said."""

    event: str
    time: datetime


Recorder = Callable[[Event, Scope], Record]
"""Makes the record of an event, as a transcript reader would."""


def recorded(event: Event, scope: Scope) -> Record:
    """Return the record of an event; the source's own id makes a second delivery the same record."""
    return Record(
        scope, event.session, event.actor, event.kind, event.origin, event.text, event.time, source_id=event.id
    )


class Consolidated:
    """A memory that consolidates.

    Args:
        asked: how often a model was asked so far.

    Attributes:
        pipeline: the home that it lives in.
        runs: the closed reports, in order.
    """

    def __init__(
        self,
        opened: Pipeline,
        scopes: Mapping[str, Scope],
        *,
        cadence: Cadence,
        record: Recorder = recorded,
        asked: Callable[[], int] = lambda: 0,
    ) -> None:
        self.pipeline = opened
        self._scopes = scopes
        self.scopes = tuple(dict.fromkeys(scopes.values()))
        self._cadence = cadence
        self._record = record
        self._spoken: dict[str, Spoken] = {}
        self.runs: list[Run] = []
        self._asked = asked
        self._requests = 0

    def arrive(self, at: datetime, deliveries: Sequence[Delivery], closed: Sequence[tuple[str, str]]) -> Set[str]:
        before = self.pipeline.ports.served
        arrived: dict[Scope, list[Record]] = {}
        for delivery in deliveries:
            scope = self._scopes[delivery.event.tenant]
            record = self._record(delivery.event, scope)
            arrived.setdefault(scope, []).append(record)
            self._spoken[record.id] = Spoken(delivery.event.id, delivery.event.time)
        for scope, records in arrived.items():
            self.pipeline.deliver(scope, records, at=at)
        ended = [self._scopes[tenant] for tenant, _ in closed]
        due = dict.fromkeys(arrived if self._cadence is Cadence.TURN else ended)
        runs = [run for scope in due if (run := self.pipeline.consolidate(scope, at=at))]
        self.runs += runs
        self._requests += self.pipeline.ports.served - before
        published = {run.scope for run in runs if not run.kept}
        return {tenant for tenant, scope in self._scopes.items() if scope in published}

    def counted(self) -> Mapping[str, float]:
        holdings = self.pipeline.ports.holdings
        return {
            "runs": len(self.runs) + len(self.pipeline.rejected),
            "sets": sum(bool(run.published) for run in self.runs),
            "model calls": self._asked(),
            "requests": self._requests,
            "bytes": sum(len(each.text.encode()) for scope in self.scopes for each in holdings.places(scope)),
        }

    def answer(self, probe: Probe, budget: int) -> Shown:
        try:
            rendered = self.pipeline.inject(self._scopes[probe.slot.tenant], probe.question, budget=budget)
        except InvalidInput:  # the safety lane, which is never cut, needs more: the agent gets nothing
            return Shown()
        lines = tuple(self._line(item) for part in (rendered.stable, rendered.task) for item in _in_order(part))
        stable = stable_text(rendered.stable, set_hash=rendered.set_hash) if rendered.text else ""
        return Shown(lines, rendered.tokens, rendered.set_hash, stable)

    def _line(self, item: SetItem) -> Line:
        ids = [quote.span.record_id for quote in item.quotes]
        known = [self._spoken[each] for each in ids if each in self._spoken]
        unknown = tuple(each for each in ids if each not in self._spoken)
        latest = max((each.time for each in known), default=datetime.fromisoformat("0001-01-01T00:00:00+00:00"))
        return Line(line(item), latest, (*dict.fromkeys(each.event for each in known), *unknown))


def _in_order(items: Iterable[SetItem]) -> Iterable[SetItem]:
    """The items as the block shows them, section by section."""
    return (item for section in sections(items) for item in section.items)
