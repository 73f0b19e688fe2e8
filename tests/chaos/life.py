"""One agent's life in phases, small and complete, each driven as a deployment drives it: what is said is captured, the
state machine consolidates, people act.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from functions.plan import handler as plan
from functions.report import handler as report
from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.registry import DynamoRegistry
from slowwave.adapters.aws.retrying import Retry
from slowwave.adapters.aws.schema import table_names
from slowwave.adapters.aws.tables import Tables, bind
from slowwave.adapters.local.relevance import TaskRelevance
from slowwave.bootstrap import Ports, local
from slowwave.domain.acts import ActKind
from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.errors import SlowwaveError
from slowwave.online import agents, capture, curate, injection
from slowwave.runner import STEPS
from slowwave.settings import LOCAL
from slowwave.stages.task import LEASE, Task
from tests.chaos.faults import Boundary, interposed

SCOPE = Scope("acme", "coder")
FIRST = datetime(2026, 1, 5, 9, tzinfo=UTC)
TASK = "commit a change to the export endpoint"

Message = dict[str, Any]
Phase = Callable[["Process"], None]


@dataclass
class Clock:
    """A time that only the tests move."""

    now: datetime = FIRST

    def __call__(self) -> datetime:
        return self.now


class Process(Ports):
    """The ports of a new process over the open home: nothing of an earlier one's memory is in it."""

    def __init__(self, clients: Clients, tables: Tables, clock: Clock) -> None:
        super().__init__(LOCAL, clients, clock)
        self.__dict__["_tables"] = tables
        at_once = timedelta(0)  # its indexes never lie behind
        self.__dict__["registry"] = DynamoRegistry(tables, retry=clients.retry, clock=clock, index_lag=at_once)
        self.__dict__["relevance"] = TaskRelevance(self.tasks, self.records, lambda _: WordEmbedder())


class WordEmbedder:
    """A direction for each word: enough for relevance to decide something."""

    version, dimensions = "words-1", 16

    def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        return [_unit(text) for text in texts]


def _unit(text: str) -> tuple[float, ...]:
    total = [1e-9] * WordEmbedder.dimensions
    for word in text.lower().split():
        total[hashlib.sha256(word.encode()).digest()[0] % WordEmbedder.dimensions] += 1
    length = math.sqrt(math.fsum(each * each for each in total))
    return tuple(each / length for each in total)


@dataclass
class World:
    """An open home with the boundary in front of it."""

    boundary: Boundary
    clock: Clock
    clients: Clients
    tables: Tables

    def process(self) -> Process:
        """Start a process."""
        return Process(self.clients, self.tables, self.clock)


@contextmanager
def world(home: Path) -> Iterator[World]:
    """Open an empty home in memory and make one agent in it."""
    clock, boundary = Clock(), Boundary()
    with local(home, persist=False, clock=clock) as opened, interposed(boundary):
        clients = Clients(LOCAL.region, retry=Retry(sleep=lambda _: None))
        made = World(boundary, clock, clients, bind(table_names(LOCAL.table_prefix), clients.connection))
        policy = AgentPolicy(SCOPE, (Skeleton.CODING, Skeleton.ASSISTANT), half_life_days=10.0, relevance_weight=0.4)
        agents.create(policy, ledger=opened.ledger, now=clock())
        yield made


def captured(day: int, *said: tuple[str, str, str]) -> Phase:
    """A phase: a source delivers a batch, a minute a line; every line is (session, speaker, words)."""
    start = FIRST + timedelta(days=day)
    body = [
        {
            "session": session,
            "source_id": f"{day}-{place}",
            "actor": actor,
            "text": text,
            "event_time": (start + timedelta(minutes=place)).isoformat(),
        }
        for place, (session, actor, text) in enumerate(said)
    ]

    def phase(process: Process) -> None:
        receipt = capture.run(
            body, scope=SCOPE, records=process.records, registry=process.registry, clock=process.clock
        )
        assert receipt["failed"] == []

    return phase


def consolidated(day: int) -> Phase:
    """A phase: the schedule starts the state machine at a time; it plans, calls every stage, and the report however
    they end.
    """

    def phase(process: Process) -> None:
        for message in planned(process, FIRST + timedelta(days=day)):
            try:
                ended = stages(process, message)
            except SlowwaveError as error:
                report.handler({**message, "problem": {"Error": type(error).__name__}}, None, ports=process)
                raise
            report.handler(ended, None, ports=process)

    return phase


def planned(process: Process, as_of: datetime) -> list[Message]:
    """Call the first state of the machine, as an execution of its own."""
    event = {"as_of": as_of.isoformat(), "execution": process.new_owner()}
    tasks: list[Message] = plan.handler(event, None, built=(process, 10))["tasks"]
    return tasks


def stages(process: Process, message: Message) -> Message:
    """Call every stage while it has more to do, from message to message."""
    for stage in Stage:
        message = {**message, "more": True}
        while message["more"]:
            message = STEPS[stage](Task.from_message(message), process).to_message()
    return message


def acted(kind: ActKind, words: str) -> Phase:
    """A phase: a person acts on the note with these words."""

    def phase(process: Process) -> None:
        (note_id,) = [
            each.item.id
            for each in process.notes.all(SCOPE)
            if words in each.item.claim.statement and each.item.evidence_count
        ]
        curate.run(SCOPE, curate.Wish(kind, note_id), **process.taken_by(curate.run))

    return phase


def read(process: Process) -> str:
    """What the agent reads, with its ETag."""
    rendered = injection.read(SCOPE, task=TASK, budget=None, files=3, **process.taken_by(injection.read))
    return f"{rendered.etag}\n{rendered.text}"


LEASE_OVER = LEASE + timedelta(minutes=5)

LIFE: dict[str, tuple[int, Phase]] = {
    "capture": (
        1,
        captured(
            0,
            ("s1", "user", "Always run the linter before you commit."),
            ("s1", "user", "I live in Hamburg."),
            ("s1", "user", "here use v2 for the export slot"),
            ("s1", "assistant", "The export endpoint uses page tokens."),
            ("s2", "user", "Always squash commits."),
            ("s2", "user", "we use yarn in this project"),
            ("s2", "user", "here use tabs for indent"),
        ),
    ),
    "consolidate": (4, consolidated(4)),
    "pin": (4, acted(ActKind.PIN, "linter")),
    "confirm": (4, acted(ActKind.CONFIRM, "yarn")),
    "forget": (4, acted(ActKind.FORGET, "Hamburg")),
    "capture again": (
        60,
        captured(
            60,
            ("s3", "user", "Stop squashing commits."),
            ("s3", "user", "I've moved to Vienna"),
            ("s3", "user", "Always run the linter before you commit."),
            ("s1", "user", "ok so we finally switched from yarn to pnpm"),
        ),
    ),
    "consolidate again": (61, consolidated(61)),
}
"""The day of each phase, and the phase. What is delivered just before a run may be met again by the next one, so that
there are days between.
"""

ACTS = ("pin", "confirm", "forget")
"""The phases in which a person acts."""
