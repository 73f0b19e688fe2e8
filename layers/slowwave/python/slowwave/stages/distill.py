"""Distill: promote notes to pages by rule, and mark pages stale whose notes no longer stand. Never a page from a
page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slowwave.domain.changes import Change, Put, Remove, Versioned, Work
from slowwave.domain.distillation import distill, retire_page
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import Page, PageState, page_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import promotion
from slowwave.domain.runs import Account, Run, Stage
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore, PageStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of

SLICE_GROUPS = 100
"""Claim keys a call takes on."""

NO_RULE = "no promotion rule applies to its note any more"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a note's page becomes; `page` is None when the note has none and gets none."""

    note: Versioned[Note]
    before: Versioned[Page] | None
    page: Page | None

    @property
    def is_new(self) -> bool:
        """Whether a page was written where there was none, or where it was stale."""
        return _is_active(self.page) and not _is_active(self.before.item if self.before else None)

    @property
    def became_stale(self) -> bool:
        """Whether an active page is now stale."""
        return self.before is not None and _is_active(self.before.item) and not _is_active(self.page)


def _is_active(page: Page | None) -> bool:
    return page is not None and page.state is PageState.ACTIVE


def run(
    task: Task,
    *,
    notes: NoteStore,
    pages: PageStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
) -> Progress:
    """Distill up to `SLICE_GROUPS` claim keys, each in its own commit, new pages before stale ones."""
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    waiting = notes.work(task.scope, Stage.DISTILL, limit=SLICE_GROUPS)
    for group_id in waiting:
        group = notes.group(task.scope, group_id)
        outcomes = [_outcome(note, _page(note.item, policy, pages), policy) for note in group.notes]
        changes = [change for each in sorted(outcomes, key=_new_pages_first) for change in _changes(each)]
        if changes:
            changes.insert(0, Put(Work(task.scope, Stage.REORGANIZE, group_id)))
        changes.append(Remove(Work(task.scope, Stage.DISTILL, group_id)))
        updated = _counted(report.item, outcomes, task)
        report = commit(task, changes, report, updated, ledger=ledger, clock=clock)
    return Progress(task, more=len(waiting) == SLICE_GROUPS)


def _page(note: Note, policy: AgentPolicy, pages: PageStore) -> Versioned[Page] | None:
    """The note's page as stored. A stop may have left a page its note does not name yet."""
    may_exist = note.page_id or promotion(note, policy)
    return pages.get(note.scope, page_id(note.id)) if may_exist else None


def _outcome(note: Versioned[Note], before: Versioned[Page] | None, policy: AgentPolicy) -> Outcome:
    rule = promotion(note.item, policy)
    if rule:
        return Outcome(note, before, distill(note.item, rule.name, before.item if before else None))
    if before is None:
        return Outcome(note, None, None)
    because = NO_RULE if note.item.state is NoteState.ACTIVE else note.item.because
    return Outcome(note, before, retire_page(before.item, because, note.item.successor))


def _new_pages_first(outcome: Outcome) -> tuple[bool, str]:
    return (not outcome.is_new, outcome.note.item.id)


def _changes(outcome: Outcome) -> list[Change]:
    page, before, note = outcome.page, outcome.before, outcome.note
    if page is None:
        return []
    cited = tuple(dict.fromkeys(each.span.record_id for each in page.evidence))
    changes: list[Change] = []
    if before is None or before.item != page:
        changes.append(Put(page, before.version if before else 0, f"{page.state}: {page.because}", cited))
    if note.item.page_id != page.id:
        changes.append(
            Put(replace(note.item, page_id=page.id), note.version, f"promoted to a page: {page.because}", cited)
        )
    return changes


def _counted(run: Run, outcomes: Sequence[Outcome], task: Task) -> Run:
    new = [each for each in outcomes if each.is_new]
    ours = sum(each.note.item.born_run == task.run_id and each.before is None for each in new)
    stale = sum(each.became_stale for each in outcomes)
    counted = run.counted(Stage.DISTILL, keys=1, promoted=len(new), stale=stale)
    return replace(counted, account=counted.account.plus(Account(promoted=ours, pending=-ours)))
