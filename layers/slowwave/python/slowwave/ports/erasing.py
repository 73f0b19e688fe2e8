"""Ports to everything that a scope holds, for erasing it and for proving that it is gone; never on a run's path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from slowwave.domain.erasures import Erasure
from slowwave.domain.records import Record
from slowwave.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Kept:
    """One line of a raw object, whether or not anything points at it.

    Attributes:
        consumed: a run has read it.
    """

    record: Record
    consumed: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One stored thing as text, and where it is."""

    where: str
    text: str


class Holdings(Protocol):
    """What a scope holds, found by going through it and not by what points at it."""

    def raw(self, scope: Scope) -> Iterable[Kept]:
        """Iterate over the lines of every version of every raw object."""
        ...

    def items(self, scope: Scope) -> Iterable[Any]:
        """Iterate over the items of every table as domain values, those with a version as `Versioned`; keys that say
        all (work), policies, and leases are left out.
        """
        ...

    def objects(self, scope: Scope) -> Mapping[str, str]:
        """Return the text of every object that is derived by its key (`sets/…`, `replies/…`, `reports/…`): a line a
        version, the newest first.
        """
        ...

    def places(self, scope: Scope) -> Iterable[Place]:
        """Iterate over every item of every table and every version of every object."""
        ...


class Eraser(Protocol):
    """What only an erasure may do. Every method may be called again after any stop."""

    def erasure(self, scope: Scope, erasure_id: str) -> Erasure | None:
        """Return the account of an erasure, or None."""
        ...

    def bury(self, scope: Scope, ids: Collection[str], *, key: str) -> Mapping[str, str]:
        """Refuse these records from now on; return the keyed hash of each.

        Args:
            key: a new random key in hex, taken when the scope has none yet.
        """
        ...

    def blinded(self, scope: Scope, ids: Collection[str]) -> Mapping[str, str]:
        """Return the keyed hash of each id; none when nothing of the scope was ever erased."""
        ...

    def strip(self, scope: Scope, sequences: Collection[int]) -> None:
        """Take content hash, evidence and salt out of these revisions; the chain still verifies."""
        ...

    def rewrite(self, scope: Scope, objects: Mapping[str, str]) -> None:
        """Remove every version of these derived objects of a scope, by key, and leave the given text of each that has
        one.
        """
        ...

    def drop_records(self, scope: Scope, ids: Collection[str], *, reread: Collection[str]) -> None:
        """Remove these records: their index items, and every version of every object that holds one, whose other lines
        are stored again first. Those to be read again become unread.
        """
        ...
