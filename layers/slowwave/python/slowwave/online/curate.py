"""Curate: one act of a person on a note or a page. Its record is stored first; what follows from it is written in one
commit, and by the next run again should that commit never happen. It decides nothing about the note: the run does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from slowwave.attempts import again
from slowwave.domain.act_json import act_record, encode, parse
from slowwave.domain.acts import DENYING, ORIGINS, ActKind
from slowwave.domain.changes import Change, Put, Versioned, Work
from slowwave.domain.injection import Pointer
from slowwave.domain.notes import Note
from slowwave.domain.records import Actor, Record
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.domain.trust import AUTHORITY
from slowwave.domain.withholding import withhold
from slowwave.errors import HeadConflict, InvalidInput, UnknownItem, VersionConflict
from slowwave.online import http
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore, PageStore
from slowwave.ports.records import RecordStore

MAX_BECAUSE: Final = 1000

NEEDS_WORDS: Final = frozenset({ActKind.CONFIRM, ActKind.CONSOLIDATE})
"""The acts that rest on what somebody said; on a tombstone of something that nobody asserted they would do nothing."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants done.

    Attributes:
        item_id: a note, or a page, which means its notes.
        actor: a user or an operator; `name`: who that is, for the record.
        because: their own words for it; they stay in the record.
    """

    kind: ActKind
    item_id: str
    actor: Actor = Actor.USER
    name: str = ""
    because: str = ""


@dataclass(frozen=True, slots=True)
class Applied:
    """What was done.

    Attributes:
        record_id: the record of the act.
        notes: the notes as they were before it.
        at_once: the next read is without them; otherwise the act counts from the next run on.
    """

    kind: ActKind
    record_id: str
    event_time: datetime
    notes: tuple[Note, ...]
    at_once: bool

    def to_message(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "act": self.kind.value,
            "record": self.record_id,
            "at": self.event_time.isoformat(),
            "notes": [{"id": note.id, "statement": note.claim.statement} for note in self.notes],
            "effective": "next read" if self.at_once else "next run",
        }


def wish_of(event: http.Event) -> Wish:
    """Return what a request asks for: act and item from its path, the reason from its body, the person from its token.

    Raises:
        InvalidInput: there is no such act, or the body is malformed.
    """
    act = http.in_path(event, "act")
    if act not in list(ActKind):
        raise InvalidInput(f"{act!r} is no act; it must be one of {', '.join(ActKind)}")
    item = http.in_path(event, "item")
    if not item:
        raise InvalidInput("name the note or page in the path: /agents/{agent}/items/{item}/{act}")
    actor, name = http.person(event)
    return Wish(ActKind(act), item, actor, name, http.text_field(event, "because"))


def run(
    scope: Scope,
    wish: Wish,
    *,
    records: RecordStore,
    notes: NoteStore,
    pages: PageStore,
    journal: Journal,
    ledger: Ledger,
    registry: Registry,
    clock: Callable[[], datetime],
) -> Applied:
    """Store the act, put the work on its notes, and hide at once what it denies.

    Raises:
        UnknownItem: the scope has no such note or page.
        InvalidInput: this actor may not do this to the item; nothing was stored.
        Conflict: others kept writing; the act is stored, and the next run applies it.
    """
    meant = _notes_of(scope, wish.item_id, notes, pages)
    _check(wish, meant)
    record = _record(scope, wish, meant, clock())
    registry.mark_ready(scope, record.event_time)  # so that no stop after the next line leaves it lying
    records.append([record], scope=scope, received_at=record.event_time)
    registry.mark_ready(scope, record.event_time)  # so that no run that ends meanwhile takes it for answered
    apply(record, journal=journal, ledger=ledger, clock=clock)
    return Applied(wish.kind, record.id, record.event_time, tuple(meant), at_once=wish.kind in DENYING)


def apply(record: Record, *, journal: Journal, ledger: Ledger, clock: Callable[[], datetime]) -> None:
    """Write what follows from an act that is stored: the work on its notes, and what no read may show from now on.
    Doing it again changes nothing.

    Raises:
        InvalidRecord: the record is no act.
        Conflict: others kept writing; the next run applies it.
    """
    scope, acts = record.scope, parse(record)
    groups = sorted({act.group_id for act in acts})
    noted: list[Change] = [*(Put(Work(scope, Stage.VERIFY, group_id)) for group_id in groups), *map(Put, acts)]

    def write() -> None:
        pointer = journal.pointer(scope) or Versioned(Pointer(scope, ""), 0)  # a first publication must not overtake it
        changes = [*noted, *withhold(pointer, acts)]
        ledger.commit(scope, changes, cause=record.id, at=record.event_time, lease=None, now=clock())

    again(write, after=(VersionConflict, HeadConflict))


def _notes_of(scope: Scope, item_id: str, notes: NoteStore, pages: PageStore) -> list[Note]:
    page = pages.get(scope, item_id)
    found = [notes.get(scope, each) for each in (page.item.note_ids if page else (item_id,))]
    known = [each.item for each in found if each]
    if not known:
        raise UnknownItem(f"agent {scope.agent!r} has no note or page {item_id!r}")
    return known


def _check(wish: Wish, meant: Sequence[Note]) -> None:
    if wish.actor not in ORIGINS:
        raise InvalidInput(f"{wish.actor} may not act on memory; only a user or an operator may")
    if len(wish.because) > MAX_BECAUSE:
        raise InvalidInput(f"the reason has {len(wish.because)} characters; give at most {MAX_BECAUSE}")
    authority = AUTHORITY[ORIGINS[wish.actor]]
    for note in meant:
        if wish.kind in DENYING and note.trust > authority.rank:
            raise InvalidInput(f"an operator set {note.id!r}; only an operator may {wish.kind} it")
        if wish.kind in NEEDS_WORDS and not note.evidence_count:
            raise InvalidInput(f"nothing asserts {note.id!r}, so there is nothing to {wish.kind}; say it in a session")


def _record(scope: Scope, wish: Wish, meant: Sequence[Note], at: datetime) -> Record:
    text = encode(wish.kind, {note.id: note.group_id for note in meant}, wish.because)
    return act_record(scope, text, actor=wish.actor, name=wish.name, at=at)
