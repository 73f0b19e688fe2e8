"""slowwave on beliefs: each is said by its user to the agent of its domain, and a case reads the agents of its domains.

A user is a tenant and a domain is an agent, because that is what keeps memories apart here. What superseded a belief is
said after it. What the set calls inferred is the assistant's own conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from slowwave.domain.claims import (
    Candidate,
    Claim,
    ClaimKey,
    Polarity,
    Signal,
    Skeleton,
    Span,
    Standing,
    Value,
    ValueKind,
)
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.evaluation.pipeline import Pipeline, pipeline
from slowwave.evaluation.public.beliefs import INFERRED, OPEN_QUESTION, Belief, Case
from slowwave.evaluation.ranking import TOKENIZER
from slowwave.ports.models import ExtractionModel
from slowwave.prompts.extraction import encode

BUDGET = 1000
"""Tokens of each agent's block."""
AFTERWARDS = timedelta(minutes=1)


class BeliefExtractor:
    """`ExtractionModel` that reads a statement as the belief it is: beliefs that supersede each other are about the
    same thing, and an open question asserts nothing. What is believed in the end is left to consolidation.
    """

    def __init__(self, beliefs: Sequence[Belief]) -> None:
        self._beliefs = {belief.id: belief for belief in beliefs}

    @property
    def version(self) -> str:
        return "gold-beliefs"

    @property
    def priced(self) -> bool:
        return False

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        """Propose the beliefs of the fresh records of a window."""
        fresh = [record for record in window.records if record.id in window.fresh]
        said = [(record, self._beliefs[record.source_id or ""]) for record in fresh]
        return [encode(self._candidate(record, belief)) for record, belief in said if belief.kind != OPEN_QUESTION]

    def _candidate(self, record: Record, belief: Belief) -> Candidate:
        inferred = belief.status == INFERRED
        claim = Claim(
            skeleton=Skeleton.ASSISTANT,
            key=ClaimKey(self._subject(belief), "is"),
            polarity=Polarity.AFFIRM,
            value=Value(ValueKind.TEXT, belief.name),
            statement=belief.text,
            standing=Standing.ASSUMPTION if inferred else Standing.FACT,
            category="fact",
            protected=not inferred,
        )
        signal = Signal.INFERENCE if inferred else Signal.SELF_FACT
        return Candidate(claim, Span(record.id, 0, len(record.text)), signal, 0.7, "gold")

    def _subject(self, belief: Belief) -> str:
        """The name of the belief that the chain of successors ends with."""
        following = self._beliefs.get(belief.successor or "")
        return self._subject(following) if following else belief.name


@dataclass(frozen=True, slots=True)
class Believing:
    """Agents that have heard all beliefs."""

    opened: Pipeline
    said: Mapping[str, str]
    agents: frozenset[Scope]

    def shown(self, case: Case) -> list[str]:
        """Return the beliefs that a case's agents show, in the order of their blocks, by the records they cite."""
        scopes = [Scope(case.user, each) for each in case.scopes]
        reads = [self.opened.inject(each, case.query, budget=BUDGET) for each in scopes if each in self.agents]
        lines = [line for read in reads for line in (*read.stable, *read.task)]
        return list(dict.fromkeys(self.said[quote.span.record_id] for line in lines for quote in line.quotes))


@contextmanager
def believing(
    beliefs: Sequence[Belief], model: ExtractionModel | None, *, stable_tokens: int | None = None
) -> Iterator[Believing]:
    """Say every belief in the order of time, consolidating after each time at which one came about.

    Args:
        model: None for the rules.
        stable_tokens: of the policy; None for its default.
    """
    records = [
        _record(Scope(belief.user, domain), belief, place)
        for place, belief in enumerate(beliefs)
        for domain in sorted(belief.scopes)
    ]
    agents = sorted({record.scope for record in records})
    with pipeline([_policy(agent, stable_tokens) for agent in agents], model=model) as opened:
        for agent, time in sorted(
            {(record.scope, record.event_time) for record in records}, key=lambda each: each[::-1]
        ):
            heard = [record for record in records if (record.scope, record.event_time) == (agent, time)]
            opened.deliver(agent, heard, at=time + AFTERWARDS)
            opened.consolidate(agent, at=time + AFTERWARDS)
        yield Believing(opened, {record.id: record.source_id or "" for record in records}, frozenset(agents))


def _policy(agent: Scope, stable_tokens: int | None) -> AgentPolicy:
    """The default policy but for assumptions, which the set does not want to see."""
    default = AgentPolicy(agent, (Skeleton.ASSISTANT, Skeleton.CODING), tokenizer=TOKENIZER, inject_assumptions=False)
    return default if stable_tokens is None else replace(default, stable_tokens=stable_tokens)


def _record(scope: Scope, belief: Belief, place: int) -> Record:
    inferred = belief.status == INFERRED
    return Record(
        scope,
        session=belief.id,
        actor=Actor.ASSISTANT if inferred else Actor.USER,
        kind=Kind.MESSAGE,
        origin=Origin.ASSISTANT if inferred else Origin.USER,
        text=belief.text,
        event_time=belief.time,
        sequence=place,
        source_id=belief.id,
    )
