"""Publish: select for the next tasks within the budget, validate, store the set, and switch the pointer; or keep the
last good set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from slowwave.domain import grounding
from slowwave.domain.changes import Change, Put, Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.injection import InjectionSet, Pointer, SetItem, set_hash
from slowwave.domain.intake import words
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import is_retraction
from slowwave.domain.records import Record
from slowwave.domain.rendering import block
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.selection import compose, item_of_note, item_of_page
from slowwave.domain.validation import Problem, problems
from slowwave.errors import PublicationRejected
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteRanking, PageStore, SetStore
from slowwave.ports.models import Tokenizer
from slowwave.ports.records import RecordStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of

MAX_POOL_NOTES = 100
"""Unpromoted notes that may stand in a pool beside the pages."""

SAFETY_ROOM = 100
"""Pages of a table read beyond the pool's size, so that a small pool leaves no safety rule unread."""

PLACEHOLDER_HASH = "0" * 64
"""Stands for the set's own hash while its size is counted."""


def run(
    task: Task,
    *,
    pages: PageStore,
    ranking: NoteRanking,
    records: RecordStore,
    sets: SetStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    tokenizer: Callable[[str], Tokenizer],
    clock: Clock,
) -> Progress:
    """Publish the scope's set when its content changed.

    Raises:
        PublicationRejected: validation found a problem; the last set stays and the run says why.
    """
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    pointer = journal.pointer(task.scope)
    withheld = pointer.item.withheld if pointer else frozenset()
    count = tokenizer(policy.tokenizer).count
    candidate = _candidate(task, policy, withheld, pages=pages, ranking=ranking, count=count)
    candidate_hash = set_hash(candidate)
    if pointer is not None and pointer.item.current == candidate_hash:
        return Progress(task)
    last = sets.get(task.scope, pointer.item.current) if pointer else None
    found = [*_ungrounded(candidate, last, records), *_invalid(candidate, count)]
    if found:
        _reject(task, report, found, ledger=ledger, clock=clock)
    sets.put(candidate)
    updated = report.item.counted(Stage.PUBLISH, stable=len(candidate.stable), pool=len(candidate.pool))
    switched = _switch(task, pointer, candidate_hash)
    commit(task, [switched], report, replace(updated, published=candidate_hash), ledger=ledger, clock=clock)
    return Progress(task)


def _candidate(
    task: Task,
    policy: AgentPolicy,
    withheld: frozenset[str],
    *,
    pages: PageStore,
    ranking: NoteRanking,
    count: Callable[[str], int],
) -> InjectionSet:
    found = [
        each.item
        for skeleton in Skeleton
        if skeleton in policy.skeletons
        for each in pages.top(task.scope, skeleton, limit=policy.pool_size + SAFETY_ROOM)
        if each.item.valid_until is None or each.item.valid_until > task.as_of
    ]
    ranked = ranking.top_notes(task.scope, limit=min(MAX_POOL_NOTES, policy.pool_size))
    notes = [each.item for each in ranked if not is_retraction(each.item)]
    items = [item_of_page(page, task.as_of) for page in found] + [item_of_note(note, task.as_of) for note in notes]
    return compose(task.scope, items, policy, withheld=withheld, count=count)


def _invalid(candidate: InjectionSet, count: Callable[[str], int]) -> list[Problem]:
    cost = count(block(candidate.stable, (), set_hash=PLACEHOLDER_HASH))
    return problems(candidate, stable_cost=cost, count=count)


def _ungrounded(candidate: InjectionSet, last: InjectionSet | None, records: RecordStore) -> list[Problem]:
    """Check again that the words each new line cites are in the raw record; lines of the last set were checked then."""
    checked = {(item.item_id, item.quotes) for item in (*last.stable, *last.pool)} if last else set()
    fresh = [item for item in (*candidate.stable, *candidate.pool) if (item.item_id, item.quotes) not in checked]
    cited = sorted({quote.span.record_id for item in fresh for quote in item.quotes})
    raw = records.get(candidate.scope, cited) if cited else {}
    return [problem for item in fresh for problem in _missing_words(item, raw)]


def _missing_words(item: SetItem, raw: Mapping[str, Record]) -> Iterable[Problem]:
    quoted: list[str] = []
    for quote in item.quotes:
        record = raw.get(quote.span.record_id)
        if record is None:
            yield Problem(item.item_id, f"cites record {quote.span.record_id}, which does not exist")
            continue
        quoted.append(words(record.text, quote.span))
        if not grounding.check_hash(quoted[-1], quote.hash):
            yield Problem(item.item_id, f"cites words that record {quote.span.record_id} does not have")
    grounded = grounding.check_line(item.text, quoted)
    if not grounded:
        yield Problem(item.item_id, f"is not grounded: {grounded.problem}")


def _switch(task: Task, pointer: Versioned[Pointer] | None, candidate_hash: str) -> Change:
    if pointer is None:
        return Put(Pointer(task.scope, candidate_hash), 0, "first publication")
    moved = replace(pointer.item, current=candidate_hash, previous=pointer.item.current)
    return Put(moved, pointer.version, "published: the selection changed")


def _reject(task: Task, report: Versioned[Run], found: Sequence[Problem], *, ledger: Ledger, clock: Clock) -> None:
    because = "; ".join(f"{each.item_id or 'the set'}: {each.because}" for each in found[:3])
    problem = f"{len(found)} problem(s): {because}"
    commit(task, [], report, replace(report.item, state=RunState.REJECTED, problem=problem), ledger=ledger, clock=clock)
    raise PublicationRejected(f"the new set was not published and the last one stays; {problem}")
