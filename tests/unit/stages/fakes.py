"""Ports held in dictionaries. They keep the promises of the port docstrings (versions, leases, whole chunks), so that a
stage that breaks one fails here; a `Fuse` can blow before or after any single write.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from slowwave.domain.acts import Act
from slowwave.domain.changes import Audited, Change, Derived, Put, Remove, Versioned, Work, Writable
from slowwave.domain.claims import Skeleton
from slowwave.domain.clusters import Member
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.injection import InjectionSet, Pointer, set_hash
from slowwave.domain.naming import Naming
from slowwave.domain.notes import DECAYING, Note, NoteState, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.pages import Page, PageState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.runs import Revision, Run, Stage
from slowwave.domain.scope import Scope
from slowwave.domain.selection import note_rank, page_rank
from slowwave.domain.taskmix import TaskMix
from slowwave.domain.twins import Kin, Tombstone
from slowwave.domain.working_set import SessionFiles
from slowwave.errors import Busy, InvalidInput, LeaseLost, Unavailable, UnknownItem, VersionConflict
from slowwave.ports.ledger import Lease, Marks
from slowwave.ports.memory import Group
from slowwave.ports.records import Appended, Neighbourhood


@dataclass
class Fuse:
    """Raises `Unavailable` at one write, before it happens or after it did; 0 never blows."""

    blows_at: int = 0
    after: bool = False
    writes: int = 0

    def before_write(self) -> None:
        self.writes += 1
        if self.writes == self.blows_at and not self.after:
            raise Unavailable("the service failed before the write")

    def after_write(self) -> None:
        if self.writes == self.blows_at and self.after:
            raise Unavailable("the service failed after the write")


@dataclass
class Shelves:
    """Everything that is stored. `chunk` changes are written together."""

    fuse: Fuse = field(default_factory=Fuse)
    chunk: int = 100
    records: dict[str, Record] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    marks: int = 0
    observations: dict[str, Observation] = field(default_factory=dict)
    acts: dict[str, Act] = field(default_factory=dict)
    notes: dict[str, Versioned[Note]] = field(default_factory=dict)
    pages: dict[str, Versioned[Page]] = field(default_factory=dict)
    work: set[Work] = field(default_factory=set)
    kin: dict[tuple[str, str], Kin] = field(default_factory=dict)
    stones: dict[str, Tombstone] = field(default_factory=dict)
    namings: dict[str, Naming] = field(default_factory=dict)
    openings: dict[str, Opening] = field(default_factory=dict)
    files: dict[str, SessionFiles] = field(default_factory=dict)
    looks: set[Look] = field(default_factory=set)
    mix: TaskMix | None = None
    members: set[Member] = field(default_factory=set)
    policies: list[AgentPolicy] = field(default_factory=list)
    pointer: Versioned[Pointer] | None = None
    runs: dict[str, Versioned[Run]] = field(default_factory=dict)
    revisions: list[Revision] = field(default_factory=list)
    sets: dict[str, InjectionSet] = field(default_factory=dict)
    reports: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    lease: Lease | None = None
    ready: dict[Scope, datetime] = field(default_factory=dict)
    tokens: Iterable[int] = field(default_factory=lambda: count(1))


class FakeRecords:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def append(self, records: Sequence[Record], *, scope: Scope, received_at: datetime) -> Appended:
        if any(record.scope != scope for record in records):
            raise InvalidInput("a record belongs to another scope")
        stored: list[str] = []
        duplicates: list[str] = []
        for record in records:
            known = record.id in self._shelves.records
            (duplicates if known else stored).append(record.id)
            if not known:
                self._shelves.records[record.id] = record
                self._shelves.unread.add(record.id)
        unread = dict.fromkeys(record.id for record in records if record.id in self._shelves.unread)
        return Appended(tuple(stored), tuple(duplicates), tuple(unread))

    def get(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Record]:
        return {each: self._shelves.records[each] for each in ids if each in self._shelves.records}

    def unread_sessions(self, scope: Scope, *, limit: int) -> Mapping[str, Sequence[str]]:
        by_session: defaultdict[str, list[str]] = defaultdict(list)
        for record in sorted((self._shelves.records[each] for each in self._shelves.unread), key=_order)[:limit]:
            by_session[record.session].append(record.id)
        return dict(by_session)

    def neighbourhood(self, scope: Scope, session: str, unread: Sequence[str], *, look_back: int) -> Neighbourhood:
        ordered = sorted((each for each in self._shelves.records.values() if each.session == session), key=_order)
        places = [place for place, record in enumerate(ordered) if record.id in unread]
        near = {at for place in places for at in range(max(0, place - look_back), place + look_back + 1)}
        records = tuple(record for place, record in enumerate(ordered) if place in near)
        return Neighbourhood(records, frozenset(each.id for each in records) & self._shelves.unread)

    def mark_read(self, scope: Scope, ids: Sequence[str], *, run_id: str) -> None:
        self._shelves.fuse.before_write()
        self._shelves.unread -= set(ids)
        self._shelves.fuse.after_write()

    def count(self, scope: Scope) -> Mapping[str, int]:
        return {"records": len(self._shelves.records), "unread": len(self._shelves.unread)}


class FakeNotes:
    """The note store, the note ranking, the clusters and the census."""

    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def group(self, scope: Scope, group_id: str) -> Group:
        notes = sorted((each for each in self._shelves.notes.values() if each.item.group_id == group_id), key=_item_id)
        seen = sorted(
            (each for each in self._shelves.observations.values() if each.group_id == group_id),
            key=lambda each: (each.evidence.order, each.id),
        )
        done = sorted(
            (each for each in self._shelves.acts.values() if each.group_id == group_id), key=lambda each: each.order
        )
        return Group(group_id, tuple(notes), tuple(seen), tuple(done))

    def get(self, scope: Scope, note_id: str) -> Versioned[Note] | None:
        return self._shelves.notes.get(note_id)

    def observed_in(self, scope: Scope, session: str, *, since: datetime, until: datetime) -> Sequence[Observation]:
        seen = self._shelves.observations.values()
        return [
            each for each in seen if each.evidence.session == session and since <= each.evidence.event_time <= until
        ]

    def work(self, scope: Scope, stage: Stage, *, limit: int) -> Sequence[str]:
        return sorted(each.group_id for each in self._shelves.work if each.stage is stage)[:limit]

    def due(self, scope: Scope, as_of: datetime, *, limit: int) -> Sequence[Versioned[Note]]:
        dated = [
            (each.item.due_at, each.item.id, each)
            for each in self._shelves.notes.values()
            if each.item.state in DECAYING and each.item.due_at and each.item.due_at <= as_of
        ]
        return [each for _, _, each in sorted(dated, key=lambda entry: entry[:2])][:limit]

    def all(self, scope: Scope, *, state: NoteState | None = None) -> Iterable[Versioned[Note]]:
        return [each for _, each in sorted(self._shelves.notes.items()) if state in (None, each.item.state)]

    def existing(self, scope: Scope, groups: Mapping[str, str]) -> frozenset[str]:
        stored = self._shelves.notes
        return frozenset(
            each for each, group in groups.items() if each in stored and group in ("", stored[each].item.group_id)
        )

    def notes(self, scope: Scope, groups: Mapping[str, str]) -> Mapping[str, Note]:
        stored = self._shelves.notes
        named = (each for each, group in groups.items() if each in stored and stored[each].item.group_id == group)
        return {each: stored[each].item for each in named}

    def members(self, scope: Scope, cluster_id: str) -> Sequence[Versioned[Note]]:
        of_it = sorted((each.group_id, each.note_id) for each in self._shelves.members if each.cluster_id == cluster_id)
        return [self._shelves.notes[note_id] for _, note_id in of_it]

    def active_items(self, scope: Scope, *, limit: int) -> int:
        pages = [each for each in self._shelves.pages.values() if each.item.state is PageState.ACTIVE]
        return min(len(pages) + len(self.top_notes(scope, limit=limit)), limit)

    def active_pages(self, scope: Scope, *, limit: int) -> int:
        pages = [each for each in self._shelves.pages.values() if each.item.state is PageState.ACTIVE]
        return min(len(pages), limit)

    def top_notes(self, scope: Scope, *, limit: int) -> Sequence[Versioned[Note]]:
        loose = [each for each in self.all(scope, state=NoteState.ACTIVE) if not each.item.page_id]
        return sorted(loose, key=lambda each: note_rank(each.item), reverse=True)[:limit]


class FakeKin:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def listed(self, scope: Scope, anchor: str) -> Sequence[Kin]:
        found = [each for each in self._shelves.kin.values() if each.anchor == anchor]
        return sorted(found, key=lambda each: (each.group_id, each.note_id))

    def tombstones(self, scope: Scope) -> Sequence[Tombstone]:
        return [each for _, each in sorted(self._shelves.stones.items())]

    def namings(self, scope: Scope) -> Sequence[Naming]:
        return [each for _, each in sorted(self._shelves.namings.items())]


class FakeTasks:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def opening(self, scope: Scope, session: str) -> Opening | None:
        return self._shelves.openings.get(session)

    def openings(self, scope: Scope, *, before: datetime, limit: int) -> Sequence[Opening]:
        earlier = [each for each in self._shelves.openings.values() if each.event_time < before]
        return sorted(earlier, key=lambda each: each.order, reverse=True)[:limit]

    def files(self, scope: Scope, session: str) -> SessionFiles | None:
        return self._shelves.files.get(session)

    def recent_files(self, scope: Scope, *, limit: int) -> Sequence[SessionFiles]:
        return sorted(self._shelves.files.values(), key=lambda each: each.order, reverse=True)[:limit]

    def looked_at(self, scope: Scope, *, since: datetime, limit: int) -> Sequence[str]:
        looks = sorted((each.day, each.note_id) for each in self._shelves.looks if each.day >= since)
        return list(dict.fromkeys(note_id for _, note_id in looks[:limit]))


class FakePages:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def get(self, scope: Scope, page_id: str) -> Versioned[Page] | None:
        return self._shelves.pages.get(page_id)

    def top(self, scope: Scope, skeleton: Skeleton, *, limit: int) -> Sequence[Versioned[Page]]:
        active = self.all(scope, skeleton, state=PageState.ACTIVE)
        return sorted(active, key=lambda each: page_rank(each.item), reverse=True)[:limit]

    def all(self, scope: Scope, skeleton: Skeleton, *, state: PageState | None = None) -> Iterable[Versioned[Page]]:
        pages = (each for _, each in sorted(self._shelves.pages.items()) if each.item.skeleton is skeleton)
        return [each for each in pages if state in (None, each.item.state)]


class FakeSets:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def put(self, injection_set: InjectionSet) -> str:
        self._shelves.fuse.before_write()
        self._shelves.sets[set_hash(injection_set)] = injection_set
        self._shelves.fuse.after_write()
        return set_hash(injection_set)

    def get(self, scope: Scope, set_hash: str) -> InjectionSet:
        if set_hash not in self._shelves.sets:
            raise UnknownItem(f"no set {set_hash!r}")
        return self._shelves.sets[set_hash]

    def hashes(self, scope: Scope) -> Iterable[tuple[str, datetime]]:
        return [(each, datetime.min.replace(tzinfo=UTC)) for each in self._shelves.sets]


class FakeRegistry:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def policy(self, scope: Scope, version: int | None = None) -> Versioned[AgentPolicy] | None:
        known = self._shelves.policies
        wanted = len(known) if version is None else version
        return Versioned(known[wanted - 1], wanted) if 0 < wanted <= len(known) else None

    def agents(self, tenant: str) -> Iterable[Scope]:
        return sorted(self._shelves.ready)

    def mark_ready(self, scope: Scope, at: datetime) -> None:
        self._shelves.marks += 1
        self._shelves.ready[scope] = min(at, self._shelves.ready.get(scope, at))

    def ready(self, as_of: datetime, *, limit: int) -> Sequence[Scope]:
        return [scope for scope, at in sorted(self._shelves.ready.items()) if at <= as_of][:limit]

    def marks(self, scope: Scope) -> Marks:
        return Marks(self._shelves.marks, datetime.min.replace(tzinfo=UTC))

    def settle(self, scope: Scope, *, seen: Marks, as_of: datetime, next_due: datetime | None) -> None:
        self._shelves.fuse.before_write()
        if seen.count == self._shelves.marks:
            self._shelves.ready.pop(scope, None)
        if next_due:
            self._shelves.ready[scope] = min(next_due, self._shelves.ready.get(scope, next_due))
        self._shelves.fuse.after_write()


class FakeJournal:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def pointer(self, scope: Scope) -> Versioned[Pointer] | None:
        return self._shelves.pointer

    def run(self, scope: Scope, run_id: str) -> Versioned[Run] | None:
        return self._shelves.runs.get(run_id)

    def runs(self, scope: Scope, *, limit: int) -> Sequence[Versioned[Run]]:
        newest = sorted(self._shelves.runs.values(), key=lambda each: (each.item.as_of, each.item.id), reverse=True)
        return newest[:limit]

    def task_mix(self, scope: Scope) -> TaskMix:
        return self._shelves.mix or TaskMix(scope)

    def revisions(self, scope: Scope, item_id: str | None = None, *, newest_first: bool = False) -> Iterable[Revision]:
        found = [each for each in self._shelves.revisions if item_id in (None, each.item_id)]
        return found[::-1] if newest_first else found


class FakeReports:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def put(self, scope: Scope, run_id: str, report: Mapping[str, Any]) -> None:
        self._shelves.fuse.before_write()
        self._shelves.reports.setdefault(run_id, report)
        self._shelves.fuse.after_write()

    def all(self, scope: Scope) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return self._shelves.reports.items()


class FakeLedger:
    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def acquire(
        self,
        scope: Scope,
        run_id: str,
        *,
        now: datetime,
        lasting: timedelta,
        owner: str = "",
        held: Lease | None = None,
    ) -> Lease:
        known, asking = self._shelves.lease, held.owner if held else owner
        if known is None or known.expires_at <= now:
            self._shelves.lease = Lease(scope, run_id, next(iter(self._shelves.tokens)), now + lasting, asking)
        elif (held and held.token == known.token) or (asking and asking == known.owner):
            self._shelves.lease = replace(known, expires_at=now + lasting)
        else:
            raise Busy(f"run {known.run_id!r} holds the lease")
        return self._shelves.lease

    def release(self, lease: Lease) -> None:
        if self._shelves.lease and self._shelves.lease.token == lease.token:
            self._shelves.lease = None

    def commit(
        self, scope: Scope, changes: Sequence[Change], *, cause: str, at: datetime, lease: Lease | None, now: datetime
    ) -> None:
        names = [_name(change.item) for change in changes]
        if len(set(names)) < len(names):
            raise InvalidInput("an item is changed twice in one commit")
        for start in range(0, len(changes), self._shelves.chunk):
            self._write_chunk(changes[start : start + self._shelves.chunk], cause, at, lease, now)

    def _write_chunk(
        self, chunk: Sequence[Change], cause: str, at: datetime, lease: Lease | None, now: datetime
    ) -> None:
        self._shelves.fuse.before_write()
        held = self._shelves.lease
        if lease and (held is None or held.token != lease.token or lease.expires_at <= now):
            raise LeaseLost(f"run {lease.run_id!r} no longer holds the lease")
        for change in chunk:
            if isinstance(change, Put):
                self._check(change)
        for change in chunk:
            self._apply(change, cause, at)
        self._shelves.fuse.after_write()

    def _check(self, change: Put) -> None:
        item = change.item
        if isinstance(item, Derived):
            return
        stored = self._version(item)
        if change.version is None or change.version != stored:
            raise VersionConflict(f"{_name(item)} is at {stored}, not at {change.version}")
        if not isinstance(item, Run) and not change.reason:
            raise InvalidInput(f"{_name(item)} is changed without a reason")

    def _version(self, item: Note | Page | Pointer | AgentPolicy | Run) -> int:
        if isinstance(item, AgentPolicy):
            return len(self._shelves.policies)
        if isinstance(item, Pointer):
            return self._shelves.pointer.version if self._shelves.pointer else 0
        shelf: Mapping[str, Versioned[object]] = (
            self._shelves.notes
            if isinstance(item, Note)
            else self._shelves.pages
            if isinstance(item, Page)
            else self._shelves.runs
        )
        return shelf[item.id].version if item.id in shelf else 0

    def _apply(self, change: Change, cause: str, at: datetime) -> None:
        item = change.item
        if isinstance(change, Remove):
            self._remove(change.item)
        elif isinstance(item, Derived):
            self._derive(item)
        elif isinstance(item, Run):
            self._shelves.runs[item.id] = Versioned(item, self._version(item) + 1)
        else:
            self._audit(item, change, cause, at)

    def _derive(self, item: Derived) -> None:
        if isinstance(item, Observation):
            self._shelves.observations[item.id] = item
        elif isinstance(item, Act):
            self._shelves.acts[item.id] = item
        elif isinstance(item, Work | Look | Member):
            self._gather(item)
        elif isinstance(item, Kin):
            self._shelves.kin[item.anchor, item.note_id] = item
        elif isinstance(item, Tombstone):
            self._shelves.stones[item.note_id] = item
        elif isinstance(item, Naming):
            self._shelves.namings[item.note_id] = item
        elif isinstance(item, Opening):
            self._shelves.openings[item.session] = item
        elif isinstance(item, SessionFiles):
            self._shelves.files[item.session] = item
        elif isinstance(item, TaskMix):
            self._shelves.mix = item

    def _gather(self, item: Work | Look | Member) -> None:
        if isinstance(item, Work):
            self._shelves.work.add(item)
        elif isinstance(item, Look):
            self._shelves.looks.add(item)
        else:
            self._shelves.members.add(item)

    def _remove(self, item: Observation | Work | Tombstone | Naming) -> None:
        if isinstance(item, Observation):
            self._shelves.observations.pop(item.id, None)
        elif isinstance(item, Tombstone):
            self._shelves.stones.pop(item.note_id, None)
        elif isinstance(item, Naming):
            self._shelves.namings.pop(item.note_id, None)
        else:
            self._shelves.work.discard(item)

    def _audit(self, item: Audited, change: Put, cause: str, at: datetime) -> None:
        version = self._version(item) + 1
        chain = self._shelves.revisions
        chain.append(
            Revision(
                scope=item.scope,
                sequence=len(chain) + 1,
                item_kind=type(item).__name__.lower(),
                item_id=_name(item),
                to_version=version,
                state=str(getattr(item, "state", "")),
                reason=change.reason,
                cause=cause,
                at=at,
                evidence=change.evidence,
                content_hash=sha256_hex(repr(item)),
                previous=chain[-1].hash if chain else "",
            )
        )
        if isinstance(item, Note):
            self._shelves.notes[item.id] = Versioned(item, version)
        elif isinstance(item, Page):
            self._shelves.pages[item.id] = Versioned(item, version)
        elif isinstance(item, Pointer):
            self._shelves.pointer = Versioned(item, version)
        else:
            self._shelves.policies.append(item)


class WordTokenizer:
    """Counts words, and every line end as one more."""

    name = "words"

    def count(self, text: str) -> int:
        return len(text.split()) + text.count("\n")


def withhold(shelves: Shelves, *ids: str) -> None:
    """Add ids to the pointer's withheld ones, as an act does."""
    assert shelves.pointer is not None
    pointer = shelves.pointer.item
    shelves.pointer = Versioned(replace(pointer, withheld=pointer.withheld | set(ids)), shelves.pointer.version + 1)


def _order(record: Record) -> tuple[datetime, int, str]:
    return record.order


def _item_id(stored: Versioned[Note]) -> str:
    return stored.item.id


def _name(item: Writable) -> str:
    if type(item) in _NAMES:
        return f"{type(item).__name__} {_NAMES[type(item)](item)}"
    return item.id  # type: ignore[union-attr]


_NAMES: dict[type, Callable[[Any], str]] = {
    Work: lambda item: f"{item.stage} {item.group_id}",
    Kin: lambda item: f"{item.anchor} {item.note_id}",
    Tombstone: lambda item: item.note_id,
    Naming: lambda item: item.note_id,
    Opening: lambda item: item.session,
    SessionFiles: lambda item: item.session,
    TaskMix: lambda _: "",
    Member: lambda item: item.note_id,
    Look: lambda item: f"{item.day} {item.note_id}",
    Pointer: lambda _: "",
    AgentPolicy: lambda _: "",
}
"""What tells items apart that have no id of their own."""
