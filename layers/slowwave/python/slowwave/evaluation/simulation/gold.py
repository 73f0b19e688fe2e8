"""What is right at each probe: the current value or none, what must not be shown and why, and the words it stands on.

The truth is the world's at the turn of the probe, whatever was delivered by then.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from slowwave.evaluation.simulation.attributes import BY_NAME, Role
from slowwave.evaluation.simulation.events import Act, Delivery, Event, Expectation, Probe, Reason, Slot
from slowwave.evaluation.simulation.schedule import Turn
from slowwave.evaluation.simulation.state import PROMOTED_AT, State, States
from slowwave.evaluation.simulation.style import Style
from slowwave.evaluation.simulation.truth import after, expired, unknown
from slowwave.evaluation.simulation.wording import word_question
from slowwave.evaluation.simulation.world import World

PROBE_SHARE = 0.5
RECENT_SHARE = 1 / 3
RECENT_TURNS = 25
ALIAS_SHARE = 0.2
SCOPED_SHARE = 0.35
"""Of the probes on a slot with a narrower scope: those that ask within it."""
LAST_DAY = timedelta(days=1)
"""Whether "until the 5th" includes the 5th is anybody's guess: nothing is asked on that day."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known at a turn, over all slots.

    Attributes:
        told: every value that ever held for an entity's attribute, by tenant.
        canaries: secrets that slipped so far.
        aliases: tenants and entities whose other name was told.
        arrived: turn of the first delivery by event.
        heard: turn by which what last changed a slot had arrived, or at which a temporary value ended.
    """

    states: States
    told: Mapping[tuple[str, str], Mapping[str, frozenset[str]]]
    canaries: tuple[str, ...]
    aliases: frozenset[tuple[str, str]]
    arrived: Mapping[str, int]
    heard: Mapping[Slot, int]


def _askable(slot: Slot, state: State, now: datetime) -> bool:
    if BY_NAME[slot.attribute].role is Role.REVIEWED and len(state.reviews) < PROMOTED_AT:
        return False
    return state.spoken and not (state.until is not None and state.until - LAST_DAY <= now)


def _pick(draw: random.Random, states: States, now: datetime, turn: int) -> Slot | None:
    recent: list[Slot] = []
    others: list[Slot] = []
    for slot, state in states.items():
        if _askable(slot, state, now):
            (others if state.changed is None or turn - state.changed > RECENT_TURNS else recent).append(slot)
    wanted = recent if recent and (not others or draw.random() < RECENT_SHARE) else others
    return draw.choice(wanted) if wanted else None


def _others(known: Knowledge, slot: Slot) -> dict[str, Reason]:
    told = known.told.get((slot.entity, slot.attribute), {})
    return {value: Reason.OTHER_TENANT for tenant, values in told.items() if tenant != slot.tenant for value in values}


def _scope_asked(draw: random.Random, state: State) -> str:
    scopes = [*state.scoped.values(), state.narrowed] if not state.override else []
    inside = [scope for scope in scopes if scope]
    return draw.choice(inside) if inside and draw.random() < SCOPED_SHARE else ""


def _answer(state: State, scope: str) -> tuple[Expectation, str]:
    if scope:
        within = {each: value for value, each in state.scoped.items()}
        return Expectation.VALUE, within.get(scope, state.value)
    if state.rivals:
        return Expectation.PENDING, ""
    value = "" if state.narrowed else state.current
    return (Expectation.VALUE, value) if value else (Expectation.NOTHING, "")


def make_probe(slot: Slot, known: Knowledge, turn: int, question: str, scope: str = "") -> Probe:
    """The gold of one question about a slot.

    Args:
        scope: the narrower scope that it asks about.
    """
    state = known.states[slot]
    expectation, value = _answer(state, scope)
    narrow = {**state.scoped, **({state.value: state.narrowed} if state.narrowed else {})}
    narrow.pop(value, None)
    forbidden = {
        **_others(known, slot),
        **dict.fromkeys(known.canaries, Reason.SECRET),
        **state.forbidden,
        **dict.fromkeys(narrow, Reason.OUT_OF_SCOPE),
    }
    evidence = state.said.get(value, frozenset())
    return Probe(
        turn=turn,
        slot=slot,
        question=question,
        expectation=expectation,
        value=value,
        evidence=evidence,
        forbidden=forbidden,
        scopes={**state.once, **narrow},
        age=None if state.changed is None else turn - state.changed,
        discovered=any(known.arrived[each] <= turn for each in evidence),
        scope=scope,
        heard=known.heard.get(slot),
    )


def _changed(known: Knowledge, states: States, turn: int, heard: int) -> Knowledge:
    """Take over the states after a turn's event, and when what changed them by it had arrived."""
    new = {slot: heard for slot, state in states.items() if state is not known.states[slot] and state.changed == turn}
    return replace(known, states=states, heard={**known.heard, **new})


def _remember(known: Knowledge, event: Event) -> Knowledge:
    known = _changed(known, after(known.states, event), event.turn, known.arrived[event.id])
    if event.act is Act.SECRET:
        return replace(known, canaries=(*known.canaries, event.value))
    if event.act is Act.ALIAS:
        return replace(known, aliases=known.aliases | {(event.tenant, event.entity)})
    if event.slot is None or not event.value or event.value in known.states[event.slot].forbidden:
        return known
    key = (event.slot.entity, event.slot.attribute)
    told = known.told.get(key, {})
    values = told.get(event.tenant, frozenset()) | {event.value}
    return replace(known, told={**known.told, key: {**told, event.tenant: values}})


def make_probes(
    draw: random.Random,
    world: World,
    style: Style,
    schedule: Sequence[Turn],
    events: Sequence[Event],
    deliveries: Sequence[Delivery],
) -> tuple[Probe, ...]:
    """Ask about every other turn, a third of the time about a slot that changed lately."""
    arrived: dict[str, int] = {}
    for delivery in deliveries:
        arrived.setdefault(delivery.event.id, delivery.turn)
    known = Knowledge(unknown(world.slots), {}, (), frozenset(), arrived, {})
    by_turn: dict[int, list[Event]] = {}
    for event in events:
        by_turn.setdefault(event.turn, []).append(event)
    probes = []
    for turn in schedule:
        known = _changed(known, expired(known.states, turn.time, turn.number), turn.number, turn.number)
        for event in by_turn.get(turn.number, ()):
            known = _remember(known, event)
        slot = _pick(draw, known.states, turn.time, turn.number) if draw.random() < PROBE_SHARE else None
        if slot is not None:
            scope = _scope_asked(draw, known.states[slot])
            by_alias = (slot.tenant, slot.entity) in known.aliases and draw.random() < ALIAS_SHARE
            name = world.aliases[slot.entity] if by_alias else slot.entity
            question = word_question(draw, style, name, slot.attribute, scope)
            probes.append(make_probe(slot, known, turn.number, question, scope))
    return tuple(probes)
