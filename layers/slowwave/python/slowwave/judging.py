"""The set that a shelf makes, judged on what its lines cite and refer to until nothing more is left out, and asked the
probes of its scope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slowwave.domain.answers import Gate
from slowwave.domain.injection import InjectionSet, LeftOut, SetItem
from slowwave.domain.openings import RECENT_TASKS
from slowwave.domain.pages import DocumentBody, Page
from slowwave.domain.probes import Known, groups_of, task_words
from slowwave.domain.problems import Grounds, Problem
from slowwave.domain.regression import ask
from slowwave.domain.rendering import PLACEHOLDER_HASH, block
from slowwave.domain.runs import Run
from slowwave.domain.setchecks import lines
from slowwave.domain.shelf import Shelf, candidate_of
from slowwave.domain.validation import judge
from slowwave.ports.kin import KinStore
from slowwave.ports.memory import NoteRanking, PageStore
from slowwave.ports.records import RecordStore
from slowwave.ports.tasks import TaskLog


def judged(
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


def ask_probes(
    run: Run,
    candidate: InjectionSet,
    shelf: Shelf,
    gate: Gate,
    *,
    ranking: NoteRanking,
    kin: KinStore,
    tasks: TaskLog,
    records: RecordStore,
) -> tuple[Run, str]:
    """Ask the probes unless a person opened the gate; return the run with their figures, and why it is refused."""
    if not run.gated:
        return run, ""
    known = _known(candidate, shelf, ranking=ranking, kin=kin, tasks=tasks, records=records)
    ruling = ask(candidate, shelf, known, gate)
    return replace(run, probed=ruling.probed), ruling.because


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
