"""Probes: questions that code makes of what a scope's own state says is believed, corrected and worked on, to ask of a
set before it is published. A probe is made from notes, tombstones and openings; a set only says which of them to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice

from slowwave.domain.assembly import ranked_text
from slowwave.domain.claims import Claim, Confirmation, Lane
from slowwave.domain.conflict import is_expired
from slowwave.domain.hashing import short_id
from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import LIVING
from slowwave.domain.secrets import redact
from slowwave.domain.selection import CONFIRMATION_WEIGHT, LANE_WEIGHT
from slowwave.domain.setchecks import is_wanted, lines
from slowwave.domain.shelf import Shelf
from slowwave.domain.taskmix import topics
from slowwave.domain.twins import Tombstone

MOST_CLAIMS, MOST_CORRECTIONS = 40, 16
"""With the recent tasks at most 64 probes: what a scope relies on first, at a cost that does not grow with it."""

TASK_LENGTH = 2000
"""Characters of an opening that are asked: what is pasted below them is material."""

EVER = datetime.min.replace(tzinfo=UTC)


class Kind(StrEnum):
    """What a probe is made from."""

    CLAIM = "claim"
    CORRECTION = "correction"
    TASK = "task"


@dataclass(frozen=True, slots=True)
class Probe:
    """One question and what a right answer shows.

    Attributes:
        id: the note, or the record of the opening, that it is made from.
        question: key words, or the words of a task; empty where no words find the claim, which is then held or not.
        wanted: the notes whose lines a right answer shows; for a task what the last set showed, filled in when asked.
        unwanted: the note whose line no set may hold.
        vital: a safety rule, whose loss alone stops a publication: nothing may crowd it out.
    """

    kind: Kind
    id: str
    question: str
    wanted: tuple[str, ...] = ()
    unwanted: str = ""
    vital: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What the scope's state says, read when the gate asks.

    Attributes:
        notes: those that lines of the two sets stand on, as they are now.
        stones: what was rejected and is still.
        tasks: what recent sessions opened with, by record id, latest first.
    """

    notes: Mapping[str, Note] = field(default_factory=dict)
    stones: Sequence[Tombstone] = ()
    tasks: Mapping[str, str] = field(default_factory=dict)


def note_of(line: SetItem) -> str:
    """Return the note whose words a line shows: of the notes of a page, the one that asserts what it does."""
    value = line.value
    own = short_id("n", line.group_id, line.polarity.value, value.kind.value, value.text, value.unit)
    return own if own in line.note_ids else line.note_ids[0]


def groups_of(candidate: InjectionSet, shelf: Shelf) -> dict[str, str]:
    """Return the notes that lines of the candidate and of the last set stand on, with their groups; those that the
    shelf holds were read with it.
    """
    shown = (*lines(candidate), *(lines(shelf.last) if shelf.last else ()))
    return {note_of(each): each.group_id for each in shown if each.group_id and note_of(each) not in shelf.notes}


def expected_of(candidate: InjectionSet, shelf: Shelf, known: Known, policy: AgentPolicy) -> dict[str, SetItem]:
    """Return the lines of the shelf and of the last set that a candidate should hold, by the note each shows: still
    believed, wanted by the policy and by people, and not left out for a reason that the candidate states.
    """
    own = {note_of(line): line for line in shelf.items()}
    before = {note_of(line): line for line in (lines(shelf.last) if shelf.last else ())}
    out = {each.item_id for each in candidate.left_out}
    held = {each for line in lines(candidate) for each in line.note_ids}
    full = len(candidate.pool) >= policy.pool_size
    return {
        note_id: line
        for note_id, line in {**before, **own}.items()
        if line.item_id not in out
        and is_wanted(line, policy, shelf.withheld)
        and _is_believed(known.notes.get(note_id), shelf.as_of, shelved=note_id in own)
        and (note_id in held or not full)  # how much a pool holds is the policy's to say
    }


def probes_of(
    candidate: InjectionSet, shelf: Shelf, known: Known, expected: Mapping[str, SetItem]
) -> tuple[Probe, ...]:
    """Return the probe set of a scope: its most important claims, latest corrections and recent tasks."""
    claims = islice(_claims(expected, shelf, known), MOST_CLAIMS)
    corrections = islice(_corrections(candidate, known, shelf.as_of), MOST_CORRECTIONS)
    tasks = (Probe(Kind.TASK, record_id, text) for record_id, text in known.tasks.items())
    return (*claims, *corrections, *tasks)


def is_ended(note: Note, as_of: datetime) -> bool:
    """Whether no line may show what a note says: it was superseded, rejected, waits for a decision or has expired."""
    return note.state not in LIVING or note.contested or is_expired(note.claim, as_of)


def task_words(text: str) -> str:
    """Return what a task is about, from its opening words."""
    return redact(text[:TASK_LENGTH])


def _claims(expected: Mapping[str, SetItem], shelf: Shelf, known: Known) -> Iterator[Probe]:
    """What is confirmed and expected, most important and latest first."""
    found = {name: each for name, each in expected.items() if each.confirmation is not Confirmation.NONE}
    latest = {note_id: max((each.date for each in line.quotes), default="") for note_id, line in found.items()}
    for note_id in sorted(found, key=lambda each: (_weight(found[each]), latest[each], each), reverse=True):
        line = found[note_id]
        question = _question(line, known.notes.get(note_id), shelf)
        yield Probe(Kind.CLAIM, note_id, question, wanted=(note_id,), vital=line.lane is Lane.SAFETY)


def _weight(line: SetItem) -> tuple[int, int, float]:
    return (LANE_WEIGHT[line.lane], CONFIRMATION_WEIGHT[line.confirmation], line.importance)


def _is_believed(note: Note | None, as_of: datetime, *, shelved: bool) -> bool:
    """Whether the state still holds what a line shows. What decay retired stays where a page carries it on; of what is
    on no shelf, the note itself must be active.
    """
    if note is None:
        return shelved
    return not is_ended(note, as_of) and (shelved or note.state is NoteState.ACTIVE)


def _question(line: SetItem, note: Note | None, shelf: Shelf) -> str:
    page = shelf.pages.get(line.item_id)
    words = key_words(note.claim) if note else page.title if page else ""
    return words if topics(words) & topics(ranked_text(line)) else ""


def key_words(claim: Claim) -> str:
    """Return what a claim is about, in its own words; not its value, which is the answer."""
    return " ".join(
        each for each in (claim.key.subject, claim.key.attribute, claim.key.qualifier, claim.module) if each
    )


def _corrections(candidate: InjectionSet, known: Known, as_of: datetime) -> Iterator[Probe]:
    """What is no longer believed: what the candidate shows of it first, then the latest."""
    ended = {note_id: note for note_id, note in known.notes.items() if is_ended(note, as_of)}
    claims = {
        **{each.note_id: each.claim for each in known.stones},
        **{name: each.claim for name, each in ended.items()},
    }
    times = {each.note_id: each.denial.event_time for each in known.stones}
    times |= {name: each.decided_at or EVER for name, each in ended.items()}
    shown = {note_of(line) for line in lines(candidate)}
    for note_id in sorted(claims, key=lambda each: (each in shown, times[each], each), reverse=True):
        after = known.notes.get(ended[note_id].successor) if note_id in ended else None
        holds = after is not None and not is_ended(after, as_of)
        question = key_words(after.claim if after and holds else claims[note_id])
        yield Probe(Kind.CORRECTION, note_id, question, (after.id,) if after and holds else (), unwanted=note_id)
