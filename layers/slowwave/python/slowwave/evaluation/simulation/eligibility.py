"""Which slots an act may speak about: a table of conditions on the role and the state of a slot.

The conditions keep every label beyond doubt: no correction while a temporary value is in force, no unscoped repetition
of what was narrowed, nothing between the agent's guess and its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from slowwave.evaluation.simulation.attributes import BY_NAME, Role
from slowwave.evaluation.simulation.events import Act, Slot
from slowwave.evaluation.simulation.schedule import Turn
from slowwave.evaluation.simulation.state import PROMOTED_AT, State, States

Condition = Callable[[Role, State], bool]


def _quiet(state: State) -> bool:
    return not state.override and not state.rivals


def _settled(state: State) -> bool:
    return bool(state.value) and _quiet(state) and not state.narrowed


def _empty(state: State) -> bool:
    return not state.value and _quiet(state)


def _general(state_is: Callable[[State], bool]) -> Condition:
    return lambda role, state: role is Role.GENERAL and state_is(state)


def _of(wanted: Role, state_is: Callable[[State], bool]) -> Condition:
    return lambda role, state: role is wanted and state_is(state)


def _spoken(state: State) -> bool:
    return state.spoken and _quiet(state)


def _plain(state: State) -> bool:
    return _settled(state) and not state.scoped


_CLAIMABLE = _general(_spoken)

CONDITIONS: Mapping[Act, tuple[Condition, ...]] = {
    Act.ASSERT: (_general(lambda state: not state.spoken), _general(_empty)),
    Act.RESTATE: (lambda role, state: role not in {Role.OBSERVED, Role.TOTAL} and _settled(state),),
    Act.CORRECT: (_general(lambda state: bool(state.value) and _quiet(state)),),
    Act.CORRECT_BARE: (
        lambda role, state: role in {Role.GENERAL, Role.OBSERVED} and (bool(state.rivals) or _settled(state)),
    ),
    Act.UPDATE: (_general(_settled),),
    Act.RETRACT: (_general(lambda state: bool(state.value) and _quiet(state) and not state.scoped),),
    Act.NARROW: (_general(_plain),),
    Act.EXCEPTION: (_general(_plain),),
    Act.CONDITIONAL: (_general(_plain),),
    Act.TEMPORARY: (_general(_settled),),
    Act.REVERT: (_general(lambda state: _settled(state) and bool(state.former)),),
    Act.ASSUME: (_general(_empty), _general(_settled)),
    Act.OBSERVE: (_of(Role.OBSERVED, lambda state: not state.spoken), _of(Role.OBSERVED, _settled), _general(_settled)),
    Act.DOCUMENT: (_general(lambda state: _quiet(state) and bool(state.former)), _CLAIMABLE),
    Act.HEARSAY: (_CLAIMABLE,),
    Act.QUOTE: (_CLAIMABLE,),
    Act.QUESTION: (_CLAIMABLE,),
    Act.ONE_OFF: (_general(_plain),),
    Act.REVIEW: (_of(Role.REVIEWED, lambda state: len(state.reviews) <= PROMOTED_AT),),
    Act.SAFETY: (_of(Role.SAFETY, _empty), _of(Role.SAFETY, _settled)),
    Act.CONVENIENCE: (_of(Role.SAFETY, _settled),),
    Act.APPROVE: (_of(Role.APPROVED, _empty),),
    Act.LEAVE: (_of(Role.APPROVED, _settled),),
    Act.TOTAL: (_of(Role.TOTAL, _quiet),),
    Act.NEGATE: (_CLAIMABLE,),
    Act.POISON: (lambda role, state: role in {Role.GENERAL, Role.SAFETY} and _spoken(state),),
    Act.INJECTION: (lambda role, state: role in {Role.GENERAL, Role.SAFETY} and _spoken(state),),
    Act.FORGET: (_general(lambda state: bool(state.value) and _quiet(state)),),
}
"""In order of preference: the slots of the first condition that any slot meets."""

FILLING = frozenset({Act.ASSERT, Act.APPROVE})
EMPTY_TURNS = 40
"""How long a slot stays empty once its value was withdrawn."""

SLOTLESS = frozenset({Act.CHATTER, Act.SECRET, Act.ALIAS})


def _open(act: Act, state: State, turn: Turn) -> bool:
    """Whether the moment suits the act: a comment once a session, and some turns without what was withdrawn."""
    if act is Act.REVIEW:
        return turn.session not in state.reviews
    return act not in FILLING or state.changed is None or turn.number - state.changed >= EMPTY_TURNS


def eligible(act: Act, slots: Iterable[Slot], states: States, turn: Turn) -> tuple[Slot, ...]:
    """Return the slots that an act may speak about now, of those given."""
    open_slots = [slot for slot in slots if _open(act, states[slot], turn)]
    for condition in CONDITIONS[act]:
        fitting = tuple(slot for slot in open_slots if condition(BY_NAME[slot.attribute].role, states[slot]))
        if fitting:
            return fitting
    return ()
