"""What one injection is worth for one probe: exact tests on surface strings, read by two readers.

The readers bracket a language model without one: *first* takes the value in the highest-ranked line about the slot,
*latest* the value in the newest. A memory is right only if both are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from slowwave.evaluation.simulation.events import Expectation, History, Probe, Reason
from slowwave.evaluation.simulation.presence import shows, states_scope, withdrawals_of, withdraws


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what a memory shows.

    Attributes:
        time: of the latest words it stands on.
        events: ids of the events it stands on; an id that is no event's resolves to nothing.
    """

    text: str
    time: datetime
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What a memory shows for a probe: lines in their order, and the tokens of the whole block."""

    lines: tuple[Line, ...] = ()
    tokens: int = 0
    set_hash: str = ""
    stable: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """What scoring needs to know of a history.

    Attributes:
        values: every surface string that any event states for a slot's entity and attribute, over all tenants.
        stated: the values that an event states, with what it names to replace.
        arrived: the turn at which an event is first delivered.
        withdrawals: texts that withdraw a value, however they word it.
    """

    values: Mapping[tuple[str, str], frozenset[str]]
    stated: Mapping[str, frozenset[str]]
    arrived: Mapping[str, int]
    withdrawals: Mapping[str, tuple[str, ...]]
    pattern: re.Pattern[str]

    def values_in(self, text: str) -> frozenset[str]:
        """Return every value of the history that a text states."""
        return frozenset(self.pattern.findall(text))


def truth_of(history: History) -> Truth:
    """Collect what scoring needs, once a history."""
    values: dict[tuple[str, str], set[str]] = {}
    stated: dict[str, frozenset[str]] = {}
    for event in history.events:
        stated[event.id] = frozenset({event.value, event.old} - {""})
        if event.slot:
            values.setdefault((event.slot.entity, event.slot.attribute), set()).update(stated[event.id])
    arrived: dict[str, int] = {}
    for delivery in history.deliveries:
        arrived.setdefault(delivery.event.id, delivery.turn)
    longest_first = sorted(frozenset().union(*values.values()), key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")
    known = withdrawals_of(history.events)
    return Truth({key: frozenset(each) for key, each in values.items()}, stated, arrived, known, pattern)


def leaks(probe: Probe, lines: Iterable[Line], truth: Truth) -> frozenset[tuple[str, Reason]]:
    """Return the forbidden values that some line states as valid.

    A line that itself withdraws a value is no leak of it, and none of a value of a narrower scope if it states it.
    """
    texts = [line.text for line in lines]
    return frozenset(
        (value, reason)
        for value, reason in probe.forbidden.items()
        if any(_states(text, value, probe, truth) for text in texts)
    )


def is_in(probe: Probe, lines: Iterable[Line], truth: Truth) -> bool:
    """Return whether some line states the value that is right as valid."""
    return any(_states(line.text, probe.value, probe, truth) for line in lines)


def _states(text: str, value: str, probe: Probe, truth: Truth) -> bool:
    """Whether a line gives a value as valid for what was asked."""
    if not shows(text, value) or withdraws(text, value, truth.withdrawals.get(value, ())):
        return False
    scope = probe.scopes.get(value, "")
    return not scope or value == probe.value or not states_scope(text, scope)


def reading(lines: Sequence[Line], values: Iterable[str], probe: Probe, truth: Truth) -> tuple[str, str]:
    """Return the value that a reader takes from the first line that states one for the slot, the last that it states,
    and the line; empty if none does. Asked for a scope, a reader goes by the lines that state it, if there are any.

    Args:
        lines: in the order in which the reader trusts them.
    """
    found = [
        (max(stated, key=lambda each: (line.text.rfind(each), each)), line.text)
        for line in lines
        if (stated := [each for each in values if _states(line.text, each, probe, truth)])
    ]
    scoped = [each for each in found if probe.scope and states_scope(each[1], probe.scope)]
    return next(iter(scoped or found), ("", ""))


def answers(probe: Probe, shown: Shown, truth: Truth) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return what the first and the latest reader take for the slot of a probe, each with the line it is from."""
    values = (truth.values.get((probe.slot.entity, probe.slot.attribute), frozenset()) | {probe.value}) - {""}
    newest = sorted(shown.lines, key=lambda line: line.time, reverse=True)
    return reading(shown.lines, values, probe, truth), reading(newest, values, probe, truth)


def score(probe: Probe, shown: Shown, truth: Truth) -> dict[str, float]:
    """Return the metrics of one probe; those that do not apply to it are left out."""
    (first, _), (latest, _) = answers(probe, shown, truth)
    leaked = leaks(probe, shown.lines, truth)
    reasons = {reason for _, reason in leaked}
    out = {
        "forbidden": float(bool(leaked)),
        **{f"forbidden: {reason}": float(reason in reasons) for reason in Reason},
        "wrong, first": float(first not in ("", probe.value)),
        "wrong, latest": float(latest not in ("", probe.value)),
        "contradiction": float({first, latest} - {"", probe.value} != set()),
        "tokens": float(shown.tokens),
        **_audit(shown, truth),
    }
    if probe.expectation is Expectation.VALUE:
        has = is_in(probe, shown.lines, truth)
        out["gold in"] = float(has)
        out["right"] = float(first == latest == probe.value)
        if probe.discovered:
            out["explored again"] = float(not has)
    else:
        out["right"] = float(not first and not latest)
    return out


def _audit(shown: Shown, truth: Truth) -> dict[str, float]:
    """Shares of lines whose evidence resolves, and of lines with a value whose evidence states every value of it."""
    if not shown.lines:
        return {}
    resolved = [bool(line.events) and all(each in truth.stated for each in line.events) for line in shown.lines]
    stated = [(truth.values_in(line.text), line) for line in shown.lines]
    correct = [
        values <= frozenset().union(*(truth.stated.get(each, frozenset()) for each in line.events))
        for values, line in stated
        if values
    ]
    out = {"evidence resolves": sum(resolved) / len(resolved)}
    return {**out, "evidence is correct": sum(correct) / len(correct)} if correct else out
