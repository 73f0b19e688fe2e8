"""Extract: read new records, let a model or the rules propose candidates, and keep those that pass every check as
observations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from slowwave.domain.act_json import acts_in, rollback_in
from slowwave.domain.acts import DENYING, Act
from slowwave.domain.changes import Change, Put, Remove, Work
from slowwave.domain.claims import Skeleton
from slowwave.domain.intake import Admission, admit, shown_to_models
from slowwave.domain.notes import Observation
from slowwave.domain.openings import Opening, earliest_opening
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Kind, Record
from slowwave.domain.rollback import is_settled
from slowwave.domain.runs import Account, Run, Stage
from slowwave.domain.secrets import redact
from slowwave.domain.taskmix import add
from slowwave.domain.windows import LOOK_BACK, Window
from slowwave.domain.withholding import withhold
from slowwave.domain.working_set import SessionFiles, add_files
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore
from slowwave.ports.models import ExtractionModel
from slowwave.ports.records import Neighbourhood, RecordStore
from slowwave.ports.tasks import TaskLog
from slowwave.prompts.extraction import parse
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

SLICE_RECORDS = 300
"""Unread records a call takes on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one session's window, as it was shown, yielded."""

    window: Window
    admissions: tuple[Admission, ...]
    unreadable: int

    @property
    def observations(self) -> dict[str, Observation]:
        """The admitted observations by id."""
        return {each.id: each for admission in self.admissions for each in admission.observations}


@redecided
def run(
    task: Task,
    *,
    records: RecordStore,
    notes: NoteStore,
    tasks: TaskLog,
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
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    consumed = 0
    for session, unread in records.unread_sessions(task.scope, limit=SLICE_RECORDS).items():
        near = records.neighbourhood(task.scope, session, unread, look_back=LOOK_BACK)
        window, due = _window(session, near, unread, task)
        if not due:
            continue
        reading = _read(window, model, policy, task.run_id)
        before = _observed_before(window, notes, task)
        known = tasks.opening(task.scope, session)
        opening = earliest_opening((each for each in window.records if each.id in due), known)
        uncounted = due - {*report.item.consumed}
        acts, _ = acts_in(record for record in near.records if record.id in due)
        counted, lost = acts_in(record for record in near.records if record.id in uncounted)
        changes = [*([Put(opening)] if opening else []), *_changes(reading, before, acts, task)]
        changes += [*_hidden(acts, journal, task), *_mixed(reading, due, journal, task)]
        changes += _worked_on(reading, due, tasks, task) if Skeleton.CODING in policy.skeletons else []
        account = _account(reading, before, uncounted, notes, task)
        updated = _opened(_counted(report.item, session, due, account), opening or known, due)
        updated = updated.counted(Stage.EXTRACT, acts=len(counted), unreadable_acts=lost)
        updated = _asked_back(
            replace(updated, model=model.version), (each for each in near.records if each.id in due), journal
        )
        report = commit(task, changes, report, updated, ledger=ledger, clock=clock)
        records.mark_read(task.scope, sorted(due), run_id=task.run_id)
        consumed += len(due)
    return Progress(task, more=consumed >= SLICE_RECORDS, report=report.item)


def _window(session: str, near: Neighbourhood, unread: Iterable[str], task: Task) -> tuple[Window, frozenset[str]]:
    """The window up to `as_of`, and the unread records of this slice in it. What follows one of them and was read is
    read again: its context changed. What people did is due and not in the window: no model reads it.
    """
    past = tuple(record for record in near.records if record.event_time <= task.as_of)
    due = frozenset(record.id for record in past) & near.unread & {*unread}
    positions = [place for place, record in enumerate(past) if record.id in due]
    reach = {past[i].id for place in positions for i in range(place, min(place + LOOK_BACK + 1, len(past)))}
    words = tuple(record for record in past if record.kind is not Kind.ACT)
    fresh = due | (reach - near.unread)
    return Window(session, words, fresh & {record.id for record in words}), due


def _read(window: Window, model: ExtractionModel, policy: AgentPolicy, run_id: str) -> Reading:
    raw = {record.id: record for record in window.records}
    visible = Window(window.session, tuple(shown_to_models(record, redact) for record in window.records), window.fresh)
    shown = {record.id: record.text for record in visible.records}
    proposed = [parse(item, visible) for item in model.propose(visible)] if window.fresh else []
    admissions = tuple(
        admit(each, raw=raw, redacted=shown, policy=policy, run_id=run_id) for each in proposed if each is not None
    )
    return Reading(visible, admissions, unreadable=sum(each is None for each in proposed))


def _observed_before(window: Window, notes: NoteStore, task: Task) -> dict[str, Observation]:
    """What the fresh records of the window yielded when they were read last."""
    if not window.fresh:
        return {}
    times = [record.event_time for record in window.records if record.id in window.fresh]
    seen = notes.observed_in(task.scope, window.session, since=min(times), until=max(times))
    return {each.id: each for each in seen if each.evidence.span.record_id in window.fresh}


def _changes(reading: Reading, before: Mapping[str, Observation], acts: Sequence[Act], task: Task) -> list[Change]:
    """Compare with what these records yielded before: add what is new or reads differently, withdraw what is no longer
    proposed. The work comes first, so that no stop in between forgets a claim key.
    """
    found = [_found(each, before.get(each.id)) for each in reading.observations.values()]
    new = [each for each in found if before.get(each.id) != each]
    withdrawn = [each for each in before.values() if each.id not in reading.observations]
    touched = sorted({*(each.group_id for each in [*new, *withdrawn]), *(act.group_id for act in acts)})
    return [
        *(Put(Work(task.scope, Stage.VERIFY, group_id)) for group_id in touched),
        *map(Put, acts),
        *(Put(each) for each in new),
        *(Remove(each) for each in withdrawn),
    ]


def _hidden(acts: Sequence[Act], journal: Journal, task: Task) -> list[Put]:
    """What these acts take out of every read, as they did at once when they were made."""
    denies = any(act.kind in DENYING for act in acts)
    return withhold(journal.pointer(task.scope), acts) if denies else []


def _asked_back(run: Run, read: Iterable[Record], journal: Journal) -> Run:
    """The run with the record of the last rollback among those read that nobody applied: publication does."""
    asked = rollback_in(read)
    pointer = journal.pointer(run.scope) if asked else None
    if asked is None or pointer is None or is_settled(asked, pointer.item):
        return run
    return replace(run, rollback=asked.record_id)


def _found(observation: Observation, before: Observation | None) -> Observation:
    """The observation under the run that found it first."""
    return replace(observation, run_id=before.run_id) if before else observation


def _account(
    reading: Reading, before: Mapping[str, Observation], uncounted: frozenset[str], notes: NoteStore, task: Task
) -> Account:
    """Where each candidate went: the first for a note waits for verification, further ones merge. What an earlier run
    or an interrupted call of this one has counted is not an input again.

    Args:
        uncounted: the unread records that no account holds yet.
    """
    own = [each.observations[0] for each in reading.admissions if not each.discard]
    inputs = [each for each in own if _is_input(each, before.get(each.id), uncounted, task)]
    asserted = _asserted_notes({each.group_id for each in inputs}, uncounted, notes, task)
    pending = merged = 0
    for each in inputs:
        merged += each.note_id in asserted
        pending += each.note_id not in asserted
        asserted.add(each.note_id)
    discarded = [each for each in reading.admissions if each.discard and each.record_id in uncounted]
    return Account(
        merged=merged,
        pending=pending,
        rejected=len(discarded),
        failed=reading.unreadable if uncounted else 0,
        reasons=dict(Counter(_reason(each) for each in discarded)),
    )


def _is_input(each: Observation, before: Observation | None, uncounted: frozenset[str], task: Task) -> bool:
    """Whether no account holds this candidate: it is new, or this run wrote it and was stopped before it counted."""
    if before is None:
        return True
    return before.run_id == task.run_id and each.evidence.span.record_id in uncounted


def _asserted_notes(touched: Iterable[str], uncounted: frozenset[str], notes: NoteStore, task: Task) -> set[str]:
    """The notes that counted words have asserted before: a further candidate for one of them merges."""
    groups = (notes.group(task.scope, group_id) for group_id in sorted(touched))
    seen = (each for group in groups for each in group.observations if not each.denies)
    return {each.note_id for each in seen if each.evidence.span.record_id not in uncounted}


def _mixed(reading: Reading, due: frozenset[str], journal: Journal, task: Task) -> list[Change]:
    """The task mix with what these records touched, when that is new to it."""
    known = journal.task_mix(task.scope)
    mix = add(known, (record for record in reading.window.records if record.id in due))
    return [Put(mix)] if mix != known else []


def _worked_on(reading: Reading, due: frozenset[str], tasks: TaskLog, task: Task) -> list[Change]:
    """The files of the session with those that these records touched, when that is new to them."""
    touching = [record for record in reading.window.records if record.id in due and record.tool is not None]
    if not touching:
        return []
    known = tasks.files(task.scope, reading.window.session) or SessionFiles(task.scope, reading.window.session)
    files = add_files(known, touching)
    return [Put(files)] if files != known else []


def _counted(run: Run, session: str, due: frozenset[str], account: Account) -> Run:
    counted = run.counted(Stage.EXTRACT, records=len(due - {*run.consumed}), candidates=account.inputs)
    return replace(
        counted,
        account=counted.account.plus(account),
        sessions=tuple(sorted({*counted.sessions, session})),
        consumed=tuple(sorted(due)),
    )


def _opened(run: Run, opening: Opening | None, due: frozenset[str]) -> Run:
    """The run with the time of the earliest opening among the records that it consumed."""
    if opening is None or opening.record_id not in due:
        return run
    return replace(run, opened_from=min(run.opened_from or opening.event_time, opening.event_time))


def _reason(admission: Admission) -> str:
    detail = f": {admission.detail}" if admission.detail else ""
    return f"{admission.discard}{detail}"
