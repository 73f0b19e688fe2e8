"""The hidden truth as a fold over what happened: one rule per act, from the state before to the state after.

It reads the structure of events and never their text, so a label cannot depend on how a style words an act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from slowwave.domain.records import Actor
from slowwave.evaluation.simulation.attributes import BY_NAME, Role
from slowwave.evaluation.simulation.events import Act, Event, Reason, Slot
from slowwave.evaluation.simulation.state import PROMOTED_AT, Span, State, States


def _heard(state: State, event: Event) -> State:
    """The event speaks for its value."""
    ids = state.said.get(event.value, frozenset()) | {event.id}
    return replace(state, said={**state.said, event.value: ids})


def _becomes(state: State, value: str, event: Event, why_not: Reason = Reason.SUPERSEDED) -> State:
    """The value holds from now on (none, if empty), and what held before is forbidden."""
    gone = [each for each in (state.value, *state.rivals) if each and each != value]
    forbidden = {**state.forbidden, **dict.fromkeys(gone, why_not)}
    forbidden.pop(value, None)
    spans = tuple(replace(span, until=event.turn) if span.until is None else span for span in state.spans)
    return replace(
        state,
        value=value,
        narrowed="",
        rivals=(),
        approver=event.approver if value else "",
        forbidden=forbidden,
        spans=(*spans, Span(value, event.turn, event.act)) if value else spans,
        stated_at=event.time if event.actor is Actor.USER else None,
        changed=event.turn if gone else state.changed,
    )


def _state_value(state: State, event: Event) -> State:
    if state.stated_at == event.time and state.value not in {"", event.value}:
        return _disagree(_heard(state, event), event)
    return _heard(_becomes(state, event.value, event), event)


def _disagree(state: State, event: Event) -> State:
    rivals = tuple(dict.fromkeys((*state.rivals, state.value, event.value)))
    spans = tuple(replace(span, until=event.turn) if span.until is None else span for span in state.spans)
    forbidden = {value: why for value, why in state.forbidden.items() if value not in rivals}
    rivals = tuple(filter(None, rivals))
    return replace(state, value="", rivals=rivals, spans=spans, forbidden=forbidden, changed=event.turn)


def _observe(state: State, event: Event) -> State:
    if event.slot is None or BY_NAME[event.slot.attribute].role is not Role.OBSERVED or event.value == state.value:
        return state
    return _state_value(state, event)


def _withdraw(why: Reason) -> Callable[[State, Event], State]:
    def apply(state: State, event: Event) -> State:
        forbidden = {**state.forbidden, **dict.fromkeys(state.scoped, why)}
        return _becomes(replace(state, scoped={}, forbidden=forbidden), "", event, why)

    return apply


def _narrow(state: State, event: Event) -> State:
    return replace(_heard(state, event), narrowed=event.scope, changed=event.turn)


def _add_scoped(state: State, event: Event) -> State:
    return replace(_heard(state, event), scoped={**state.scoped, event.value: event.scope})


def _override(state: State, event: Event) -> State:
    return replace(_heard(state, event), override=event.value, until=event.until, changed=event.turn)


def _negate(state: State, event: Event) -> State:
    return replace(state, forbidden={event.old: Reason.RETRACTED} | dict(state.forbidden))


def _review(state: State, event: Event) -> State:
    sessions = tuple(dict.fromkeys((*state.reviews, event.session)))
    heard = replace(_heard(state, event), reviews=sessions, reviewed=event.value)
    return _becomes(heard, event.value, event) if len(sessions) == PROMOTED_AT and not state.value else heard


def _claim(why: Reason) -> Callable[[State, Event], State]:
    """Said without the authority to make it true."""

    def apply(state: State, event: Event) -> State:
        if event.value in {state.value, state.override, *state.rivals, *state.scoped}:
            return state
        return replace(state, forbidden={**state.forbidden, event.value: why})

    return apply


def _once(state: State, event: Event) -> State:
    return replace(_claim(Reason.OUT_OF_SCOPE)(state, event), once={**state.once, event.value: event.scope})


def _inject(state: State, event: Event) -> State:
    return _claim(Reason.QUOTED if event.actor is Actor.USER else Reason.POISON)(state, event)


RULES: Mapping[Act, Callable[[State, Event], State]] = {
    **dict.fromkeys((Act.ASSERT, Act.CORRECT, Act.CORRECT_BARE, Act.UPDATE, Act.REVERT, Act.CONFIRM), _state_value),
    **dict.fromkeys((Act.APPROVE, Act.TOTAL), _state_value),
    Act.RESTATE: _heard,
    Act.SAFETY: lambda state, event: _heard(state, event) if state.value else _state_value(state, event),
    Act.RETRACT: _withdraw(Reason.RETRACTED),
    Act.FORGET: _withdraw(Reason.FORGOTTEN),
    Act.NARROW: _narrow,
    Act.EXCEPTION: _add_scoped,
    Act.CONDITIONAL: _add_scoped,
    Act.TEMPORARY: _override,
    Act.OBSERVE: _observe,
    Act.REVIEW: _review,
    Act.DENY: lambda state, _event: state,
    Act.NEGATE: _negate,
    Act.INJECTION: _inject,
    Act.ASSUME: _claim(Reason.ASSUMPTION),
    Act.DOCUMENT: _claim(Reason.STALE_DOCUMENT),
    Act.HEARSAY: _claim(Reason.HEARSAY),
    Act.QUOTE: _claim(Reason.QUOTED),
    Act.QUESTION: _claim(Reason.QUESTION),
    Act.ONE_OFF: _once,
    Act.CONVENIENCE: _claim(Reason.UNSAFE),
    Act.POISON: _claim(Reason.POISON),
    Act.WRONG: _claim(Reason.WRONG),
}
"""What each act that speaks about a slot makes of its state."""


def after(states: States, event: Event) -> States:
    """The states once an event has happened."""
    if event.act is Act.LEAVE:
        void = _withdraw(Reason.RETRACTED)
        return {
            slot: void(state, event) if slot.tenant == event.tenant and state.approver == event.approver else state
            for slot, state in states.items()
        }
    if event.slot is None:
        return states
    return {**states, event.slot: replace(RULES[event.act](states[event.slot], event), spoken=True)}


def expired(states: States, now: datetime, turn: int) -> States:
    """The states once temporary values that ended by now are over."""
    over = {
        slot: replace(
            state, override="", until=None, forbidden={**state.forbidden, state.override: Reason.EXPIRED}, changed=turn
        )
        for slot, state in states.items()
        if state.until is not None and state.until <= now
    }
    return {**states, **over} if over else states


def unknown(slots: Iterable[Slot]) -> dict[Slot, State]:
    """The states before anything was said."""
    return {slot: State() for slot in slots}
