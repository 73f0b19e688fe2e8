"""Reorganize: put changed pages where future tasks will look for them; time stays a secondary index."""

from __future__ import annotations

from dataclasses import replace

from slowwave.domain.changes import Change, Put, Remove, Versioned, Work
from slowwave.domain.distillation import directory
from slowwave.domain.pages import Page
from slowwave.domain.runs import Stage
from slowwave.ports.ledger import Journal, Ledger
from slowwave.ports.memory import NoteStore, PageStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit

SLICE_GROUPS = 100
"""Claim keys a call takes on."""


def run(task: Task, *, notes: NoteStore, pages: PageStore, journal: Journal, ledger: Ledger, clock: Clock) -> Progress:
    """Place the pages of up to `SLICE_GROUPS` claim keys."""
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    waiting = notes.work(task.scope, Stage.REORGANIZE, limit=SLICE_GROUPS)
    for group_id in waiting:
        moved = [
            stored for stored in _pages(group_id, notes, pages, task) if directory(stored.item) != stored.item.directory
        ]
        changes: list[Change] = [_place(stored) for stored in moved]
        changes.append(Remove(Work(task.scope, Stage.REORGANIZE, group_id)))
        updated = report.item.counted(Stage.REORGANIZE, keys=1, placed=len(moved))
        report = commit(task, changes, report, updated, ledger=ledger, clock=clock)
    return Progress(task, more=len(waiting) == SLICE_GROUPS)


def _pages(group_id: str, notes: NoteStore, pages: PageStore, task: Task) -> list[Versioned[Page]]:
    ids = [each.item.page_id for each in notes.group(task.scope, group_id).notes if each.item.page_id]
    stored = [pages.get(task.scope, page_id) for page_id in ids]
    return [each for each in stored if each is not None]


def _place(stored: Versioned[Page]) -> Put:
    placed = replace(stored.item, directory=directory(stored.item))
    origin = f"from {stored.item.directory}" if stored.item.directory else "first placed"
    return Put(placed, stored.version, f"placed by what it is for ({origin})")
