"""What is done to a memory, each as its own process over the real stores: to the end, killed at any AWS call, or paused
at one while something else is done from beginning to end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Protocol

from functions.report import handler as report
from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.registry import DynamoRegistry
from slowwave.adapters.aws.retrying import Retry
from slowwave.bootstrap import LocalPorts, Ports, local
from slowwave.domain.acts import ActKind
from slowwave.domain.erasure import By, Subject
from slowwave.domain.erasures import new_key
from slowwave.domain.scope import Scope
from slowwave.errors import Conflict, SlowwaveError
from slowwave.online import capture, curate, rollback
from slowwave.settings import LOCAL
from slowwave.stages import erase
from tests.chaos import store
from tests.chaos.faults import Apply, Boundary, Call, Died, Fault, die_before, interposed, through
from tests.chaos.fencing import Watch
from tests.chaos.life import LEASE_OVER, Clock, Message, planned, stages
from tests.chaos.reference import Line, Said

SOON: Final = timedelta(hours=1)
MOST_ROUNDS: Final = 4
"""Runs after which a scope has nothing left to do: one resumed, one for what came meanwhile, one that finds nothing."""


class Process(Ports):
    """The ports of a new process over the open home, without a model of what is near: words decide."""

    def __init__(self, whole: LocalPorts) -> None:
        super().__init__(LOCAL, whole._clients, whole.clock)
        self.__dict__["_tables"] = whole._tables
        at_once = timedelta(0)  # its indexes never lie behind
        registry = DynamoRegistry(whole._tables, retry=whole._clients.retry, clock=whole.clock, index_lag=at_once)
        self.__dict__["registry"] = registry


class Operation(Protocol):
    """Something that a process does.

    Attributes:
        calls: about how many AWS calls it takes.
    """

    @property
    def calls(self) -> int: ...

    def run(self, process: Process) -> Any: ...


@dataclass(frozen=True)
class Hear:
    """A source delivers events; not acknowledged, it delivers them again.

    Attributes:
        said: what the new ones of users say, by the id of the source.
        refused: how many were erased before.
    """

    scope: Scope
    events: tuple[dict[str, Any], ...]
    said: tuple[tuple[str, Said], ...]
    refused: int = 0
    calls: int = 6

    def run(self, process: Process) -> None:
        receipt = capture.run(
            self.events, scope=self.scope, records=process.records, registry=process.registry, clock=process.clock
        )
        assert len(receipt["failed"]) == self.refused
        assert receipt["stored"] + receipt["duplicate"] + self.refused == len(self.events)


@dataclass(frozen=True)
class Act:
    """A person acts on the note, or on the page, that says a line."""

    scope: Scope
    kind: ActKind
    line: Line
    by_page: bool = False
    calls: int = 14

    def run(self, process: Process) -> curate.Applied | None:
        """Return None where no run has made a note of the line yet."""
        notes = (each.item for each in process.notes.all(self.scope) if each.item.evidence_count)
        note = next((each for each in notes if each.claim.statement == self.line), None)
        if note is None:
            return None
        wish = curate.Wish(self.kind, note.page_id or note.id if self.by_page else note.id)
        return curate.run(self.scope, wish, **process.taken_by(curate.run))


@dataclass(frozen=True)
class RollBack:
    """A person has an earlier set back."""

    scope: Scope
    target: str
    calls: int = 24

    def run(self, process: Process) -> rollback.Outcome:
        return rollback.run(self.scope, rollback.Wish(self.target), **process.taken_by(rollback.run))


@dataclass(frozen=True)
class Erase:
    """A person looks at what an erasure of a session would take, and confirms it.

    Attributes:
        confirmed: the hash of the plan, once it was looked at.
    """

    scope: Scope
    session: str
    confirmed: list[str] = field(default_factory=list)
    calls: int = 90

    def run(self, process: Process) -> None:
        if not self.confirmed:
            self.confirmed.append(self._ordered(process, "").id)
        self._ordered(process, self.confirmed[0])

    def _ordered(self, process: Process, confirmed: str) -> erase.Outcome:
        return erase.run(
            erase.Order(self.scope, Subject(By.SESSION, (self.session,)), confirmed, process.new_owner()),
            **process.taken_by(erase.run),
            new_key=new_key,
        )


@dataclass(frozen=True)
class Consolidate:
    """The schedule starts the state machine until no scope has anything to do.

    Attributes:
        after: called after each start.
    """

    after: Callable[[], None] = lambda: None
    calls: int = 120

    def run(self, process: Process) -> None:
        for _ in range(MOST_ROUNDS):
            messages = planned(process, process.clock())
            if not messages:
                return
            for message in messages:
                _executed(process, message)
            self.after()
        raise AssertionError("there is always something to do")


def _executed(process: Process, message: Message) -> None:
    """Go through the state machine: whatever a stage raises, the report is told."""
    try:
        done = stages(process, message)
    except SlowwaveError as error:
        report.handler({**message, "problem": {"Error": type(error).__name__}}, None, ports=process)
        raise
    report.handler(done, None, ports=process)


@dataclass
class World:
    """An open home in memory, with the boundary in front of it."""

    whole: LocalPorts
    clock: Clock
    boundary: Boundary
    empty: store.Contents

    def process(self) -> Process:
        """Start a process; what an earlier one knew is gone."""
        self.boundary.begin()
        return Process(self.whole)

    def killed(self, operation: Operation, meets: Callable[[Call], Fault]) -> bool:
        """Begin an operation in a process that may die of what it meets; return whether it did."""
        process = self.process()
        self.boundary.begin(meets)
        try:
            operation.run(process)
        except Died:
            return True
        finally:
            self.boundary.begin()
        return False

    def overtaken(self, first: Operation, at: int, others: Sequence[Operation], dies: int | None = None) -> list[Any]:
        """Pause the first operation at its n-th call, do the others, and let it go on; return what all of them came to.
        One that finds that it was overtaken may come to a conflict; under a lease that it lost it writes nothing.

        Args:
            dies: the call at which runs among the others die; they may have taken the lease, and written nothing yet.
        """
        came_to: list[Any] = []
        process = self.process()
        watch = Watch()

        def overtake() -> None:
            self.clock.now += LEASE_OVER if isinstance(first, Consolidate) else SOON
            for each in others:
                if dies is not None and isinstance(each, Consolidate):
                    came_to.append(self.killed(each, dying(dies, die_before)))
                else:
                    came_to.append(each.run(self.process()))
            self.boundary.begin(lambda _: watch.through)

        def pause(call: Call, apply: Apply) -> Any:
            overtake()
            return watch.through(call, apply)

        self.boundary.begin(lambda call: pause if call.index == at else watch.through)
        try:
            ended = first.run(process)
        except Conflict as error:
            ended = error
        self.boundary.begin()
        if not came_to:  # it had ended before its n-th call
            overtake()
        assert watch.stale == [], "a process wrote under a lease that it had lost"
        return [ended, *came_to]


def dying(at: int, fault: Fault) -> Callable[[Call], Fault]:
    """What a process meets that dies at its n-th call."""
    return lambda call: fault if call.index == at else through


@contextmanager
def world(home: Path, begin: Sequence[Callable[[LocalPorts], None]]) -> Iterator[World]:
    """Open an empty home in memory; every life in it begins with the same."""
    clock = Clock()
    with local(home, persist=False, clock=clock) as whole, interposed(boundary := Boundary()):
        whole._clients = Clients(LOCAL.region, retry=Retry(sleep=lambda _: None))
        empty = store.take()
        for each in begin:
            each(whole)
        yield World(whole, clock, boundary, empty)
