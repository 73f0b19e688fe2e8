"""Distill: promote notes to pages by rule, those that faded as clusters, and mark pages stale whose notes no longer
stand. Never a page from a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from slowwave.domain.caps import MOST_HELD, Cap
from slowwave.domain.changes import Change, Put, Remove, Versioned, Work
from slowwave.domain.claims import Lane
from slowwave.domain.clusters import Member, cluster_id, consolidate, consolidated, earliest_id
from slowwave.domain.distillation import distill, retire_page
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import Page, PageState, page_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import promotion
from slowwave.domain.runs import Account, Run, Stage
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import Census, ClusterStore, Group, NoteStore, PageStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

SLICE_GROUPS = 100
"""Claim keys a call takes on."""

WAITING = Stage.PUBLISH
"""The queue of claim keys that no page was free for; publication takes no work of its own."""

REGROUPED = "its notes stand on another page"
NO_RULE = "no promotion rule applies to its note any more"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one page becomes.

    Attributes:
        before: the page as stored; None when there is none yet.
        page: the page as it should be; None when there is none and none is due.
        notes: the notes that stand on it.
        left: notes that stood on it, and on no page any more.
    """

    before: Versioned[Page] | None
    page: Page | None
    notes: tuple[Versioned[Note], ...]
    left: tuple[Versioned[Note], ...] = ()

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


@redecided
def run(
    task: Task,
    *,
    notes: NoteStore,
    clusters: ClusterStore,
    pages: PageStore,
    census: Census,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
) -> Progress:
    """Distill up to `SLICE_GROUPS` claim keys, each in its own commit, new pages before stale ones; then those that
    wait for a page, as far as there is room.
    """
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    waiting = notes.work(task.scope, Stage.DISTILL, limit=SLICE_GROUPS)
    more = len(waiting) == SLICE_GROUPS
    held = () if more else notes.work(task.scope, WAITING, limit=MOST_HELD)
    room = Room(policy.max_pages, lambda: census.active_pages(task.scope, limit=policy.max_pages))
    for group_id in [*waiting, *(each for each in held if each not in waiting)]:
        if group_id not in waiting and room.left() <= 0:
            continue
        group = notes.group(task.scope, group_id)
        found = [*_singles(group, policy, pages), *_clusters(group, policy, clusters, pages)]
        outcomes = [each for each in sorted(found, key=_new_pages_first) if room.admits(each)]
        changes = [change for each in outcomes for change in _changes(each)]
        if changes:
            changes.insert(0, Put(Work(task.scope, Stage.REORGANIZE, group_id)))
        own = Work(task.scope, WAITING, group_id)
        if len(outcomes) < len(found):
            changes.append(Put(own))
        elif group_id in held:
            changes.append(Remove(own))
        if group_id in waiting:
            changes = [*_members(group, policy), *changes, Remove(Work(task.scope, Stage.DISTILL, group_id))]
        report = commit(task, changes, report, _counted(report.item, outcomes, task), ledger=ledger, clock=clock)
    left = len(notes.work(task.scope, WAITING, limit=MOST_HELD)) if held or room.is_full else 0
    carried = {name: number for name, number in report.item.carried.items() if name != Cap.PAGES}
    updated = replace(report.item, carried={**carried, **({Cap.PAGES.value: left} if left else {})})
    report = commit(task, [], report, updated, ledger=ledger, clock=clock)
    return Progress(task, more=more, report=report.item)


@dataclass(slots=True)
class Room:
    """How many pages more the scope may hold.

    Attributes:
        count: counts the active pages, when it is first asked.
        is_full: a page was refused.
    """

    most: int
    count: Callable[[], int]
    is_full: bool = False
    _left: int | None = None

    def left(self) -> int:
        """Return how many pages there is room for; below 0 when what needs none took more."""
        if self._left is None:
            self._left = self.most - self.count()
        return self._left

    def admits(self, outcome: Outcome) -> bool:
        """Whether what becomes of a page may be written, and count it: a new one only where there is room, but safety,
        protected facts and what a person asked for.
        """
        if outcome.became_stale and self._left is not None:
            self._left += 1
        if not outcome.is_new:
            return True
        if self.left() <= 0 and not _is_exempt(outcome):
            self.is_full = True
            return False
        self._left = self.left() - 1
        return True


def _is_exempt(outcome: Outcome) -> bool:
    is_safety = outcome.page is not None and outcome.page.lane is Lane.SAFETY
    return is_safety or any(note.item.claim.protected or note.item.marked for note in outcome.notes)


def _singles(group: Group, policy: AgentPolicy, pages: PageStore) -> Iterator[Outcome]:
    """The pages of notes that stand on one of their own."""
    for note in group.notes:
        rule = promotion(note.item, policy)
        if consolidated(note.item, policy) or (rule is None and _was_in_cluster(note.item, pages)):
            continue
        before = pages.get(note.item.scope, page_id(note.item.id)) if rule or note.item.page_id else None
        known = before.item if before else None
        if rule:
            yield Outcome(before, distill(note.item, rule.name, known), (note,))
        elif known:
            because = NO_RULE if note.item.state is NoteState.ACTIVE else note.item.because
            left = (note,) if note.item.state is NoteState.ACTIVE else ()
            yield Outcome(before, retire_page(known, because, note.item.successor), (), left)


def _was_in_cluster(note: Note, pages: PageStore) -> bool:
    """Whether the note stands on a page with others. A stop may have left a page its note does not name yet."""
    if note.page_id not in ("", page_id(note.id)):
        return True
    page = pages.get(note.scope, note.page_id) if note.page_id else None
    return page is not None and len(page.item.note_ids) > 1


def _clusters(group: Group, policy: AgentPolicy, clusters: ClusterStore, pages: PageStore) -> Iterator[Outcome]:
    """The pages of every cluster that a note of the group is, or was, in."""
    inside = [each for each in group.notes if consolidated(each.item, policy) or _was_in_cluster(each.item, pages)]
    for cluster in sorted({cluster_id(each.item.claim) for each in inside}):
        own = [each for each in group.notes if cluster_id(each.item.claim) == cluster]
        members = {each.item.id: each for each in [*clusters.members(inside[0].item.scope, cluster), *own]}
        yield from _cluster(members, policy, pages)


def _cluster(members: Mapping[str, Versioned[Note]], policy: AgentPolicy, pages: PageStore) -> Iterator[Outcome]:
    """The page of a cluster, and the pages it had before."""
    inside = [each for each in members.values() if consolidated(each.item, policy)]
    names = {each.item.page_id for each in members.values() if each.item.page_id}
    current = page_id(earliest_id(each.item for each in inside)) if inside else ""
    left = [each for each in members.values() if each.item.page_id and promotion(each.item, policy) is None]
    scope = next(iter(members.values())).item.scope
    for name in sorted({*names, current} - {""}):
        before = pages.get(scope, name)
        leaving = tuple(each for each in left if each.item.page_id == name)
        if name == current:
            page = consolidate((each.item for each in inside), before.item if before else None)
            yield Outcome(before, page, tuple(inside), leaving)
        elif before and _is_active(before.item) and not _is_own(before.item, members, policy):
            yield Outcome(before, retire_page(before.item, REGROUPED, current), (), leaving)


def _is_own(page: Page, members: Mapping[str, Versioned[Note]], policy: AgentPolicy) -> bool:
    """Whether what becomes of the page is decided with the note that gave it its id, and not with the cluster."""
    owner = members.get(page.note_ids[0])
    if owner is None or consolidated(owner.item, policy):
        return owner is None
    return promotion(owner.item, policy) is not None or len(page.note_ids) == 1


def _members(group: Group, policy: AgentPolicy) -> list[Change]:
    faded = [each.item for each in group.notes if consolidated(each.item, policy)]
    return [Put(Member(each.scope, cluster_id(each.claim), each.group_id, each.id)) for each in faded]


def _new_pages_first(outcome: Outcome) -> tuple[bool, str]:
    return (not outcome.is_new, outcome.page.id if outcome.page else "")


def _changes(outcome: Outcome) -> list[Change]:
    page, before = outcome.page, outcome.before
    if page is None:
        return []
    cited = tuple(dict.fromkeys(each.span.record_id for each in page.evidence))
    changes: list[Change] = []
    if before is None or before.item != page:
        changes.append(Put(page, before.version if before else 0, f"{page.state}: {page.because}", cited))
    for note in outcome.notes:
        if note.item.page_id != page.id:
            because = f"promoted to a page: {page.because}"
            changes.append(Put(replace(note.item, page_id=page.id), note.version, because, cited))
    gone = "it stands on no page any more"
    return [*changes, *(Put(replace(each.item, page_id=""), each.version, gone, cited) for each in outcome.left)]


def _counted(run: Run, outcomes: Sequence[Outcome], task: Task) -> Run:
    ours = sum(_is_ours(each, note, task) for each in outcomes for note in each.notes)
    stale = sum(each.became_stale for each in outcomes)
    counted = run.counted(Stage.DISTILL, keys=1, promoted=sum(each.is_new for each in outcomes), stale=stale)
    return replace(counted, account=counted.account.plus(Account(promoted=ours, pending=-ours)))


def _is_ours(outcome: Outcome, note: Versioned[Note], task: Task) -> bool:
    """Whether this run's account holds the note as pending and a page now takes it."""
    known = outcome.before.item.note_ids if outcome.before else ()
    return _is_active(outcome.page) and note.item.born_run == task.run_id and note.item.id not in known
