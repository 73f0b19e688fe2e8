"""What is compared: ways to put something of the past before a question. Each sees the same deliveries in the same
order, of the tenant that is asked alone, and is given the same budget.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol

import numpy as np

from slowwave.evaluation import ranking
from slowwave.evaluation.ranking import Bm25, Matrix, Ranking
from slowwave.evaluation.simulation.costs import Seconds, timed
from slowwave.evaluation.simulation.events import Delivery, Event, Probe
from slowwave.evaluation.simulation.scoring import Line, Shown
from slowwave.ports.models import Embedder

WINDOW = 10
"""Turns of the sliding window."""
TOP = 50
"""How much of a ranking counts as found when the newest of it is shown first."""


class Arm(Protocol):
    """One way to remember."""

    def arrive(self, at: datetime, deliveries: Sequence[Delivery], closed: Sequence[tuple[str, str]]) -> Set[str]:
        """Take in what a turn delivers, then the sessions (tenant, session) that end with it; return the tenants whose
        reads stand on all that arrived for them from now on.
        """
        ...

    def answer(self, probe: Probe, budget: int) -> Shown:
        """Return what would stand before the question; must not change anything."""
        ...

    def counted(self) -> Mapping[str, float]:
        """Return what it did so far, in numbers that do not depend on the machine."""
        ...


class Embeddings:
    """Vectors of texts, each computed once; shared by the arms of a history.

    Attributes:
        saved: the time that they would have spent on what was computed before.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[Matrix, Seconds]] = {}
        self.saved = Seconds()

    @cached_property
    def _model(self) -> Embedder:
        from slowwave.adapters.local.embedding import MiniLm

        return MiniLm()

    def of(self, text: str) -> Matrix:
        """Return the unit vector of a text."""
        if text in self._known:
            vector, spent = self._known[text]
            self.saved += spent
        else:
            model = self._model
            vector, spent = timed(lambda: ranking.embedded([text], model)[0])
            self._known[text] = vector, spent
        return vector


def rendered(event: Event) -> str:
    """Return a turn as a transcript shows it."""
    return f"[{event.time:%Y-%m-%d %H:%M}] {event.actor.value}: {event.text}"


class Archive:
    """The turns of one tenant as they arrived, with the indexes that a recipe ranks them by."""

    def __init__(self, recipe: Recipe, embeddings: Embeddings) -> None:
        self.events: list[Event] = []
        self.texts: list[str] = []
        self._recipe = recipe
        self._bm25 = Bm25()
        self._embeddings = embeddings
        self._vectors: list[Matrix] = []

    def add(self, event: Event) -> None:
        """Append a turn."""
        self.events.append(event)
        self.texts.append(rendered(event))
        if self._recipe.words:
            self._bm25.add(self.texts[-1])
        if self._recipe.vectors:
            self._vectors.append(self._embeddings.of(self.texts[-1]))

    @property
    def size(self) -> int:
        """Bytes of the turns and their vectors."""
        return sum(len(text.encode()) for text in self.texts) + sum(vector.nbytes for vector in self._vectors)

    def newest(self, _question: str) -> Ranking:
        """Rank by arrival, newest first."""
        return ranking.last(len(self.texts))

    def window(self, question: str) -> Ranking:
        """Rank the last turns, newest first, and no others."""
        return self.newest(question)[:WINDOW]

    def lexical(self, question: str) -> Ranking:
        """Rank by BM25; what shares no word is not found."""
        scores = self._bm25.scores(question)
        return [place for place in ranking.by_score(scores) if scores[place] > 0]

    def dense(self, question: str) -> Ranking:
        """Rank by cosine."""
        return ranking.dense(np.array(self._vectors), self._embeddings.of(question)) if self._vectors else []

    def hybrid(self, question: str) -> Ranking:
        """Rank by the fusion of both."""
        return ranking.fused(self.lexical(question), self.dense(question))

    def hybrid_newest_first(self, question: str) -> Ranking:
        """Rank what the fusion finds by arrival, newest first."""
        return ranking.newest_first(self.hybrid(question), TOP)


class Retrieval:
    """Raw turns, ranked for the question and filled into the budget."""

    def __init__(self, tenants: Sequence[str], recipe: Recipe, embeddings: Embeddings) -> None:
        self._archives = {tenant: Archive(recipe, embeddings) for tenant in tenants}
        self._rank = recipe.rank

    def arrive(self, at: datetime, deliveries: Sequence[Delivery], closed: Sequence[tuple[str, str]]) -> Set[str]:
        for delivery in deliveries:
            self._archives[delivery.event.tenant].add(delivery.event)
        return {delivery.event.tenant for delivery in deliveries}

    def counted(self) -> Mapping[str, float]:
        return {"model calls": 0, "bytes": sum(archive.size for archive in self._archives.values())}

    def answer(self, probe: Probe, budget: int) -> Shown:
        archive = self._archives[probe.slot.tenant]
        order = self._rank(archive, probe.question)
        taken = ranking.fill([archive.texts[place] for place in order], budget, ranking.counter())
        events = [archive.events[order[place]] for place in taken]
        lines = tuple(Line(rendered(event), event.time, (event.id,)) for event in events)
        return Shown(lines, sum(ranking.counter()(line.text) + 1 for line in lines))


class Nothing:
    """No memory."""

    def arrive(self, at: datetime, deliveries: Sequence[Delivery], closed: Sequence[tuple[str, str]]) -> Set[str]:
        return frozenset()

    def counted(self) -> Mapping[str, float]:
        return {"model calls": 0, "bytes": 0}

    def answer(self, _probe: Probe, _budget: int) -> Shown:
        return Shown()


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to rank turns, and the indexes that it needs: of their words, of their vectors."""

    rank: Callable[[Archive, str], Ranking]
    words: bool = False
    vectors: bool = False


RETRIEVALS: Mapping[str, Recipe] = {
    "last 10 turns": Recipe(Archive.window),
    "full history": Recipe(Archive.newest),
    "BM25": Recipe(Archive.lexical, words=True),
    "dense": Recipe(Archive.dense, vectors=True),
    "hybrid": Recipe(Archive.hybrid, words=True, vectors=True),
    "hybrid, newest first": Recipe(Archive.hybrid_newest_first, words=True, vectors=True),
}
"""Arms over raw turns; the full history is the newest of it that fits the budget."""
