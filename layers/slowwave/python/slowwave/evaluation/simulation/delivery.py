"""How events reach the memory: late, twice, a session at a time, with clocks that are off, old words after new ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from slowwave.evaluation.simulation.events import Act, Delivery, Event, Slot
from slowwave.evaluation.simulation.schedule import Turn

DUPLICATE_SHARE = 0.06
DUPLICATE_TURNS = (1, 60)
LATE_SHARE = 0.05
LATE_TURNS = (1, 20)
LATE_SESSION_SHARE = 0.04
LATE_SESSION_TURNS = (5, 40)
SKEWED_SESSION_SHARE = 0.12
SKEW_SECONDS = (-600, 240)
"""Behind by up to ten minutes, or ahead by up to four: a later time would be refused as from the future."""
REDELIVERED_SHARE = 0.3
REDELIVERED_TURNS = (1, 15)
CORRECTING = frozenset({Act.CORRECT, Act.CORRECT_BARE, Act.UPDATE, Act.RETRACT, Act.REVERT, Act.FORGET, Act.DENY})


def with_skew(draw: random.Random, events: Sequence[Event]) -> tuple[Event, ...]:
    """Events of some sessions with the times of a clock that is off; order within a session stays.

    Sessions with two statements at one time keep their clocks, since that time is what they are about.
    """
    exact = {event.session.removesuffix("-parallel") for event in events if event.session.endswith("-parallel")}
    sessions = dict.fromkeys((event.tenant, event.session) for event in events)
    skew: dict[tuple[str, str], timedelta] = {}
    for tenant, session in sessions:
        if draw.random() < SKEWED_SESSION_SHARE and session.removesuffix("-parallel") not in exact:
            skew[tenant, session] = timedelta(seconds=draw.randint(*SKEW_SECONDS))
    return tuple(
        replace(event, time=event.time + skew.get((event.tenant, event.session), timedelta())) for event in events
    )


def _first_arrivals(draw: random.Random, events: Sequence[Event], schedule: Sequence[Turn]) -> dict[str, int]:
    ends = {(turn.tenant, turn.session): turn.number for turn in schedule}
    late = {
        key: end + draw.randint(*LATE_SESSION_TURNS) for key, end in ends.items() if draw.random() < LATE_SESSION_SHARE
    }
    arrivals = {}
    for event in events:
        delay = draw.randint(*LATE_TURNS) if draw.random() < LATE_SHARE else 0
        arrivals[event.id] = late.get((event.tenant, event.session), event.turn + delay)
    return arrivals


def _old_words(draw: random.Random, events: Sequence[Event]) -> Iterable[tuple[int, Event]]:
    """Statements of what a correction has just replaced, to be handed over again after it."""
    last: dict[Slot, Event] = {}
    for event in events:
        if event.slot is None:
            continue
        old = last.get(event.slot)
        if event.act in CORRECTING and old is not None and draw.random() < REDELIVERED_SHARE:
            yield event.turn + draw.randint(*REDELIVERED_TURNS), old
        if event.value:
            last[event.slot] = event


def deliver(draw: random.Random, events: Sequence[Event], schedule: Sequence[Turn]) -> tuple[Delivery, ...]:
    """Hand over every event at least once, in order of arrival; what would come after the end comes at the end."""
    end = len(schedule) - 1
    arrivals = _first_arrivals(draw, events, schedule)
    handed = [(arrivals[event.id], event) for event in events]
    handed += [
        (arrivals[event.id] + draw.randint(*DUPLICATE_TURNS), event)
        for event in events
        if draw.random() < DUPLICATE_SHARE
    ]
    handed += _old_words(draw, events)
    handed.sort(key=lambda pair: (min(pair[0], end), pair[1].turn, pair[1].id))
    return tuple(Delivery(min(turn, end), event) for turn, event in handed)
