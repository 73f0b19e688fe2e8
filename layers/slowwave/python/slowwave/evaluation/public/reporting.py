"""What is told of a measured data set: tables with paired differences, the categories where memory loses, pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from slowwave.evaluation.plots import bars
from slowwave.evaluation.public.evidence import Measured, counts, difference, estimate
from slowwave.evaluation.public.memory import NAME
from slowwave.evaluation.public.scoring import EXPOSURE, RANKS, Scored, main_budget
from slowwave.evaluation.results import Plot, Table
from slowwave.evaluation.statistics import Estimate

RECALL_NOTE = (
    "Share of a question's evidence among the first k items and inside a budget of tokens; `all{main}`: all of it. "
    "[95 % interval over conversations.] Adversarial questions are not in the totals. slowwave shows consolidated "
    "lines only and has no arm that shows raw words beside them; its block is counted whole, headings too, and its "
    "items stand in the order of the block."
)
EXPOSURE_NOTE = (
    "Inside {main} tokens. `stale-first`: the superseded statement above the current one, or alone; lower is better. "
    "A memory that shows neither has 0 there, so read it beside `new-in`."
)
KEPT_NOTE = (
    "`lines`: published, for the stable part and for tasks. `dangling`: citations that resolve to nothing. "
    "`cited{widest}`: recall that counts a line for every message it cites, however few of its words it holds."
)


def tables(measured: Measured) -> tuple[Table, ...]:
    """Return every table of a data set."""
    return (
        _recall(measured),
        _against_baselines(measured),
        *_exposures(measured),
        _by_category(measured),
        _by_category_against(measured),
        _kept(measured),
    )


def plots(measured: Measured, name: str, title: str) -> tuple[Plot, ...]:
    """Return the recall inside each budget, and the exposure where there are updates, as bars."""
    recall = {
        f"{budget} tokens": _present({arm: estimate(rows, f"r{budget}") for arm, rows in measured.scores.items()})
        for budget in measured.budgets
    }
    drawn = [bars(f"{name}-recall", f"{title}: evidence shown inside a budget", recall, x_label="share of evidence")]
    exposure = {
        figure: _present({arm: estimate(rows, figure) for arm, rows in measured.scores.items()})
        for figure in _exposed(measured)
    }
    if exposure:
        title = f"{title}: what is shown of updates and contradictions"
        drawn.append(bars(f"{name}-exposure", title, exposure, x_label="share of questions"))
    return tuple(drawn)


def _recall(measured: Measured) -> Table:
    main = main_budget(measured.budgets)
    figures = [*(f"r@{k}" for k in RANKS), *(f"r{budget}" for budget in measured.budgets), f"all{main}"]
    return Table(
        "Evidence recall",
        ("system", *figures),
        tuple((arm, *(estimate(rows, each) for each in figures)) for arm, rows in measured.scores.items()),
        note=RECALL_NOTE.format(main=main),
    )


def _against_baselines(measured: Measured) -> Table:
    figures = [f"r{budget}" for budget in measured.budgets]
    own = measured.scores[NAME]
    return Table(
        "slowwave against each baseline",
        ("over", *figures),
        tuple(
            (arm, *(difference(own, rows, each) for each in figures))
            for arm, rows in measured.scores.items()
            if arm != NAME
        ),
        note="Paired difference of recall, question by question. An interval that holds zero is a tie.",
        signed=True,
    )


def _exposures(measured: Measured) -> tuple[Table, ...]:
    figures = _exposed(measured)
    if not figures:
        return ()
    counted = [f"{each} ({_size(measured, each)})" for each in figures]
    return (
        Table(
            "Updates and contradictions",
            ("system", *counted),
            tuple((arm, *(estimate(rows, each) for each in figures)) for arm, rows in measured.scores.items()),
            note=EXPOSURE_NOTE.format(main=main_budget(measured.budgets)),
        ),
    )


def _by_category(measured: Measured) -> Table:
    figure = f"r{main_budget(measured.budgets)}"
    sizes = _categories(measured)
    return Table(
        f"Recall in {figure[1:]} tokens by category",
        ("category (n)", *measured.scores),
        tuple(
            (f"{category} ({size})", *(estimate(rows, figure, category) for rows in measured.scores.values()))
            for category, size in sizes.items()
        ),
    )


def _by_category_against(measured: Measured) -> Table:
    figure = f"r{main_budget(measured.budgets)}"
    totals = {arm: estimate(rows, figure) for arm, rows in measured.scores.items() if arm != NAME}
    best = max(totals, key=lambda arm: each.mean if (each := totals[arm]) else 0.0)
    own, other, sizes = measured.scores[NAME], measured.scores[best], _categories(measured)
    gaps = {category: difference(own, other, figure, category) for category in sizes}
    order = sorted(sizes, key=lambda category: each.mean if (each := gaps[category]) else 0.0)
    return Table(
        f"Where slowwave wins and loses over {best}",
        ("category", "n", f"{figure}, paired"),
        tuple((category, sizes[category], gaps[category]) for category in order),
        note="The largest loss first.",
        signed=True,
    )


def _kept(measured: Measured) -> Table:
    own = measured.scores[NAME]
    widest = max(measured.budgets)
    rows = tuple(
        (each.conversation, each.records, each.lines, *_citations(own, each.conversation), "; ".join(each.rejected))
        for each in measured.kept
    )
    total = (sum(each.records for each in measured.kept), sum(each.lines for each in measured.kept))
    return Table(
        "What slowwave kept",
        ("conversation", "records", "lines", f"citations in {widest}", "dangling", f"cited{widest}", "refused"),
        (*rows, ("all", *total, *_citations(own, None), "")),
        note=KEPT_NOTE.format(widest=widest),
    )


def _citations(rows: Sequence[Scored], conversation: str | None) -> tuple[int, int, Estimate | None]:
    found = [row for row in rows if conversation in (None, row.conversation)]
    figures = [each for row in found[:1] for each in row.figures if each.startswith("cited")]
    widest = max(figures, key=lambda each: int(each.removeprefix("cited")))
    return sum(row.cites for row in found), sum(row.unresolved for row in found), estimate(found, widest)


def _categories(measured: Measured) -> dict[str, int]:
    return dict(sorted(Counter(row.category for row in measured.scores[NAME]).items()))


def _exposed(measured: Measured) -> list[str]:
    return [each for each in EXPOSURE if _size(measured, each)]


def _size(measured: Measured, figure: str) -> int:
    return sum(counts(row, figure, None) for row in measured.scores[NAME])


def _present(estimates: Mapping[str, Estimate | None]) -> dict[str, Estimate]:
    return {arm: each for arm, each in estimates.items() if each is not None}
