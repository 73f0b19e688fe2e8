"""slowwave's own arm: a conversation goes through capture and consolidation, and each question is the task of an
injection read. What a line shows counts for the messages whose records it cites.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from slowwave.domain.claims import Skeleton
from slowwave.domain.injection import SetItem
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.evaluation.pipeline import Pipeline, pipeline
from slowwave.evaluation.public.corpus import Conversation
from slowwave.evaluation.public.scoring import Answer, Grounding, Shown
from slowwave.evaluation.ranking import TOKENIZER

NAME = "slowwave"
SCOPE = Scope("public", "conversation")
SKELETONS = (Skeleton.ASSISTANT, Skeleton.CODING)
"""What the data sets talk about: people and their work, some of it code."""
AFTERWARDS = timedelta(minutes=1)
"""From the last message to its consolidation."""

ORIGINS = {Actor.USER: Origin.USER, Actor.ASSISTANT: Origin.ASSISTANT}


@dataclass(frozen=True, slots=True)
class Memory:
    """A consolidated conversation.

    Attributes:
        records: how many were captured.
        lines: how many the published set holds, for the stable part and for tasks.
        rejected: why nothing was published, if so.
    """

    opened: Pipeline
    grounding: Grounding
    sources: dict[str, str]
    widest: int
    records: int
    lines: int
    rejected: tuple[str, ...]

    def answer(self, question: str) -> Answer:
        """Return what a read shows for a question; its order is that of the block."""

        @cache
        def within(budget: int) -> tuple[Shown, ...]:
            read = self.opened.inject(SCOPE, question, budget=budget)
            return tuple(self._shown(item) for item in (*read.stable, *read.task))

        return Answer(within(self.widest), within)

    def _shown(self, item: SetItem) -> Shown:
        return self.grounding.shown(item.text, {self.sources.get(quote.span.record_id) for quote in item.quotes})


@contextmanager
def remembered(conversation: Conversation, budgets: Sequence[int]) -> Iterator[Memory]:
    """Consolidate a conversation once, after its last message, under the default policy, and keep it for the block."""
    said = records(conversation)
    end = max(record.event_time for record in said.values()) + AFTERWARDS
    policy = AgentPolicy(SCOPE, SKELETONS, tokenizer=TOKENIZER)
    with pipeline([policy]) as opened:
        opened.deliver(SCOPE, said.values(), at=end)
        opened.consolidate(SCOPE, at=end)
        yield Memory(
            opened,
            Grounding(conversation.units),
            {record.id: source for source, record in said.items()},
            max(budgets),
            len(said),
            _lines(opened),
            tuple(opened.rejected),
        )


def records(conversation: Conversation) -> dict[str, Record]:
    """Return one record a message, by its source: the pieces of a message are one again."""
    texts: dict[str, list[str]] = {}
    for unit in conversation.units:
        texts.setdefault(unit.source, []).append(unit.text)
    first = {unit.source: unit for unit in reversed(conversation.units)}
    return {
        source: _record(source, first[source].session, first[source].time, first[source].actor, "\n".join(parts), place)
        for place, (source, parts) in enumerate(texts.items())
        if any(part.strip() for part in parts)
    }


def _record(source: str, session: str, time: datetime, actor: Actor, text: str, place: int) -> Record:
    return Record(SCOPE, session, actor, Kind.MESSAGE, ORIGINS[actor], text, time, sequence=place, source_id=source)


def _lines(opened: Pipeline) -> int:
    pointer = opened.ports.journal.pointer(SCOPE)
    if pointer is None:
        return 0
    published = opened.ports.sets.get(SCOPE, pointer.item.current)
    return len(published.stable) + len(published.pool)
