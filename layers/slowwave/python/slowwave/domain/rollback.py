"""Rolling back: which lines of an earlier set may come back. What people withheld or rejected never does; what was
superseded does, because a person asked for it, and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from slowwave.domain.acts import BY, Rollback
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.claims import Lane, Skeleton
from slowwave.domain.conflict import is_expired
from slowwave.domain.fates import RESEMBLES
from slowwave.domain.file_slice import unwithheld
from slowwave.domain.injection import InjectionSet, LeftOut, Pointer, RolledBack, SetItem
from slowwave.domain.notes import CONTESTED, Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import note_of
from slowwave.domain.records import Origin
from slowwave.domain.rendering import line as rendered
from slowwave.domain.selection import resident
from slowwave.domain.setchecks import is_wanted, lines
from slowwave.domain.trust import AUTHORITY
from slowwave.domain.twins import Tombstone, rejections, unknown_nearness

REJECTED_SINCE: Final = "was rejected since"
EXPIRED_SINCE: Final = "its stated validity has passed"


@dataclass(frozen=True, slots=True)
class Since:
    """What became of what a set says.

    Attributes:
        as_of: when the set is asked for again.
        notes: those that its lines show, as they are now, by id.
        stones: what is rejected now.
        withheld: ids that people took out.
    """

    as_of: datetime
    notes: Mapping[str, Note] = field(default_factory=dict)
    stones: Sequence[Tombstone] = ()
    withheld: frozenset[str] = frozenset()


def barred(target: InjectionSet, since: Since) -> tuple[LeftOut, ...]:
    """Return the lines that may not come back, with the reason; without those that are withheld."""
    found = ((item.item_id, _bar(item, since)) for item in lines(target))
    return tuple(LeftOut(item_id, because) for item_id, because in found if because)


def _bar(item: SetItem, since: Since) -> str:
    if {stone.note_id for stone in since.stones} & {*item.note_ids}:
        return REJECTED_SINCE
    note = since.notes.get(note_of(item))
    if note is None:
        return ""
    if note.state is NoteState.REJECTED:
        return REJECTED_SINCE
    if note.state is NoteState.EXPIRED or is_expired(note.claim, since.as_of):
        return EXPIRED_SINCE
    if note.state is NoteState.ACTIVE:
        return ""
    alike = note.because == RESEMBLES or rejections(note.scope, note.claim, since.stones, unknown_nearness)
    return RESEMBLES if alike else ""


def is_settled(rollback: Rollback, pointer: Pointer) -> bool:
    """Whether a rollback was applied, or a later one was."""
    return pointer.rollback is not None and pointer.rollback.order >= rollback.order


def superseded(candidate: InjectionSet, since: Since) -> tuple[SetItem, ...]:
    """Return the lines whose claims no longer stand: they are shown only because a person asked for the set."""
    return tuple(item for item in lines(candidate) if _is_contested(since.notes.get(note_of(item))))


def _is_contested(note: Note | None) -> bool:
    return note is not None and (note.state in CONTESTED or note.contested)


def restored(
    target: InjectionSet,
    policy: AgentPolicy,
    since: Since,
    left_out: Iterable[LeftOut],
    *,
    count: Callable[[str], int],
) -> InjectionSet:
    """Return an earlier set as it may be published now: without what is withheld, left out or no longer wanted by the
    policy, in the order that it had, under the policy's budget. With nothing to take out it is the same set.
    """
    out = {each.item_id: each for each in (*target.left_out, *left_out)}
    stable, pool = (
        [
            replace(item, tokens=count(rendered(item) + "\n"))
            for item in part
            if item.item_id not in out and is_wanted(item, policy, since.withheld)
        ]
        for part in (target.stable, target.pool)
    )
    held = resident(stable, policy)
    names = {item.item_id for item in held}
    rest = [*(item for item in stable if item.item_id not in names), *pool]
    files = unwithheld(target.files, since.withheld)
    most_files = policy.working_set_files if Skeleton.CODING in policy.skeletons else 0
    return InjectionSet(
        scope=target.scope,
        tokenizer=policy.tokenizer,
        budget_tokens=policy.budget_tokens,
        stable_tokens=policy.stable_tokens,
        inject_assumptions=policy.inject_assumptions,
        stable=held,
        pool=tuple(rest[: policy.pool_size]),
        left_out=tuple(out[item_id] for item_id in sorted(out)),
        files=files[:most_files],
    )


def beyond(lost: Iterable[SetItem], origin: Origin) -> tuple[SetItem, ...]:
    """Return those of these lines that somebody with more authority than this origin said."""
    return tuple(item for item in lost if _authority(item) > AUTHORITY[origin].rank)


def _authority(item: SetItem) -> int:
    return max((AUTHORITY[quote.origin].rank for quote in item.quotes if not quote.supports), default=0)


def lost(current: InjectionSet, candidate: InjectionSet, withheld: frozenset[str]) -> tuple[SetItem, ...]:
    """Return the lines that reads show now and that a candidate does not hold."""
    held = {item.item_id for item in lines(candidate)}
    return tuple(
        item for item in lines(current) if item.item_id not in held and not withheld & {item.item_id, *item.note_ids}
    )


def safety(found: Iterable[SetItem]) -> tuple[SetItem, ...]:
    """Return the safety rules among these lines."""
    return tuple(item for item in found if item.lane is Lane.SAFETY)


def rolled_back(pointer: Versioned[Pointer], rollback: Rollback, *, to: str, despite: Iterable[SetItem]) -> Put:
    """Return the pointer's change. What earlier rollbacks that still hold went away from stays away."""
    known = pointer.item
    before = known.rollback.away if known.rollback and known.rollback.holds else ()
    away = tuple(dict.fromkeys((*before, known.current)))
    names = tuple(sorted(item.item_id for item in despite))
    mark = RolledBack(rollback.record_id, rollback.event_time, away, names)
    previous = known.previous if to == known.current else known.current
    moved = replace(known, current=to, previous=previous, rollback=mark)
    because = f"rolled back to set {rollback.target[:12]} by {BY[rollback.origin]}"
    return Put(moved, pointer.version, because, (rollback.record_id,))
