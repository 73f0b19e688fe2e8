"""What an act takes out of every read at once: changes of the pointer's withheld ids. A pointer that does not exist
shows nothing, so there is nothing to withhold from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from slowwave.domain.acts import DENYING, Act
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.injection import Pointer
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import page_id


def withhold(pointer: Versioned[Pointer] | None, acts: Iterable[Act]) -> list[Put]:
    """Return the pointer's change that hides what these acts deny; none when all of it is hidden already."""
    denying = [act for act in acts if act.kind in DENYING]
    ids = frozenset[str]().union(*(act.withheld for act in denying))
    if pointer is None or ids <= pointer.item.withheld:
        return []
    kinds = " and ".join(sorted({act.kind.value for act in denying}))
    records = tuple(sorted({act.record_id for act in denying}))
    hidden = replace(pointer.item, withheld=pointer.item.withheld | ids)
    return [Put(hidden, pointer.version, f"withheld by an act of a person: {kinds}", records)]


def release(pointer: Versioned[Pointer] | None, note_ids: Iterable[str]) -> list[Put]:
    """Return the pointer's change that shows these notes and their pages again; none when none of them was hidden."""
    ids = frozenset(each for note_id in note_ids for each in (note_id, page_id(note_id)))
    if pointer is None or not ids & pointer.item.withheld:
        return []
    shown = replace(pointer.item, withheld=pointer.item.withheld - ids)
    return [Put(shown, pointer.version, "no longer withheld: an instruction said later brought it back")]


def brought_back(notes: Mapping[str, Note], acts: Iterable[Act], as_of: datetime) -> set[str]:
    """Return the notes that people denied by `as_of` and that are active all the same. One denied since stays hidden,
    whatever a fold of an earlier time says of it.
    """
    denied = {act.note_id: act for act in sorted(acts, key=lambda act: act.order) if act.kind in DENYING}
    active = {note_id for note_id, note in notes.items() if note.state is NoteState.ACTIVE}
    return {note_id for note_id, last in denied.items() if note_id in active and last.event_time <= as_of}
