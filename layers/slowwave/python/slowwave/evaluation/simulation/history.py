"""One seed, one history: the world, what happens in it, how it arrives, and what is right to know of it when."""

from __future__ import annotations

import random
from collections.abc import Mapping

from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation.delivery import deliver, with_skew
from slowwave.evaluation.simulation.events import History
from slowwave.evaluation.simulation.gold import make_probes
from slowwave.evaluation.simulation.plan import tell
from slowwave.evaluation.simulation.schedule import Turn, closes, make_schedule
from slowwave.evaluation.simulation.style import style as style_named
from slowwave.evaluation.simulation.style import styles
from slowwave.evaluation.simulation.tale import Tale
from slowwave.evaluation.simulation.world import make_world

MIN_TURNS = 50

__all__ = ["generate", "styles"]


def _closes(schedule: tuple[Turn, ...], tale: Tale) -> Mapping[int, tuple[tuple[str, str], ...]]:
    ends = closes(schedule)
    for turn, session in tale.extra_closes:
        ends[turn] = (*ends.get(turn, ()), session)
    return ends


def generate(seed: int, style: str, turns: int = 500) -> History:
    """Generate a history; equal arguments give equal histories.

    Raises:
        InvalidInput: no such style, or fewer than 50 turns.
    """
    if turns < MIN_TURNS:
        raise InvalidInput(f"a history has at least {MIN_TURNS} turns, not {turns}")
    wording = style_named(style)
    draw = random.Random(seed)  # noqa: S311 - a simulation must be repeatable
    world = make_world(draw, turns)
    schedule = make_schedule(draw, world.tenants, turns)
    tale = tell(draw, world, schedule, wording)
    deliveries = deliver(draw, with_skew(draw, tale.events), schedule)
    events = {delivery.event.id: delivery.event for delivery in deliveries}
    return History(
        seed=seed,
        style=style,
        tenants=world.tenants,
        times=tuple(turn.time for turn in schedule),
        events=tuple(events[event.id] for event in tale.events),
        deliveries=deliveries,
        closes=_closes(schedule, tale),
        probes=make_probes(draw, world, wording, schedule, tale.events, deliveries),
        canaries=tuple(tale.secrets),
    )
