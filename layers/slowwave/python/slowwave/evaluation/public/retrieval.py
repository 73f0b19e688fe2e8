"""The baselines on one conversation: a window and retrieval over its units, each question answered by every one."""

from __future__ import annotations

from collections.abc import Mapping

from slowwave.domain.records import Actor
from slowwave.evaluation.public.corpus import Conversation
from slowwave.evaluation.public.scoring import Answer, retrieved, verbatim
from slowwave.evaluation.ranking import (
    Bm25,
    Count,
    Matrix,
    Ranking,
    by_score,
    dense,
    embedded,
    fused,
    last,
    windows,
)
from slowwave.ports.models import Embedder

DEPTH_OF_TURNS, DEPTH_OF_PIECES = 200, 300
"""How far the fusion looks: among turns of people, and among pieces of an assistant's long messages."""


class Retrieval:
    """All rankings of one conversation. A chat with an assistant is also ranked over the user's messages alone, a talk
    of people also over each turn with its neighbors.

    Args:
        embedder: None leaves the dense arms out.
    """

    def __init__(self, conversation: Conversation, embedder: Embedder | None, count: Count) -> None:
        units = conversation.units
        texts = [unit.indexed for unit in units]
        self._embedder, self._count = embedder, count
        self._shown = [verbatim(unit) for unit in units]
        self._user = [place for place, unit in enumerate(units) if unit.actor is Actor.USER]
        self._chat = len(self._user) < len(units)
        self._depth = DEPTH_OF_PIECES if self._chat else DEPTH_OF_TURNS
        self._lexical = Bm25(texts)
        self._user_lexical = Bm25(texts[place] for place in self._user)
        self._vectors = embedded(texts, embedder) if embedder else None
        self._wide: tuple[Bm25, Matrix] | None = None
        if embedder and not self._chat:
            wide = windows(texts, [unit.session for unit in units])
            self._wide = Bm25(wide), embedded(wide, embedder)

    def answers(self, question: str) -> dict[str, Answer]:
        """Return what each arm shows for a question, by the arm's name."""
        rankings = self._rankings(question)
        return {
            name: retrieved([self._shown[place] for place in ranking], self._count)
            for name, ranking in rankings.items()
        }

    def _rankings(self, question: str) -> Mapping[str, Ranking]:
        lexical = by_score(self._lexical.scores(question))
        found = {"last-N": last(len(self._shown)), "BM25": lexical}
        if self._chat:
            found["BM25, user turns"] = [self._user[i] for i in by_score(self._user_lexical.scores(question))]
        if self._embedder is not None and self._vectors is not None:
            asked = embedded([question], self._embedder)[0]
            found |= self._with_vectors(question, asked, found, dense(self._vectors, asked))
        return found

    def _with_vectors(
        self, question: str, asked: Matrix, lexical: Mapping[str, Ranking], near: Ranking
    ) -> dict[str, Ranking]:
        found = {"dense": near, "hybrid": fused(lexical["BM25"], near, depth=self._depth)}
        if self._wide is not None:
            bm25, vectors = self._wide
            around = by_score(bm25.scores(question)), dense(vectors, asked)
            found["hybrid + windows"] = fused(lexical["BM25"], near, *around, depth=self._depth)
        if self._chat:
            users = set(self._user)
            found["dense, user turns"] = [place for place in near if place in users]
            found["hybrid, user turns"] = fused(
                lexical["BM25, user turns"], found["dense, user turns"], depth=self._depth
            )
        return found
