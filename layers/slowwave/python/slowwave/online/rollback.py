"""Rollback: a person's wish to have an earlier set back. It is checked, its record is stored, and the pointer is moved
in one conditional write; the next run does it should that write never happen. What the set may still say is decided by
`restoring` and the rules behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from slowwave import attempts
from slowwave.domain.act_json import act_record, encode_rollback, rollback_of
from slowwave.domain.acts import ORIGINS, Rollback, ScopeActKind
from slowwave.domain.changes import Versioned
from slowwave.domain.injection import InjectionSet, Pointer, SetItem
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.problems import told
from slowwave.domain.records import Actor, Record
from slowwave.domain.rollback import beyond, is_settled, lost, rolled_back, safety
from slowwave.domain.scope import Scope
from slowwave.errors import HeadConflict, InvalidInput, PublicationRejected, UnknownItem, VersionConflict
from slowwave.online import http
from slowwave.online.curate import MAX_BECAUSE
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteRanking, SetStore
from slowwave.ports.models import Tokenizer
from slowwave.ports.records import RecordStore
from slowwave.restoring import Restored, restore

PREVIOUS: Final = "previous"
"""Names the set that was current before this one."""

AFTER: Final = timedelta(microseconds=1)
"""Acts on a scope as a whole are later than those before them, whatever a clock says: the last one counts."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants back.

    Attributes:
        to: hash of a set, or `PREVIOUS`.
        because: their own words for it; they stay in the record.
    """

    to: str
    actor: Actor = Actor.USER
    name: str = ""
    because: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a wish.

    Attributes:
        asked: the set that was asked for; `set_hash`: the one that is read now, which is another where lines of it did
            not come back; `away`: the one that was read before.
        record, found: the act, and what the set is now; None when nothing was to be done, and nothing was written.
        without: safety rules that were read before and are not in it.
    """

    asked: str
    set_hash: str
    away: str
    record: Record | None = None
    found: Restored | None = None
    without: tuple[SetItem, ...] = ()

    def to_message(self) -> dict[str, Any]:
        """Return it as JSON; what people took out is counted and not told again."""
        record, found = self.record, self.found
        return {
            "act": ScopeActKind.ROLLBACK.value,
            "record": record.id if record else "",
            "at": record.event_time.isoformat() if record else None,
            "asked": self.asked,
            "set": self.set_hash,
            "away": self.away,
            "effective": "next read" if record else "already so",
            "withheld": len(found.withheld) if found else 0,
            "left_out": [{"id": each.item_id, "because": each.because} for each in found.left_out] if found else [],
            "superseded": _told(found.superseded if found else ()),
            "without": _told(self.without),
        }


def _told(found: Sequence[SetItem]) -> list[dict[str, str]]:
    return [{"id": item.item_id, "text": item.text} for item in found]


def wish_of(event: http.Event) -> Wish:
    """Return what a request asks for: the set and the reason from its body, the person from its token.

    Raises:
        InvalidInput: the body is malformed, or names no set.
    """
    actor, name = http.person(event)
    to = http.text_field(event, "to")
    if not to:
        raise InvalidInput(f'name the set: {{"to": "HASH"}}, or {{"to": "{PREVIOUS}"}} for the one before')
    return Wish(to, actor, name, http.text_field(event, "because"))


def run(  # noqa: PLR0913 - a port an argument
    scope: Scope,
    wish: Wish,
    *,
    records: RecordStore,
    ranking: NoteRanking,
    kin: KinStore,
    sets: SetStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    tokenizer: Callable[[str], Tokenizer],
    clock: Callable[[], datetime],
) -> Outcome:
    """Check the wish, store the act, and publish the earlier set; nothing is written when it is current already.

    Raises:
        UnknownItem: nothing was published, or there is no such set.
        InvalidInput: this actor may not have it back; nothing was stored.
        PublicationRejected: it does not validate; nothing was stored, and the current set stays.
        Conflict: others kept writing; the act is stored, and the next run applies it.
    """
    _check_words(wish)
    pointer = _pointer(scope, journal)
    target = pointer.item.previous if wish.to == PREVIOUS else wish.to
    if not target:
        raise UnknownItem("there is no set before the current one; slowwave sets lists those there are")
    if target == pointer.item.current:
        return Outcome(target, target, target)
    text, at = encode_rollback(target, wish.because), _later(clock(), pointer.item)
    record = act_record(scope, text, actor=wish.actor, name=wish.name, at=at)
    again = partial(restore, records=records, ranking=ranking, kin=kin, sets=sets, tokenizer=tokenizer)
    found = again(_act(record), pointer.item, _policy(scope, registry))
    if found.hash == pointer.item.current:
        return Outcome(target, found.hash, found.hash)
    _check(wish, target, found, sets.get(scope, pointer.item.current), pointer.item)
    registry.mark_ready(scope, record.event_time)
    records.append([record], scope=scope, received_at=record.event_time)
    registry.mark_ready(scope, record.event_time)  # once more, for a run that ends meanwhile
    return apply(
        record,
        records=records, ranking=ranking, kin=kin, sets=sets,
        registry=registry, journal=journal, ledger=ledger, tokenizer=tokenizer, clock=clock,
    )  # fmt: skip


def apply(
    record: Record,
    *,
    records: RecordStore,
    ranking: NoteRanking,
    kin: KinStore,
    sets: SetStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    tokenizer: Callable[[str], Tokenizer],
    clock: Callable[[], datetime],
) -> Outcome:
    """Publish the set that a stored act asks for; nothing is written when that was done, or a later rollback was.

    Raises:
        PublicationRejected: it does not validate; the current set stays.
        Conflict: others kept writing.
    """
    again = partial(restore, records=records, ranking=ranking, kin=kin, sets=sets, tokenizer=tokenizer)
    act, scope = _act(record), record.scope

    def write() -> Outcome:
        pointer = _pointer(scope, journal)
        current = pointer.item.current
        if is_settled(act, pointer.item):
            return Outcome(act.target, current, current)
        found = again(act, pointer.item, _policy(scope, registry))
        _require(found, act.target)
        without = safety(lost(sets.get(scope, current), found.candidate, pointer.item.withheld))
        sets.put(found.candidate)
        change = rolled_back(pointer, act, to=found.hash, despite=found.superseded)
        ledger.commit(scope, [change], cause=record.id, at=record.event_time, lease=None, now=clock())
        return Outcome(act.target, found.hash, current, record, found, without)

    return attempts.again(write, after=(VersionConflict, HeadConflict))


def _require(found: Restored, target: str) -> None:
    if found.against:
        raise PublicationRejected(
            f"set {target[:12]} cannot come back and the current one stays; {told(found.against)}"
        )


def _check_words(wish: Wish) -> None:
    if wish.actor not in ORIGINS:
        raise InvalidInput(f"{wish.actor} may not roll back; only a user or an operator may")
    if len(wish.because) > MAX_BECAUSE:
        raise InvalidInput(f"the reason has {len(wish.because)} characters; give at most {MAX_BECAUSE}")


def _check(wish: Wish, target: str, found: Restored, current: InjectionSet, pointer: Pointer) -> None:
    _require(found, target)
    above = beyond(lost(current, found.candidate, pointer.withheld), ORIGINS[wish.actor])
    if above:
        raise InvalidInput(f"an operator set {above[0].item_id!r}; only an operator may roll back past it")


def _policy(scope: Scope, registry: Registry) -> AgentPolicy:
    stored = registry.policy(scope)
    if stored is None:
        raise UnknownItem(f"there is no agent {scope.agent!r}")
    return stored.item


def _pointer(scope: Scope, journal: Journal) -> Versioned[Pointer]:
    pointer = journal.pointer(scope)
    if pointer is None or not pointer.item.current:
        raise UnknownItem(f"nothing is published for agent {scope.agent!r} yet, so there is nothing to roll back")
    return pointer


def _later(now: datetime, pointer: Pointer) -> datetime:
    return max(now, pointer.rollback.at + AFTER) if pointer.rollback else now


def _act(record: Record) -> Rollback:
    act = rollback_of(record)
    if act is None:
        raise InvalidInput(f"record {record.id!r} is no rollback")
    return act
