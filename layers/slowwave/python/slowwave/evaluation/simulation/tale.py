"""A history while it is being told: what happened so far, what is true now, and how one more act becomes an event."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from slowwave.evaluation.simulation.canaries import core
from slowwave.evaluation.simulation.drafts import Draft, Pen
from slowwave.evaluation.simulation.eligibility import SLOTLESS
from slowwave.evaluation.simulation.events import Act, Event, Slot
from slowwave.evaluation.simulation.placeholders import SOURCES, Voice
from slowwave.evaluation.simulation.schedule import Turn
from slowwave.evaluation.simulation.state import States
from slowwave.evaluation.simulation.style import Style
from slowwave.evaluation.simulation.truth import after
from slowwave.evaluation.simulation.wording import word_act, word_chatter
from slowwave.evaluation.simulation.world import World

ALIAS_SHARE = 0.15
BEFORE_TURN_ENDS = timedelta(seconds=45)
BETWEEN_EVENTS = timedelta(seconds=15)


@dataclass(slots=True)
class Tale:
    """A history while it is being told."""

    draw: random.Random
    world: World
    style: Style
    pen: Pen
    states: States
    events: list[Event] = field(default_factory=list)
    extra_closes: list[tuple[int, tuple[str, str]]] = field(default_factory=list)
    answers: list[tuple[int, Draft]] = field(default_factory=list)
    aliases: set[tuple[str, str]] = field(default_factory=set)
    secrets: list[str] = field(default_factory=list)
    wrong: dict[int, tuple[Slot, str]] = field(default_factory=dict)

    def name(self, slot: Slot) -> str:
        """The entity's name, or its alias now and then, once the tenant was told of it."""
        known = (slot.tenant, slot.entity) in self.aliases
        return self.world.aliases[slot.entity] if known and self.draw.random() < ALIAS_SHARE else slot.entity

    def free_slots(self, tenant: str) -> list[Slot]:
        """Slots of a tenant that do not wait for an answer."""
        waiting = {answer.slot for _, answer in self.answers}
        return [slot for slot in self.world.slots if slot.tenant == tenant and slot not in waiting]


def _fields(tale: Tale, made: Draft) -> dict[str, str]:
    slot = made.slot
    return {
        "entity": tale.name(slot) if slot and not made.alias else slot.entity if slot else "",
        "attribute": slot.attribute if slot else "",
        "value": made.value,
        "old": made.old,
        "scope": made.scope,
        "until": (made.until - timedelta(days=1)).strftime(tale.style.dates) if made.until else "",
        "approver": made.approver,
        "secret": made.secret,
        "alias": made.alias,
        "delta": made.delta,
    }


def _time(tale: Tale, turn: Turn) -> datetime:
    before = sum(1 for event in tale.events[-6:] if event.turn == turn.number)
    return turn.time - BEFORE_TURN_ENDS + before * BETWEEN_EVENTS


def _tell(tale: Tale, turn: Turn, made: Draft, words: tuple[str, frozenset[str]], time: datetime) -> Event:
    text, named = words
    actor, kind, origin = SOURCES[made.voice]
    event = Event(
        id=f"e{len(tale.events):05d}",
        tenant=turn.tenant,
        session=turn.session,
        turn=turn.number,
        time=time,
        act=made.act,
        actor=actor,
        kind=kind,
        origin=origin,
        text=text,
        slot=None if made.act in SLOTLESS else made.slot,
        value=core(made.secret) if made.secret else made.value,
        old=made.old if "old" in named else "",
        scope=made.scope,
        until=made.until,
        approver=made.approver,
        entity=made.slot.entity if made.alias and made.slot else "",
    )
    tale.events.append(event)
    tale.states = after(tale.states, event)
    return event


def say(tale: Tale, turn: Turn, made: Draft, *, time: datetime | None = None) -> Event:
    """Put an act into words and let it happen, at the next moment of its turn or at a given time."""
    words = word_act(tale.draw, tale.style, made.act, made.voice, _fields(tale, made))
    return _tell(tale, turn, made, words, time or _time(tale, turn))


def chat(tale: Tale, turn: Turn, voice: Voice) -> None:
    """Let somebody say nothing of importance."""
    entity = tale.draw.choice(tale.world.slots).entity
    text = word_chatter(tale.draw, tale.style, voice, entity)
    _tell(tale, turn, Draft(Act.CHATTER, voice), (text, frozenset()), _time(tale, turn))
