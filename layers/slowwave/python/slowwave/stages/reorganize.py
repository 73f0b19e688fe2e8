"""Reorganize: put changed pages where future tasks will look for them, keep twins on one page, and mend references. It
reads the pages of the run and those that they name; time stays a secondary index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from slowwave.domain.changes import Change, Put, Remove, Versioned, Work
from slowwave.domain.claims import Claim, Skeleton
from slowwave.domain.clusters import consolidate, consolidated, in_order
from slowwave.domain.distillation import directory, distill, retire_page
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page, PageState, page_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import promotion
from slowwave.domain.references import may_be_related, referring, refers_to, related
from slowwave.domain.runs import Stage
from slowwave.domain.twins import anchors, twin_anchor
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore, PageStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

SLICE_GROUPS = 100
"""Claim keys a call takes on."""

TWIN = "says the same as another page, which carries its note"


@dataclass(slots=True)
class Desk:
    """The pages that one commit reads, and what it makes of them.

    Attributes:
        read: returns a page as stored.
        stored: what was read, None where there is none; `now`: as it is to be; `why`: reasons by page.
    """

    read: Callable[[str], Versioned[Page] | None]
    stored: dict[str, Versioned[Page] | None] = field(default_factory=dict)
    now: dict[str, Page] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)

    def page(self, name: str) -> Page | None:
        """The page as it is to be, read at most once."""
        if name not in self.stored:
            self.stored[name] = self.read(name)
        known = self.stored[name]
        return self.now.get(name) or (known.item if known else None)

    def lay(self, page: Page, because: str) -> None:
        """Put the page back; the first reason to change it is the one that is told."""
        if self.page(page.id) != page:
            self.now[page.id] = page
            self.why.setdefault(page.id, because)

    def puts(self) -> list[Put]:
        """The changes, new pages before stale ones."""
        ordered = sorted(self.now.values(), key=lambda page: (page.state is not PageState.ACTIVE, page.id))
        return [Put(page, self._version(page), self.why[page.id], _cited(page)) for page in ordered]

    def _version(self, page: Page) -> int:
        known = self.stored[page.id]
        return known.version if known else 0


@redecided
def run(
    task: Task,
    *,
    notes: NoteStore,
    kin: KinStore,
    pages: PageStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
) -> Progress:
    """Place, merge and cross-reference the pages of up to `SLICE_GROUPS` claim keys."""
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    waiting = notes.work(task.scope, Stage.REORGANIZE, limit=SLICE_GROUPS)
    for group_id in waiting:
        desk = Desk(lambda name: pages.get(task.scope, name))
        own = [each.item for each in notes.group(task.scope, group_id).notes]
        touched = {note.id: note for note in own}
        merged = 0
        for family in _families(own, notes, kin, policy, task):
            merged += _merge(family, desk, policy)
            touched |= {note.id: note for note in family}
        for note in touched.values():
            _place(note.page_id, desk)
            _place(page_id(note.id), desk)
        for note in touched.values():
            _mend(note, kin, desk)
        changes: list[Change] = [*desk.puts(), Remove(Work(task.scope, Stage.REORGANIZE, group_id))]
        updated = report.item.counted(Stage.REORGANIZE, keys=1, placed=len(desk.now), merged=merged)
        report = commit(task, changes, report, updated, ledger=ledger, clock=clock)
    return Progress(task, more=len(waiting) == SLICE_GROUPS, report=report.item)


def _families(
    own: Sequence[Note], notes: NoteStore, kin: KinStore, policy: AgentPolicy, task: Task
) -> Iterator[list[Note]]:
    """The promoted notes of each twin anchor that a note of the group has, whether it is promoted itself or was."""
    known = {note.id: note for note in own}
    for anchor in sorted({twin_anchor(note.claim) for note in own} - {""}):
        groups = {each.group_id for each in kin.listed(task.scope, anchor)} - {note.group_id for note in own}
        others = [each.item for group_id in sorted(groups) for each in notes.group(task.scope, group_id).notes]
        family = [note for note in [*known.values(), *others] if twin_anchor(note.claim) == anchor]
        yield [note for note in family if promotion(note, policy) and not consolidated(note, policy)]


def _merge(family: Sequence[Note], desk: Desk, policy: AgentPolicy) -> int:
    """Let one page carry the whole family, distilled from its notes; return how many pages it replaces now."""
    before = [note for note in family if _is_active(desk.page(page_id(note.id)))]
    for note in in_order(family)[1:]:
        stored = desk.page(page_id(note.id))
        if stored:
            desk.lay(retire_page(stored, TWIN, in_order(family)[0].id), f"{PageState.STALE}: {TWIN}")
    if family:
        first = in_order(family)[0]
        rule = promotion(first, policy)
        known = desk.page(page_id(first.id))
        because = rule.name if rule else ""
        page = consolidate(family, known, because) if len(family) > 1 else distill(first, because, known)
        desk.lay(page, f"{page.state}: {page.because}, from {len(family)} note(s) that say the same")
    return max(len(before) - 1, 0)


def _place(name: str, desk: Desk) -> None:
    page = desk.page(name) if name else None
    if page and directory(page) != page.directory:
        origin = f"from {page.directory}" if page.directory else "first placed"
        desk.lay(replace(page, directory=directory(page)), f"placed by what it is for ({origin})")


def _mend(note: Note, kin: KinStore, desk: Desk) -> None:
    """Let the document page of a note and those that it names, or that name it, refer to each other, and no others."""
    page = desk.page(page_id(note.id))
    if page is None or page.skeleton is not Skeleton.DOCUMENT:
        return
    wanted = _related(page, note.claim, kin, desk) if _is_active(page) else set[str]()
    for name in {*refers_to(page), *wanted}:
        other = desk.page(name)
        if other:
            back = {*refers_to(other)} | {page.id} if name in wanted else {*refers_to(other)} - {page.id}
            desk.lay(referring(other, back), "mended its references")
    desk.lay(referring(page, wanted), "mended its references")


def _related(page: Page, claim: Claim, kin: KinStore, desk: Desk) -> set[str]:
    listed = (each for anchor in anchors(claim) for each in kin.listed(page.scope, anchor))
    worth = {page_id(each.note_id) for each in listed if may_be_related(claim, each.claim)}
    found = (desk.page(name) for name in sorted(worth - {page.id}))
    return {other.id for other in found if other and related(page, other)}


def _is_active(page: Page | None) -> bool:
    return page is not None and page.state is PageState.ACTIVE


def _cited(page: Page) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.span.record_id for each in page.evidence))
