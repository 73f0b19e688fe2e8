"""Interleavings that a slip in the code would make visible, each played against the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from slowwave.domain.acts import ActKind
from tests.chaos import store
from tests.chaos.operations import world
from tests.chaos.test_any_interleaving import Interleavings, make_agents
from tests.chaos.wishes import RUN, Saying, Wish

Step = Callable[[Interleavings], None]
SCHEDULE = Wish(0, RUN)


def heard(slot: int, value: int, *, hours_ago: int = 0, runs: bool = True) -> Wish:
    return Wish(0, "hear", says=(Saying(slot, value, None, hours_ago, 0, rumor=False),), runs=runs)


def whole(wish: Wish) -> Step:
    return lambda machine: machine.step(wish=wish)


def killed(wish: Wish, share: int) -> Step:
    return lambda machine: machine.kill(wish=wish, share=share, heard=True)


def overtaken(wish: Wish, share: int, *others: Wish, dies: int | None = None) -> Step:
    return lambda machine: machine.overtake(wish=wish, share=share, others=[*others], dies=dies)


def lost_lease(slot: int, share: int, *, dies: int | None = None) -> Sequence[Step]:
    """A run stands still, its lease runs out, another takes it over, and the first goes on."""
    return [whole(heard(slot, 1, runs=False)), overtaken(SCHEDULE, share, SCHEDULE, dies=dies), whole(SCHEDULE)]


LIVES: dict[str, Sequence[Step]] = {
    "what is forgotten stays forgotten until it is said again": [
        whole(Wish(0, ActKind.FORGET)),
        killed(SCHEDULE, 30),
        whole(SCHEDULE),
        whole(heard(0, 0, hours_ago=5)),
        whole(heard(1, 0)),
        whole(heard(0, 0)),
    ],
    "a set that somebody went back to stays": [
        whole(heard(0, 1)),
        whole(Wish(0, "roll back", which=0)),
        whole(SCHEDULE),
    ],
    "a delivery that died anywhere is not lost": [
        step
        for place, share in enumerate((17, 34, 50, 67))
        for step in (killed(heard(place + 1, 1, runs=False), share), whole(SCHEDULE))
    ],
    "a run that died between its writes leaves no record out and counts none twice": [
        step
        for place, share in enumerate((19, 20, 22))
        for step in (whole(heard(place + 1, 1, runs=False)), killed(SCHEDULE, share), whole(SCHEDULE))
    ],
    "late words do not win": [whole(heard(slot, value, hours_ago=5 * value)) for slot in (0, 1) for value in range(3)],
    "an act that stood still while a run found nothing is not taken for one that the run passed over": [
        overtaken(Wish(0, ActKind.FORGET), 53, SCHEDULE),
        whole(SCHEDULE),
    ],
    "a run whose lease went to one that died before it wrote anything writes no more": [
        *(step for place, share in enumerate((6, 25, 54)) for step in lost_lease(place + 1, share, dies=10)),
    ],
    "a run over which another finished writes no more": [*lost_lease(1, 6), *lost_lease(2, 36)],
    "what is erased is gone": [whole(Wish(0, "erase", which=0))],
}


@pytest.mark.parametrize("life", LIVES)
def test_a_known_interleaving_shows_what_the_reference_says(life: str, tmp_path: Path) -> None:
    with world(tmp_path, [make_agents]) as made:
        machine = Interleavings(made, store.take())
        machine.begin(wish=heard(0, 0), rebuilt=False)
        for step in LIVES[life]:
            step(machine)
            machine.the_block_is_what_the_reference_says()
            machine.everything_verifies()
        machine.check_rebuilt()
