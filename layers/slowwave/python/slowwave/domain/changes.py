"""What a commit is made of: items that may be written, and changes that say why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from slowwave.domain.acts import Act
from slowwave.domain.clusters import Member
from slowwave.domain.erasures import Erasure
from slowwave.domain.injection import Pointer
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Note, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run, Stage
from slowwave.domain.scope import Scope
from slowwave.domain.taskmix import TaskMix
from slowwave.domain.twins import Kin, Tombstone
from slowwave.domain.working_set import SessionFiles

Item = TypeVar("Item", covariant=True)


@dataclass(frozen=True, slots=True)
class Versioned(Generic[Item]):
    """An item as read, with the version it was read at (from 1)."""

    item: Item
    version: int


@dataclass(frozen=True, slots=True)
class Work:
    """A note group that a stage has yet to handle; written with what caused it, removed with what answers it."""

    scope: Scope
    stage: Stage
    group_id: str


Audited = Note | Page | Pointer | AgentPolicy
"""Items whose every change leaves a revision."""

Derived = (
    Observation | Act | Work | Kin | Tombstone | Naming | Opening | Look | TaskMix | SessionFiles | Member | Erasure
)
"""Items derived from records or from what is audited, and accounts of erasures: written without a revision, and without
a version.
"""

Unaudited = Derived | Run
"""Items written without a revision: what is derived, and reports."""

Writable = Audited | Unaudited


@dataclass(frozen=True, slots=True)
class Put:
    """Write an item.

    Attributes:
        version: the version it was read at; 0 when it must not exist yet; None for what is derived, so that writing it
            again changes nothing.
        reason: one sentence without personal content; required for audited items.
        evidence: record ids the reason points at.
    """

    item: Writable
    version: int | None = None
    reason: str = ""
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove an observation that is no longer proposed, finished work, the tombstone of what was said again, what is no
    longer said of names, or what stood on erased words.
    """

    item: Derived


@dataclass(frozen=True, slots=True)
class Erase:
    """Remove an audited item, which nothing but an erasure does; its revision says so and holds no hash of it.

    Attributes:
        version: the version it was read at.
        reason: one sentence without personal content.
    """

    item: Note | Page
    version: int
    reason: str

    @property
    def evidence(self) -> tuple[str, ...]:
        """Records that the reason points at: none, for they are no more."""
        return ()


Change = Put | Remove | Erase
