"""The plan of an erasure: what goes, what is folded again from what is left, and the hash by which a person confirms
exactly this plan.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from slowwave.domain.acts import Act
from slowwave.domain.clusters import Member
from slowwave.domain.erasure import ids_in, stands_on
from slowwave.domain.hashing import short_id
from slowwave.domain.held import Held
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.pages import Page
from slowwave.domain.records import Record
from slowwave.domain.runs import Revision, Run
from slowwave.domain.scope import Scope
from slowwave.domain.twins import Kin, Tombstone
from slowwave.domain.working_set import SessionFiles

REPORTS = "reports/"
"""What the keys of reports of runs start with, and `SETS` those of published sets."""

SETS = "sets/"

REPLACED = frozenset({NoteState.CONTRADICTED, NoteState.REJECTED})
"""States of a note that holds again when what replaced or denied it is erased."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """What one erasure takes.

    Attributes:
        records: what a person asked to erase; `reread`: what is read again because it was read with them before it.
        observations, acts: what these records yielded.
        notes: every note that one of them stood behind; it is folded again from what is left, if anything is.
        pages, kin, stones, namings, members, looks: what stands on those notes.
        openings, files: what says when a session opened and what it touched, to be made again.
        runs: reports that name them; `revisions`: whose commitments go.
        objects: keys of published sets that quote or cite them, of replies of models that were shown them, and of
            reports that name their session.
        left: notes of these that stand on other words too; `freed`: those that hold again.
        denials: what takes the place of those of the acts that forgot or rejected something: an erasure brings nothing
            back into memory that a person took out of it (see `act_json.wordless`).
    """

    scope: Scope
    records: frozenset[str]
    reread: frozenset[str]
    observations: tuple[Observation, ...]
    acts: tuple[Act, ...]
    notes: tuple[Note, ...]
    pages: tuple[Page, ...]
    kin: tuple[Kin, ...]
    stones: tuple[Tombstone, ...]
    namings: tuple[Naming, ...]
    members: tuple[Member, ...]
    looks: tuple[Look, ...]
    openings: tuple[Opening, ...]
    files: tuple[SessionFiles, ...]
    runs: tuple[Run, ...]
    objects: tuple[str, ...]
    revisions: tuple[Revision, ...]
    left: frozenset[str]
    freed: frozenset[str]
    hash: str
    denials: tuple[Record, ...] = ()

    @property
    def gone(self) -> frozenset[str]:
        """Ids of the notes and pages that go."""
        return frozenset({*(note.id for note in self.notes), *(page.id for page in self.pages)})

    @property
    def sets(self) -> frozenset[str]:
        """Hashes of the published sets that go."""
        return frozenset(key.rpartition("/")[2].removesuffix(".json") for key in self.objects if key.startswith(SETS))

    @property
    def groups(self) -> frozenset[str]:
        """The claim keys that are folded again."""
        words = {each.group_id for each in self.observations} | {each.group_id for each in self.stones}
        return frozenset(words | {each.group_id for each in self.acts} | {each.group_id for each in self.notes})

    def to_message(self) -> dict[str, Any]:
        """Return what a person decides on, as JSON-ready data."""
        return {
            "plan": self.hash,
            "removes": self.counts(),
            "folded_again": sorted(self.left),
            "hold_again": sorted(self.freed),
            "stay_forgotten": len(self.denials),
            "read_again": len(self.reread),
            "records": sorted(self.records),
        }

    def counts(self) -> dict[str, int]:
        """Return how many of each kind go."""
        return {
            "records": len(self.records),
            "observations": len(self.observations),
            "acts": len(self.acts),
            "notes": len(self.notes),
            "pages": len(self.pages),
            "listings": len(self.kin),
            "tombstones": len(self.stones),
            "namings": len(self.namings),
            "memberships": len(self.members),
            "looks": len(self.looks),
            "openings": len(self.openings),
            "session files": len(self.files),
            "run reports": len(self.runs),
            "revisions": len(self.revisions),
            **Counter(key.partition("/")[0] for key in self.objects),
        }


def plan(scope: Scope, records: frozenset[str], reread: frozenset[str], held: Held, sessions: frozenset[str]) -> Plan:
    """Return what an erasure of these records takes.

    Args:
        reread: what was read with them before it (see `domain.erasure.read_after`).
        sessions: those of which no record is left.
    """
    touched = records | reread
    observations = [each for each in held.of(Observation) if stands_on(each) & touched]
    acts = [each for each in held.of(Act) if stands_on(each) & records]
    names = {each.note_id for each in observations} | {each.note_id for each in acts}
    notes = [each for each in held.of(Note) if each.id in names or stands_on(each) & touched]
    names |= {each.id for each in notes}
    pages = [each for each in held.of(Page) if names & {*each.note_ids} or stands_on(each) & touched]
    groups = {each.group_id for each in observations} | {each.group_id for each in acts}
    groups |= {each.group_id for each in notes}
    named = names | {each.id for each in pages}
    left = frozenset(names & {each.note_id for each in held.of(Observation) if not stands_on(each) & records})
    found = Plan(
        scope=scope,
        records=records,
        reread=reread,
        observations=_sorted(observations),
        acts=_sorted(acts),
        notes=_sorted(notes),
        pages=_sorted(pages),
        kin=tuple(each for each in held.of(Kin) if each.note_id in names or _reads_otherwise(each, groups, held)),
        stones=tuple(each for each in held.of(Tombstone) if each.note_id in names or stands_on(each) & touched),
        namings=tuple(each for each in held.of(Naming) if each.note_id in names or stands_on(each) & touched),
        members=tuple(each for each in held.of(Member) if each.note_id in names),
        looks=tuple(each for each in held.of(Look) if each.note_id in names),
        openings=tuple(each for each in held.of(Opening) if stands_on(each) & records),
        files=tuple(each for each in held.of(SessionFiles) if stands_on(each) & records),
        runs=_sorted(each for each in held.of(Run) if _names(each, records, sessions)),
        objects=tuple(sorted(key for key, text in held.objects.items() if _goes(key, text, records, named, sessions))),
        revisions=tuple(
            each
            for each in held.of(Revision)
            if not each.erased and (each.item_id in named or stands_on(each) & records)
        ),
        left=left,
        freed=_freed(observations, groups, names, left, held),
        hash="",
    )
    return _hashed(found, held)


def _names(run: Run, records: frozenset[str], sessions: frozenset[str]) -> bool:
    """Whether a report names what goes; its task may repeat anybody's words, so none outlives an erasure."""
    return bool(run.task or stands_on(run) & records or {*run.sessions, *run.unanswered} & sessions)


def _goes(key: str, text: str, records: frozenset[str], named: Set[str], sessions: frozenset[str]) -> bool:
    """Whether a derived object holds something of what goes; a report only names what changed, and keeps that."""
    if key.startswith(REPORTS):
        return bool(ids_in(text) & records) or any(json.dumps(each, ensure_ascii=False) in text for each in sessions)
    return bool(ids_in(text) & (records | named))


def _reads_otherwise(kin: Kin, groups: set[str], held: Held) -> bool:
    """Whether a listing still has words that its note does not have any more."""
    note = held.notes.get(kin.note_id)
    return kin.group_id in groups and note is not None and note.claim != kin.claim


def _freed(
    observations: Iterable[Observation],
    groups: set[str],
    names: set[str],
    left: frozenset[str],
    held: Held,
) -> frozenset[str]:
    """The notes that were replaced or denied by what goes, and that other words still assert."""
    denied = {each.note_id for each in observations if each.denies}
    out = (note for note in held.of(Note) if note.group_id in groups and note.state in REPLACED)
    freed = {note.id for note in out if note.successor in names or note.id in denied}
    return frozenset(note_id for note_id in freed if note_id not in names or note_id in left)


def _sorted(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(items, key=lambda each: getattr(each, "id", "")))


def _hashed(found: Plan, held: Held) -> Plan:
    items = [
        *(["note", note.id, held.version(note)] for note in found.notes),
        *(["page", page.id, held.version(page)] for page in found.pages),
        *(["observation", each.id] for each in found.observations),
        *(["act", each.id] for each in found.acts),
        *(["run", run.id, held.version(run)] for run in found.runs),
    ]
    asked = [found.scope.key, sorted(found.records), sorted(found.reread), items, list(found.objects), found.counts()]
    return replace(found, hash=short_id("e", asked) if found.records else "")
