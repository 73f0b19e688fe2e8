"""Play a recorded history, or the beginning of one, and find the first run that comes out differently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from slowwave.domain.act_json import rollback_of
from slowwave.errors import Corrupt, UnknownItem
from slowwave.replay.order import ENDED, ActMade, ErasureMade, Event, PolicyPut, RunMade, in_order
from slowwave.replay.play import Player

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.bootstrap import LocalPorts
    from slowwave.domain.runs import Run
    from slowwave.replay.ports import Clock
    from slowwave.replay.source import Source

Progress = Callable[[int], None]
"""Called with 1 after each event."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A run that came out differently."""

    before: Run
    after: Run


def events_until(source: Source, *, as_of: datetime | None, run_id: str | None) -> tuple[Event, ...]:
    """Return what happened up to a time or up to and with a run; everything when neither is given.

    Raises:
        UnknownItem: there is no such run, nothing had happened by then, or words were erased since.
    """
    events = in_order(source)
    found = _until(source, events, as_of, run_id)
    if _erased(found) != _erased(events):
        raise UnknownItem(
            f"words of agent {source.scope.agent!r} were erased since, so what stood then cannot be built again"
        )
    return found


def _until(source: Source, events: tuple[Event, ...], as_of: datetime | None, run_id: str | None) -> tuple[Event, ...]:
    if run_id is not None:
        named = [place for place, event in enumerate(events) if isinstance(event, RunMade) and event.run.id == run_id]
        if not named:
            raise UnknownItem(f"agent {source.scope.agent!r} has no run {run_id!r}; slowwave runs lists them")
        return events[: named[0] + 1]
    later = (place for place, event in enumerate(events) if as_of is not None and _time(event) > as_of)
    found = events[: next(later, len(events))]
    if as_of is not None and not any(isinstance(event, RunMade) for event in found):
        raise UnknownItem(f"agent {source.scope.agent!r} had no run by {as_of.isoformat()}; name a later time")
    return found


def _time(event: Event) -> datetime:
    if isinstance(event, RunMade):
        return event.run.as_of
    if isinstance(event, PolicyPut | ErasureMade):
        return event.revision.at
    return event.logged.record.event_time


def replay(
    source: Source, home: LocalPorts, clock: Clock, events: Sequence[Event], *, progress: Progress
) -> Odd | None:
    """Play the events; return the first run that came out differently, and stop there, or None.

    After an erasure the runs before it cannot come out as they did: the sets that it left are taken as they are. What
    is compared is how the runs since ended, and what they published.
    """
    player = Player(source, home, clock)
    last = _erased(events)
    current = ""
    for place, event in enumerate(events):
        found = None
        with suppress(UnknownItem) if place < last else nullcontext():
            found = player.play(event)
        if place == last and isinstance(event, ErasureMade):
            player.go_on(event)
        progress(1)
        if not isinstance(event, RunMade) or place < last:
            # what a rollback came to is known of the last one alone, and compared at the end
            current = "" if _rolled_back(event) else current
            continue
        if found is None:
            return Odd(event.run, event.run.opened())
        current = "" if _rolled_back(event) else event.run.published or current
        if last < 0 and _differs(event.run, found):
            return Odd(event.run, found)
        if last >= 0 and event.run.state in ENDED and event.run.state is not found.state:
            return Odd(event.run, found)
        if last >= 0 and current not in ("", read := _current(source, home)):
            return Odd(replace(event.run, published=current), replace(found, published=read))
    if len(events) == len(in_order(source)):
        player.finish()
    return None


def _rolled_back(event: Event) -> bool:
    """Whether a person went back to a set with it, or while it was at work."""
    acts = [each for _, each in event.during] if isinstance(event, RunMade) else [event]
    return any(isinstance(each, ActMade) and each.moved and rollback_of(each.logged.record) for each in acts)


def _erased(events: Sequence[Event]) -> int:
    """The place of the last erasure; -1 when there was none."""
    return max((place for place, event in enumerate(events) if isinstance(event, ErasureMade)), default=-1)


def since_erasure(events: Sequence[Event]) -> Sequence[Event] | None:
    """Return what happened after the last erasure; None when there was none."""
    last = _erased(events)
    return events[last + 1 :] if last >= 0 else None


def _current(source: Source, home: LocalPorts) -> str:
    pointer = home.journal.pointer(source.scope)
    return pointer.item.current if pointer else ""


def _differs(before: Run, after: Run) -> bool:
    if before.state not in ENDED:
        return before.published != after.published
    return (before.state, before.published) != (after.state, after.published)


def require_known(source: Source) -> None:
    """Refuse a history whose beginning is gone.

    Raises:
        Corrupt: its chain does not begin with the first revision.
    """
    if source.revisions and source.revisions[0].sequence != 1:
        raise Corrupt(f"the chain of agent {source.scope.agent!r} does not begin with its first revision")
