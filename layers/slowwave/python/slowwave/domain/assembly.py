"""What a read shows of a set: the stable part cut to the budget, then the slice for a task. The online read and the
gate of publication ask through the same functions, so that what is measured is what agents get.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from slowwave.domain.claims import Lane
from slowwave.domain.injection import InjectionSet, SetItem, WorkingFile
from slowwave.domain.rendering import block, line

Rank = Callable[[str, Sequence[str]], Sequence[tuple[int, float]]]
"""Positions and scores of the texts that a query finds, best first."""

BOUNDARY_TOKENS = 8
"""More than a line may save by sharing a token with its neighbours: what is over the budget by more never fits, and
rendering the whole block to find that out is what a read spends its time on.
"""

_NAME = re.compile(r"[^\W\d_]{3,}")
"""A word in the path of a document; its numbers are years and versions."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A set as it is read under one budget, without what is withheld.

    Attributes:
        stable: the lines that every read shows.
        pool: the candidates for a task, and what a small budget cut from the stable block.
        limit: tokens of the whole block, under `count`.
        files: names that the block ends with.
    """

    set_hash: str
    stable: tuple[SetItem, ...]
    pool: tuple[SetItem, ...]
    limit: int
    count: Callable[[str], int]
    files: tuple[WorkingFile, ...] = ()

    def fits(self, task: Sequence[SetItem]) -> bool:
        """Whether the block with these lines for a task stays within the budget."""
        return self.cost(task) <= self.limit

    def cost(self, task: Sequence[SetItem]) -> int:
        """Tokens of the block with these lines for a task."""
        return self.count(block(self.stable, task, set_hash=self.set_hash, files=self.files))


def open_set(
    published: InjectionSet, *, set_hash: str, withheld: frozenset[str], limit: int, count: Callable[[str], int]
) -> Opened:
    """Drop lines from the end of the stable block until it fits its share of the budget, the one it has of the set's
    own: else a smaller budget would be all stable block, with nothing for the task. The safety lane stays whole: where
    it alone is over the budget, what is returned does not fit.
    """
    share = min(limit, limit * published.stable_tokens // published.budget_tokens)
    room = share if limit < published.budget_tokens else limit
    stable = _without(published.stable, withheld)
    while count(block(stable, (), set_hash=set_hash)) > room and stable and stable[-1].lane is not Lane.SAFETY:
        stable = stable[:-1]
    shown = {item.item_id for item in stable}
    rest = (item for item in (*published.stable, *published.pool) if item.item_id not in shown)
    return Opened(set_hash, stable, _without(rest, withheld), limit, count)


def slice_for(opened: Opened, task: str, rank: Rank) -> tuple[SetItem, ...]:
    """Take the best candidates for the task, in rank order, with whatever still fits the budget of the whole block."""
    chosen: tuple[SetItem, ...] = ()
    cost = opened.cost(chosen)
    for position, _ in rank(task, [ranked_text(item) for item in opened.pool]):
        item = opened.pool[position]
        if cost + opened.count(line(item)) - BOUNDARY_TOKENS > opened.limit:
            continue
        wider = (*chosen, item)
        size = opened.cost(wider)
        if size <= opened.limit:
            chosen, cost = wider, size
    return chosen


def ranked_text(item: SetItem) -> str:
    """Return the words that a task finds a line by: its own, its key's, its place's, and the names in the path of its
    document.
    """
    path = item.source.rpartition(", ")[0]
    names = _NAME.findall(path.removesuffix(PurePosixPath(path).suffix))
    return " ".join([item.text, item.directory, *names, *item.about.split()])


def _without(items: Iterable[SetItem], withheld: frozenset[str]) -> tuple[SetItem, ...]:
    return tuple(item for item in items if not withheld & {item.item_id, *item.note_ids})
