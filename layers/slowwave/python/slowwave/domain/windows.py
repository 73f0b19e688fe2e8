"""What an extraction reads: the new records of one session, with the few before them that give them meaning.

Extraction looks back and never ahead, a fixed number of records, so what one record yields depends only on itself and its predecessors; a
record that arrives late changes at most the next `LOOK_BACK` ones, which are read again.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowwave.domain.records import Record

LOOK_BACK = 12
"""Records of the same session before a record that its extraction may read."""


@dataclass(frozen=True, slots=True)
class Window:
    """A run of records of one session in fold order; candidates may be proposed only from those in `fresh`."""

    session: str
    records: tuple[Record, ...]
    fresh: frozenset[str]

    def before(self, record: Record) -> tuple[Record, ...]:
        """The up to `LOOK_BACK` records before this one, oldest first."""
        position = next(i for i, each in enumerate(self.records) if each.id == record.id)
        return self.records[max(0, position - LOOK_BACK) : position]
