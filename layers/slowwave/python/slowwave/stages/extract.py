"""Extract: read new records, let a model or the rules propose candidates, and keep those that pass every check as
observations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from slowwave.domain.changes import Change, Put, Remove, Work
from slowwave.domain.intake import Admission, admit
from slowwave.domain.notes import Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record, redacted
from slowwave.domain.runs import Account, Stage
from slowwave.domain.secrets import redact
from slowwave.domain.windows import LOOK_BACK, Window
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore
from slowwave.ports.models import ExtractionModel
from slowwave.ports.records import RecordStore
from slowwave.prompts.extraction import parse
from slowwave.stages.task import Clock, Progress, Task, commit, policy_of, run_of

SLICE_RECORDS = 300
"""Unread records a call takes on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one session's window yielded."""

    window: Window
    admissions: tuple[Admission, ...]
    unreadable: int

    @property
    def observations(self) -> dict[str, Observation]:
        """The admitted observations by id."""
        return {each.id: each for admission in self.admissions for each in admission.observations}


def run(
    task: Task,
    *,
    records: RecordStore,
    notes: NoteStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    model: ExtractionModel,
    clock: Clock,
) -> Progress:
    """Extract from up to `SLICE_RECORDS` unread records; each session is committed alone, then marked read.

    Raises:
        Unavailable: the model or a store failed; what was committed stays, the rest is still unread.
    """
    policy = policy_of(task, registry)
    report = run_of(task, journal)
    consumed = 0
    for session, unread in records.unread_sessions(task.scope, limit=SLICE_RECORDS).items():
        near = records.neighbourhood(task.scope, session, unread, look_back=LOOK_BACK)
        window, due = _window(session, near.records, near.unread, task)
        if not due:
            continue
        reading = _read(window, model, policy, task.run_id)
        changes, account = _decide(reading, notes.observed_in(task.scope, sorted(window.fresh)), notes, task)
        updated = report.item.counted(Stage.EXTRACT, records=len(due), candidates=account.inputs)
        sessions = tuple(sorted({*updated.sessions, session}))
        updated = replace(updated, account=updated.account.plus(account), sessions=sessions)
        report = commit(task, changes, report, updated, ledger=ledger, clock=clock)
        records.mark_read(task.scope, sorted(due), run_id=task.run_id)
        consumed += len(due)
    return Progress(task, more=consumed >= SLICE_RECORDS)


def _window(session: str, near: Sequence[Record], unread: frozenset[str], task: Task) -> tuple[Window, frozenset[str]]:
    """The window up to `as_of`, and the unread records in it. What follows an unread record is read again: its
    context changed.
    """
    past = tuple(record for record in near if record.event_time <= task.as_of)
    due = frozenset(record.id for record in past if record.id in unread)
    positions = [place for place, record in enumerate(past) if record.id in due]
    fresh = frozenset(past[i].id for place in positions for i in range(place, min(place + LOOK_BACK + 1, len(past))))
    return Window(session, past, fresh), due


def _read(window: Window, model: ExtractionModel, policy: AgentPolicy, run_id: str) -> Reading:
    raw = {record.id: record for record in window.records}
    shown = {record.id: redact(record.text) for record in window.records}
    visible = Window(
        window.session, tuple(redacted(record, shown[record.id]) for record in window.records), window.fresh
    )
    proposed = [parse(item, visible) for item in model.propose(visible)]
    admissions = tuple(
        admit(each, raw=raw, redacted=shown, policy=policy, run_id=run_id) for each in proposed if each is not None
    )
    return Reading(window, admissions, unreadable=sum(each is None for each in proposed))


def _decide(
    reading: Reading, before: Sequence[Observation], notes: NoteStore, task: Task
) -> tuple[list[Change], Account]:
    """Compare with what these records yielded before: add what is new, withdraw what is no longer proposed, and
    count.
    """
    known = {each.id for each in before}
    new = [each for each in reading.observations.values() if each.id not in known]
    withdrawn = [each for each in before if each.id not in reading.observations]
    touched = sorted({each.group_id for each in [*new, *withdrawn]})
    changes: list[Change] = [
        *(Put(each) for each in new),
        *(Remove(each) for each in withdrawn),
        *(Put(Work(task.scope, Stage.VERIFY, group_id)) for group_id in touched),
    ]
    return changes, _account(reading, known, _asserted_notes(touched, notes, task))


def _asserted_notes(touched: Iterable[str], notes: NoteStore, task: Task) -> set[str]:
    """The notes that words have asserted before: a further candidate for one of them merges."""
    groups = (notes.group(task.scope, group_id) for group_id in touched)
    return {each.note_id for group in groups for each in group.observations if not each.denies}


def _account(reading: Reading, known: set[str], asserted: set[str]) -> Account:
    """Where each candidate went: the first for a note waits for verification, further ones merge. Seen ones are not
    inputs again.
    """
    pending = merged = 0
    reasons: Counter[str] = Counter()
    for admission in reading.admissions:
        if admission.discard:
            reasons[_reason(admission)] += 1
            continue
        own = admission.observations[0]
        if own.id in known:
            continue
        merged += own.note_id in asserted
        pending += own.note_id not in asserted
        asserted.add(own.note_id)
    return Account(
        merged=merged, pending=pending, rejected=reasons.total(), failed=reading.unreadable, reasons=dict(reasons)
    )


def _reason(admission: Admission) -> str:
    detail = f": {admission.detail}" if admission.detail else ""
    return f"{admission.discard}{detail}"
