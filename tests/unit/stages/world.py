"""One scope with its stages wired to the fakes, driven as the local runner drives them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from slowwave.domain.changes import Versioned
from slowwave.domain.injection import InjectionSet
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import Page, PageState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run, Stage
from slowwave.domain.scope import Scope
from slowwave.online import capture
from slowwave.online.lexical import rank
from slowwave.stages import decay, distill, extract, plan, publish, reorganize, report, verify
from slowwave.stages.task import Progress, Task
from tests.unit.stages.fakes import (
    FakeJournal,
    FakeKin,
    FakeLedger,
    FakeNotes,
    FakePages,
    FakeRecords,
    FakeRegistry,
    FakeReports,
    FakeSets,
    FakeTasks,
    Fuse,
    Shelves,
    WordTokenizer,
)
from tests.unit.stages.scripted import ScriptedModel

SCOPE = Scope("acme", "dev")
START = datetime(2026, 1, 1, tzinfo=UTC)
NOW = START + timedelta(days=10)

Run_ = Callable[[Task], Progress]


def said(
    text: str,
    *,
    minute: int = 0,
    session: str = "s1",
    day: int = 0,
    actor: Actor = Actor.USER,
    origin: Origin = Origin.USER,
    kind: Kind = Kind.MESSAGE,
) -> Record:
    return Record(SCOPE, session, actor, kind, origin, text, START + timedelta(days=day, minutes=minute))


@dataclass
class World:
    shelves: Shelves = field(default_factory=Shelves)
    model: ScriptedModel = field(default_factory=ScriptedModel)
    now: datetime = NOW
    relevance: decay.Relevance = decay.unknown_relevance

    def __post_init__(self) -> None:
        self.records = FakeRecords(self.shelves)
        self.notes = FakeNotes(self.shelves)
        self.tasks = FakeTasks(self.shelves)
        self.kin = FakeKin(self.shelves)
        self.pages = FakePages(self.shelves)
        self.sets = FakeSets(self.shelves)
        self.reports = FakeReports(self.shelves)
        self.registry = FakeRegistry(self.shelves)
        self.journal = FakeJournal(self.shelves)
        self.ledger = FakeLedger(self.shelves)
        if not self.shelves.policies:
            self.shelves.policies.append(AgentPolicy(SCOPE))

    def clock(self) -> datetime:
        return self.now

    def deliver(self, records: Iterable[Record]) -> None:
        capture.store(list(records), scope=SCOPE, records=self.records, registry=self.registry, now=self.now)

    def plan(self, as_of: datetime | None = None) -> Task | None:
        tasks = plan.run(
            as_of or self.now,
            registry=self.registry,
            ledger=self.ledger,
            journal=self.journal,
            clock=self.clock,
            owner="the same execution",
        )
        return tasks[0] if tasks else None

    def stages(self) -> dict[Stage, Run_]:
        every: dict[str, Any] = {"journal": self.journal, "ledger": self.ledger, "clock": self.clock}
        ruled: dict[str, Any] = {**every, "registry": self.registry}
        return {
            Stage.EXTRACT: partial(
                extract.run,
                records=self.records,
                notes=self.notes,
                tasks=self.tasks,
                model=self.model,
                tokenizer=lambda _: WordTokenizer(),
                **ruled,
            ),
            Stage.VERIFY: partial(verify.run, notes=self.notes, kin=self.kin, **ruled),
            Stage.DECAY: partial(
                decay.run, notes=self.notes, tasks=self.tasks, census=self.notes, relevance=self.relevance, **ruled
            ),
            Stage.DISTILL: partial(
                distill.run, notes=self.notes, clusters=self.notes, pages=self.pages, census=self.notes, **ruled
            ),
            Stage.REORGANIZE: partial(reorganize.run, notes=self.notes, kin=self.kin, pages=self.pages, **ruled),
            Stage.PUBLISH: partial(
                publish.run,
                pages=self.pages,
                ranking=self.notes,
                kin=self.kin,
                tasks=self.tasks,
                records=self.records,
                sets=self.sets,
                tokenizer=lambda _: WordTokenizer(),
                rank=rank,
                **ruled,
            ),
        }

    def finish(self, task: Task, problem: str = "") -> Run:
        return report.run(
            task,
            notes=self.notes,
            records=self.records,
            reports=self.reports,
            registry=self.registry,
            journal=self.journal,
            ledger=self.ledger,
            clock=self.clock,
            problem=problem,
        )

    def run_stage(self, stage: Stage, task: Task) -> None:
        while self.stages()[stage](task).more:
            pass

    def consolidate(self, as_of: datetime | None = None) -> Run | None:
        """Run every stage of the scope's next run; None when it has nothing to do."""
        task = self.plan(as_of)
        if task is None:
            return None
        for stage in Stage:
            self.run_stage(stage, task)
        return self.finish(task)

    def run(self, task: Task) -> Run:
        return self.shelves.runs[task.run_id].item

    @property
    def published(self) -> InjectionSet:
        assert self.shelves.pointer is not None
        return self.shelves.sets[self.shelves.pointer.item.current]

    @property
    def lines(self) -> set[str]:
        """What may be injected, as text."""
        return {item.text for item in (*self.published.stable, *self.published.pool)}

    def note(self, statement: str) -> Note:
        found = [each.item for each in self.shelves.notes.values() if each.item.claim.statement == statement]
        assert len(found) == 1, sorted(each.item.claim.statement for each in self.shelves.notes.values())
        return found[0]

    def states(self) -> dict[str, NoteState]:
        return {each.item.claim.statement: each.item.state for each in self.shelves.notes.values()}

    def active_pages(self) -> dict[str, Page]:
        stored: Iterable[Versioned[Page]] = self.shelves.pages.values()
        return {each.item.id: each.item for each in stored if each.item.state is PageState.ACTIVE}


def world(*, chunk: int = 100, fuse: Fuse | None = None, policy: AgentPolicy | None = None) -> World:
    shelves = Shelves(fuse=fuse or Fuse(), chunk=chunk)
    if policy:
        shelves.policies.append(policy)
    return World(shelves)
