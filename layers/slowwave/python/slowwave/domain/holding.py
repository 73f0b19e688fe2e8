"""While a rollback holds: when a run has news, so that it publishes over the set that a person asked for. Time, rank
and freshness are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from slowwave.domain.changes import Versioned
from slowwave.domain.injection import InjectionSet, Layer, Pointer, RolledBack, SetItem
from slowwave.domain.notes import CONTESTED, Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import note_of
from slowwave.domain.rollback import lost
from slowwave.domain.setchecks import lines

ROOM_OF_NOTES: Final = 50
"""Notes in a set up to which one that was not among them cannot have been passed over: half of those that it holds at
most, since some are left out after they were counted.
"""


def holding(pointer: Versioned[Pointer] | None) -> RolledBack | None:
    """Return the rollback that no run has published over, if there is one."""
    mark = pointer.item.rollback if pointer else None
    return mark if mark is not None and mark.holds else None


@dataclass(frozen=True, slots=True)
class Sets:
    """What a run compares while a rollback holds.

    Attributes:
        away: the sets that were rolled away from; `current`: the one that a person asked for.
        withheld: ids that people took out; what they took away is no news.
    """

    candidate: InjectionSet
    current: InjectionSet
    away: Sequence[InjectionSet]
    withheld: frozenset[str] = frozenset()

    def missing(self) -> tuple[SetItem, ...]:
        """The lines of the current set that the candidate does not hold."""
        return lost(self.current, self.candidate, self.withheld)


def has_news(sets: Sets, mark: RolledBack, policy: AgentPolicy, notes: Mapping[str, Note]) -> bool:
    """Whether a candidate differs by new evidence, and not by time, rank or freshness alone, from what was rolled away
    from: it has a line that none of the sets had, or lacks one that new evidence took out.

    Args:
        notes: those that the missing lines show, as they are now, by id.
    """
    known = {_said(item) for each in (*sets.away, sets.current) for item in lines(each)}
    fresh = [item for item in lines(sets.candidate) if _said(item) not in known and not _is_made_again(item, mark)]
    return any(_is_new(item, sets, mark, policy) for item in fresh) or any(
        _taken_out(item, mark, notes.get(note_of(item))) for item in sets.missing()
    )


def _said(item: SetItem) -> tuple[object, ...]:
    return (item.item_id, item.text, item.value, item.quotes)


def _is_made_again(item: SetItem, mark: RolledBack) -> bool:
    """Whether a line is what an erasure left of words that were read before it."""
    cited = {quote.span.record_id for quote in item.quotes}
    return bool(cited) and cited <= {*mark.again}


def _is_new(item: SetItem, sets: Sets, mark: RolledBack, policy: AgentPolicy) -> bool:
    """Whether a line that no set had in these words is more than one that moved up. It moved up only if it was in none
    of them, there was no room for all, and its last words are older than the rollback.
    """
    everything = [each for one in (*sets.away, sets.current) for each in lines(one)]
    if item.item_id in {each.item_id for each in everything}:
        return True
    if _had_room(item.layer, sets.away[-1], mark.taken, policy):
        return True
    return max((quote.date for quote in item.quotes), default="") >= mark.at.date().isoformat()


def _had_room(layer: Layer, away: InjectionSet, taken: int, policy: AgentPolicy) -> bool:
    """Whether nothing was passed over; what erasures took out of the set since counts as if it stood there."""
    notes = taken + sum(item.layer is Layer.NOTE for item in away.pool)
    return taken + len(away.pool) < policy.pool_size and (layer is not Layer.NOTE or notes < ROOM_OF_NOTES)


def _taken_out(item: SetItem, mark: RolledBack, note: Note | None) -> bool:
    """Whether evidence ended what the line says after it was asked for: it stood then, or was not yet rejected."""
    if note is None:
        return False
    return note.state is NoteState.REJECTED or (note.state in CONTESTED and item.item_id not in mark.despite)


def published_over(pointer: Pointer, to: str) -> Pointer:
    """Return the pointer moved by a run; a rollback holds no longer, and its record stays settled."""
    mark = replace(pointer.rollback, holds=False) if pointer.rollback else None
    previous = pointer.previous if to == pointer.current else pointer.current
    return replace(pointer, current=to, previous=previous, rollback=mark)
