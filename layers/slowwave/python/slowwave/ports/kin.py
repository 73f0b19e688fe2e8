"""Port to the lists by which claims alike are found under other keys. Written through `ports.ledger`, like all else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from slowwave.domain.naming import Naming
from slowwave.domain.scope import Scope
from slowwave.domain.twins import Kin, Tombstone


class KinStore(Protocol):
    """Which notes share a word, what was rejected, and which names mean one thing. A listing may lag behind its note,
    which decides.
    """

    def listed(self, scope: Scope, anchor: str) -> Sequence[Kin]:
        """Return the notes listed under an anchor (see `domain.twins.anchors`), by group and note; reads no others."""
        ...

    def tombstones(self, scope: Scope) -> Sequence[Tombstone]:
        """Return what was rejected in a scope and is still, by note."""
        ...

    def namings(self, scope: Scope) -> Sequence[Naming]:
        """Return what persons said of names that mean one thing and still stands, by note."""
        ...
