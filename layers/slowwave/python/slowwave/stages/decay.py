"""Decay: score the notes that are due, and those alone; what falls below the threshold leaves the short-term store,
audited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from slowwave.domain.changes import Change, Put, Versioned, Work
from slowwave.domain.conflict import is_expired
from slowwave.domain.decay import due_at, look_again_at, utility_score
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import NoteStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of

SLICE_NOTES = 40
"""Due notes a call takes on."""

Relevance = Callable[[Scope, str, Sequence[str]], Sequence[float]]
"""Cosine of each statement to the query, in order (see `ports.models.Embedder`)."""


def unknown_relevance(_: Scope, __: str, statements: Sequence[str]) -> Sequence[float]:
    """E at its minimum: what decay assumes when no task is known."""
    return [0.0] * len(statements)


def run(
    task: Task,
    *,
    notes: NoteStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
    relevance: Relevance = unknown_relevance,
) -> Progress:
    """Score up to `SLICE_NOTES` due notes and retire, expire or date them again."""
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    due = notes.due(task.scope, task.as_of, limit=SLICE_NOTES)
    weigh = relevance if task.query else unknown_relevance
    near = weigh(task.scope, task.query, [each.item.claim.statement for each in due])
    scored = [(stored, _scored(stored.item, policy, task, e)) for stored, e in zip(due, near, strict=True)]
    changes = _changes(scored, task)
    states = [note.state for _, note in scored]
    updated = report.item.counted(
        Stage.DECAY,
        due=len(due),
        retired=states.count(NoteState.RETIRED),
        expired=states.count(NoteState.EXPIRED),
        kept=states.count(NoteState.ACTIVE),
    )
    commit(task, changes, report, updated if due else report.item, ledger=ledger, clock=clock)
    return Progress(task, more=len(due) == SLICE_NOTES)


def _scored(note: Note, policy: AgentPolicy, task: Task, relevance: float) -> Note:
    """The note as its score leaves it. Reasons hold no time, so that when it was scored does not change what it is."""
    if is_expired(note.claim, task.as_of):
        because = "its stated validity has passed"
        return replace(note, state=NoteState.EXPIRED, because=because, decided_at=note.claim.valid_until, due_at=None)
    if utility_score(note, policy, as_of=task.as_of, relevance=relevance) < policy.decay_threshold:
        return replace(note, state=NoteState.RETIRED, because="its decay score fell below the threshold", due_at=None)
    natural = due_at(note, policy) or task.as_of
    return replace(note, due_at=look_again_at(natural, task.as_of))


def _changes(scored: Sequence[tuple[Versioned[Note], Note]], task: Task) -> list[Change]:
    """The groups of the notes that moved, each once and first, so that no stop in between forgets them; then the
    notes.
    """
    changed = [(stored, note) for stored, note in scored if note != stored.item]
    moved = sorted({note.group_id for stored, note in changed if note.state is not stored.item.state})
    return [
        *(Put(Work(task.scope, Stage.DISTILL, group_id)) for group_id in moved),
        *(Put(note, stored.version, _reason(note)) for stored, note in changed),
    ]


def _reason(note: Note) -> str:
    return "dated again: relevance keeps it" if note.state is NoteState.ACTIVE else f"{note.state}: {note.because}"
