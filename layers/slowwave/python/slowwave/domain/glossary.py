"""Which names mean one thing in a scope while its notes are verified, and what a change of that touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from slowwave.domain.changes import Change, Put, Remove
from slowwave.domain.naming import SAME_THING, Names, Naming, names_of, naming_of
from slowwave.domain.notes import Note


@dataclass(slots=True)
class Glossary:
    """What was said of names in the scope, kept up to date while a call goes on.

    Attributes:
        told: namings by note.
    """

    told: dict[str, Naming]

    @property
    def names(self) -> Names:
        """The names that stand for one thing."""
        return names_of(self.told.values())

    def hear(self, folded: Iterable[Note]) -> Renamed:
        """Take in what notes that changed say of names; return what that changes."""
        notes = {note.id: naming_of(note) for note in folded if note.claim.key.attribute == SAME_THING}
        before = {note_id: self.told[note_id] for note_id in notes if note_id in self.told}
        after = {note_id: naming for note_id, naming in notes.items() if naming}
        self.told = {**{note_id: each for note_id, each in self.told.items() if note_id not in notes}, **after}
        return Renamed(before, after)


@dataclass(frozen=True)
class Renamed:
    """The namings of some notes, before and after a fold."""

    before: Mapping[str, Naming]
    after: Mapping[str, Naming]

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that were joined or parted."""
        moved = self.before.keys() ^ self.after.keys()
        keys = [shelf[each].claim.key for each in moved for shelf in (self.before, self.after) if each in shelf]
        return frozenset(name for key in keys for name in (key.subject, key.qualifier))

    def changes(self) -> list[Change]:
        """What to write and to remove."""
        told = [Put(each) for note_id, each in self.after.items() if self.before.get(note_id) != each]
        return [*told, *(Remove(each) for note_id, each in self.before.items() if note_id not in self.after)]
