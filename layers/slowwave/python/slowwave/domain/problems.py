"""What the checks of a candidate set find, and what they look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from slowwave.domain.injection import InjectionSet
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason against an item, or against the set as a whole when `item_id` is empty. It quotes no content."""

    item_id: str
    because: str


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a candidate set is compared with.

    Attributes:
        stable_cost: tokens of the rendered stable block.
        count: tokens of a text under the set's tokenizer.
        last: the set published before, if there is one.
        withheld: ids that people took out since; what they took away is not missing.
        released: a person allows the set to shrink.
        fresh: items that the last set did not publish as they are now; the words of the others were checked then.
        raw: the records that fresh items cite, by id.
        unresolved: what an item refers to and does not exist, by item.
    """

    policy: AgentPolicy
    stable_cost: int
    count: Callable[[str], int]
    last: InjectionSet | None = None
    withheld: frozenset[str] = frozenset()
    released: bool = False
    fresh: frozenset[str] = frozenset()
    raw: Mapping[str, Record] = field(default_factory=dict)
    unresolved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Found = Iterable[Problem]
Finding = Callable[[InjectionSet, Grounds], Found]
"""A check: every problem of its kind in a candidate set."""


def told(found: Sequence[Problem]) -> str:
    """Return how many problems there are, and the first of them, in words."""
    because = "; ".join(f"{each.item_id or 'the set'}: {each.because}" for each in found[:3])
    return f"{len(found)} problem(s): {because}"
