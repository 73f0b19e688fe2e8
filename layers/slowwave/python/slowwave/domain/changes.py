"""What a commit is made of: items that may be written, and changes that say why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from slowwave.domain.acts import Act
from slowwave.domain.clusters import Member
from slowwave.domain.injection import Pointer
from slowwave.domain.notes import Note, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run, Stage
from slowwave.domain.scope import Scope
from slowwave.domain.taskmix import TaskMix

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

Derived = Observation | Act | Work | Opening | Look | TaskMix | Member
"""Items whose content is a function of their id and of the records: writing one again changes nothing."""

Unaudited = Derived | Run
"""Items derived from records or from what is audited, or reports: written without a revision."""

Writable = Audited | Unaudited


@dataclass(frozen=True, slots=True)
class Put:
    """Write an item.

    Attributes:
        version: the version it was read at; 0 when it must not exist yet; None for observations, acts and work, whose
            content is a function of their id, so that writing one again changes nothing.
        reason: one sentence without personal content; required for audited items.
        evidence: record ids the reason points at.
    """

    item: Writable
    version: int | None = None
    reason: str = ""
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove an observation that is no longer proposed, or finished work. Audited items are never removed."""

    item: Observation | Work


Change = Put | Remove
