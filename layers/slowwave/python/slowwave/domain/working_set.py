"""The working set: the files that sessions of a coding agent read and edited, and which of them the next one will need.

What a session touched is a union over its records, the latest touch of each file, so no order, repetition or splitting
of deliveries changes it. Files are named as observed: they are data about the work, and never a convention.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from operator import attrgetter

from slowwave.domain.file_names import cleaned
from slowwave.domain.injection import FileEvidence, WorkingFile
from slowwave.domain.project_paths import name_in, project_of
from slowwave.domain.records import Origin, Record
from slowwave.domain.scope import Scope

LAST_SESSIONS = 60
"""Sessions with files that a set looks back on; what was last used before them weighs less than a sixtieth."""

MAX_TOUCHES = 200
"""Touches kept of a session, the latest."""

EDIT_WEIGHT = 0.5
"""What an edit adds to the one of a read."""

MAX_EVIDENCE = 2
"""Records that a file cites, the latest of different sessions."""


@dataclass(frozen=True, slots=True)
class Touch:
    """The latest time that a session read, or edited, a file; `path` is cleaned and not yet relative to a project."""

    path: str
    edited: bool
    time: datetime
    record_id: str

    @property
    def order(self) -> tuple[datetime, str, str, bool]:
        """Time, then record, then file."""
        return (self.time.astimezone(UTC), self.record_id, self.path, self.edited)


@dataclass(frozen=True, slots=True)
class SessionFiles:
    """What one session touched, latest first. Derived from records: a record that goes takes its touches along."""

    scope: Scope
    session: str
    touches: tuple[Touch, ...] = ()

    @property
    def order(self) -> tuple[datetime, str]:
        """Time of the latest touch, then the session."""
        return (self.touches[0].time.astimezone(UTC), self.session)


def add_files(known: SessionFiles, records: Iterable[Record]) -> SessionFiles:
    """Return what the session touched with what these records touched; adding a record again changes nothing."""
    latest = {(each.path, each.edited): each for each in known.touches}
    for record in records:
        for touch in _touches(record):
            place = (touch.path, touch.edited)
            latest[place] = max(touch, latest.get(place, touch), key=attrgetter("order"))
    ordered = sorted(latest.values(), key=attrgetter("order"), reverse=True)
    return replace(known, touches=tuple(ordered[:MAX_TOUCHES]))


def working_set(sessions: Iterable[SessionFiles], *, limit: int) -> tuple[WorkingFile, ...]:
    """Return up to `limit` files of the last sessions, the most needed first.

    The need of a file is the sum of weight / age over the sessions that touched it; the last session has age 1, the one
    before it 2. Need that falls with a power of age is what Anderson and Schooler found in what is used again
    ("Reflections of the environment in memory", 1991), and it holds recency and frequency in one number. Ages count
    sessions and not days, so that a quiet scope keeps its set.
    """
    used: defaultdict[str, list[_Use]] = defaultdict(list)
    for age, (session, names) in enumerate(_named(sessions), 1):
        for name, touches in names.items():
            used[name].append(_Use(age, session, touches))
    ranked = sorted(used, key=lambda name: (-_need(used[name]), used[name][0].age, name))
    return tuple(_file(name, used[name]) for name in ranked[:limit])


def cited_for(files: Iterable[WorkingFile]) -> frozenset[tuple[str, FileEvidence]]:
    """Return what is cited, each with the file that it is cited for."""
    return frozenset((file.path, each) for file in files for each in file.evidence)


def grounded(
    files: Iterable[WorkingFile], records: Mapping[str, Record], *, known: frozenset[tuple[str, FileEvidence]]
) -> tuple[WorkingFile, ...]:
    """Return the files with that of their evidence whose record names them, without those that have none left.

    Args:
        records: those that evidence cites which is not `known` to be good for its path, by id.
    """
    held = (
        replace(file, evidence=tuple(each for each in file.evidence if _holds(each, file, records, known)))
        for file in files
    )
    return tuple(file for file in held if file.evidence)


@dataclass(frozen=True, slots=True)
class _Use:
    """The touches of a file in a session, latest first."""

    age: int
    session: str
    touches: tuple[Touch, ...]


def _touches(record: Record) -> Iterator[Touch]:
    if record.tool is None or record.origin is Origin.INJECTED:
        return
    for paths, edited in ((record.tool.files_read, False), (record.tool.files_edited, True)):
        for path in filter(None, map(cleaned, paths)):
            yield Touch(path, edited, record.event_time, record.id)


def _named(sessions: Iterable[SessionFiles]) -> Sequence[tuple[str, Mapping[str, tuple[Touch, ...]]]]:
    """The touches by the name of their file of each session that touched one of the project, the last session first."""
    ordered = sorted((each for each in sessions if each.touches), key=attrgetter("order"), reverse=True)
    project = project_of(touch.path for each in ordered for touch in each.touches)
    found = []
    for each in ordered:
        names: defaultdict[str, tuple[Touch, ...]] = defaultdict(tuple)
        for touch in each.touches:
            if name := name_in(project, touch.path):
                names[name] += (touch,)
        if names:
            found.append((each.session, names))
    return found


def _need(uses: Sequence[_Use]) -> float:
    return sum(_weight(use) / use.age for use in uses)


def _weight(use: _Use) -> float:
    kinds = {touch.edited for touch in use.touches}
    return (False in kinds) + EDIT_WEIGHT * (True in kinds)


def _file(name: str, uses: Sequence[_Use]) -> WorkingFile:
    latest = [(use.session, use.touches[0]) for use in uses]
    evidence = [FileEvidence(each.record_id, session, _day(each), each.edited) for session, each in latest]
    return WorkingFile(name, len(uses), evidence[0].date, tuple(evidence[:MAX_EVIDENCE]))


def _day(touch: Touch) -> str:
    return touch.time.astimezone(UTC).date().isoformat()


def _holds(
    cited: FileEvidence, file: WorkingFile, records: Mapping[str, Record], known: frozenset[tuple[str, FileEvidence]]
) -> bool:
    return (file.path, cited) in known or _names(records.get(cited.record_id), file)


def _names(record: Record | None, file: WorkingFile) -> bool:
    """Whether a record is there and its call names the file."""
    ending = "/" + file.path.replace("../", "")
    return record is not None and any(f"/{touch.path}".endswith(ending) for touch in _touches(record))
