"""Extract: read new records, let a model or the rules propose candidates, and keep those that pass every check as
observations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from slowwave.domain.act_json import acts_in, rollback_in
from slowwave.domain.acts import DENYING, Act
from slowwave.domain.acts import SESSION as ACTS
from slowwave.domain.caps import MOST_COUNTED, Cap, is_out_of_time, stopped_reading, token_room
from slowwave.domain.changes import Change, Put, Remove, Work
from slowwave.domain.claims import Skeleton
from slowwave.domain.notes import Observation
from slowwave.domain.openings import Opening, earliest_opening
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.rollback import is_settled
from slowwave.domain.runs import Account, Run, Stage
from slowwave.domain.taskmix import add
from slowwave.domain.windows import Window
from slowwave.domain.withholding import withhold
from slowwave.domain.working_set import SessionFiles, add_files
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore
from slowwave.ports.models import ExtractionModel, Tokenizer
from slowwave.ports.records import RecordStore
from slowwave.ports.tasks import TaskLog
from slowwave.reading import Reading, Slice, account_of, ask_again, left_over, next_unread, read_within, unanswered
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

SLICE_RECORDS = 300
"""Unread records a call takes on."""


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
    tokenizer: Callable[[str], Tokenizer],
    clock: Clock,
) -> Progress:
    """Extract from up to `SLICE_RECORDS` unread records; each session is committed alone, then marked read. What a cap
    leaves over stays unread, and so does a session that the model does not answer about; the run says how much that is,
    and goes on with the others.

    Raises:
        Unavailable: a store failed; what was committed stays, the rest is still unread.
    """
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    count = tokenizer(policy.tokenizer).count if model.priced else None
    sessions, met = _sessions(task, policy, report.item, records, priced=model.priced)
    consumed, silent = 0, report.item.unanswered
    for session, unread in sessions.items():
        if is_out_of_time(policy, report.item, clock()) and (report.item.sessions or report.item.unanswered):
            met = Cap.TIME
            break
        room, cap = token_room(policy, report.item)
        room, first = (0 if met else room), not report.item.tokens
        part, is_all = read_within(
            task.scope, session, unread, task.as_of, records=records, count=count, room=room, first=first
        )
        met = met or (None if is_all else cap)
        if part is None:
            continue
        reading = ask_again(part, model, policy, report.item, count)
        if reading is None:
            report = commit(task, [], report, unanswered(report.item, session), ledger=ledger, clock=clock)
            continue
        changes, updated = _consumed(
            part, reading, report.item, policy, task, notes=notes, tasks=tasks, journal=journal
        )
        report = commit(task, changes, report, replace(updated, model=model.version), ledger=ledger, clock=clock)
        records.mark_read(task.scope, sorted(part.due), run_id=task.run_id)
        consumed += len(part.due)
    report = commit(task, [], report, left_over(report.item, met, records), ledger=ledger, clock=clock)
    is_more = consumed >= SLICE_RECORDS or report.item.unanswered != silent
    return Progress(task, more=is_more and not met, report=report.item)


def _sessions(
    task: Task, policy: AgentPolicy, run: Run, records: RecordStore, *, priced: bool
) -> tuple[Mapping[str, Sequence[str]], Cap | None]:
    """The unread records of the next slice, by session; where no token is left only what people did, which costs none,
    and the cap that says so.
    """
    if stopped_reading(run):
        return {}, None
    room, cap = token_room(policy, run)
    if room or not priced:
        return next_unread(run, records, limit=SLICE_RECORDS), None
    waiting = records.unread_sessions(task.scope, limit=MOST_COUNTED)
    return {name: ids for name, ids in waiting.items() if name == ACTS}, cap if waiting.keys() - {ACTS} else None


def _consumed(
    part: Slice,
    reading: Reading,
    run: Run,
    policy: AgentPolicy,
    task: Task,
    *,
    notes: NoteStore,
    tasks: TaskLog,
    journal: Journal,
) -> tuple[list[Change], Run]:
    """What follows from one slice of a session: the changes, and the run with what it counted."""
    session, due = part.window.session, part.due
    before = _observed_before(part.window, notes, task)
    known = tasks.opening(task.scope, session)
    opening = earliest_opening((each for each in part.window.records if each.id in due), known)
    own = [record for record in part.near.records if record.id in due]
    uncounted = due - {*run.consumed}
    acts, _ = acts_in(own)
    counted, lost = acts_in(record for record in own if record.id in uncounted)
    changes = [*([Put(opening)] if opening else []), *_changes(reading, before, acts, task)]
    changes += [*_hidden(acts, journal, task), *_mixed(reading, due, journal, task)]
    changes += _worked_on(reading, due, tasks, task) if Skeleton.CODING in policy.skeletons else []
    account = account_of(reading, before, uncounted, task.run_id, notes=notes)
    updated = _opened(_counted(run, session, due, account), opening or known, due)
    updated = updated.counted(Stage.EXTRACT, acts=len(counted), unreadable_acts=lost)
    if uncounted and part.tokens:
        updated = updated.counted(Stage.EXTRACT, tokens_shown=part.tokens, tokens_replied=reading.replied, asked=1)
    return changes, _asked_back(updated, own, journal)


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
