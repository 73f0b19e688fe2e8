"""What is compared: every memory takes the same deliveries and is asked the same tasks under the same budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from slowwave.domain.policy import AgentPolicy
from slowwave.domain.scope import Scope
from slowwave.evaluation.pipeline import Pipeline, pipeline
from slowwave.evaluation.ranking import TOKENIZER
from slowwave.evaluation.simulation.arms import Embeddings
from slowwave.evaluation.tasks.format import Sequence, Taught
from slowwave.evaluation.tasks.turns import RANKINGS, RawTurns

AGENT = "agent"


class Cadence(StrEnum):
    """When slowwave consolidates."""

    SESSION = "every session"
    EVENT = "every event"


class Memory(Protocol):
    """One way to remember, for the time of one sequence."""

    def deliver(self, scope: Scope, taught: Taught) -> None:
        """Take in what an event brought."""
        ...

    def rest(self, scope: Scope, at: datetime) -> None:
        """Use the time between sessions."""
        ...

    def inject(self, scope: Scope, task: str) -> str:
        """Return what would stand before the task; must not change anything."""
        ...


class Consolidated:
    """slowwave, through its public pipeline."""

    def __init__(self, opened: Pipeline, budget: int, cadence: Cadence) -> None:
        self._pipeline = opened
        self._budget = budget
        self._cadence = cadence

    def deliver(self, scope: Scope, taught: Taught) -> None:
        self._pipeline.deliver(scope, taught.records, at=taught.at)
        if self._cadence is Cadence.EVENT:
            self.rest(scope, taught.at)

    def rest(self, scope: Scope, at: datetime) -> None:
        self._pipeline.consolidate(scope, at=at)

    def inject(self, scope: Scope, task: str) -> str:
        return self._pipeline.inject(scope, task, budget=self._budget).text


@dataclass(frozen=True, slots=True)
class Arm:
    """One memory under test.

    Attributes:
        open: makes an empty memory for a sequence; closed when the block ends.
    """

    name: str
    open: Callable[[Sequence, int], AbstractContextManager[Memory]]


def scopes_of(sequence: Sequence) -> Mapping[str, Scope]:
    """Return the scope of each tenant of a sequence."""
    return {session.tenant: Scope(session.tenant, AGENT) for session in sequence.sessions}


def policy(scope: Scope, sequence: Sequence, budget: int) -> AgentPolicy:
    """Return the default policy, with the parts of the block in proportion to the budget of the tasks."""
    default = AgentPolicy(scope, sequence.skeletons)
    return replace(
        default,
        budget_tokens=budget,
        stable_tokens=default.stable_tokens * budget // default.budget_tokens,
        principle_tokens=default.principle_tokens * budget // default.budget_tokens,
        tokenizer=TOKENIZER,
    )


def raw_arms(embeddings: Embeddings) -> tuple[Arm, ...]:
    """Return the arms over raw turns, which share what is known of texts."""

    def arm(name: str) -> Arm:
        @contextmanager
        def opened(_sequence: Sequence, budget: int) -> Iterator[Memory]:
            yield RawTurns(RANKINGS[name], budget, embeddings)

        return Arm(name, opened)

    return tuple(arm(name) for name in RANKINGS)


def slowwave_arm(cadence: Cadence) -> Arm:
    """Return slowwave at a cadence."""

    @contextmanager
    def opened(sequence: Sequence, budget: int) -> Iterator[Memory]:
        with pipeline(
            [policy(scope, sequence, budget) for scope in dict.fromkeys(scopes_of(sequence).values())]
        ) as home:
            yield Consolidated(home, budget, cadence)

    return Arm(f"slowwave, {cadence}", opened)


def all_arms() -> tuple[Arm, ...]:
    """Return every arm, slowwave last."""
    return (*raw_arms(Embeddings()), *(slowwave_arm(cadence) for cadence in Cadence))


ARMS = (*RANKINGS, *(f"slowwave, {cadence}" for cadence in Cadence))
"""Their names."""


def named(names: Iterable[str]) -> tuple[Arm, ...]:
    """Return the arms of these names, or all where none is named."""
    wanted = set(names)
    return tuple(arm for arm in all_arms() if not wanted or arm.name in wanted)
