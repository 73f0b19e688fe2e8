"""Publish: select for the next tasks within the budget, validate, ask the scope's probes, store the set, and switch the
pointer; or keep the last good set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from slowwave.domain.answers import Gate
from slowwave.domain.assembly import Rank
from slowwave.domain.changes import Change, Put, Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.file_slice import unwithheld
from slowwave.domain.injection import InjectionSet, LeftOut, Pointer, SetItem, WorkingFile, set_hash
from slowwave.domain.notes import Note
from slowwave.domain.openings import RECENT_TASKS
from slowwave.domain.pages import DocumentBody, Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import Known, groups_of, task_words
from slowwave.domain.problems import Grounds, Problem
from slowwave.domain.promotion import is_retraction
from slowwave.domain.regression import ask
from slowwave.domain.rendering import block
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.setchecks import lines
from slowwave.domain.shelf import Shelf, candidate_of
from slowwave.domain.validation import judge
from slowwave.domain.working_set import LAST_SESSIONS, cited_for, grounded, working_set
from slowwave.errors import PublicationRejected
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteRanking, PageStore, SetStore
from slowwave.ports.models import Tokenizer
from slowwave.ports.records import RecordStore
from slowwave.ports.tasks import TaskLog
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of

MAX_POOL_NOTES = 100
"""Unpromoted notes that may stand in a pool beside the pages."""

SAFETY_ROOM = 100
"""Pages of a table read beyond the pool's size, so that a small pool leaves no safety rule unread."""

PLACEHOLDER_HASH = "0" * 64
"""Stands for the set's own hash while its size is counted."""


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
    last = sets.get(task.scope, pointer.item.current) if pointer else None
    mix = journal.task_mix(task.scope)
    withheld = pointer.item.withheld if pointer else frozenset()
    found = Shelf(
        task.scope, task.as_of, _pages(task, policy, pages), _notes(task, policy, ranking), mix, last, withheld
    )
    shelf = replace(found, files=_files(found, policy, tasks=tasks, records=records))
    count = tokenizer(policy.tokenizer).count
    grounds = Grounds(policy, 0, count, last, shelf.withheld, report.item.released)
    candidate, against = _judged(shelf, grounds, records=records, pages=pages, ranking=ranking)
    candidate_hash = set_hash(candidate)
    if pointer is not None and pointer.item.current == candidate_hash:
        return Progress(task)
    if against:
        _reject(task, report, report.item, _problem(against), ledger=ledger, clock=clock)
    asked = report.item
    if asked.gated:
        known = _known(candidate, shelf, ranking=ranking, kin=kin, tasks=tasks, records=records)
        ruling = ask(candidate, shelf, known, Gate(policy, rank, count))
        asked = replace(asked, probed=ruling.probed)
        if ruling.because:
            _reject(task, report, asked, ruling.because, ledger=ledger, clock=clock)
    sets.put(candidate)
    updated = replace(_counted(asked, candidate), published=candidate_hash)
    commit(task, [_switch(task, pointer, candidate_hash)], report, updated, ledger=ledger, clock=clock)
    return Progress(task)


def _counted(run: Run, candidate: InjectionSet) -> Run:
    stable, pool, left_out = len(candidate.stable), len(candidate.pool), len(candidate.left_out)
    return run.counted(Stage.PUBLISH, stable=stable, pool=pool, left_out=left_out)


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


def _judged(
    shelf: Shelf, grounds: Grounds, *, records: RecordStore, pages: PageStore, ranking: NoteRanking
) -> tuple[InjectionSet, tuple[Problem, ...]]:
    """Compose and judge until nothing more is left out; return the candidate and the reasons against it."""
    left_out: tuple[LeftOut, ...] = ()
    while True:
        candidate = candidate_of(shelf, grounds.policy, count=grounds.count, left_out=left_out)
        grounds = _grounded(candidate, shelf, grounds, records=records, pages=pages, ranking=ranking)
        judgement = judge(candidate, grounds)
        if not judgement.left_out:
            return candidate, judgement.against
        left_out = (*left_out, *judgement.left_out)


def _grounded(
    candidate: InjectionSet,
    shelf: Shelf,
    grounds: Grounds,
    *,
    records: RecordStore,
    pages: PageStore,
    ranking: NoteRanking,
) -> Grounds:
    """Read what the lines cite and refer to that the last set did not publish as they are now, each once."""
    known = {_words_of(item) for item in lines(grounds.last)} if grounds.last else set()
    fresh = [item for item in lines(candidate) if _words_of(item) not in known]
    cited = {quote.span.record_id for item in fresh for quote in item.quotes} - grounds.raw.keys()
    raw = records.get(candidate.scope, sorted(cited)) if cited else {}
    unseen = [shelf.pages[item.item_id] for item in fresh if item.item_id in shelf.pages.keys() - grounds.fresh]
    return replace(
        grounds,
        stable_cost=grounds.count(block(candidate.stable, (), set_hash=PLACEHOLDER_HASH)),
        fresh=frozenset(item.item_id for item in fresh) | grounds.fresh,
        raw={**grounds.raw, **raw},
        unresolved={**grounds.unresolved, **_unresolved(unseen, pages=pages, ranking=ranking)},
    )


def _words_of(item: SetItem) -> tuple[object, ...]:
    return (item.item_id, item.text, item.source, item.quotes, item.note_ids)


def _unresolved(found: Sequence[Page], *, pages: PageStore, ranking: NoteRanking) -> dict[str, tuple[str, ...]]:
    """What these pages refer to and does not exist: notes that they stand on or that replaced them, and pages."""
    if not found:
        return {}
    wanted = {page.note_ids[0]: page.group_id for page in found if len(page.note_ids) == 1}
    others = {each: "" for page in found for each in (*page.note_ids, page.successor) if each}
    existing = ranking.existing(found[0].scope, {**others, **wanted})
    missing = {
        page.id: (
            *(each for each in (*page.note_ids, page.successor) if each and each not in existing),
            *(each for each in _references(page) if pages.get(page.scope, each) is None),
        )
        for page in found
    }
    return {page_id: names for page_id, names in missing.items() if names}


def _references(page: Page) -> tuple[str, ...]:
    return page.body.references if isinstance(page.body, DocumentBody) else ()


def _switch(task: Task, pointer: Versioned[Pointer] | None, candidate_hash: str) -> Change:
    if pointer is None:
        return Put(Pointer(task.scope, candidate_hash), 0, "first publication")
    moved = replace(pointer.item, current=candidate_hash, previous=pointer.item.current)
    return Put(moved, pointer.version, "published: the selection changed")


def _known(
    candidate: InjectionSet,
    shelf: Shelf,
    *,
    ranking: NoteRanking,
    kin: KinStore,
    tasks: TaskLog,
    records: RecordStore,
) -> Known:
    """Read what the gate asks about: the notes under what is shown now and before, what was rejected, and, where there
    is a last set to compare with, what recent sessions opened with.
    """
    notes = {**ranking.notes(shelf.scope, groups_of(candidate, shelf)), **shelf.notes}
    stones = kin.tombstones(shelf.scope)
    if shelf.last is None:
        return Known(notes, stones)
    opened = tasks.openings(shelf.scope, before=shelf.as_of, limit=RECENT_TASKS)
    said = records.get(shelf.scope, [each.record_id for each in opened]) if opened else {}
    openings = (said[each.record_id] for each in opened if each.record_id in said)
    return Known(notes, stones, {each.id: task_words(each.text) for each in openings})


def _problem(found: Sequence[Problem]) -> str:
    because = "; ".join(f"{each.item_id or 'the set'}: {each.because}" for each in found[:3])
    return f"{len(found)} problem(s): {because}"


def _reject(task: Task, report: Versioned[Run], run: Run, problem: str, *, ledger: Ledger, clock: Clock) -> None:
    commit(task, [], report, replace(run, state=RunState.REJECTED, problem=problem), ledger=ledger, clock=clock)
    raise PublicationRejected(f"the new set was not published and the last one stays; {problem}")
