"""The tombstones of a scope while its notes are verified: what was rejected, and what that changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from slowwave.domain.changes import Change, Put, Remove
from slowwave.domain.twins import Near, Tombstone


@dataclass(slots=True)
class Graveyard:
    """What was rejected in the scope, kept up to date while a call goes on.

    Attributes:
        stones: tombstones by note.
        near: which statements a model finds close.
    """

    stones: dict[str, Tombstone]
    near: Near

    def beyond(self, groups: Collection[str]) -> list[Tombstone]:
        """The tombstones under other claim keys than these groups'."""
        return [each for each in self.stones.values() if each.group_id not in groups]

    def bury(self, groups: Collection[str], stones: Iterable[Tombstone]) -> Buried:
        """Let these groups have these tombstones and no others; return what that changes."""
        before = {note_id: each for note_id, each in self.stones.items() if each.group_id in groups}
        after = {each.note_id: each for each in stones}
        self.stones = {**{note_id: each for note_id, each in self.stones.items() if note_id not in before}, **after}
        return Buried(before, after)


@dataclass(frozen=True, slots=True)
class Buried:
    """The tombstones of some groups, before and after a fold."""

    before: Mapping[str, Tombstone]
    after: Mapping[str, Tombstone]

    @property
    def moved(self) -> list[Tombstone]:
        """Those that came, went or changed, as they were and as they are."""
        names = sorted({*self.before, *self.after})
        differing = [each for each in names if self.before.get(each) != self.after.get(each)]
        return [shelf[each] for each in differing for shelf in (self.before, self.after) if each in shelf]

    def changes(self) -> list[Change]:
        """What to write and to remove."""
        raised = [Put(each) for note_id, each in self.after.items() if self.before.get(note_id) != each]
        return [*raised, *(Remove(each) for note_id, each in self.before.items() if note_id not in self.after)]
