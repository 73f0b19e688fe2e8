"""What an act says, before it has words: the value it states, names or withdraws, its scope, its end, its voice."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from slowwave.evaluation.simulation.attributes import BY_NAME
from slowwave.evaluation.simulation.canaries import canary
from slowwave.evaluation.simulation.events import Act, Slot
from slowwave.evaluation.simulation.placeholders import VOICES, Voice
from slowwave.evaluation.simulation.state import State
from slowwave.evaluation.simulation.values import Mint
from slowwave.evaluation.simulation.world import CONDITIONS, OCCASIONS, SCOPES

TEMPORARY_DAYS = (1, 16)
MAX_DELTA = 97


@dataclass(frozen=True, slots=True)
class Draft:
    """The parts of an act. `old` is what the words may name; whether they do is up to the template."""

    act: Act
    voice: Voice = Voice.USER
    slot: Slot | None = None
    value: str = ""
    old: str = ""
    scope: str = ""
    until: datetime | None = None
    approver: str = ""
    secret: str = ""
    alias: str = ""
    delta: str = ""


@dataclass(frozen=True, slots=True)
class Pen:
    """What drafting draws from."""

    draw: random.Random
    mint: Mint

    def fresh(self, slot: Slot) -> str:
        """Draw a value that nobody has said of anything."""
        return self.mint.value(BY_NAME[slot.attribute].shape)

    def voice(self, act: Act) -> Voice:
        """Draw one of the voices of an act."""
        return self.draw.choice(VOICES.get(act, (Voice.USER,)))


Maker = Callable[[Pen, Act, Slot, State, datetime], Draft]


def _fresh(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, pen.voice(act), slot, value=pen.fresh(slot), old=state.value)


def _same(_pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, value=state.value)


def _gone(_pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, old=state.value)


def _narrow(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, value=state.value, scope=pen.draw.choice(SCOPES))


def _scoped(scopes: tuple[str, ...]) -> Maker:
    def make(pen: Pen, act: Act, slot: Slot, _state: State, _now: datetime) -> Draft:
        return Draft(act, slot=slot, value=pen.fresh(slot), scope=pen.draw.choice(scopes))

    return make


def _temporary(pen: Pen, act: Act, slot: Slot, _state: State, now: datetime) -> Draft:
    last_day = now.date() + timedelta(days=pen.draw.randint(*TEMPORARY_DAYS))
    until = datetime.combine(last_day + timedelta(days=1), time(), now.tzinfo)
    return Draft(act, slot=slot, value=pen.fresh(slot), until=until)


def _revert(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, value=pen.draw.choice(state.former), old=state.value)


def _observe(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    agrees = state.value and pen.draw.random() < AGREEING_SHARE
    return Draft(act, Voice.TOOL, slot, value=state.value if agrees or _is_told(state) else pen.fresh(slot))


def _is_told(state: State) -> bool:
    """Whether the user has said what holds: tools agree with it, or else their claim is a wrong one."""
    return bool(state.value) and state.stated_at is not None


def _document(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    old = pen.draw.choice(state.former) if state.former else pen.fresh(slot)
    return Draft(act, Voice.FILE, slot, value=old)


def _review(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, value=state.reviewed or pen.fresh(slot))


def _safety(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, value=state.value or pen.fresh(slot))


def _approve(pen: Pen, act: Act, slot: Slot, _state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, value=pen.fresh(slot), approver=pen.mint.approver())


def _leave(_pen: Pen, act: Act, _slot: Slot, state: State, _now: datetime) -> Draft:
    return Draft(act, approver=state.approver)


def _total(pen: Pen, act: Act, slot: Slot, state: State, _now: datetime) -> Draft:
    if not state.value:
        return Draft(act, slot=slot, value=pen.fresh(slot))
    total = int(state.value)
    deltas = [delta for delta in range(2, MAX_DELTA) if pen.mint.is_free(str(total + delta))]
    delta = pen.draw.choice(deltas)
    return Draft(act, slot=slot, value=pen.mint.claim(str(total + delta)), old=state.value, delta=str(delta))


def _negate(pen: Pen, act: Act, slot: Slot, _state: State, _now: datetime) -> Draft:
    return Draft(act, slot=slot, old=pen.fresh(slot))


AGREEING_SHARE = 0.6
"""Of a tool's later observations."""

MAKERS: Mapping[Act, Maker] = {
    Act.RESTATE: _same,
    Act.RETRACT: _gone,
    Act.FORGET: _gone,
    Act.NARROW: _narrow,
    Act.EXCEPTION: _scoped(SCOPES),
    Act.CONDITIONAL: _scoped(CONDITIONS),
    Act.ONE_OFF: _scoped(OCCASIONS),
    Act.TEMPORARY: _temporary,
    Act.REVERT: _revert,
    Act.OBSERVE: _observe,
    Act.DOCUMENT: _document,
    Act.REVIEW: _review,
    Act.SAFETY: _safety,
    Act.APPROVE: _approve,
    Act.LEAVE: _leave,
    Act.TOTAL: _total,
    Act.NEGATE: _negate,
}


def draft(pen: Pen, act: Act, slot: Slot, state: State, now: datetime) -> Draft:
    """Draft an act about a slot; by default it states a value that nobody has said before."""
    return MAKERS.get(act, _fresh)(pen, act, slot, state, now)


def draft_secret(pen: Pen, index: int) -> Draft:
    """Draft a slip of the next format of secrets."""
    return Draft(Act.SECRET, pen.voice(Act.SECRET), secret=canary(pen.draw, index))
