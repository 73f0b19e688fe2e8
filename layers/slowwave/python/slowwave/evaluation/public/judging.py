"""How one case of PrecisionMemBench is judged, and the retrieval that is the bar for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from slowwave.evaluation.public.beliefs import OPEN_QUESTION, Belief, Case
from slowwave.evaluation.ranking import Bm25, by_score

MOST = 5
"""Beliefs that a retrieval shows for a case."""
FLOOR = 3.0
"""A BM25 score; chosen on these same cases, so what it gives is optimistic."""
LEAKS = ("other user", "superseded", "excluded")

Select = Callable[[Case], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """One system on one case; precision and recall are None where the case expects no belief."""

    case: str
    precision: float | None
    recall: float | None
    exact: bool
    leaks: Mapping[str, bool]


def retrieval(beliefs: Sequence[Belief], floor: float, *, filtered: bool) -> Select:
    """Return BM25 over the beliefs: the best few above a floor, with or without a filter on what may be shown."""
    index = Bm25(belief.text for belief in beliefs)

    def select(case: Case) -> list[str]:
        scores = index.scores(case.query)
        found = [beliefs[place] for place in by_score(scores) if scores[place] > floor]
        return [belief.id for belief in found if not filtered or visible(belief, case)][:MOST]

    return select


def visible(belief: Belief, case: Case) -> bool:
    """Whether a case may show a belief among the relevant ones: by user, status, tier and domain."""
    return (
        belief.user == case.user
        and belief.settled
        and not belief.pinned
        and belief.kind != OPEN_QUESTION
        and (not case.scopes or bool(belief.scopes & set(case.scopes)))
    )


def judge(case: Case, shown: Sequence[str], beliefs: Sequence[Belief]) -> Row:
    """Return what counts of the beliefs that a system shows for a case."""
    got = frozenset(shown)
    seen = [belief for belief in beliefs if belief.id in got]
    right = len(got & case.gold)
    return Row(
        case.id,
        right / max(1, len(got)) if case.gold else None,
        right / len(case.gold) if case.gold else None,
        got == case.gold,
        {
            "other user": any(belief.user != case.user for belief in seen),
            "superseded": any(not belief.settled for belief in seen),
            "excluded": bool(got & case.excluded),
        },
    )
