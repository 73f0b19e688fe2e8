"""Memories without consolidation: the raw turns of one scope, as they were said, ranked for the task and filled into
the budget. They are given the same records at the same times as slowwave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

import numpy as np

from slowwave.domain.records import Record
from slowwave.domain.scope import Scope
from slowwave.evaluation import ranking
from slowwave.evaluation.ranking import Bm25, Ranking
from slowwave.evaluation.simulation.arms import WINDOW, Embeddings
from slowwave.evaluation.tasks.format import Taught

PIECE_WORDS = 160
"""A longer record is cut into pieces of so many words, so that one long turn does not take the whole budget."""


class Archive:
    """The turns of one scope, with the indexes that rank them."""

    def __init__(self, embeddings: Embeddings) -> None:
        self.texts: list[str] = []
        self.bm25 = Bm25()
        self._embeddings = embeddings
        self.records: list[int] = []

    def add(self, record: Record) -> None:
        """Append the pieces of a record."""
        number = self.records[-1] + 1 if self.records else 0
        for piece in _pieces(record):
            self.texts.append(piece)
            self.records.append(number)
            self.bm25.add(piece)

    def window(self, _task: str) -> Ranking:
        """Rank the last turns, newest first, and no others."""
        newest = self.records[-1] if self.records else 0
        return [place for place in ranking.last(len(self.texts)) if self.records[place] > newest - WINDOW]

    def lexical(self, task: str) -> Ranking:
        """Rank by BM25; what shares no word is not found."""
        scores = self.bm25.scores(task)
        return [place for place in ranking.by_score(scores) if scores[place] > 0]

    def dense(self, task: str) -> Ranking:
        """Rank by cosine."""
        vectors = [self._embeddings.of(text) for text in self.texts]
        return ranking.dense(np.array(vectors), self._embeddings.of(task)) if vectors else []

    def hybrid(self, task: str) -> Ranking:
        """Rank by the fusion of both."""
        return ranking.fused(self.lexical(task), self.dense(task))


def nothing(_archive: Archive, _task: str) -> Ranking:
    """Remember nothing."""
    return []


RANKINGS: Mapping[str, Callable[[Archive, str], Ranking]] = {
    "no memory": nothing,
    "last 10 turns": Archive.window,
    "BM25": Archive.lexical,
    "dense": Archive.dense,
    "hybrid": Archive.hybrid,
}
"""Arms over raw turns."""


class RawTurns:
    """One such memory, for all tenants of a sequence, each apart."""

    def __init__(self, rank: Callable[[Archive, str], Ranking], budget: int, embeddings: Embeddings) -> None:
        self._rank = rank
        self._budget = budget
        self._embeddings = embeddings
        self._archives: dict[Scope, Archive] = {}

    def deliver(self, scope: Scope, taught: Taught) -> None:
        for record in taught.records:
            self._archives.setdefault(scope, Archive(self._embeddings)).add(record)

    def rest(self, scope: Scope, at: datetime) -> None:
        """Do nothing: there is nothing to consolidate."""

    def inject(self, scope: Scope, task: str) -> str:
        archive = self._archives.get(scope)
        if archive is None:
            return ""
        order = self._rank(archive, task)
        texts = [archive.texts[place] for place in order]
        return "\n".join(texts[place] for place in ranking.fill(texts, self._budget, ranking.counter()))


def _pieces(record: Record) -> Iterator[str]:
    """A record as a transcript shows it, in pieces of a bearable length that keep their line breaks."""
    head = f"[{record.event_time:%Y-%m-%d %H:%M}] {record.actor}: "
    lines: list[str] = []
    length = 0
    for line in record.text.splitlines():
        if lines and length + len(line.split()) > PIECE_WORDS:
            yield head + "\n".join(lines)
            lines, length = [], 0
        lines.append(line)
        length += len(line.split())
    yield head + "\n".join(lines)
