"""What people have done to a note already: whether doing it again is news, and whether a run has answered it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from slowwave.bootstrap import LocalPorts
from slowwave.cli.acted import own_words
from slowwave.domain.acts import BY, DENYING, UTILITY, Act, ActKind
from slowwave.domain.notes import Note
from slowwave.domain.records import Origin
from slowwave.domain.runs import RunState, Stage
from slowwave.domain.scope import Scope

SETTLING: Final = DENYING | {ActKind.CONFIRM}
"""The acts that say whether a note is so; the last of them counts."""

DONE_BY: Final[Mapping[ActKind, str]] = {
    ActKind.PIN: "pinned by",
    ActKind.UNPIN: "unpinned by",
    ActKind.KEEP: "kept by",
    ActKind.FORGET: "forgotten by",
    ActKind.CONFIRM: "confirmed by",
    ActKind.REJECT: "rejected by",
    ActKind.CONSOLIDATE: "put on a page by",
}

RAISING: Final = frozenset({ActKind.PIN, ActKind.KEEP})
"""The acts that an unpin undoes."""

MOST_RECENT: Final = 20
"""Runs looked at for the time up to which acts are answered."""
MOST_WORK: Final = 1000
"""Claim keys that are looked at for work a run has not done."""


def acts_on(scope: Scope, note: Note, ports: LocalPorts) -> list[Act]:
    """Return what was done to a note, in fold order."""
    return [act for act in ports.notes.group(scope, note.group_id).acts if act.note_id == note.id]


def told(scope: Scope, act: Act, ports: LocalPorts) -> str:
    """Return who did what and when, and why in their own words where they gave any."""
    words = own_words(ports.records.get(scope, [act.record_id]).get(act.record_id))
    by = f"{DONE_BY[act.kind]} {BY[act.origin]} at {act.event_time.isoformat(timespec='seconds')}"
    return by + (f": {words}" if words else "")


def last_of(acts: Sequence[Act], kinds: Set[ActKind]) -> Act | None:
    """Return the last act of these kinds, or None."""
    return max((act for act in acts if act.kind in kinds), key=lambda act: act.order, default=None)


def unanswered(scope: Scope, note: Note, ports: LocalPorts) -> Act | None:
    """Return the act that settles a note as soon as a run reads it, or None."""
    last = last_of(acts_on(scope, note, ports), SETTLING)
    if last is None:
        return None
    ended = (each.item for each in ports.journal.runs(scope, limit=MOST_RECENT))
    answered = max((run.as_of for run in ended if run.state is RunState.COMPLETED), default=None)
    is_later = answered is None or last.event_time > answered
    return last if is_later or note.group_id in ports.notes.work(scope, Stage.VERIFY, limit=MOST_WORK) else None


def is_so(kind: ActKind, origin: Origin, acts: Sequence[Act], *, is_out: bool, on_page: bool) -> bool:
    """Return whether an act on a note would only say once more what holds; a confirmation is always news.

    Args:
        origin: of the act; what a user said, an operator says with more weight.
        acts: what was done to the note before.
        is_out: no read shows the note; on_page: it has a page that is active.
    """
    if kind is ActKind.CONSOLIDATE:
        return on_page
    last = last_of(acts, SETTLING if kind in DENYING else UTILITY.keys())
    if kind is ActKind.UNPIN and (last is None or last.kind not in RAISING):
        return True
    if last is None or origin not in (last.origin, Origin.USER):
        return False
    return is_out and last.kind in DENYING if kind in DENYING else kind is not ActKind.CONFIRM and last.kind is kind
