"""The script of a history: which act comes at which turn, about which slot, and the events that come of it.

A seeded loop over the schedule. What an act may be about follows from the truth so far, so that no act contradicts the
label that it is going to get.
"""

from __future__ import annotations

import random
from dataclasses import replace

from slowwave.evaluation.simulation import shares
from slowwave.evaluation.simulation.attributes import BY_NAME, Role
from slowwave.evaluation.simulation.canaries import core
from slowwave.evaluation.simulation.drafts import Draft, Pen, draft, draft_secret
from slowwave.evaluation.simulation.eligibility import SLOTLESS, eligible
from slowwave.evaluation.simulation.events import Act, Slot
from slowwave.evaluation.simulation.placeholders import CHATTERERS, VOICES, Voice
from slowwave.evaluation.simulation.schedule import Turn
from slowwave.evaluation.simulation.style import Style
from slowwave.evaluation.simulation.tale import Tale, chat, say
from slowwave.evaluation.simulation.truth import expired, unknown
from slowwave.evaluation.simulation.values import Mint
from slowwave.evaluation.simulation.world import World

LOOKAHEAD = 600
"""How far down the bag an act is looked for that fits the turn."""
ANSWER_DELAY = (1, 4)
"""Turns between a guess and its answer."""
CONFIRMED_SHARE = 0.5
REPLY_SHARE = 0.25
CLASH_SESSION = "-parallel"
FIRST_WRONG = 40
TURNS_PER_WRONG = 1500


def _slotless(tale: Tale, turn: Turn, act: Act) -> bool:
    """Tell an act that is about no slot; whether there was anything to tell."""
    if act is Act.SECRET:
        made = draft_secret(tale.pen, len(tale.secrets))
        tale.secrets.append(core(made.secret))
        say(tale, turn, made)
        return True
    if act is Act.CHATTER:
        chat(tale, turn, tale.draw.choice(CHATTERERS))
        return True
    untold = [entity for entity in sorted(tale.world.aliases) if (turn.tenant, entity) not in tale.aliases]
    if not untold:
        return False
    entity = tale.draw.choice(untold)
    tale.aliases.add((turn.tenant, entity))
    say(tale, turn, Draft(act, slot=Slot(turn.tenant, entity, ""), alias=tale.world.aliases[entity]))
    return True


def _act(tale: Tale, turn: Turn, act: Act) -> bool:
    """Tell an act at a turn; whether it fits."""
    if act in SLOTLESS:
        return _slotless(tale, turn, act)
    slots = eligible(act, tale.free_slots(turn.tenant), tale.states, turn)
    if not slots:
        return False
    slot = tale.draw.choice(slots)
    made = draft(tale.pen, act, slot, tale.states[slot], turn.time)
    say(tale, turn, made)
    if act is Act.ASSUME and tale.draw.random() < shares.ANSWERED_SHARE:
        _expect_answer(tale, turn, made)
    return True


def _expect_answer(tale: Tale, turn: Turn, guess: Draft) -> None:
    confirmed = tale.draw.random() < CONFIRMED_SHARE
    value, old = (guess.value, "") if confirmed else ("", guess.value)
    answer = Draft(Act.CONFIRM if confirmed else Act.DENY, slot=guess.slot, value=value, old=old)
    tale.answers.append((turn.number + tale.draw.randint(*ANSWER_DELAY), answer))


def _answer(tale: Tale, turn: Turn) -> bool:
    """Tell the answer to a guess of this tenant that is due; whether there is one."""
    for due, answer in tale.answers:
        if due <= turn.number and answer.slot and answer.slot.tenant == turn.tenant:
            tale.answers.remove((due, answer))
            say(tale, turn, answer)
            return True
    return False


def _clash(tale: Tale, turn: Turn) -> bool:
    """Tell two corrections of one slot at the same time in two sessions; whether any slot fits."""
    free = eligible(Act.CORRECT_BARE, tale.free_slots(turn.tenant), tale.states, turn)
    slots = [slot for slot in free if tale.states[slot].value]
    if not slots:
        return False
    slot = tale.draw.choice(slots)
    made = draft(tale.pen, Act.CORRECT_BARE, slot, tale.states[slot], turn.time)
    first = say(tale, turn, made)
    parallel = replace(turn, session=turn.session + CLASH_SESSION)
    say(tale, parallel, replace(made, value=tale.pen.fresh(slot)), time=first.time)
    tale.extra_closes.append((turn.number, (turn.tenant, parallel.session)))
    return True


def _from_bag(tale: Tale, turn: Turn, bag: list[Act]) -> None:
    """Tell the first act of the bag that fits; chatter if none does."""
    refused: set[Act] = set()
    for index, act in enumerate(bag[:LOOKAHEAD]):
        if act in refused:
            continue
        if _act(tale, turn, act):
            del bag[index]
            return
        refused.add(act)
    chat(tale, turn, tale.draw.choice(CHATTERERS))


def _is_general(slot: Slot) -> bool:
    return BY_NAME[slot.attribute].role is Role.GENERAL


def _wrong_claims(draw: random.Random, schedule: tuple[Turn, ...]) -> dict[int, list[int]]:
    """Which wrong claims are said at which turns; each claim is about one tenant's slot, in its own turns."""
    turns = len(schedule)
    tenants = sorted({turn.tenant for turn in schedule})
    repeats = [count for _ in range(max(1, turns // TURNS_PER_WRONG)) for count in shares.WRONG_REPEATS]
    at: dict[int, list[int]] = {}
    for claim, count in enumerate(repeats):
        tenant = draw.choice(tenants)
        own = [
            turn.number for turn in schedule if turn.tenant == tenant and turn.number >= min(FIRST_WRONG, turns // 2)
        ]
        wanted = count * min(turns, shares.FULL_TURNS) // shares.FULL_TURNS
        for number in draw.sample(own, min(len(own), wanted)):
            at.setdefault(number, []).append(claim)
    return at


def _claim_wrongly(tale: Tale, turn: Turn, claim: int) -> None:
    """Let a tool or the agent repeat a wrong claim about a slot of this tenant, a new one the first time."""
    if claim not in tale.wrong:
        slots = eligible(Act.UPDATE, tale.free_slots(turn.tenant), tale.states, turn)
        if not slots:
            return
        slot = tale.draw.choice(slots)
        tale.wrong[claim] = (slot, tale.pen.fresh(slot))
    slot, value = tale.wrong[claim]
    say(tale, turn, Draft(Act.WRONG, tale.draw.choice(VOICES[Act.WRONG]), slot, value=value))


def tell(draw: random.Random, world: World, schedule: tuple[Turn, ...], style: Style) -> Tale:
    """Tell a whole history."""
    turns = len(schedule)
    tale = Tale(draw, world, style, Pen(draw, Mint(draw)), unknown(world.slots))
    bag = shares.bag(draw, turns, sum(_is_general(slot) for slot in world.slots))
    wrong = _wrong_claims(draw, schedule)
    clashes = set(draw.sample(range(turns // 4, turns), round(shares.CLASH_SHARE * turns)))
    for turn in schedule:
        tale.states = expired(tale.states, turn.time, turn.number)
        if not (_answer(tale, turn) or (turn.number in clashes and _clash(tale, turn))):
            _from_bag(tale, turn, bag)
        for claim in wrong.get(turn.number, ()):
            _claim_wrongly(tale, turn, claim)
        if tale.draw.random() < REPLY_SHARE:
            chat(tale, turn, Voice.ASSISTANT)
    return tale
