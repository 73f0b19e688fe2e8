"""Decay: score the notes that are due, and those alone; what falls below the threshold leaves the short-term store,
audited. What a run intends to retire is counted first, then applied together or dropped together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from slowwave.domain.blast_radius import intents, items_needed
from slowwave.domain.changes import Change, Put, Versioned, Work
from slowwave.domain.decay import FADED, settle, undecided, weighs_relevance
from slowwave.domain.notes import DECAYING, Note, NoteState
from slowwave.domain.openings import Look, day_of
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import promotion
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import PublicationRejected
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import Census, NoteStore
from slowwave.ports.tasks import TaskLog
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

SLICE_NOTES = 40
"""Due notes a call takes on."""

MAX_DUE = 10_000
"""Due notes a run takes on; the others wait for the next."""

Relevance = Callable[[Scope, str, str, datetime], float]
"""E: cosine of a statement to the task at hand, or, where the task is empty, to the tasks recent at that time."""


def unknown_relevance(_: Scope, __: str, ___: str, ____: datetime) -> float:
    """E at its minimum: what decay assumes where no embedding model is configured."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Settled:
    """A due note as stored, and as decay leaves it.

    Attributes:
        looked_at: the last time its fate hung on relevance; None when relevance is unknown.
    """

    stored: Versioned[Note]
    note: Note
    looked_at: datetime | None = None


@redecided
def run(
    task: Task,
    *,
    notes: NoteStore,
    tasks: TaskLog,
    census: Census,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
    relevance: Relevance = unknown_relevance,
) -> Progress:
    """Score up to `SLICE_NOTES` due notes and retire, expire or date them again.

    Raises:
        PublicationRejected: the run would retire more than its share; it is closed, and nothing is retired.
    """
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    left = report.item.approved - report.item.count(Stage.DECAY, "due")
    if report.item.approved and left <= 0:
        return Progress(task, report=report.item)
    due = notes.due(task.scope, task.as_of, limit=SLICE_NOTES)
    score = partial(_settled, task=task, policy=policy, relevance=relevance)
    scored = [score(each) for each in due]
    updated = _counted(report.item, scored, policy)
    again: list[Settled] = []
    if not updated.approved:
        if relevance is not unknown_relevance:
            again = [score(each) for each in _reopened(report.item, {*due}, policy, notes, tasks)]
        weighed = scored
        if len(due) == SLICE_NOTES:
            weighed = [score(each) for each in notes.due(task.scope, task.as_of, limit=MAX_DUE)]
            updated = replace(updated, approved=len(weighed))
        _refuse_too_many(task, report, [*again, *weighed], policy, census=census, ledger=ledger, clock=clock)
    report = commit(task, _changes([*again, *scored], task), report, updated, ledger=ledger, clock=clock)
    return Progress(task, more=len(due) == SLICE_NOTES, report=report.item)


def _reopened(
    run: Run, due: set[Versioned[Note]], policy: AgentPolicy, notes: NoteStore, tasks: TaskLog
) -> list[Versioned[Note]]:
    """The notes whose fate hung on the tasks of a time at which, as this run learned, another session opened."""
    if run.opened_from is None:
        return []
    ids = tasks.looked_at(run.scope, since=run.opened_from, limit=MAX_DUE)
    found = [notes.get(run.scope, note_id) for note_id in ids]
    faded = (NoteState.ACTIVE, NoteState.RETIRED)
    return [
        each
        for each in found
        if each and each not in due and each.item.state in faded and weighs_relevance(each.item, policy)
    ]


def _settled(stored: Versioned[Note], *, task: Task, policy: AgentPolicy, relevance: Relevance) -> Settled:
    """The note as its score leaves it (the first loop of Algorithm 1)."""
    note = undecided(stored.item) if weighs_relevance(stored.item, policy) else stored.item
    looks: list[datetime] = []

    def near(at: datetime) -> float:
        looks.append(at)
        return relevance(task.scope, stored.item.claim.statement, task.query, at)

    settled = settle(note, policy, as_of=task.as_of, relevance_at=near)
    return Settled(stored, settled, looks[-1] if looks and relevance is not unknown_relevance else None)


def _changes(scored: Sequence[Settled], task: Task) -> list[Change]:
    """The second loop of Algorithm 1: consolidation is asked for before a note is removed from the short-term store, so
    that no stop in between forgets it; then the notes. What ended in more groups than verify looked at is for its next
    call.
    """
    changed = [each for each in scored if each.note != each.stored.item]
    moved = sorted({each.note.group_id for each in changed if each.note.state is not each.stored.item.state})
    ended = sorted({each.note.group_id for each in changed if each.note.state is NoteState.EXPIRED})
    return [
        *(Put(Work(task.scope, Stage.VERIFY, group_id)) for group_id in ended),
        *(Put(Work(task.scope, Stage.DISTILL, group_id)) for group_id in moved),
        *(Put(Look(task.scope, day_of(each.looked_at), each.note.id)) for each in scored if each.looked_at),
        *(Put(each.note, each.stored.version, _reason(each.note)) for each in changed),
    ]


def _reason(note: Note) -> str:
    if note.state in DECAYING:
        return "dated again: relevance keeps it" if note.due_at else "no longer fades"
    return f"{note.state}: {f'in conflict, and {FADED}' if note.contested else note.because}"


def _counted(run: Run, scored: Sequence[Settled], policy: AgentPolicy) -> Run:
    if not scored:
        return run
    states = Counter(each.note.state for each in scored)
    carried = sum(each.note.state is NoteState.RETIRED and promotion(each.note, policy) is not None for each in scored)
    return run.counted(
        Stage.DECAY,
        due=len(scored),
        consolidated=carried,
        retired=states[NoteState.RETIRED] - carried,
        expired=states[NoteState.EXPIRED],
        kept=len(scored) - states[NoteState.RETIRED] - states[NoteState.EXPIRED],
    )


def _refuse_too_many(
    task: Task,
    report: Versioned[Run],
    weighed: Sequence[Settled],
    policy: AgentPolicy,
    *,
    census: Census,
    ledger: Ledger,
    clock: Clock,
) -> None:
    """Close the run before anything is retired when its intents exceed the blast radius and nobody released it."""
    intended = intents(((each.stored.item, each.note) for each in weighed), policy, run_id=task.run_id)
    needed = items_needed(intended, policy)
    if report.item.released or not needed:
        return
    active = census.active_items(task.scope, limit=needed if needed > 0 else MAX_DUE)
    if 0 < needed <= active:
        return
    problem = (
        f"it would retire {intended:,} of {active:,} active items, more than the {policy.blast_radius:.0%} (and"
        f" {policy.blast_floor}) that a run may; nothing was retired or published"
    )
    refused = report.item.counted(Stage.DECAY, intended=intended, active=active)
    refused = replace(refused, state=RunState.REJECTED, problem=problem)
    commit(task, [], report, refused, ledger=ledger, clock=clock)
    raise PublicationRejected(f"run {task.run_id!r} was stopped: {problem}; a person may let it with --release")
