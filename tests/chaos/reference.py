"""What a memory must show, in a page: the last thing said of each slot, unless somebody took it back since. It knows
nothing of notes, pages, runs or leases; whatever order things were delivered in, it looks at when they were said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

Line = str
"""What a set says of one slot."""


@dataclass(frozen=True)
class Slot:
    """Something that has one value at a time: how people say it, and the line that a set shows for it."""

    plain: str
    line: str
    values: tuple[tuple[str, ...], ...]
    corrected: str = ""

    def shown(self, value: str) -> Line:
        """Return the line of a value."""
        return self.line.format(value)


SLOTS: Final = (
    Slot(
        "The port of billing is {}.",
        "The port of billing is {}.",
        (("1041", "2052", "3063"), ("4174", "5285", "6396")),
        "The port of billing is {}, not {}.",
    ),
    Slot(
        "The timeout of search is {} seconds.",
        "The timeout of search is {} seconds.",
        (("31", "45", "52"), ("67", "74", "88")),
        "The timeout of search is {} seconds, not {} seconds.",
    ),
    Slot(
        "The region of the archive is {}.",
        "The region of the archive is {}.",
        (("Oslo", "Lagos", "Lima"), ("Quito", "Turin", "Cairo")),
        "The region of the archive is {}, not {}.",
    ),
    Slot("I live in {}.", "The user lives in {}.", (("Vienna", "Porto", "Leeds"), ("Nantes", "Delft", "Bergen"))),
    Slot(
        "Run the tests with make {}.",
        "Run the tests with make {}.",
        (("heron", "gull", "tern"), ("otter", "lynx", "stoat")),
    ),
)
"""Every scope has values of its own, so that one of them names the scope that it came from."""


@dataclass(frozen=True)
class Said:
    """A user's words: the slot and its line, when, and the line that they correct, if any."""

    slot: Slot
    line: Line
    at: datetime
    session: str
    corrects: Line = ""


@dataclass
class Memory:
    """What one scope was told, and what it must show.

    Attributes:
        said: everything delivered, by the id of its source: delivered again, it is the same.
        gone: ids of what was erased: delivered again, it is refused.
        confirmed, denied: what people did by hand, with the time.
        withheld: taken out of every read, whatever the set says.
        sets: the lines of every published set; `current` names the one that is read.
        away: the lines that a person went back from; None unless a set that they went back to is held.
        stirred: something may have happened that no run has seen.
        unfinished: a run was stopped on its way.
        possible: what the set may say then; empty where runs and people were at work at once.
        released: what is withheld and may be shown again by then, since it was said again.
    """

    said: dict[str, Said] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    confirmed: list[tuple[Line, datetime]] = field(default_factory=list)
    denied: list[tuple[Line, datetime]] = field(default_factory=list)
    withheld: set[Line] = field(default_factory=set)
    rejected: set[Line] = field(default_factory=set)
    sets: dict[str, frozenset[Line]] = field(default_factory=dict)
    current: str = ""
    away: frozenset[Line] | None = None
    stirred: bool = False
    unfinished: bool = False
    possible: set[frozenset[Line]] = field(default_factory=set)
    released: frozenset[Line] = frozenset()

    def believed(self) -> frozenset[Line]:
        """Return the last line asserted of each slot, where nobody has taken it back since."""
        asserted = self._asserted()
        last = {slot: max((at, line) for line, at in asserted if line in _lines(slot)) for slot in self._slots()}
        return frozenset(line for at, line in last.values() if not self.is_denied(line))

    def is_denied(self, line: Line) -> bool:
        """Whether a line was taken back, by an act or by words, and not asserted later."""
        words = [(each.corrects, each.at) for each in self.said.values()]
        denials = [at for denied, at in [*self.denied, *words] if denied == line]
        return bool(denials) and not any(at > max(denials) for found, at in self._asserted() if found == line)

    def shown(self) -> frozenset[Line]:
        """Return what a read shows: the set without what is withheld."""
        return self.sets.get(self.current, frozenset()) - self.withheld

    def known(self) -> list[Line]:
        """Return every line that a user said, in an order that does not change."""
        return sorted({each.line for each in self.said.values()})

    def act(self, line: Line, *, denies: bool, confirms: bool, at: datetime) -> None:
        """A person acts on a line; a denial counts from the next read on."""
        self.stirred = True
        if confirms:
            self.confirmed.append((line, at))
        if denies:
            self.denied.append((line, at))
            self.withheld.add(line)
            self.released -= {line}

    def erased(self, ids: Iterable[str]) -> None:
        """Somebody's words go, and the sets that held them; what people did by hand stays."""
        self.gone |= {*ids}
        self.said = {name: each for name, each in self.said.items() if name not in self.gone}
        self.unsettle(at_once=True)
        self.sets, self.stirred = {}, True

    def unsettle(self, *, at_once: bool) -> None:
        """A run was stopped on its way: the set is the old one or the new one.

        Args:
            at_once: something else was done meanwhile, and the run may have seen any part of it.
        """
        both = {self.sets.get(self.current, frozenset()), self.believed()}
        self.possible = set() if at_once or (self.unfinished and not self.possible) else self.possible | both
        self.released |= self.believed() & self.withheld
        self.unfinished = True

    def allows(self, lines: frozenset[Line]) -> bool:
        """Whether a read may show these lines."""
        if not self.unfinished:
            return lines == self.shown()
        hidden = self.withheld - self.released
        if self.possible:
            return any(each - self.withheld <= lines <= each - hidden for each in self.possible)
        return lines <= {*self.known()} - hidden and all(len(lines & _lines(slot)) <= 1 for slot in SLOTS)

    def consolidated(self, current: str, *, held: bool) -> None:
        """Runs have seen everything; the set is theirs, or the one that a person went back to."""
        self.rejected = {line for line in self._every_line() if self.is_denied(line)}
        self.withheld -= self.believed()
        self.stirred = self.unfinished = False
        self.possible, self.released = set(), frozenset()
        if not held:
            self.away = None
            self.sets.setdefault(current, self.believed())
        self.current = current

    def must_hold(self) -> bool:
        """Whether runs may not publish over the set that a person went back to: nothing happened since."""
        return self.away is not None and not self.stirred

    def has_news(self) -> bool:
        """Whether there is a line that none of the sets had that a person went back from or to."""
        return self.away is not None and not self.believed() <= self.away | self.sets[self.current]

    def went_back(self, target: str, current: str) -> None:
        """A person has an earlier set back, without what is withheld or was rejected since."""
        back = self.sets[target] - self.withheld - self.rejected
        if current != self.current:
            self.away = (self.away or frozenset()) | self.sets[self.current]
            self.sets.setdefault(current, back)
            self.current = current

    def _asserted(self) -> list[tuple[Line, datetime]]:
        words = [(each.line, each.at) for each in self.said.values()]
        lines = {line for line, _ in words}
        return [*words, *((line, at) for line, at in self.confirmed if line in lines)]

    def _slots(self) -> set[Slot]:
        return {each.slot for each in self.said.values()}

    def _every_line(self) -> set[Line]:
        return {line for each in self.said.values() for line in (each.line, each.corrects) if line}


def _lines(slot: Slot) -> set[Line]:
    return {slot.shown(value) for values in slot.values for value in values}
