"""The undisturbed life, kept phase by phase, and what it takes to live one phase of it again with a fault in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from slowwave.errors import SlowwaveError
from tests.chaos import store
from tests.chaos.comparing import Left, differences, known, left, without_acts
from tests.chaos.faults import Call, Died, Fault, through
from tests.chaos.life import ACTS, FIRST, LEASE_OVER, LIFE, SCOPE, Phase, Process, World, read, world
from tests.chaos.store import Contents

Meets = Callable[[Call], Fault]


@dataclass(frozen=True)
class Lived:
    """One phase as it went undisturbed: the contents before it, its calls, and what it left."""

    name: str
    day: int
    phase: Phase
    before: Contents
    read_before: str
    pointer_before: object
    calls: tuple[Call, ...]
    left: Left
    known: Left


@dataclass
class Tally:
    """What a test did, for the summary.

    Attributes:
        points: places in the calls of the life at which something was done to it.
        faults: what was done in all; a throttled call may be refused several times.
        compared: items held against the undisturbed life.
    """

    points: int = 0
    faults: int = 0
    compared: int = 0


@dataclass
class History:
    """The undisturbed life and the home in which it is lived again."""

    world: World
    phases: dict[str, Lived]
    tally: Tally = field(default_factory=Tally)

    def start(self, lived: Lived, meets: Meets) -> Process:
        """Begin a phase again in a process that meets these faults."""
        store.put_back(lived.before)
        self.world.clock.now = FIRST + timedelta(days=lived.day)
        return self._process(meets)

    def next_process(self, meets: Meets = lambda _: through) -> Process:
        """Begin the process after one that ended; every lease has run out by now."""
        self._end_process()
        self.world.clock.now += LEASE_OVER
        return self._process(meets)

    def _process(self, meets: Meets) -> Process:
        self.world.boundary.begin(meets)
        return self.world.process()

    def _end_process(self) -> None:
        self.tally.faults += self.world.boundary.faults
        self.world.boundary.begin()

    def stop(self, lived: Lived, meets: Meets) -> type[BaseException] | None:
        """Live a phase until it ends or stops, and say how; what an agent reads then is the last good block or the new
        one.
        """
        self.tally.points += 1
        ended: type[BaseException] | None = None
        process = self.start(lived, meets)
        try:
            lived.phase(process)
        except (Died, SlowwaveError) as error:
            ended = type(error)
        self._end_process()
        self.check_read(lived)
        return ended

    def check_read(self, lived: Lived) -> None:
        """Until the pointer is switched, the online read is the last good one, byte for byte."""
        process = self.world.process()
        switched = process.journal.pointer(SCOPE) != lived.pointer_before
        expected = lived.left["read"] if switched else lived.read_before
        assert read(process) == expected, f"{lived.name}: not what was read before"
        self.tally.compared += 1

    def check_left(self, lived: Lived) -> list[str]:
        """Hold what is left against the undisturbed phase; after an act, what the life ends with too."""
        self._end_process()
        expected, found = lived.left, left(self.world.process())
        if lived.name not in ACTS:
            return self._held(expected, found)
        return self._held(without_acts(expected), without_acts(found)) or self.check_end(lived)

    def check_same(self, lived: Lived) -> list[str]:
        """Hold what is left against the undisturbed phase where nobody had to do anything twice."""
        return self._held(lived.left, left(self.world.process()))

    def check_known(self, lived: Lived) -> list[str]:
        """Hold what is known against what the undisturbed phase knew, whichever run found it."""
        left(self.world.process())  # every account adds up, and the chain verifies
        return self._held(lived.known, known(self.world.process()))

    def check_end(self, lived: Lived) -> list[str]:
        """Live on to the end, and hold what is known then against the undisturbed life."""
        names = list(self.phases)
        for name in names[names.index(lived.name) + 1 :]:
            self.world.clock.now = FIRST + timedelta(days=self.phases[name].day)
            self.phases[name].phase(self.world.process())
        return self._held(self.phases[names[-1]].known, known(self.world.process()))

    def _held(self, expected: Left, found: Left) -> list[str]:
        self.tally.compared += len(expected)
        return differences(expected, found)


@contextmanager
def undisturbed(home: Path) -> Iterator[History]:
    """Live the life once, keep it, and yield it while its home is open."""
    with world(home) as made:
        phases: dict[str, Lived] = {}
        for name, (day, phase) in LIFE.items():
            made.clock.now = FIRST + timedelta(days=day)
            process = made.process()
            before, was_read, pointer = store.take(), read(process), process.journal.pointer(SCOPE)
            made.boundary.begin()
            phase(made.process())
            calls = tuple(made.boundary.made)
            made.boundary.begin()
            end = made.process()
            phases[name] = Lived(name, day, phase, before, was_read, pointer, calls, left(end), known(end))
        yield History(made, phases)
