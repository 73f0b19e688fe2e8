"""The injection read: the published set as one bounded block. It touches the pointer and the set, no index and no
model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slowwave.domain.claims import Lane
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.rendering import block
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.online.lexical import rank
from slowwave.ports.ledger import Journal
from slowwave.ports.memory import SetStore
from slowwave.ports.models import Tokenizer

LEAST_BUDGET = 50
"""Tokens below which not even an empty block fits."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a read returns.

    Attributes:
        text: the block, empty before the first publication.
        etag: changes when, and only when, the set, the withheld ids, the task or the budget do.
        tokens: size of the text under `tokenizer`; never above the budget.
        stable, task: the lines shown, in order.
    """

    text: str
    etag: str
    set_hash: str
    tokenizer: str
    tokens: int
    budget: int
    stable: tuple[SetItem, ...]
    task: tuple[SetItem, ...]


def read(
    scope: Scope,
    *,
    task: str,
    budget: int | None,
    journal: Journal,
    sets: SetStore,
    tokenizer: Callable[[str], Tokenizer],
) -> Rendered:
    """Return the block for a task.

    Args:
        task: what the agent is about to do; empty for the stable part alone.
        budget: tokens of the whole block; None for the set's own.
        tokenizer: gives the tokenizer of a name: the set says which one its budget is counted in.

    Raises:
        InvalidInput: the budget is too small for the safety lane, which is never cut.
    """
    if budget is not None and budget < LEAST_BUDGET:
        raise InvalidInput(f"budget is {budget}; it must be at least {LEAST_BUDGET} tokens")
    pointer = journal.pointer(scope)
    if pointer is None:
        return Rendered("", _etag("", frozenset(), task, budget or 0), "", "", 0, budget or 0, (), ())
    current, withheld = pointer.item.current, pointer.item.withheld
    published = sets.get(scope, current)
    limit = budget or published.budget_tokens
    count = tokenizer(published.tokenizer).count
    stable = _stable(_open(published.stable, withheld), limit, current, count)
    chosen = _slice(_open(_candidates(published, stable), withheld), stable, task, limit, current, count)
    text = block(stable, chosen, set_hash=current)
    etag = _etag(current, withheld, task, limit)
    return Rendered(text, etag, current, published.tokenizer, count(text), limit, stable, chosen)


def _open(items: Sequence[SetItem], withheld: frozenset[str]) -> tuple[SetItem, ...]:
    return tuple(item for item in items if not withheld & {item.item_id, *item.note_ids})


def _candidates(published: InjectionSet, shown: Sequence[SetItem]) -> tuple[SetItem, ...]:
    """The pool, and what a small budget cut from the stable block."""
    ids = {item.item_id for item in shown}
    return tuple(item for item in (*published.stable, *published.pool) if item.item_id not in ids)


def _stable(items: tuple[SetItem, ...], limit: int, set_hash: str, count: Callable[[str], int]) -> tuple[SetItem, ...]:
    """Drop lines from the end until the stable block fits; the safety lane stays whole."""
    while count(block(items, (), set_hash=set_hash)) > limit:
        if not items or items[-1].lane is Lane.SAFETY:
            raise InvalidInput(f"a budget of {limit} tokens is too small for the safety lane; ask for more")
        items = items[:-1]
    return items


def _slice(
    pool: Sequence[SetItem],
    stable: Sequence[SetItem],
    task: str,
    limit: int,
    set_hash: str,
    count: Callable[[str], int],
) -> tuple[SetItem, ...]:
    """Take the best candidates for the task, in rank order, with whatever still fits the budget of the whole block."""
    chosen: tuple[SetItem, ...] = ()
    for position, _ in rank(task, [f"{item.text} {item.directory}" for item in pool]):
        wider = (*chosen, pool[position])
        if count(block(stable, wider, set_hash=set_hash)) <= limit:
            chosen = wider
    return chosen


def _etag(set_hash: str, withheld: frozenset[str], task: str, budget: int) -> str:
    return sha256_hex(canonical_json([set_hash, sorted(withheld), task, budget]))[:32]
