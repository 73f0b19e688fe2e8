"""What an erasure leaves of a rollback: it is no new evidence, so what a person went away from stays away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from slowwave.domain.erasure import stands_on
from slowwave.domain.erasure_changes import subtracted, unpaged_notes
from slowwave.domain.erasure_plan import Plan
from slowwave.domain.held import Held
from slowwave.domain.injection import InjectionSet, Pointer, RolledBack, set_hash
from slowwave.domain.notes import Observation
from slowwave.domain.setchecks import lines


def shortened(sets: Mapping[str, InjectionSet], plan: Plan) -> dict[str, InjectionSet]:
    """Return what takes the place of each of these sets that goes, by the hash of the one that goes."""
    return {name: subtracted(each, plan) for name, each in sets.items() if name in plan.sets}


def named_by(pointer: Pointer) -> tuple[str, ...]:
    """Return the sets of which an erasure leaves the rest: the current one, and those that were rolled away from."""
    away = pointer.rollback.away if pointer.rollback and pointer.rollback.holds else ()
    return tuple(each for each in dict.fromkeys((pointer.current, *away)) if each)


def moved(pointer: Pointer, plan: Plan, held: Held, sets: Mapping[str, InjectionSet]) -> Pointer:
    """Return the pointer at what is left, without the sets and the rollback that go.

    Args:
        sets: those that `named_by` names, by hash.
    """
    less = {name: set_hash(each) for name, each in shortened(sets, plan).items()}
    previous = less.get(pointer.previous, "" if pointer.previous in plan.sets else pointer.previous)
    mark = pointer.rollback and _kept(pointer.rollback, plan, held, sets, less)
    return replace(pointer, current=less.get(pointer.current, pointer.current), previous=previous, rollback=mark)


def _kept(
    mark: RolledBack, plan: Plan, held: Held, sets: Mapping[str, InjectionSet], less: Mapping[str, str]
) -> RolledBack | None:
    if mark.record_id in plan.records:
        return None
    left = tuple(dict.fromkeys(less.get(each, each) for each in mark.away if each in less or each not in plan.sets))
    despite = tuple(each for each in mark.despite if each not in plan.gone)
    again, taken = frozenset(mark.again) - plan.records, mark.taken
    if mark.holds:
        again |= _again(plan, held, sets)
        last = sets[mark.away[-1]]
        taken += len(lines(last)) - len(lines(subtracted(last, plan)))
    return replace(mark, away=left, despite=despite, again=tuple(sorted(again)), taken=taken)


def _again(plan: Plan, held: Held, sets: Mapping[str, InjectionSet]) -> frozenset[str]:
    """The records that stay and that what is folded, distilled or read again can stand on."""
    notes = plan.left | plan.freed | {note.id for note in unpaged_notes(plan, held)}
    said = {record for each in held.of(Observation) if each.note_id in notes for record in stands_on(each)}
    gone = [(name, {item.item_id for item in lines(each)}) for name, each in shortened(sets, plan).items()]
    taken = (item for name, kept in gone for item in lines(sets[name]) if item.item_id not in kept)
    quoted = {quote.span.record_id for item in taken for quote in item.quotes}
    return (frozenset(said | quoted) | plan.reread) - plan.records
