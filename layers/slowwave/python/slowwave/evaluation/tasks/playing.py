"""One sequence played through one memory: what is taught and asked in order, and what was shown each time."""

from __future__ import annotations

from collections.abc import Sequence as List
from dataclasses import dataclass
from datetime import timedelta

from slowwave.domain.scope import Scope
from slowwave.evaluation import ranking
from slowwave.evaluation.tasks.arms import Arm, Memory, scopes_of
from slowwave.evaluation.tasks.format import Cycle, Expectation, Forbid, Need, Sequence, Session, Task
from slowwave.evaluation.tasks.shown import shown, shown_as_valid
from slowwave.evaluation.tasks.teaching import end_of, taught

REST = timedelta(minutes=10)
"""How long after the last words of a session consolidation runs."""
WAKE = timedelta(minutes=1)
"""How long before a session starts the run of the night before has ended."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One task and what was shown for it.

    Attributes:
        place: position among the tasks of its sequence, from 0 (first) to 1 (last).
        missing: needs that were not shown.
        wrong: forbidden strings that were shown as valid.
        corrected: strings taken back since the memory was last asked about them, with whether each is gone.
        tokens: of everything that was shown.
    """

    sequence: Sequence
    task: Task
    place: float
    missing: tuple[Need, ...]
    wrong: tuple[Forbid, ...]
    corrected: tuple[tuple[Forbid, bool], ...]
    tokens: int

    @property
    def right(self) -> bool:
        """Whether everything needed was shown and nothing forbidden."""
        return not self.missing and not self.wrong


@dataclass(frozen=True, slots=True)
class Followed:
    """One expectation over the cycles.

    Attributes:
        believed: whether the text was shown at the last cycle before the event that took it back.
        cycles: for each cycle since the event, whether the text was shown.
    """

    sequence: Sequence
    cycle: Cycle
    believed: bool
    cycles: tuple[bool, ...]

    @property
    def gone_after(self) -> int | None:
        """The first cycle from which on the text is never shown; None while the last one still shows it."""
        if not self.cycles or self.cycles[-1]:
            return None
        return max([0, *(place for place, seen in enumerate(self.cycles, 1) if seen)]) + 1


@dataclass(frozen=True, slots=True)
class Played:
    """What one arm made of one sequence."""

    arm: str
    sequence: Sequence
    asked: tuple[Asked, ...]
    followed: tuple[Followed, ...]


def play(sequence: Sequence, arm: Arm, budget: int) -> Played:
    """Play a sequence through an empty memory of this arm."""
    with arm.open(sequence, budget) as memory:
        player = _Player(sequence, memory)
        for session in sequence.sessions:
            player.session(session)
        return Played(arm.name, sequence, tuple(player.asked), player.followed())


class _Player:
    """The course of one sequence so far."""

    def __init__(self, sequence: Sequence, memory: Memory) -> None:
        self._sequence = sequence
        self._memory = memory
        self._scopes = scopes_of(sequence)
        self._checked: set[tuple[str, str, str]] = set()
        self._tenants = {
            event: session.tenant
            for session in sequence.sessions
            for event in (session.id, *(each.id for each in session.events))
        }
        self._ended: list[set[str]] = []
        self._seen: list[dict[Cycle, bool]] = []
        self.asked: list[Asked] = []

    def session(self, session: Session) -> None:
        """Ask what is asked before, teach, rest, ask what is asked after, and look at what is followed."""
        scope = self._scopes[session.tenant]
        if session.before:
            self._memory.rest(scope, session.start - WAKE)
        self._ask(session.before, scope)
        deliveries = list(taught(self._sequence, session, scope))
        for delivery in deliveries:
            self._memory.deliver(scope, delivery)
        self._memory.rest(scope, end_of(session, deliveries) + REST)
        self._ask(session.after, scope)
        self._ended.append({session.id, *(delivery.id for delivery in deliveries)})
        self._seen.append(
            {
                cycle: shown_as_valid(self._memory.inject(scope, cycle.task), cycle.text)
                for cycle in self._sequence.cycles
                if self._tenants[cycle.since] == session.tenant
            }
        )

    def _ask(self, tasks: List[Task], scope: Scope) -> None:
        last = max(1, len(self._sequence.tasks) - 1)
        for task in tasks:
            text = self._memory.inject(scope, task.text)
            wrong = tuple(each for each in task.forbids if shown_as_valid(text, each.text))
            first = [each for each in task.forbids if each.by and self._is_first(each, scope)]
            self.asked.append(
                Asked(
                    self._sequence,
                    task,
                    len(self.asked) / last,
                    tuple(each for each in task.needs if not shown(text, each.text)),
                    wrong,
                    tuple((each, each not in wrong) for each in first),
                    ranking.counter()(text) if text else 0,
                )
            )

    def _is_first(self, forbid: Forbid, scope: Scope) -> bool:
        """Whether this is the first time that the memory is asked about a string since it was taken back."""
        key = (scope.tenant, forbid.text, forbid.by)
        known = key in self._checked
        self._checked.add(key)
        return not known

    def followed(self) -> tuple[Followed, ...]:
        """Return what became of every expectation, session by session of its tenant."""
        return tuple(self._followed(cycle) for cycle in self._sequence.cycles)

    def _followed(self, cycle: Cycle) -> Followed:
        start = next(place for place, ended in enumerate(self._ended) if cycle.since in ended)
        before = [seen[cycle] for seen in self._seen[:start] if cycle in seen]
        after = [seen[cycle] for seen in self._seen[start:] if cycle in seen]
        believed = bool(before and before[-1]) if cycle.expect is Expectation.DEMOTED else True
        return Followed(self._sequence, cycle, believed, tuple(after))
