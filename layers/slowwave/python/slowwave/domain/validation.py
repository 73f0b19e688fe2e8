"""Whether a candidate set may be published. Every check names the item and the reason; one problem keeps the last set
in place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from slowwave.domain.claims import Lane
from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.secrets import BLANK, find_secrets

MAX_ITEM_TOKENS = 120
"""A page is short; a longer line is a page that should have been split."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason against a set. `item_id` is empty when it concerns the set as a whole."""

    item_id: str
    because: str


def problems(candidate: InjectionSet, *, stable_cost: int, count: Callable[[str], int]) -> list[Problem]:
    """Return every reason against publishing the set; none means it may be published.

    Args:
        stable_cost: tokens of the rendered stable block.
        count: tokens of a text under the set's tokenizer.
    """
    items = [*candidate.stable, *candidate.pool]
    return [
        *_safety_over_budget(candidate),
        *_over_budget(candidate, stable_cost),
        *_repeated(items),
        *(problem for item in items for problem in _item_problems(item, count)),
    ]


def _safety_over_budget(candidate: InjectionSet) -> Iterable[Problem]:
    safety = sum(item.tokens for item in candidate.stable if item.lane is Lane.SAFETY)
    if safety > candidate.budget_tokens:
        yield Problem(
            "",
            f"the safety lane alone takes {safety} of {candidate.budget_tokens} tokens; raise the budget",
        )


def _over_budget(candidate: InjectionSet, stable_cost: int) -> Iterable[Problem]:
    if stable_cost > candidate.budget_tokens:
        yield Problem("", f"the stable block takes {stable_cost} of {candidate.budget_tokens} tokens")


def _repeated(items: Iterable[SetItem]) -> Iterable[Problem]:
    for item_id, times in Counter(item.item_id for item in items).items():
        if times > 1:
            yield Problem(item_id, f"listed {times} times")


def _item_problems(item: SetItem, count: Callable[[str], int]) -> Iterable[Problem]:
    if not item.quotes:
        yield Problem(item.item_id, "no evidence")
    if BLANK in item.text or find_secrets(item.text):
        yield Problem(item.item_id, "contains a secret")
    if count(item.text) > MAX_ITEM_TOKENS:
        yield Problem(item.item_id, f"longer than {MAX_ITEM_TOKENS} tokens")
