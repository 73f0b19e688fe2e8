"""Port to everything that is kept for a scope, as it is stored: for who verifies it, never on a run's path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from slowwave.domain.audit import Kept
from slowwave.domain.erasure_audit import Register
from slowwave.domain.history import End, Link
from slowwave.domain.raw_audit import KeptObject
from slowwave.domain.scope import Scope


class Archive(Protocol):
    """What is stored, with what of it cannot be read or does not follow; nothing is checked against anything else.

    Each raises `Corrupt` for what a newer version wrote, and for an attribute of another type, and names the item.
    """

    def end(self, scope: Scope) -> End:
        """Return where the head says that the chain ends."""
        ...

    def links(self, scope: Scope) -> Iterable[Link]:
        """Iterate over the stored revisions by place."""
        ...

    def items(self, scope: Scope) -> Iterable[Kept]:
        """Iterate over the policy and its versions, the pointer, pages, and the notes of every group that an index
        names.
        """
        ...

    def raw(self, scope: Scope) -> Iterable[KeptObject]:
        """Iterate over raw objects and those that index items name, one object in memory at a time."""
        ...

    def register(self, scope: Scope) -> Register:
        """Return what is kept of erasures: their accounts, and which records are refused since."""
        ...
