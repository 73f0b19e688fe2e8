"""Publish: select for the next tasks within the budget, validate, ask the scope's probes, store the set, and switch the
pointer; or keep the last good set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from slowwave.domain.act_json import rollback_in
from slowwave.domain.acts import Rollback
from slowwave.domain.answers import Gate
from slowwave.domain.assembly import Rank
from slowwave.domain.changes import Change, Put, Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.file_slice import unwithheld
from slowwave.domain.holding import Sets, has_news, holding, published_over
from slowwave.domain.injection import InjectionSet, Pointer, WorkingFile, set_hash
from slowwave.domain.naming import names_of
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import note_of
from slowwave.domain.problems import Grounds, told
from slowwave.domain.promotion import is_retraction
from slowwave.domain.rollback import is_settled, rolled_back
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.shelf import Shelf
from slowwave.domain.working_set import LAST_SESSIONS, cited_for, grounded, working_set
from slowwave.errors import PublicationRejected, UnknownItem
from slowwave.judging import ask_probes, judged
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteRanking, PageStore, SetStore
from slowwave.ports.models import Tokenizer
from slowwave.ports.records import RecordStore
from slowwave.ports.tasks import TaskLog
from slowwave.restoring import Restored, restore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

MAX_POOL_NOTES = 100
"""Unpromoted notes that may stand in a pool beside the pages."""

SAFETY_ROOM = 100
"""Pages of a table read beyond the pool's size, so that a small pool leaves no safety rule unread."""


@redecided
def run(  # noqa: PLR0913 - a port an argument
    task: Task,
    *,
    pages: PageStore,
    ranking: NoteRanking,
    kin: KinStore,
    tasks: TaskLog,
    records: RecordStore,
    sets: SetStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    tokenizer: Callable[[str], Tokenizer],
    rank: Rank,
    clock: Clock,
) -> Progress:
    """Publish the scope's set when its content changed.

    Raises:
        PublicationRejected: validation or the gate found a problem; the last set stays and the run says why.
    """
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    pointer = journal.pointer(task.scope)
    again = partial(restore, records=records, ranking=ranking, kin=kin, sets=sets, tokenizer=tokenizer)
    if _brought_back(task, report, pointer, policy, again, records=records, sets=sets, ledger=ledger, clock=clock):
        return Progress(task)
    last = sets.get(task.scope, pointer.item.current) if pointer and pointer.item.current else None
    shown, kept = _pages(task, policy, pages), _notes(task, policy, ranking)
    shelf = _shelf(task, shown, kept, last, pointer, journal=journal, kin=kin)
    shelf = replace(shelf, files=_files(shelf, policy, tasks=tasks, records=records))
    grounds = Grounds(policy, 0, tokenizer(policy.tokenizer).count, last, shelf.withheld, report.item.released)
    candidate, against = judged(shelf, grounds, records=records, pages=pages, ranking=ranking)
    candidate_hash = set_hash(candidate)
    over = report.item.over_rollback and holding(pointer) is not None
    if pointer is not None and pointer.item.current == candidate_hash and not over:
        return Progress(task)
    held = "" if over else _kept(candidate, shelf, pointer, policy, sets=sets, ranking=ranking)
    if held:
        return _keep(task, report, held, ledger=ledger, clock=clock)
    if against:
        _reject(task, report, report.item, told(against), ledger=ledger, clock=clock)
    gate = Gate(policy, rank, grounds.count)
    asked, why = ask_probes(report.item, candidate, shelf, gate, ranking=ranking, kin=kin, tasks=tasks, records=records)
    if why:
        _reject(task, report, asked, why, ledger=ledger, clock=clock)
    sets.put(candidate)
    updated = replace(_counted(asked, candidate), published=candidate_hash)
    commit(task, [_switch(task, pointer, candidate_hash)], report, updated, ledger=ledger, clock=clock)
    return Progress(task)


def _brought_back(
    task: Task,
    report: Versioned[Run],
    pointer: Versioned[Pointer] | None,
    policy: AgentPolicy,
    again: Callable[[Rollback, Pointer, AgentPolicy], Restored],
    *,
    records: RecordStore,
    sets: SetStore,
    ledger: Ledger,
    clock: Clock,
) -> bool:
    """Apply the rollback that the run read and that was not applied when it was made; return whether it was now. One
    that does not validate, or names no set, changes nothing.
    """
    name = report.item.rollback
    act = rollback_in(records.get(task.scope, [name]).values()) if name else None
    if act is None or pointer is None or is_settled(act, pointer.item):
        return False
    try:
        found = again(act, pointer.item, policy)
    except UnknownItem:
        return False
    if found.against:
        return False
    sets.put(found.candidate)
    change = rolled_back(pointer, act, to=found.hash, despite=found.superseded)
    updated = replace(report.item, published=found.hash, kept=_because(act.event_time))
    commit(task, [change], report, updated, ledger=ledger, clock=clock)
    return True


def _because(rolled_back_at: datetime) -> str:
    return f"rolled back at {rolled_back_at.isoformat()}"


def _counted(run: Run, candidate: InjectionSet) -> Run:
    stable, pool, left_out = len(candidate.stable), len(candidate.pool), len(candidate.left_out)
    return run.counted(Stage.PUBLISH, stable=stable, pool=pool, left_out=left_out)


def _shelf(
    task: Task,
    pages: Mapping[str, Page],
    notes: Mapping[str, Note],
    last: InjectionSet | None,
    pointer: Versioned[Pointer] | None,
    *,
    journal: Journal,
    kin: KinStore,
) -> Shelf:
    withheld = pointer.item.withheld if pointer else frozenset()
    mix, names = journal.task_mix(task.scope), names_of(kin.namings(task.scope))
    return Shelf(task.scope, task.as_of, pages, notes, mix, last, withheld, names=names)


def _pages(task: Task, policy: AgentPolicy, pages: PageStore) -> dict[str, Page]:
    return {
        each.item.id: each.item
        for skeleton in Skeleton
        if skeleton in policy.skeletons
        for each in pages.top(task.scope, skeleton, limit=policy.pool_size + SAFETY_ROOM)
        if each.item.valid_until is None or each.item.valid_until > task.as_of
    }


def _notes(task: Task, policy: AgentPolicy, ranking: NoteRanking) -> dict[str, Note]:
    ranked = ranking.top_notes(task.scope, limit=min(MAX_POOL_NOTES, policy.pool_size))
    return {each.item.id: each.item for each in ranked if not is_retraction(each.item)}


def _files(shelf: Shelf, policy: AgentPolicy, *, tasks: TaskLog, records: RecordStore) -> tuple[WorkingFile, ...]:
    """The files that a coding agent's last sessions worked on, each with the calls that named it. Of the records that
    they cite those are read that the last set did not cite for the same file.
    """
    limit = policy.working_set_files if Skeleton.CODING in policy.skeletons else 0
    if not limit:
        return ()
    wanted = working_set(tasks.recent_files(shelf.scope, limit=LAST_SESSIONS), limit=limit)
    files = unwithheld(wanted, shelf.withheld)
    known = cited_for(shelf.last.files if shelf.last else ())
    unread = sorted({each.record_id for _, each in cited_for(files) - known})
    return grounded(files, records.get(shelf.scope, unread) if unread else {}, known=known)


def _switch(task: Task, pointer: Versioned[Pointer] | None, candidate_hash: str) -> Change:
    if pointer is None:
        return Put(Pointer(task.scope, candidate_hash), 0, "first publication")
    mark = holding(pointer)
    because = f"published over the rollback of {mark.at.isoformat()}" if mark else "published: the selection changed"
    return Put(published_over(pointer.item, candidate_hash), pointer.version, because)


def _kept(
    candidate: InjectionSet,
    shelf: Shelf,
    pointer: Versioned[Pointer] | None,
    policy: AgentPolicy,
    *,
    sets: SetStore,
    ranking: NoteRanking,
) -> str:
    """Return why the set stays that a person rolled back to; empty when none did, or there is news."""
    mark = holding(pointer)
    if mark is None or shelf.last is None:
        return ""
    compared = Sets(candidate, shelf.last, [sets.get(shelf.scope, each) for each in mark.away], shelf.withheld)
    missing = {note_of(each): each.group_id for each in compared.missing() if each.group_id}
    notes = ranking.notes(shelf.scope, missing) if missing else {}
    return "" if has_news(compared, mark, policy, notes) else _because(mark.at)


def _keep(task: Task, report: Versioned[Run], because: str, *, ledger: Ledger, clock: Clock) -> Progress:
    commit(task, [], report, replace(report.item, kept=because), ledger=ledger, clock=clock)
    return Progress(task)


def _reject(task: Task, report: Versioned[Run], run: Run, problem: str, *, ledger: Ledger, clock: Clock) -> None:
    commit(task, [], report, replace(run, state=RunState.REJECTED, problem=problem), ledger=ledger, clock=clock)
    raise PublicationRejected(f"the new set was not published and the last one stays; {problem}")
