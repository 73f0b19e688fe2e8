"""An earlier set as it may be published now: what it says is read again, grounded again and judged again. The act of a
person and the run that finds an act unapplied ask the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from slowwave.domain.acts import Rollback
from slowwave.domain.injection import InjectionSet, LeftOut, Pointer, SetItem, set_hash
from slowwave.domain.notes import Note
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import note_of
from slowwave.domain.problems import Grounds, Problem
from slowwave.domain.rendering import PLACEHOLDER_HASH, block
from slowwave.domain.rollback import Since, barred, restored, superseded
from slowwave.domain.setchecks import lines
from slowwave.domain.validation import judge
from slowwave.ports.kin import KinStore
from slowwave.ports.memory import NoteRanking, SetStore
from slowwave.ports.models import Tokenizer
from slowwave.ports.records import RecordStore


@dataclass(frozen=True, slots=True)
class Restored:
    """What an earlier set is now.

    Attributes:
        hash: that of the candidate.
        against: why it may not be published; empty when it may.
        superseded: its lines whose claims no longer stand.
        withheld: lines of the earlier set that people took out; `left_out`: those that a rule did, with the reason.
    """

    candidate: InjectionSet
    hash: str
    against: tuple[Problem, ...]
    superseded: tuple[SetItem, ...]
    withheld: tuple[SetItem, ...]
    left_out: tuple[LeftOut, ...]


def restore(
    rollback: Rollback,
    pointer: Pointer,
    policy: AgentPolicy,
    *,
    records: RecordStore,
    ranking: NoteRanking,
    kin: KinStore,
    sets: SetStore,
    tokenizer: Callable[[str], Tokenizer],
) -> Restored:
    """Return the set that a rollback asks for as it may be published now.

    Raises:
        UnknownItem: there is no such set in this scope.
    """
    target = sets.get(rollback.scope, rollback.target)
    notes = _shown(target, ranking)
    since = Since(rollback.event_time, notes, kin.tombstones(rollback.scope), withheld=pointer.withheld)
    count = tokenizer(policy.tokenizer).count
    left_out = barred(target, since)
    candidate = restored(target, policy, since, left_out, count=count)
    grounds = _grounds(candidate, since, Grounds(policy, 0, count, released=True), records=records, ranking=ranking)
    while True:
        cost = count(block(candidate.stable, (), set_hash=PLACEHOLDER_HASH))
        judgement = judge(candidate, replace(grounds, stable_cost=cost))
        if not judgement.left_out:
            break
        left_out = (*left_out, *judgement.left_out)
        candidate = restored(target, policy, since, left_out, count=count)
    gone = tuple(item for item in lines(target) if pointer.withheld & {item.item_id, *item.note_ids})
    hidden = {item.item_id for item in gone}
    return Restored(
        candidate,
        set_hash(candidate),
        judgement.against,
        superseded(candidate, since),
        gone,
        tuple(each for each in left_out if each.item_id not in hidden),
    )


def _shown(target: InjectionSet, ranking: NoteRanking) -> Mapping[str, Note]:
    groups = {note_of(item): item.group_id for item in lines(target) if item.group_id}
    return ranking.notes(target.scope, groups) if groups else {}


def _grounds(
    candidate: InjectionSet, since: Since, grounds: Grounds, *, records: RecordStore, ranking: NoteRanking
) -> Grounds:
    """Read everything that the lines cite and stand on, once; a candidate with fewer lines needs nothing more."""
    shown = lines(candidate)
    cited = sorted({quote.span.record_id for item in shown for quote in item.quotes})
    others = {each: "" for item in shown for each in item.note_ids if each not in since.notes}
    known = {*since.notes, *(ranking.existing(candidate.scope, others) if others else ())}
    missing = {item.item_id: tuple(each for each in item.note_ids if each not in known) for item in shown}
    return replace(
        grounds,
        fresh=frozenset(item.item_id for item in shown),
        raw=records.get(candidate.scope, cited) if cited else {},
        unresolved={item_id: names for item_id, names in missing.items() if names},
    )
