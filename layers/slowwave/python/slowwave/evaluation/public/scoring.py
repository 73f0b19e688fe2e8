"""What is counted of a memory's answer: which evidence it shows, in how many items and tokens, and whether it shows
what was superseded. No model judges anything: what counts is which sources a line cites and how much of them it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from slowwave.evaluation.public.corpus import Conversation, Question, Unit
from slowwave.evaluation.ranking import Count, fill

RANKS = (5, 10, 20)
BUDGETS = (500, 1000, 2000)
MAIN_BUDGET = 1000
"""Tokens for exposure, for all evidence present, and for tables by category."""
GROUNDED_SHARE = 0.25
"""Of a source's content words; a line that holds less of them does not count for it, whatever it cites."""
EXPOSURE = ("new-in", "old-in", "new-only", "stale-first", "both-sides")

Sources = frozenset[str]

_CONTENT = re.compile(r"[a-z]{4,}|\d+")


@dataclass(frozen=True, slots=True)
class Shown:
    """One item that a system shows.

    Attributes:
        grounded: sources that it cites and holds enough words of.
        cited: sources that it cites.
        unresolved: how many of its citations resolve to nothing.
    """

    text: str
    grounded: Sources
    cited: Sources
    unresolved: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system shows for one question.

    Attributes:
        ranked: its items, best first.
        within: those that it shows in a budget of tokens, in order.
    """

    ranked: Sequence[Shown]
    within: Callable[[int], Sequence[Shown]]


@dataclass(frozen=True, slots=True)
class Scored:
    """The figures of one system on one question, each from 0 to 1; what does not apply to a question is missing."""

    conversation: str
    question: str
    category: str
    figures: Mapping[str, float]
    cites: int
    unresolved: int


class Grounding:
    """Decides which sources of one conversation a text may count for."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self._words: dict[str, set[str]] = {}
        for unit in units:
            self._words.setdefault(unit.source, set()).update(content_words(unit.text))

    def shown(self, text: str, cites: Iterable[str | None]) -> Shown:
        """Return a text with what it cites; a citation that is None resolves to nothing."""
        several = set(cites)
        known = frozenset(each for each in several if each in self._words)
        held = content_words(text)
        grounded = frozenset(
            each for each in known if len(held & self._words[each]) >= max(1, GROUNDED_SHARE * len(self._words[each]))
        )
        return Shown(text, grounded, known, len(several) - len(known))


def verbatim(unit: Unit) -> Shown:
    """Return a unit as a retrieval shows it: it is its own source."""
    return Shown(unit.rendered, frozenset([unit.source]), frozenset([unit.source]))


def retrieved(items: Sequence[Shown], count: Count) -> Answer:
    """Return the answer of a system that shows items in rank order with whatever still fits."""
    texts = [item.text for item in items]
    return Answer(items, lambda budget: [items[place] for place in fill(texts, budget, count)])


@cache
def content_words(text: str) -> frozenset[str]:
    """Return the words of at least four letters and the numbers of a text."""
    return frozenset(_CONTENT.findall(text.lower()))


def score(conversation: Conversation, question: Question, answer: Answer, budgets: Sequence[int]) -> Scored:
    """Return the figures of one answer: `r@5` inside the first items, `r500` and `all500` inside a budget, `cited500`
    counting every citation, and the exposure figures at the main budget.
    """
    gold = question.gold
    figures = {f"r@{k}": _share(gold, _union(answer.ranked[:k])) for k in RANKS}
    inside = {budget: list(answer.within(budget)) for budget in budgets}
    for budget, items in inside.items():
        found = _union(items)
        figures[f"r{budget}"] = _share(gold, found)
        figures[f"all{budget}"] = float(gold <= found)
        figures[f"cited{budget}"] = _share(gold, frozenset().union(*(item.cited for item in items)))
    figures |= exposure(question, inside[main_budget(budgets)])
    widest = inside[max(budgets)]
    cites, unresolved = (sum(map(part, widest)) for part in (_cites, _unresolved))
    return Scored(conversation.id, question.id, question.category, figures, cites, unresolved)


def main_budget(budgets: Sequence[int]) -> int:
    """Return the budget that the single-budget figures are taken at."""
    return MAIN_BUDGET if MAIN_BUDGET in budgets else max(budgets)


def exposure(question: Question, items: Sequence[Shown]) -> dict[str, float]:
    """Return whether the current and the superseded statement of an update are shown, and a contradiction's sides.

    `stale-first`: the superseded statement stands above the current one, or alone.
    """
    found: dict[str, bool] = {}
    if question.new and question.old:
        new, old = (_first(items, sources) for sources in (question.new, question.old))
        found = {
            "new-in": new is not None,
            "old-in": old is not None,
            "new-only": new is not None and old is None,
            "stale-first": old is not None and (new is None or old < new),
        }
    if question.sides:
        shown = _union(items)
        found["both-sides"] = all(side & shown for side in question.sides)
    return {name: float(value) for name, value in found.items()}


def _first(items: Sequence[Shown], sources: Sources) -> int | None:
    return next((place for place, item in enumerate(items) if item.grounded & sources), None)


def _share(gold: Sources, found: Sources) -> float:
    return len(gold & found) / len(gold)


def _union(items: Iterable[Shown]) -> Sources:
    return frozenset().union(*(item.grounded for item in items))


def _cites(item: Shown) -> int:
    return len(item.cited) + item.unresolved


def _unresolved(item: Shown) -> int:
    return item.unresolved
