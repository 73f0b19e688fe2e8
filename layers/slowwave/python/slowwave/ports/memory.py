"""Ports to notes, pages and sets: what the stages read. Everything is written through `ports.ledger`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from slowwave.domain.acts import Act
from slowwave.domain.changes import Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.injection import InjectionSet
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.pages import Page, PageState
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Group:
    """All notes, observations and acts under one claim key, read consistently; observations and acts in fold order."""

    group_id: str
    notes: tuple[Versioned[Note], ...]
    observations: tuple[Observation, ...]
    acts: tuple[Act, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all groups that it holds something of."""
        return frozenset({self.group_id, *(each.group_id for each in self.observations)})

    def with_all(self, others: Sequence[Group]) -> Group:
        """Return it with what other groups hold."""
        return Group(
            self.group_id,
            tuple(note for each in (self, *others) for note in each.notes),
            tuple(seen for each in (self, *others) for seen in each.observations),
            tuple(act for each in (self, *others) for act in each.acts),
        )


class NoteStore(Protocol):
    """Notes, their observations, and the work that is due on them."""

    def group(self, scope: Scope, group_id: str) -> Group:
        """Return everything that competes under one claim key; an unknown group is empty."""
        ...

    def get(self, scope: Scope, note_id: str) -> Versioned[Note] | None:
        """Return one note, or None."""
        ...

    def observed_in(self, scope: Scope, session: str, *, since: datetime, until: datetime) -> Sequence[Observation]:
        """Return what was observed in the records of a session with an event time in this span, ends included."""
        ...

    def work(self, scope: Scope, stage: Stage, *, limit: int) -> Sequence[str]:
        """Return up to `limit` group ids that wait for a stage, in id order."""
        ...

    def due(self, scope: Scope, as_of: datetime, *, limit: int) -> Sequence[Versioned[Note]]:
        """Return up to `limit` notes that decay may take and whose `due_at` is not after `as_of`, earliest first; reads
        no others.
        """
        ...

    def all(self, scope: Scope, *, state: NoteState | None = None) -> Iterable[Versioned[Note]]:
        """Iterate over the notes of a scope by id, for people; never on a run's path."""
        ...


class PageStore(Protocol):
    """Pages, one table a skeleton."""

    def get(self, scope: Scope, page_id: str) -> Versioned[Page] | None:
        """Return one page from whichever table has it, or None."""
        ...

    def top(self, scope: Scope, skeleton: Skeleton, *, limit: int) -> Sequence[Versioned[Page]]:
        """Return up to `limit` active pages, best first by `domain.selection.page_rank`; reads no others."""
        ...

    def all(self, scope: Scope, skeleton: Skeleton, *, state: PageState | None = None) -> Iterable[Versioned[Page]]:
        """Iterate over the pages of one table by id, for people; never on a run's path."""
        ...


class NoteRanking(Protocol):
    """The few unpromoted notes that may be injected beside pages."""

    def top_notes(self, scope: Scope, *, limit: int) -> Sequence[Versioned[Note]]:
        """Return up to `limit` active notes without a page, best first by `domain.selection.note_rank`."""
        ...

    def existing(self, scope: Scope, groups: Mapping[str, str]) -> frozenset[str]:
        """Return those of these note ids that exist, given the group of each (empty where it is not known)."""
        ...

    def notes(self, scope: Scope, groups: Mapping[str, str]) -> Mapping[str, Note]:
        """Return those of these notes that exist, as they are now, given the group of each; reads no others."""
        ...


class ClusterStore(Protocol):
    """Notes by the cluster they faded into."""

    def members(self, scope: Scope, cluster_id: str) -> Sequence[Versioned[Note]]:
        """Return every note that ever faded into a cluster, as it is now, by group then id."""
        ...


class Census(Protocol):
    """How much a scope knows."""

    def active_items(self, scope: Scope, *, limit: int) -> int:
        """Count the items that may be selected (active pages, and active notes on no page), up to `limit`."""
        ...

    def active_pages(self, scope: Scope, *, limit: int) -> int:
        """Count the active pages of all tables, up to `limit`."""
        ...


class SetStore(Protocol):
    """Published injection sets by hash; immutable."""

    def put(self, injection_set: InjectionSet) -> str:
        """Store the set under its hash and return the hash. Storing it again changes nothing."""
        ...

    def get(self, scope: Scope, set_hash: str) -> InjectionSet:
        """Return a set, checked against its hash.

        Raises:
            UnknownItem: there is none.
            Corrupt: its bytes do not match the hash.
        """
        ...

    def hashes(self, scope: Scope) -> Iterable[tuple[str, datetime]]:
        """Iterate over the stored sets of a scope with the time each was written, oldest first."""
        ...
