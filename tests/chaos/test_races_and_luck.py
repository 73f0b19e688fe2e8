"""Two consolidators that meet at any AWS call, and lives in which everything goes wrong that can."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from slowwave.adapters.aws.retrying import ATTEMPTS
from slowwave.errors import LeaseLost, SlowwaveError
from tests.chaos import store
from tests.chaos.comparing import differences, known, left
from tests.chaos.conftest import FULL, sampled
from tests.chaos.faults import Apply, Call, Died, Fault, answer_lost, die_after, die_before, throttle, through
from tests.chaos.history import History, Lived, Meets
from tests.chaos.life import FIRST, LEASE_OVER, LIFE, Process

RUNS = [name for name in LIFE if name.startswith("consolidate")]
LIVES = 200 if FULL else 6
MOST_PROCESSES = 12
"""A phase that needs more does not get on."""


def visited(index: int, visit: Callable[[], None]) -> Meets:
    """At one call the process is paused, and something else happens before the call is made."""

    def pause(_: Call, apply: Apply) -> Any:
        visit()
        return apply()

    def meets(call: Call) -> Fault:
        return pause if call.index == index else through

    return meets


def runner_beside(history: History, lived: Lived, *, lease_over: bool) -> Callable[[], None]:
    """Another execution of the state machine, from its start to its end."""

    def visit() -> None:
        history.world.clock.now += LEASE_OVER if lease_over else timedelta(0)
        lived.phase(history.world.process())

    return visit


@pytest.mark.parametrize("phase", RUNS)
def test_a_run_that_wakes_after_its_lease_was_taken_writes_nothing_more(history: History, phase: str) -> None:
    lived = history.phases[phase]
    endings = set()
    for index in sampled(lived.calls, stride=13):
        endings.add(history.stop(lived, visited(index, runner_beside(history, lived, lease_over=True))))
        history.world.clock.now += LEASE_OVER
        assert history.check_left(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"
    assert LeaseLost in endings
    assert endings <= {LeaseLost, None}


@pytest.mark.parametrize("phase", RUNS)
def test_a_second_execution_finds_nothing_to_do_while_the_first_holds_its_lease(history: History, phase: str) -> None:
    lived = history.phases[phase]
    for index in sampled(lived.calls, stride=29):
        assert history.stop(lived, visited(index, runner_beside(history, lived, lease_over=False))) is None
        history.world.clock.now += LEASE_OVER
        assert history.check_left(lived) == [], f"{phase}, {index}: {lived.calls[index].operation}"


@dataclass
class Luck:
    """Faults by chance, the same ones for the same seed: about one in fifty calls meets one."""

    chance: random.Random
    beside: Callable[[], None]
    refusals: int = 0
    kinds: list[str] = field(default_factory=list)

    def meets(self, _: Call) -> Fault:
        if self.refusals:
            self.refusals -= 1
            return throttle
        if self.chance.random() > 0.02:
            return through
        kind = self.chance.choice(list(FAULTS))
        self.kinds.append(kind)
        return FAULTS[kind](self)

    def refuse(self) -> Fault:
        """Refuse so often that some calls go through in the end and some do not."""
        self.refusals = self.chance.randrange(ATTEMPTS + 2)
        return throttle

    def visit(self) -> Fault:
        """Let another execution come by; what becomes of it is its own affair, unless both die."""

        def pause(_: Call, apply: Apply) -> Any:
            with suppress(SlowwaveError):
                self.beside()
            return apply()

        return pause


FAULTS: dict[str, Callable[[Luck], Fault]] = {
    "dies before": lambda _: die_before,
    "dies after": lambda _: die_after,
    "answer lost": lambda _: answer_lost,
    "refused": Luck.refuse,
    "visited": Luck.visit,
}


@pytest.mark.parametrize("seed", range(LIVES))
def test_a_life_in_which_anything_goes_wrong_ends_with_the_same_memory(history: History, seed: int) -> None:
    chance = random.Random(seed)
    store.put_back(next(iter(history.phases.values())).before)
    for lived in history.phases.values():
        history.world.clock.now = FIRST + timedelta(days=lived.day)
        _get_through(history, lived, chance)
    process = history.next_process()
    left(process)  # every account adds up, and the chain verifies
    expected = history.phases["consolidate again"].known
    history.tally.compared += len(expected)
    assert differences(expected, known(process)) == []


def _get_through(history: History, lived: Lived, chance: random.Random) -> None:
    """Begin again in a new process until one gets to the end; the last ones are lucky."""
    for number in range(MOST_PROCESSES):
        luck = Luck(chance, runner_beside(history, lived, lease_over=chance.random() < 0.5))
        process: Process = history.next_process(luck.meets if number < MOST_PROCESSES - 2 else lambda _: through)
        try:
            lived.phase(process)
            if not _is_unfinished(history, lived):
                return
        except (Died, SlowwaveError):
            pass
        finally:
            history.tally.points += len(luck.kinds)
    pytest.fail(f"{lived.name} does not end")


def _is_unfinished(history: History, lived: Lived) -> bool:
    """Whether a run found the scope taken and left it to its holder, who may be dead: the schedule comes again."""
    return lived.name in RUNS and bool(
        history.next_process().registry.ready(FIRST + timedelta(days=lived.day), limit=1)
    )
