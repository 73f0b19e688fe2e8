"""Evidence recall on public conversations: every arm answers every question of every conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from slowwave.evaluation.public.corpus import ADVERSARIAL, Conversation
from slowwave.evaluation.public.memory import NAME, remembered
from slowwave.evaluation.public.retrieval import Retrieval
from slowwave.evaluation.public.scoring import Scored, score
from slowwave.evaluation.ranking import counter
from slowwave.evaluation.statistics import Estimate, bootstrap, paired
from slowwave.ports.models import Embedder

Scores = Mapping[str, Sequence[Scored]]
"""By arm; every arm has the same questions in the same order."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What slowwave made of one conversation."""

    conversation: str
    records: int
    lines: int
    rejected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """All figures of one data set.

    Attributes:
        kept: one for each conversation; empty without slowwave's arm.
    """

    scores: Scores
    kept: tuple[Kept, ...]
    budgets: tuple[int, ...]


def measure(
    conversations: Iterable[Conversation],
    budgets: Sequence[int],
    *,
    embedder: Embedder | None,
    progress: Callable[[int], None],
) -> Measured:
    """Let every arm answer every question.

    Args:
        embedder: None leaves the dense arms out.
        progress: called with a number of questions that are done.
    """
    scores: dict[str, list[Scored]] = {}
    kept: list[Kept] = []
    for conversation in conversations:
        retrieval = Retrieval(conversation, embedder, counter())
        with remembered(conversation, budgets) as memory:
            kept.append(Kept(conversation.id, memory.records, memory.lines, memory.rejected))
            for question in conversation.questions:
                answers = {**retrieval.answers(question.text), NAME: memory.answer(question.text)}
                for name, answer in answers.items():
                    scores.setdefault(name, []).append(score(conversation, question, answer, budgets))
                progress(1)
    return Measured(scores, tuple(kept), tuple(budgets))


def estimate(rows: Sequence[Scored], figure: str, category: str | None = None) -> Estimate | None:
    """Return a figure over a category, or over all but the adversarial one; None where no question has it."""
    found = [row for row in rows if counts(row, figure, category)]
    return bootstrap([row.figures[figure] for row in found], [row.conversation for row in found]) if found else None


def difference(a: Sequence[Scored], b: Sequence[Scored], figure: str, category: str | None = None) -> Estimate | None:
    """Return the paired difference a - b of a figure, like `estimate`."""
    found = [(x, y) for x, y in zip(a, b, strict=True) if counts(x, figure, category)]
    if not found:
        return None
    clusters = [x.conversation for x, _ in found]
    return paired([x.figures[figure] for x, _ in found], [y.figures[figure] for _, y in found], clusters)


def counts(row: Scored, figure: str, category: str | None) -> bool:
    """Whether a question is among those that a figure is taken over."""
    meant = row.category == category if category else row.category != ADVERSARIAL
    return meant and figure in row.figures
