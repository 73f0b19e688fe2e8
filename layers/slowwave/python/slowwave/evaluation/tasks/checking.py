"""What must be true of a sequence beyond the shape of its fields: references resolve, and no task can be failed by
a memory that is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation.events import Reason
from slowwave.evaluation.tasks.fields import brief
from slowwave.evaluation.tasks.format import Cycle, Event, Expectation, Forbid, Need, Sequence, Session, Task
from slowwave.evaluation.tasks.shown import shown
from slowwave.evaluation.tasks.teaching import taught

NEED_A_SOURCE = frozenset({Reason.SUPERSEDED, Reason.RETRACTED, Reason.FORGOTTEN})
"""Reasons that something must have given: the event that took the string back is named."""

_READ_FOR = Scope("tasks", "check")
"""Whose the records of a transcript are while its words are looked through."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Something a task can refer to.

    Attributes:
        whole: it is a transcript, which may take a string back and hold it, too.
    """

    place: int
    session: Session
    words: str
    whole: bool = False


def words(event: Event) -> str:
    """Return everything a reader of the event sees."""
    return f"{event.command}\n{event.text}" if event.command else event.text


def check(sequence: Sequence, where: str) -> None:
    """Refuse a sequence whose references do not resolve or whose tasks contradict themselves.

    Raises:
        InvalidInput: one sentence that names file, sequence and field.
    """
    problem = next(_problems(sequence), None)
    if problem:
        raise InvalidInput(f"{where}, {problem}")


def _problems(sequence: Sequence) -> Iterator[str]:
    if not sequence.sessions:
        yield "field 'sessions': there is none"
    if not sequence.tasks and not sequence.cycles:
        yield "nothing is asked: give a session a task under 'before' or 'after', or the sequence a cycle"
    yield from _twice("session", [session.id for session in sequence.sessions])
    events = [event.id for session in sequence.sessions for event in session.events if event.id]
    yield from _twice("event", [*events, *(session.id for session in sequence.sessions if session.transcript)])
    yield from _twice("task", [task.name for task in sequence.tasks])
    yield from _out_of_order(sequence)
    sources = _sources(sequence)
    for place, session in enumerate(sequence.sessions):
        for task, now in (*((each, place) for each in session.before), *((each, place + 1) for each in session.after)):
            yield from _task(task, session, now, sources)
    for number, cycle in enumerate(sequence.cycles, 1):
        yield from _cycle(cycle, number, sources)


def _sources(sequence: Sequence) -> Mapping[str, _Source]:
    found = {}
    for place, session in enumerate(sequence.sessions):
        found.update({event.id: _Source(place, session, words(event)) for event in session.events if event.id})
        if session.transcript:
            said = (record.text for each in taught(sequence, session, _READ_FOR) for record in each.records)
            found[session.id] = _Source(place, session, "\n".join(said), whole=True)
    return found


def _twice(what: str, ids: list[str]) -> Iterator[str]:
    yield from (
        f"{what} {brief(each)}: field 'id' is used twice" for each in sorted({i for i in ids if ids.count(i) > 1})
    )


def _out_of_order(sequence: Sequence) -> Iterator[str]:
    for earlier, later in zip(sequence.sessions, sequence.sessions[1:], strict=False):
        end = max([earlier.start, *(event.time for event in earlier.events)])
        if later.start <= end:
            yield f"session {brief(later.id)}: field 'start' is not after the end of session {brief(earlier.id)}"


def _task(task: Task, session: Session, now: int, sources: Mapping[str, _Source]) -> Iterator[str]:
    """The problems of a task asked when the first `now` sessions have ended."""
    place = f"session {brief(session.id)}, task {brief(task.name)}"
    for need in task.needs:
        yield from (f"{place}, field 'needs': {each}" for each in _need(need, session, now, sources))
    for forbid in task.forbids:
        yield from (f"{place}, field 'forbids': {each}" for each in _forbid(forbid, task, now, sources))


def _need(need: Need, session: Session, now: int, sources: Mapping[str, _Source]) -> Iterator[str]:
    source = sources.get(need.source)
    if source is None:
        yield f"{brief(need.text)} is said to come from {brief(need.source)}, which is the id of nothing"
    elif source.place >= now:
        yield f"{brief(need.text)} is taught by {brief(need.source)} only after the task is asked"
    elif source.session.tenant != session.tenant:
        yield f"{brief(need.text)} is taught by {brief(need.source)} to another tenant"
    elif not shown(source.words, need.text):
        yield f"{brief(need.source)} does not hold {brief(need.text)}"


def _forbid(forbid: Forbid, task: Task, now: int, sources: Mapping[str, _Source]) -> Iterator[str]:
    if any(shown(need.text, forbid.text) for need in task.needs):
        yield f"{brief(forbid.text)} is needed by the same task"
    if not any(shown(each.words, forbid.text) for each in sources.values()):
        yield f"{brief(forbid.text)} is in no event, so that nothing could show it"
    if forbid.reason in NEED_A_SOURCE and not forbid.by:
        yield f"{brief(forbid.text)} is {forbid.reason}: say by which event, as '{forbid.reason} by ID'"
    if not forbid.by:
        return
    source = sources.get(forbid.by)
    if source is None:
        yield f"{brief(forbid.text)} is {forbid.reason} by {brief(forbid.by)}, which is the id of nothing"
    elif source.place >= now:
        yield f"{brief(forbid.text)} is {forbid.reason} by {brief(forbid.by)} only after the task is asked"
    elif not source.whole and shown(source.words, forbid.text):
        yield (
            f"{brief(forbid.text)} is also in {brief(forbid.by)}, which takes it back: choose words that only the old "
            f"one has"
        )


def _cycle(cycle: Cycle, number: int, sources: Mapping[str, _Source]) -> Iterator[str]:
    place = f"cycle {number}"
    source = sources.get(cycle.since)
    if source is None:
        yield f"{place}, field 'since': {brief(cycle.since)} is the id of nothing"
        return
    holds = shown(source.words, cycle.text)
    if cycle.expect is Expectation.STABLE and not holds:
        yield f"{place}, field 'text': {brief(cycle.since)} does not hold {brief(cycle.text)}"
    if cycle.expect is Expectation.DEMOTED and holds and not source.whole:
        yield f"{place}, field 'text': {brief(cycle.text)} is also in {brief(cycle.since)}, which takes it back"
