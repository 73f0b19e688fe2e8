"""What the task set found, as tables with intervals and pictures, and every failed task by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Sequence as List
from functools import partial

from slowwave.domain.claims import Skeleton
from slowwave.evaluation import plots
from slowwave.evaluation.results import Circumstances, Plot, Result, Table
from slowwave.evaluation.simulation.events import Reason
from slowwave.evaluation.tables import Value, count
from slowwave.evaluation.tasks import metrics
from slowwave.evaluation.tasks.format import VERSION, Forbid, Need, Split
from slowwave.evaluation.tasks.metrics import Metric, difference, estimate
from slowwave.evaluation.tasks.playing import Played

Arms = Mapping[str, list[Played]]

NAME = "tasks"
OURS = "slowwave"
"""What the names of the arms start with whose failures are listed."""
BASELINE = "hybrid"
"""What slowwave is compared with, pair by pair."""
SEED = 0

MAIN: Mapping[str, Metric] = {
    "facts found": metrics.found,
    "wrong shown": metrics.wrong,
    "corrected gone": metrics.corrected,
    "tasks right": metrics.right,
}
EXPLORING: Mapping[str, Metric] = {
    "early third": partial(metrics.explored, low=0, high=1 / 3),
    "middle third": partial(metrics.explored, low=1 / 3, high=2 / 3),
    "late third": partial(metrics.explored, low=2 / 3, high=1),
    "change, first to last": metrics.explored_slope,
}
TOKENS: Mapping[str, Metric] = {
    "mean": metrics.tokens,
    "95th percentile": metrics.large_tokens,
    "change, first to last": metrics.tokens_slope,
}
CYCLES: Mapping[str, Metric] = {
    "demoted in time": metrics.demoted,
    "cycles to demotion": metrics.cycles_to_demotion,
    "FACTs stable": metrics.stable,
}

NOTES = {
    "main": "Facts found: share of what earlier sessions taught and a task needs that is in the injection. Wrong "
    "shown: share of forbidden strings in it. Corrected gone: share of strings taken back that are gone when next "
    "asked about. Tasks right: all needed, nothing forbidden. A memory that shows nothing is never wrong: read the "
    "columns together. Every task is asked between sessions, when all that was said before is consolidated at either "
    "cadence: `every event` can differ from `every session` only in what an earlier consolidation left.",
    "exploring": "Share of discovered facts that are not in the injection, so that they would be looked for again.",
    "tokens": "The 95th percentile is that of a sequence, and the change that from its first task to its last.",
    "cycles": "Demoted in time: of the beliefs that were shown until they were contradicted, those that are gone for "
    "good after the cycles the sequence allows. FACTs stable: share of the cycles since a fact was taught that show "
    "it.",
    "reasons": "Share of forbidden strings that were shown, by the reason why they are forbidden.",
    "paired": f"Each task under both arms: the difference to {BASELINE}.",
    "failed": "Every task that slowwave fails, with what was missing and what was wrongly shown.",
}


def result(arms: Arms, *, budget: int, made: Circumstances, source: str, draw: bool) -> Result:
    """Return the document of a run.

    Args:
        budget: tokens of an injection.
        source: which sequences were played, in words.
        draw: whether to make the pictures.
    """
    sequences = next(iter(arms.values()), [])
    tasks = sum(len(each.asked) for each in sequences)
    return Result(
        "Tasks that need what earlier sessions taught",
        f"Sequences: {source}, format {VERSION}, {count(len(sequences), 'sequence')} with "
        f"{count(tasks, 'task')}, {budget} tokens an injection; arms: {', '.join(arms)}.",
        tuple(_tables(arms)),
        (SEED,),
        made,
        tuple(_plots(arms)) if draw else (),
    )


def _tables(arms: Arms) -> Iterator[Table]:
    yield _table("All sequences", arms, MAIN, NOTES["main"])
    yield _table("Does exploring again decline", arms, EXPLORING, NOTES["exploring"])
    yield _table("Are injections stable in size (tokens)", arms, TOKENS, NOTES["tokens"], digits=0)
    yield _table("Beliefs over consolidation cycles", arms, CYCLES, NOTES["cycles"])
    yield _groups(arms)
    reasons = {reason.value: metrics.wrong_by(reason) for reason in _reasons(arms)}
    if reasons:
        yield _table("Wrong memories by reason", arms, reasons, NOTES["reasons"])
    if BASELINE in arms:
        yield _paired(arms)
    yield _failed(arms)


def _table(title: str, arms: Arms, columns: Mapping[str, Metric], note: str, digits: int = 3) -> Table:
    rows = tuple((arm, *(estimate(metric, played) for metric in columns.values())) for arm, played in arms.items())
    return Table(title, ("arm", *columns), rows, note, digits)


def _groups(arms: Arms) -> Table:
    rows: list[tuple[Value, ...]] = []
    for name in (*Split, *Skeleton):
        for arm, played in arms.items():
            chosen = [each for each in played if name in (each.sequence.split, each.sequence.kind)]
            if chosen:
                rows.append(
                    (f"{name}, {count(len(chosen), 'sequence')}", arm, *(estimate(m, chosen) for m in MAIN.values()))
                )
    return Table("By split and skeleton", ("group", "arm", *MAIN), tuple(rows))


def _reasons(arms: Arms) -> list[Reason]:
    found = {
        f.reason for played in arms.values() for one in played for task in one.sequence.tasks for f in task.forbids
    }
    return [reason for reason in Reason if reason in found]


def _paired(arms: Arms) -> Table:
    rows = tuple(
        (arm, *(difference(metric, played, arms[BASELINE]) for metric in MAIN.values()))
        for arm, played in arms.items()
        if arm.startswith(OURS)
    )
    return Table(f"Against {BASELINE}", ("arm", *MAIN), rows, NOTES["paired"], signed=True)


def _failed(arms: Arms) -> Table:
    rows = [
        (
            f"{asked.sequence.id}, {asked.task.name}",
            asked.task.text,
            arm,
            asked.sequence.split,
            _listed(asked.missing),
            _listed(asked.wrong),
        )
        for arm, played in arms.items()
        if arm.startswith(OURS)
        for one in played
        for asked in one.asked
        if not asked.right
    ]
    return Table(
        "Failed tasks", ("task", "its words", "arm", "split", "missing", "wrongly shown"), tuple(rows), NOTES["failed"]
    )


def _listed(items: List[Need] | List[Forbid]) -> str:
    return ", ".join(each.text for each in items)


def _plots(arms: Arms) -> Iterator[Plot]:
    groups = {
        name: {arm: found for arm, played in arms.items() if (found := estimate(metric, played))}
        for name, metric in MAIN.items()
    }
    yield plots.bars("tasks-marks", "What each memory shows for the tasks", groups, x_label="share")
    thirds = [EXPLORING["early third"], EXPLORING["middle third"], EXPLORING["late third"]]
    lines = {
        arm: [(float(place), found) for place, metric in enumerate(thirds, 1) if (found := estimate(metric, played))]
        for arm, played in arms.items()
    }
    yield plots.lines(
        "tasks-exploring",
        "Discovered facts that would be looked for again",
        lines,
        x_label="third of the sequence",
        y_label="share",
    )
