"""Precision on PrecisionMemBench: what each memory shows of beliefs that it should, should not, and must never show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime

from slowwave.evaluation.plots import bars
from slowwave.evaluation.public.beliefs import OPEN_QUESTION, Belief, Case
from slowwave.evaluation.public.believing import BUDGET, BeliefExtractor, believing
from slowwave.evaluation.public.judging import FLOOR, LEAKS, Row, Select, judge, retrieval
from slowwave.evaluation.results import Meter, Plot, Result, Table
from slowwave.evaluation.statistics import SEED, Estimate, bootstrap, paired

BEST = "BM25 > 3, filter"
SYSTEMS = 6

NOTE = (
    "Precision and recall over cases that expect a belief; exact: cases that show the expected set and nothing else, "
    "which a memory that shows nothing does in every case that expects nothing; the leaks: cases that show a belief of "
    "another user, one that is not believed now, or one that the case excludes. [95 % interval over cases.] Pinned "
    "beliefs and open questions have tiers of their own in the set and are not counted for slowwave, as the filter "
    "leaves them out for BM25. The floor of 3 was chosen on these cases. `rules` is the extraction without a model; "
    "`gold` reads each statement as the belief it is, so that consolidation and reading are measured alone."
)
RAN = (
    "Data: PrecisionMemBench; beliefs: {beliefs}, cases: {cases}. Users are tenants and domains are agents. Every "
    "belief, its name, aliases and content, was said to its agent by its user in the order of time, with a "
    "consolidation each time; inferred ones were said by the assistant. A case reads the blocks of its domains' "
    "agents, {budget} tokens each, with its query as the task. The policy is the default without assumptions; `task "
    "lines` has no stable part either (stable_tokens=0). No model judges anything."
)


def precision(
    beliefs: Sequence[Belief],
    cases: Sequence[Case],
    *,
    draw: bool,
    progress: Callable[[int], None],
    clock: Callable[[], datetime],
) -> Result:
    """Measure every system on every case and return the result document.

    Args:
        draw: whether the document has a picture.
        progress: called with a number of systems that are done.
        clock: returns the present time, aware.
    """
    meter = Meter()
    rows: dict[str, list[Row]] = {}
    with ExitStack() as stack:
        for name, select in _systems(beliefs, stack):
            rows[name] = [judge(case, select(case), beliefs) for case in cases]
            progress(1)
    return Result(
        "Precision: PrecisionMemBench",
        RAN.format(beliefs=len(beliefs), cases=len(cases), budget=BUDGET),
        (_figures(rows), _against_best(rows)),
        (SEED,),
        meter.circumstances(clock()),
        (_plot(rows),) if draw else (),
    )


def _systems(beliefs: Sequence[Belief], stack: ExitStack) -> Iterator[tuple[str, Select]]:
    yield "BM25 > 0", retrieval(beliefs, 0, filtered=False)
    yield "BM25 > 0, filter", retrieval(beliefs, 0, filtered=True)
    yield BEST, retrieval(beliefs, FLOOR, filtered=True)
    gold = BeliefExtractor(beliefs)
    for name, model, stable_tokens in (("rules", None, None), ("gold", gold, None), ("gold, task lines", gold, 0)):
        memory = stack.enter_context(believing(beliefs, model, stable_tokens=stable_tokens))
        yield f"slowwave, {name}", _counted(memory.shown, beliefs)
        stack.close()


def _counted(shown: Callable[[Case], Sequence[str]], beliefs: Sequence[Belief]) -> Select:
    """Leave out the tiers that the set scores apart."""
    apart = {belief.id for belief in beliefs if belief.pinned or belief.kind == OPEN_QUESTION}
    own = {belief.id: belief.user for belief in beliefs}
    return lambda case: [each for each in shown(case) if each not in apart or own[each] != case.user]


def _figures(rows: Mapping[str, Sequence[Row]]) -> Table:
    return Table(
        "What is shown",
        ("system", "precision", "recall", "exact sets", "exact, share", *LEAKS),
        tuple(
            (
                name,
                _estimate([row.precision for row in several]),
                _estimate([row.recall for row in several]),
                sum(row.exact for row in several),
                _estimate([float(row.exact) for row in several]),
                *(sum(row.leaks[leak] for row in several) for leak in LEAKS),
            )
            for name, several in rows.items()
        ),
        note=NOTE,
        digits=2,
    )


def _against_best(rows: Mapping[str, Sequence[Row]]) -> Table:
    def gap(name: str, figure: Callable[[Row], float | None]) -> Estimate:
        pairs = [(figure(a), figure(b)) for a, b in zip(rows[name], rows[BEST], strict=True)]
        counted = [(a, b) for a, b in pairs if a is not None and b is not None]
        return paired([a for a, _ in counted], [b for _, b in counted], range(len(counted)))

    return Table(
        f"slowwave against {BEST}",
        ("system", "precision", "recall", "exact, share"),
        tuple(
            (name, gap(name, _precision), gap(name, _recall), gap(name, _exact))
            for name in rows
            if name.startswith("slowwave")
        ),
        note="Paired difference, case by case. An interval that holds zero is a tie.",
        digits=2,
        signed=True,
    )


def _plot(rows: Mapping[str, Sequence[Row]]) -> Plot:
    figures = {"precision": _precision, "recall": _recall, "exact sets": _exact}
    groups = {
        name: {system: _estimate([figure(row) for row in several]) for system, several in rows.items()}
        for name, figure in figures.items()
    }
    return bars("precision", "PrecisionMemBench: what is shown, of what should be", groups, x_label="share")


def _precision(row: Row) -> float | None:
    return row.precision


def _recall(row: Row) -> float | None:
    return row.recall


def _exact(row: Row) -> float | None:
    return float(row.exact)


def _estimate(values: Sequence[float | None]) -> Estimate:
    counted = [value for value in values if value is not None]
    return bootstrap(counted, range(len(counted)))
