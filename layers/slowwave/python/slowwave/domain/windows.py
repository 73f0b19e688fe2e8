"""What an extraction reads: the new records of one session, with the few before them that give them meaning.

Extraction looks back and never ahead, a fixed number of records, so what one record yields depends only on itself and
its predecessors; a
record that arrives late changes at most the next `LOOK_BACK` ones, which are read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowwave.domain.records import Record

LOOK_BACK = 12
"""Records of the same session before a record that its extraction may read."""


@dataclass(frozen=True, slots=True)
class Window:
    """A run of records of one session in fold order; candidates may be proposed only from those in `fresh`."""

    session: str
    records: tuple[Record, ...]
    fresh: frozenset[str]
    _places: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_places", {record.id: place for place, record in enumerate(self.records)})

    def before(self, record: Record) -> tuple[Record, ...]:
        """The up to `LOOK_BACK` records before this one, oldest first."""
        position = self._places[record.id]
        return self.records[max(0, position - LOOK_BACK) : position]
