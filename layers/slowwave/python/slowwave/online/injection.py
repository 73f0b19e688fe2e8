"""The injection read: the published set as one bounded block. It touches the pointer and the set, no index and no
model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from slowwave.domain.assembly import open_set, slice_for
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.injection import SetItem
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
    opened = open_set(published, set_hash=current, withheld=withheld, limit=limit, count=count)
    if not opened.fits(()):
        raise InvalidInput(f"a budget of {limit} tokens is too small for the safety lane; ask for more")
    stable, chosen = opened.stable, slice_for(opened, task, rank)
    text = block(stable, chosen, set_hash=current)
    etag = _etag(current, withheld, task, limit)
    return Rendered(text, etag, current, published.tokenizer, count(text), limit, stable, chosen)


def _etag(set_hash: str, withheld: frozenset[str], task: str, budget: int) -> str:
    return sha256_hex(canonical_json([set_hash, sorted(withheld), task, budget]))[:32]
