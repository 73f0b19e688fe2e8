"""Acts: what people do to notes, and to a scope as a whole, by hand. An act is a raw record first; everything else is
derived from that record, so a replay of the log applies it again. It never rewords a note and, unless it confirms,
lends it no trust.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from slowwave.domain.claims import Evidence, Signal, Span
from slowwave.domain.decay import KEEP_FOR_GOOD
from slowwave.domain.hashing import short_id
from slowwave.domain.pages import page_id
from slowwave.domain.records import Actor, Origin
from slowwave.domain.scope import Scope

SESSION: Final = "acts"
"""The session that all acts of a scope belong to; it never counts towards repetition."""


class ActKind(StrEnum):
    """What a person may do to a note."""

    PIN = "pin"  # keep for good: it does not decay
    UNPIN = "unpin"
    KEEP = "keep"  # useful: it decays more slowly
    FORGET = "forget"  # a tombstone: no path brings it back until an instruction said later
    CONFIRM = "confirm"  # it is so: settles what waits, and withdraws a safety rule that it contradicts
    REJECT = "reject"  # it is wrong: a tombstone like that of forget
    CONSOLIDATE = "consolidate"  # put it on a page now, whatever the rules say


class ScopeActKind(StrEnum):
    """What a person may do to a scope as a whole; an act of such a kind names no note."""

    ROLLBACK = "rollback"  # publish an earlier set again (see `domain.rollback`)


NEUTRAL: Final = 1

UTILITY: Final[Mapping[ActKind, int]] = {
    ActKind.PIN: KEEP_FOR_GOOD,
    ActKind.KEEP: 2,
    ActKind.UNPIN: NEUTRAL,
    ActKind.FORGET: 0,
}
"""The user utility that an act sets; the last of them decides."""

SIGNALS: Final[Mapping[ActKind, Signal]] = {
    ActKind.CONFIRM: Signal.CONFIRMATION,
    ActKind.FORGET: Signal.REJECTION,
    ActKind.REJECT: Signal.REJECTION,
}
"""The acts that are evidence, and what they say."""

DENYING: Final = frozenset({ActKind.FORGET, ActKind.REJECT})
"""The acts that take a note out of every read at once."""

ORIGINS: Final[Mapping[Actor, Origin]] = {Actor.USER: Origin.USER, Actor.OPERATOR: Origin.OPERATOR}
"""Who may act, and the origin of what they do."""

REASONS: Final[Mapping[ActKind, str]] = {ActKind.FORGET: "forgotten by", ActKind.REJECT: "rejected by"}
BY: Final[Mapping[Origin, str]] = {Origin.USER: "the user", Origin.OPERATOR: "an operator"}


@dataclass(frozen=True, slots=True)
class Act:
    """One act on one note, as the fold reads it.

    Attributes:
        record_id: the record of the act; `length` and `hash` are those of its text.
    """

    scope: Scope
    kind: ActKind
    note_id: str
    group_id: str
    origin: Origin
    event_time: datetime
    sequence: int
    record_id: str
    length: int
    hash: str

    @property
    def id(self) -> str:
        """A function of the record and the note: reading the record again makes no second act."""
        return short_id("a", self.record_id, self.note_id)

    @property
    def order(self) -> tuple[datetime, int, str, str]:
        """The fold order: event time, sequence, record id, then note."""
        return (self.event_time, self.sequence, self.record_id, self.note_id)

    @property
    def withheld(self) -> frozenset[str]:
        """The ids that no read may show from now on: of the note and of its page; none unless the act denies."""
        return frozenset({self.note_id, page_id(self.note_id)}) if self.kind in DENYING else frozenset()

    def evidence(self) -> Evidence:
        """Return the act as evidence; only the kinds of `SIGNALS` are any."""
        return Evidence(
            event_time=self.event_time,
            sequence=self.sequence,
            span=Span(self.record_id, 0, self.length),
            hash=self.hash,
            origin=self.origin,
            session=SESSION,
            signal=SIGNALS[self.kind],
        )


@dataclass(frozen=True, slots=True)
class Rollback:
    """A person's wish to have an earlier set back, as its record says it.

    Attributes:
        target: hash of that set.
    """

    scope: Scope
    record_id: str
    event_time: datetime
    origin: Origin
    target: str

    @property
    def order(self) -> tuple[datetime, str]:
        """Time, then record id: of two rollbacks the later one counts."""
        return (self.event_time, self.record_id)


@dataclass(frozen=True, slots=True)
class Acted:
    """What people did to one note, up to some time.

    Attributes:
        utility: user utility U of the last act that sets it.
        marked: somebody asked for its page.
        confirming, denying: acts that are evidence, in order.
        reasons: why the note is out, by the record of each denying act.
    """

    utility: int = NEUTRAL
    marked: bool = False
    confirming: tuple[Evidence, ...] = ()
    denying: tuple[Evidence, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)


def acted(acts: Iterable[Act], as_of: datetime) -> dict[str, Acted]:
    """Return what was done to each note by `as_of`, whatever order the acts come in."""
    by_note: defaultdict[str, list[Act]] = defaultdict(list)
    for act in sorted({act.id: act for act in acts if act.event_time <= as_of}.values(), key=lambda act: act.order):
        by_note[act.note_id].append(act)
    return {note_id: _acted(done) for note_id, done in by_note.items()}


def _acted(acts: Sequence[Act]) -> Acted:
    denying = [act for act in acts if act.kind in DENYING]
    return Acted(
        utility=[NEUTRAL, *(UTILITY[act.kind] for act in acts if act.kind in UTILITY)][-1],
        marked=any(act.kind is ActKind.CONSOLIDATE for act in acts),
        confirming=tuple(act.evidence() for act in acts if act.kind is ActKind.CONFIRM),
        denying=tuple(act.evidence() for act in denying),
        reasons={act.record_id: f"{REASONS[act.kind]} {BY[act.origin]}" for act in denying},
    )
