"""The experiment of "Memory Management and Contextual Consistency for Long-Running Low-Code Agents", measured.

It compares a 10-turn window, basic retrieval and its hybrid over 500 turns of drafting a project plan. Its
Table 1 is repeated here beside what was measured, and its Figure 2 is drawn from measurements: there it comes from a
curve, and the code in its appendix does not give the coordinates it prints.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from slowwave.evaluation.results import Table
from slowwave.evaluation.simulation import beside_paper
from slowwave.evaluation.simulation.arms import Embeddings
from slowwave.evaluation.simulation.rows import Row, mean, of
from slowwave.evaluation.statistics import Estimate, bootstrap, scaled
from slowwave.evaluation.tables import Value

STEP_SLOTS = 3
"""Slots that a step of the plan needs: it is done when all of them are right under both readers."""

WINDOW, RETRIEVAL = "last 10 turns", "dense"
"""The arms that stand for the paper's: its sliding window, and retrieval that adds all and forgets nothing."""
ADDED = (
    "The paper's basic RAG, or All-Add, stands here as dense retrieval over all that was ever said, cut to the same "
    "tokens as every other memory: it never floods a context, as the paper's may."
)

PAPER_TITLE = "Memory Management and Contextual Consistency for Long-Running Low-Code Agents"

PAPER: Mapping[str, tuple[float, float, float, float, float]] = {
    "sliding window": (65.2, 580, 120, 0.78, 18.1),
    "basic RAG": (81.4, 1150, 250, 0.89, 5.5),
    "hybrid": (92.5, 890, 200, 0.94, 1.2),
}
"""Its Table 1 (section 5.3): completion %, tokens a turn, latency ms, semantic consistency, contradiction %."""

FIGURE: Mapping[int, tuple[float, float, float]] = {
    0: (80, 80, 80),
    50: (82, 80, 85),
    100: (81, 80, 88),
    200: (78, 80, 90),
    300: (75, 80, 92),
    400: (72, 80, 93),
    500: (70, 80, 94),
}
"""Coordinates of its Figure 2 as printed in its appendix A, by turn: all-add, fixed window, hybrid."""

SPAN = 100
"""Turns that a point of the figure is measured over."""


def tables(rows: Sequence[Row], *, turns: int, arm: str) -> tuple[Table, ...]:
    """Return the paper's table and its figure's coordinates as far as a history goes, each beside what was measured."""
    return _metrics(rows, arm), _figure(rows, turns, arm)


def _metrics(rows: Sequence[Row], arm: str) -> Table:
    headings = ("strategy", "completion %", "tokens a turn", "latency, ms", "semantic consistency", "contradiction %")
    embeddings = Embeddings()
    measured: dict[str, tuple[Estimate | None, ...]] = {}
    for name in (WINDOW, RETRIEVAL, arm):
        own = of(rows, name)
        measured[name] = (
            scaled(completion(own), 100),
            mean(own, "tokens"),
            scaled(mean(own, "read seconds"), 1000),
            semantic_consistency(own, embeddings),
            scaled(mean(own, "contradiction"), 100),
        )
    beside = {
        place: {said: (PAPER[said][place], own[place]) for said, own in zip(PAPER, measured.values(), strict=True)}
        for place in (0, 4)
    }
    note = (
        f"The paper is “{PAPER_TITLE}”. Its figures are of its own simulation and a judge; ours are exact tests on "
        "another one, so only the order of the strategies can be compared. Latency is that of the read alone: no model "
        "answers here. A contradiction is a wrong value under either reader. Semantic consistency is the cosine of two "
        "answers in a row about a slot that did not change."
    )
    told = (
        *beside_paper.reversals(beside[4], "Contradiction"),
        *beside_paper.reversals(beside[0], "Completion"),
        *beside_paper.gaps(beside[0], "Completion"),
    )
    lines: list[tuple[Value, ...]] = [(f"{name}, in the paper", *figures) for name, figures in PAPER.items()]
    lines += [(f"{name}, measured", *figures) for name, figures in measured.items()]
    return Table("The low-code paper's table", headings, tuple(lines), " ".join((note, ADDED, *told)), digits=2)


def completion(rows: Sequence[Row], keep: range | None = None) -> Estimate | None:
    """Return the share of plan steps of which every slot is right; a step is the next probes of one tenant in order."""
    steps: list[tuple[float, int]] = []
    plans: dict[tuple[str, int, str], list[Row]] = {}
    for row in rows:
        if "right" in row.metrics:
            plans.setdefault((*row.history, row.tenant), []).append(row)
    for (_, seed, _), own in plans.items():
        for place in range(0, len(own) - STEP_SLOTS + 1, STEP_SLOTS):
            step = own[place : place + STEP_SLOTS]
            if keep is None or step[-1].turn in keep:
                steps.append((float(all(row.metrics["right"] for row in step)), seed))
    return bootstrap([value for value, _ in steps], [seed for _, seed in steps]) if steps else None


def semantic_consistency(rows: Sequence[Row], embeddings: Embeddings) -> Estimate | None:
    """Return the mean cosine of the line that answers a slot with the one that answered it before, unchanged since."""
    before: dict[tuple[tuple[str, int], str, str], str] = {}
    found: list[tuple[float, int]] = []
    for row in rows:
        key = (row.history, row.tenant, row.subject)
        if row.answer and before.get(key) and "consistent" in row.metrics:
            found.append((float(embeddings.of(row.answer) @ embeddings.of(before[key])), row.seed))
        before[key] = row.answer
    return bootstrap([value for value, _ in found], [seed for _, seed in found]) if found else None


def _figure(rows: Sequence[Row], turns: int, arm: str) -> Table:
    arms = (RETRIEVAL, WINDOW, arm)
    measured = {
        turn: tuple(scaled(completion(of(rows, name), around(turn)), 100) for name in arms)
        for turn in FIGURE
        if turn <= turns
    }
    lines = tuple((turn, *FIGURE[turn], *appendix(turn), *found) for turn, found in measured.items())
    names = ("all-add", "fixed window", "hybrid")
    headings = (
        "turn",
        *(f"{n}, printed" for n in names),
        *(f"{n}, its code" for n in names),
        *(f"{a}, %" for a in arms),
    )
    note = (
        "Completion in %. Printed: the paper's coordinates; its code: what the listing in its appendix computes, which "
        f"is not what it prints; the rest: measured here over {SPAN} turns around each turn that was run."
    )
    courses = {
        name: [(FIGURE[turn][place], found[place]) for turn, found in measured.items()]
        for place, name in enumerate(names)
    }
    told = " ".join((note, ADDED, *beside_paper.courses(courses)))
    return Table("The low-code paper's Figure 2", headings, lines, told, digits=1)


def around(turn: int) -> range:
    """Return the turns that a point of the figure is measured over."""
    return range(turn - SPAN // 2, turn + SPAN // 2)


def appendix(turn: int) -> tuple[float, float, float]:
    """Return what the paper's listing computes for a turn: all-add, fixed, hybrid, in %."""
    steps = max(0, turn - 1)
    hybrid = 1 - 0.2 * (1 - 0.0003) ** (steps + 1)
    return min(90.0, max(70.0, 80 * math.exp(-0.0005 * steps))), 80.0, min(94.0, max(80.0, 100 * hybrid))
