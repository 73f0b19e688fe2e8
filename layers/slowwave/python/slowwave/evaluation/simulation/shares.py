"""How often each act happens, and how early: the composition of a history as two tables."""

from __future__ import annotations

import random
from collections.abc import Mapping

from slowwave.evaluation.simulation.events import Act

SHARES: Mapping[Act, float] = {
    Act.RESTATE: 0.11,
    Act.CORRECT: 0.075,
    Act.CORRECT_BARE: 0.05,
    Act.UPDATE: 0.03,
    Act.RETRACT: 0.014,
    Act.NARROW: 0.01,
    Act.EXCEPTION: 0.01,
    Act.CONDITIONAL: 0.01,
    Act.TEMPORARY: 0.018,
    Act.REVERT: 0.02,
    Act.ASSUME: 0.026,
    Act.OBSERVE: 0.034,
    Act.DOCUMENT: 0.034,
    Act.HEARSAY: 0.016,
    Act.QUOTE: 0.014,
    Act.QUESTION: 0.018,
    Act.ONE_OFF: 0.012,
    Act.REVIEW: 0.028,
    Act.SAFETY: 0.012,
    Act.CONVENIENCE: 0.008,
    Act.APPROVE: 0.012,
    Act.LEAVE: 0.005,
    Act.TOTAL: 0.02,
    Act.NEGATE: 0.014,
    Act.POISON: 0.022,
    Act.INJECTION: 0.014,
    Act.SECRET: 0.026,
    Act.FORGET: 0.01,
    Act.ALIAS: 0.012,
}
"""Of all turns. First statements follow the slots; the rest is chatter, and answers to the agent's guesses."""

STATED_SHARE = 0.9
"""Of the slots that the user speaks about: those that get a first value."""
RESTORED_SHARE = 0.6
"""Of withdrawn values: those that get a successor in the end."""

FIRST: Mapping[Act, float] = {
    Act.ALIAS: 0.25,
    Act.SAFETY: 0.6,
    Act.REVIEW: 0.8,
    Act.APPROVE: 0.7,
    Act.ASSERT: 0.7,
}
"""Acts that keep to the first part of a history."""

LAST: Mapping[Act, float] = {Act.LEAVE: 0.4, Act.REVERT: 0.15, Act.RETRACT: 0.15, Act.FORGET: 0.25}
"""Acts that need some history before them."""

EARLY_ASSERTS = 0.6
"""Share of all assertions within the first eighth."""

CLASH_SHARE = 0.006
"""Of all turns: two statements of the user at the same time, in two sessions, that disagree."""

ANSWERED_SHARE = 0.7
"""Of the agent's guesses; half of the answers confirm."""

WRONG_REPEATS = (50, 12)
"""One wrong claim said fifty times, another a dozen."""

FULL_TURNS = 500
"""A shorter history has as much fewer repetitions."""


def counts(turns: int, slots: int) -> dict[Act, int]:
    """How many of each act a history should hold; at least two, so that each tenant may see one.

    Args:
        slots: that the user speaks about.
    """
    wanted = {act: max(2, round(share * turns)) for act, share in SHARES.items()}
    restored = RESTORED_SHARE * (wanted[Act.RETRACT] + wanted[Act.FORGET])
    return {Act.ASSERT: round(STATED_SHARE * slots + restored), **wanted}


def _place(draw: random.Random, act: Act) -> float:
    if act is Act.ASSERT and draw.random() < EARLY_ASSERTS:
        return draw.random() / 8
    first = LAST.get(act, 0.0)
    return first + (FIRST.get(act, 1.0) - first) * draw.random()


def bag(draw: random.Random, turns: int, slots: int) -> list[Act]:
    """The acts of a history in the order they should come, one per turn; chatter fills up."""
    wanted = [act for act, count in counts(turns, slots).items() for _ in range(count)]
    answers = round(SHARES[Act.ASSUME] * ANSWERED_SHARE * turns)
    clashes = round(CLASH_SHARE * turns)
    wanted += [Act.CHATTER] * max(0, turns - len(wanted) - answers - clashes)
    return sorted(wanted, key=lambda act: _place(draw, act))
