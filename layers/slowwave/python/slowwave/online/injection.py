"""The injection read: the published set as one bounded block. It touches the pointer and the set, no index and no
model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from slowwave.domain.assembly import open_set, slice_for
from slowwave.domain.file_slice import files_for, filled, with_room_for
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.injection import SetItem, WorkingFile
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
        etag: changes when, and only when, the set, the withheld ids, the task, the budget or the number of files do.
        tokens: size of the text under `tokenizer`; never above the budget.
        stable, task: the lines shown, in order.
        files: the files named, the most needed first.
    """

    text: str
    etag: str
    set_hash: str
    tokenizer: str
    tokens: int
    budget: int
    stable: tuple[SetItem, ...]
    task: tuple[SetItem, ...]
    files: tuple[WorkingFile, ...] = ()


def read(
    scope: Scope,
    *,
    task: str,
    budget: int | None,
    files: int = 0,
    journal: Journal,
    sets: SetStore,
    tokenizer: Callable[[str], Tokenizer],
) -> Rendered:
    """Return the block for a task.

    Args:
        task: what the agent is about to do; empty for the stable part alone.
        budget: tokens of the whole block; None for the set's own.
        files: the most files of earlier sessions to name; with none the block is the same as if there were none.
        tokenizer: gives the tokenizer of a name: the set says which one its budget is counted in.

    Raises:
        InvalidInput: the budget is too small for the safety lane, which is never cut; or `files` is below 0.
    """
    if budget is not None and budget < LEAST_BUDGET:
        raise InvalidInput(f"budget is {budget}; it must be at least {LEAST_BUDGET} tokens")
    if files < 0:
        raise InvalidInput(f"files is {files}; it must be 0 or more")
    pointer = journal.pointer(scope)
    if pointer is None or not pointer.item.current:
        return Rendered("", _etag("", frozenset(), task, budget or 0, files), "", "", 0, budget or 0, (), ())
    current, withheld = pointer.item.current, pointer.item.withheld
    published = sets.get(scope, current)
    limit = budget or published.budget_tokens
    count = tokenizer(published.tokenizer).count
    opened = open_set(published, set_hash=current, withheld=withheld, limit=limit, count=count)
    if not opened.fits(()):
        least = opened.cost(())
        raise InvalidInput(f"a budget of {limit} tokens is too small for the safety lane; ask for {least} or more")
    wanted = files_for(published, task, rank, limit=files, withheld=withheld) if files else ()
    chosen = slice_for(with_room_for(opened, wanted), task, rank)
    shown = filled(opened, chosen, wanted)
    text = block(shown.stable, chosen, set_hash=current, files=shown.files)
    etag = _etag(current, withheld, task, limit, files)
    return Rendered(text, etag, current, published.tokenizer, count(text), limit, shown.stable, chosen, shown.files)


def body(rendered: Rendered) -> dict[str, Any]:
    """Return what an answer to an agent holds, as JSON-ready data; a file comes with the calls that named it."""
    return {
        "text": rendered.text,
        "set": rendered.set_hash,
        "tokens": rendered.tokens,
        "budget": rendered.budget,
        "files": [asdict(file) for file in rendered.files],
    }


def _etag(set_hash: str, withheld: frozenset[str], task: str, budget: int, files: int) -> str:
    asked: list[object] = [set_hash, sorted(withheld), task, budget, *([files] if files else [])]
    return sha256_hex(canonical_json(asked))[:32]
