"""A commit cut into transactions of whole changes. What is replaced in a later transaction than the one that wrote its
successor is replaced on condition that the successor still stands as written, so nothing makes room for what is gone.
Every part of a run's commit is written on condition that the run, which comes last, is as it was read: of two commits
that were decided side by side one goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slowwave.domain.notes import Note
from slowwave.domain.pages import Page

if TYPE_CHECKING:
    from slowwave.adapters.aws.steps import Step

MAX_ACTIONS: Final = 100
MAX_BYTES: Final = 3_500_000


@dataclass(frozen=True, slots=True)
class Chunk:
    """Steps that are written together.

    Attributes:
        required: earlier steps of the same commit whose items must stand as written.
        awaited: later ones whose items must be as they were read.
    """

    steps: tuple[Step, ...]
    required: tuple[Step, ...]
    awaited: tuple[Step, ...] = ()


def chunks(steps: Sequence[Step]) -> Iterator[Chunk]:
    """Cut steps into transactions, in order; one action of each is left for the head, and one for the run."""
    own_ids = {_ids(step)[0] for step in steps}
    written: dict[str, Step] = {}
    runs = [step for step in steps if step.is_run]
    for part in _parts(steps, own_ids):
        successors = dict.fromkeys(_ids(step)[1] for step in part)
        required = tuple(written[each] for each in successors if each in written)
        runs = [step for step in runs if step not in part]
        yield Chunk(tuple(part), required, tuple(runs))
        written.update((_ids(step)[0], step) for step in part if step.audited and step.puts)


def _parts(steps: Sequence[Step], own_ids: set[str]) -> Iterator[list[Step]]:
    part: list[Step] = []
    reserved = 1 + sum(step.is_run for step in steps)
    actions, size = reserved, 0
    for step in steps:
        needed = step.actions + (_ids(step)[1] in own_ids)
        if part and (actions + needed > MAX_ACTIONS or size + step.bytes > MAX_BYTES):
            yield part
            part, actions, size = [], reserved, 0
        part.append(step)
        actions += needed
        size += step.bytes
    if part:
        yield part


def _ids(step: Step) -> tuple[str, str | None]:
    """Return the id of a note or page and that of its successor, if any."""
    item = step.audited.item if step.audited and step.puts else None
    return (item.id, item.successor or None) if isinstance(item, Note | Page) else ("", None)
