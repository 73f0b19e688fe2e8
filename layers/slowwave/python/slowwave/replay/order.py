"""The recorded order of what happened to a scope: pure, from the chain where it tells, and otherwise from what read
what, and from the times at which records arrived and runs began.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slowwave.domain.caps import stopped_reading
from slowwave.domain.erasure_changes import REASON, UNPAGED
from slowwave.domain.records import Kind
from slowwave.domain.runs import RunState

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.domain.policy import AgentPolicy
    from slowwave.domain.runs import Revision, Run
    from slowwave.ports.records import Logged
    from slowwave.replay.source import Source


@dataclass(frozen=True, slots=True)
class PolicyPut:
    """A version of the policy was written, as its revision says."""

    policy: AgentPolicy
    revision: Revision


@dataclass(frozen=True, slots=True)
class ActMade:
    """A person did something.

    Attributes:
        moved: what followed from it at once stands in the chain; otherwise it left work for a run, or nothing yet.
    """

    logged: Logged
    moved: bool = False


@dataclass(frozen=True, slots=True)
class RunMade:
    """A run.

    Attributes:
        read: ids of the records that it held, whether or not it was stopped before it marked them.
        marked: ids of those that it took out of the unread index.
        revisions: how many it left.
        during: what else happened while it ran, each with how many revisions the run had left by then.
    """

    run: Run
    read: frozenset[str]
    marked: frozenset[str]
    revisions: int = 0
    during: tuple[tuple[int, PolicyPut | ActMade], ...] = ()


@dataclass(frozen=True, slots=True)
class ErasureMade:
    """Words were erased with everything that stood on them. What was built before cannot be built again."""

    revision: Revision


Event = PolicyPut | ActMade | RunMade | ErasureMade

Moment = tuple["datetime", "datetime", str]
"""When a run began, its time and its id: runs follow each other in this order."""

ENDED: Final = frozenset({RunState.COMPLETED, RunState.REJECTED})
"""States of a run that ended where the rules let it; the others were stopped from outside."""


def in_order(source: Source) -> tuple[Event, ...]:
    """Return everything that happened, in order.

    Policies, acts that hid something and runs that changed something stand in the chain. An act that only left work for
    a run stands before the first one that read or cites it; a run that left no revision changed nothing that is
    audited, and stands where the time of its beginning, the policy that it used and the acts that it read, or would
    have read had they been there, put it.
    """
    places = _places(source.revisions)
    runs = {run.id: _run_made(run, source, places) for run in source.runs}
    spans = {run_id: places[run_id] for run_id in runs if run_id in places}
    placed: list[tuple[int, PolicyPut | ActMade]] = [*_policies(source), *_acts_in_chain(source, places)]
    alone = [each for each in placed if not _surrounding(each[0], spans)]
    timeline: list[tuple[int, Event]] = [*alone, *_erasures(source)]
    timeline += [(spans[run_id][0], _with(runs[run_id], placed, spans[run_id])) for run_id in spans]
    events = [event for _, event in sorted(timeline, key=lambda each: each[0])]
    first_read = _first_read(runs.values())
    for quiet in sorted((runs[run_id] for run_id in runs.keys() - spans.keys()), key=lambda each: _moment(each.run)):
        at = next((place for place, event in enumerate(events) if _is_after(event, quiet, first_read)), len(events))
        events.insert(at, quiet)
    return tuple(_with_working_acts(events, source, places))


def _places(revisions: Sequence[Revision]) -> dict[str, list[int]]:
    """The positions in the chain of what each cause left."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for revision in revisions:
        places[revision.cause].append(revision.sequence)
    return dict(places)


def _run_made(run: Run, source: Source, places: dict[str, list[int]]) -> RunMade:
    marked = frozenset(each.record.id for each in source.log if each.read_by == run.id)
    return RunMade(run, marked | {*run.consumed}, marked, len(places.get(run.id, ())))


def _policies(source: Source) -> Iterator[tuple[int, PolicyPut]]:
    by_version = {each.version: each.item for each in source.policies}
    for revision in source.revisions:
        if revision.item_kind == "policy" and revision.to_version in by_version:
            yield revision.sequence, PolicyPut(by_version[revision.to_version], revision)


def _acts_in_chain(source: Source, places: dict[str, list[int]]) -> Iterator[tuple[int, ActMade]]:
    for each in source.log:
        if each.record.kind is Kind.ACT and each.record.id in places:
            yield places[each.record.id][0], ActMade(each, moved=True)


def _erasures(source: Source) -> Iterator[tuple[int, ErasureMade]]:
    """The last revision of each erasure."""
    last = {each.cause: each for each in source.revisions if each.reason in (REASON, UNPAGED)}
    for each in last.values():
        yield each.sequence, ErasureMade(each)


def _surrounding(place: int, spans: dict[str, list[int]]) -> bool:
    return any(span[0] < place < span[-1] for span in spans.values())


def _with(made: RunMade, placed: Sequence[tuple[int, PolicyPut | ActMade]], span: list[int]) -> RunMade:
    """The run with what happened between its first and last revision."""
    inside = sorted((each for each in placed if span[0] < each[0] < span[-1]), key=lambda each: each[0])
    during = tuple((sum(own < place for own in span), event) for place, event in inside)
    return RunMade(made.run, made.read, made.marked, made.revisions, during)


def _moment(run: Run) -> Moment:
    return (run.started_at or run.as_of, run.as_of, run.id)


def _first_read(runs: Iterable[RunMade]) -> dict[str, Moment]:
    """When the first run that read a record began, by the record."""
    first: dict[str, Moment] = {}
    for made in sorted(runs, key=lambda each: _moment(each.run), reverse=True):
        first |= dict.fromkeys(made.read, _moment(made.run))
    return first


def _is_after(event: Event, quiet: RunMade, first_read: Mapping[str, Moment]) -> bool:
    """Whether something in the chain came after a run that is not in it."""
    if isinstance(event, RunMade):
        return _moment(event.run) > _moment(quiet.run)
    if isinstance(event, PolicyPut):
        return event.revision.to_version > quiet.run.policy_version
    if isinstance(event, ErasureMade):
        return event.revision.at >= _moment(quiet.run)[0]
    return _is_act_after(event.logged, quiet, first_read)


def _is_act_after(logged: Logged, quiet: RunMade, first_read: Mapping[str, Moment]) -> bool:
    """Whether an act followed the run. What a run that read to the end left unread was not there yet, whatever time it
    was given before it was written.
    """
    began = _moment(quiet.run)
    read = first_read.get(logged.record.id)
    if read is not None and read <= began:
        return False
    if _read_to_the_end(quiet.run) and logged.record.event_time <= quiet.run.as_of:
        return True
    return logged.received_at >= began[0]


def _read_to_the_end(run: Run) -> bool:
    return run.state in ENDED and stopped_reading(run) is None


def _with_working_acts(events: Sequence[Event], source: Source, places: dict[str, list[int]]) -> Iterator[Event]:
    """The events with each act that left no revision before the first run that knew of it, or else at the end."""
    cited: defaultdict[str, set[str]] = defaultdict(set)
    for revision in source.revisions:
        cited[revision.cause].update(revision.evidence)
    acts = (each for each in source.log if each.record.kind is Kind.ACT and each.record.id not in places)
    waiting = sorted(acts, key=lambda each: (each.received_at, each.record.order))
    for event in events:
        if isinstance(event, RunMade):
            known = [each for each in waiting if each.record.id in event.read | cited[event.run.id]]
            yield from map(ActMade, known)
            waiting = [each for each in waiting if each not in known]
        yield event
    yield from map(ActMade, waiting)
