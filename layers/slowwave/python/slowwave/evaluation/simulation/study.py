"""The whole experiment: histories by style and seed, each through every arm, in parallel processes, into one result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from slowwave.evaluation.results import Meter, Plot, Result, Table
from slowwave.evaluation.simulation import ablating, kept, lowcode, pictures, summary
from slowwave.evaluation.simulation.experiment import remember, retrieve
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.setups import ABLATIONS, GOLD, NOISY, RULES, STRUCTURED
from slowwave.evaluation.tables import count

TUNED = "plain"
"""The style that rules are tuned on."""

UNSEEN = ("deskside", "oncall")
"""The styles that were written apart from every rule, and that nobody read who wrote one."""

STANDINGS: Mapping[str, str] = {
    TUNED: "tuned on it",
    "colloquial": "amended after leaks in it",
    "roundabout": "amended after leaks in it",
    "workaday": "amended after leaks in it",
    **dict.fromkeys(UNSEEN, "never shown it"),
}
"""What the rules that read text were in view of each style: how far its figures tell what unseen words would give."""

BASELINES = "retrieval"


class Memory(NamedTuple):
    """The name of a setup, and when it consolidates."""

    setup: str
    cadence: Cadence

    def __str__(self) -> str:
        return f"{self.setup}:{self.cadence.name.lower()}"

    @property
    def arm(self) -> str:
        """The name of its rows."""
        return f"{self.setup}, {self.cadence.value}"


MAIN = (Memory(RULES.name, Cadence.TURN), Memory(RULES.name, Cadence.CLOSE), Memory(GOLD.name, Cadence.CLOSE))
CURVES = tuple(Memory(setup.name, Cadence.CLOSE) for setup in (GOLD, STRUCTURED, *NOISY, *ABLATIONS))
"""Arms that show where the figures come from: the full system with an extractor that knows the truth, consolidation
alone, worse extractors, parts switched off.
"""
COMPARED = (MAIN[0].arm, MAIN[-1].arm)
"""What is compared with the others, the first that ran: slowwave as it is, or the full system of the ablations."""


@dataclass(frozen=True, slots=True)
class Study:
    """What is run.

    Attributes:
        seeds: of the histories, one of each for every style.
        budget: tokens of a read.
        memories: what is run beside retrieval.
        jobs: processes.
        folder: where the rows of finished parts are kept, so that the study can be stopped; None keeps none.
    """

    styles: tuple[str, ...]
    seeds: tuple[int, ...]
    turns: int = 500
    budget: int = 300
    memories: tuple[Memory, ...] = MAIN
    jobs: int = 1
    folder: Path | None = None

    @property
    def parts(self) -> tuple[tuple[str, int, str, str], ...]:
        """Every (style, seed, arm, cadence) in the order in which they are reported."""
        arms = ((BASELINES, ""), *((name, cadence.value) for name, cadence in self.memories))
        return tuple((style, seed, *arm) for style in self.styles for seed in self.seeds for arm in arms)


Progress = Callable[[int], object]
"""Called with the number of parts just done."""


def run(study: Study, progress: Progress = lambda _: None) -> tuple[Row, ...]:
    """Run every part and return their rows, in the same order however many processes there are."""
    found: dict[tuple[str, int, str, str], tuple[Row, ...]] = {}
    for part, rows in _finished(study):
        found[part] = rows
        progress(1)
    return tuple(row for part in sorted(found, key=study.parts.index) for row in found[part])


def _finished(study: Study) -> Iterator[tuple[tuple[str, int, str, str], tuple[Row, ...]]]:
    if study.jobs == 1:
        for part in study.parts:
            yield part, _one(part, study.turns, study.budget, study.folder)
        return
    with ProcessPoolExecutor(study.jobs, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_one, part, study.turns, study.budget, study.folder): part for part in study.parts}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _one(part: tuple[str, int, str, str], turns: int, budget: int, folder: Path | None) -> tuple[Row, ...]:
    """Return the rows of a part: those that are kept, or else as they are measured now."""
    if folder is None:
        return _measured(part, turns, budget)
    place = kept.place(folder, *part, turns, budget)
    rows = kept.load(place)
    if rows is None:
        rows = _measured(part, turns, budget)
        kept.keep(place, rows)
    return rows


def _measured(part: tuple[str, int, str, str], turns: int, budget: int) -> tuple[Row, ...]:
    style, seed, arm, cadence = part
    history = generate(seed, style, turns)
    if arm == BASELINES:
        return tuple(retrieve(history, budget=budget))
    return tuple(remember(history, arm, budget=budget, cadence=Cadence(cadence)))


def result(study: Study, rows: Sequence[Row], meter: Meter, date: datetime) -> Result:
    """Compose the document of a study."""
    arms = summary.arms_of(rows)
    arm = next((each for each in COMPARED if each in arms), arms[-1])
    tables: tuple[Table, ...] = summary.tables(
        rows, turns=study.turns, budget=study.budget, arm=arm, standings=STANDINGS, tuned=TUNED
    )
    plots: tuple[Plot, ...] = pictures.plots(rows, turns=study.turns)
    ablated = ablating.table(rows, COMPARED[-1], study.turns)
    parts = (ablated,) if ablated else ()
    paper = lowcode.tables(rows, turns=study.turns, arm=arm)
    seeds = count(len(study.seeds), "seed")
    return Result(
        title=f"Simulation: {study.turns} turns, {seeds}, {count(len(study.styles), 'style')}",
        ran=(
            f"Styles: {', '.join(study.styles)}; {study.budget} tokens a read. "
            "Every label is true by construction; intervals resample seeds, each with all its styles."
        ),
        tables=(*tables, *parts, *paper),
        seeds=study.seeds,
        made=meter.circumstances(date),
        plots=plots,
    )


def failures(rows: Iterable[Row]) -> Iterator[Mapping[str, object]]:
    """Yield what a memory that consolidates showed and should not, or missed, to be read one by one."""
    for row in rows:
        if row.arm.startswith(RULES.name) and (row.leaked or row.missed):
            yield {
                "arm": row.arm,
                "style": row.style,
                "seed": row.seed,
                "turn": row.turn,
                "question": row.question,
                "leaked": dict(row.leaked),
                "missed": row.missed,
                "lines": list(row.lines),
            }
