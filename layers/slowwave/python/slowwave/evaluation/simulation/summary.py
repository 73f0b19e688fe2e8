"""The tables of the simulation: each answers one question of a team that wonders whether to trust a memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from slowwave.evaluation.results import Table
from slowwave.evaluation.simulation.events import Reason
from slowwave.evaluation.simulation.rows import Row, difference, drift, mean, of, percentile, total
from slowwave.evaluation.statistics import scaled
from slowwave.evaluation.tables import Value

QUARTERS = 4

Column = Callable[[Sequence[Row]], Value]


def share(metric: str, factor: float = 1) -> Column:
    """Return a column with the mean of a metric, so many times as large as it is kept."""
    return lambda rows: scaled(mean(rows, metric), factor)


def counted(metric: str) -> Column:
    """Return a column with how often something happened."""
    return lambda rows: total(rows, metric)


def present(metric: str) -> Column:
    """Return a column with the number of probes that a metric applies to."""
    return lambda rows: sum(metric in row.metrics for row in rows)


MAIN: Mapping[str, Column] = {
    "gold in": share("gold in"),
    "forbidden in": share("forbidden"),
    "wrong, first": share("wrong, first"),
    "wrong, latest": share("wrong, latest"),
    "right": share("right"),
    "tokens": share("tokens"),
}
OVER_TIME: Mapping[str, Column] = {
    "first injection": share("stale at first"),
    "within 1 turn": share("stale soon"),
    "after next publish": share("stale after publish"),
    "within 25 turns": share("stale later"),
    "resurrections": counted("resurrected"),
    "same answer": share("consistent"),
    "answers compared": present("consistent"),
}
SIZE: Mapping[str, Column] = {
    "tokens": share("tokens"),
    "95th percentile": lambda rows: percentile(rows, "tokens", 0.95),
    "slope / 100 turns": lambda rows: drift(rows, "tokens"),
    "budget violations": counted("over budget"),
    "all lines, Jaccard": share("read Jaccard"),
    "stable lines, Jaccard": share("stable Jaccard"),
    "unchanged prefix": share("prefix unchanged"),
    "another set": share("set changed"),
}
AUDIT: Mapping[str, Column] = {
    "evidence resolves": share("evidence resolves"),
    "evidence states the value": share("evidence is correct"),
}
COST: Mapping[str, Column] = {
    "publish lag, turns": share("publish lag"),
    "runs": share("runs"),
    "sets published": share("sets"),
    "model calls": share("model calls"),
    "store requests": share("requests"),
    "kB stored": share("bytes", 1 / 1000),
    "tokens a read": share("tokens"),
    "fewest that answer": share("least tokens"),
}
TIME: Mapping[str, Column] = {
    "CPU s / 1,000 events": share("intake CPU seconds"),
    "events / s": share("events a second"),
    "read, ms": share("read seconds", 1000),
    "read, CPU ms": share("read CPU seconds", 1000),
}

STALE_NOTE = (
    "Share of probes that show a withdrawn value, and how many such values had gone and came back. After next "
    "publish: of the probes asked once the change had arrived and a run of its tenant had ended since; retrieval has "
    "at once what arrived. Same answer: of two probes of a slot in a row, between which it did not change and of which "
    "at least one is answered; so many are compared."
)
SIZE_NOTE = (
    "Jaccard of two reads of a tenant in a row, which ask about different slots: of all lines read, and of the stable "
    "ones, which no question chooses. Another set: a new one was published between the two."
)
COST_NOTE = (
    "The same on every machine. Runs, sets, calls, requests and kB are per 1,000 events delivered, duplicates "
    "included. Publish lag: turns from an event's arrival to the end of the next run of its tenant. A model call asks "
    "an extractor other than the rules. Stored: of slowwave all that its stores hold of the agents at the end, of "
    "retrieval its turns and vectors. Fewest that answer: tokens of the shortest turn that states the right value, "
    "none where nothing is right."
)
TIME_NOTE = (
    "This machine, as busy as it was. Events are counted as delivered, and all that follows from them is: indexing, "
    "consolidation, publication. Each arm pays for its own embeddings, also where another arm had computed them."
)


def arms_of(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the arms in the order they ran."""
    return tuple(dict.fromkeys(row.arm for row in rows))


def table(title: str, rows: Sequence[Row], columns: Mapping[str, Column], note: str, digits: int = 3) -> Table:
    """Return one row an arm."""
    lines = tuple(
        (arm, *(column(own) for column in columns.values())) for arm in arms_of(rows) for own in [of(rows, arm)]
    )
    return Table(title, ("arm", *columns), lines, note, digits)


def reasons(rows: Sequence[Row]) -> Table:
    """Return forbidden values by reason, as shares of the probes."""
    columns = {reason.value: share(f"forbidden: {reason}") for reason in Reason}
    return table("Forbidden values by reason", rows, columns, "Share of probes that show one. Lower is better.")


def exploration(rows: Sequence[Row], turns: int) -> Table:
    """Return the share of discovered facts that are not injected, by quarter of the history, with the slope."""

    def quarter(number: int) -> Column:
        low, high = turns * number // QUARTERS, turns * (number + 1) // QUARTERS
        return lambda own: mean([row for row in own if low <= row.turn < high], "explored again")

    columns = {f"quarter {number + 1}": quarter(number) for number in range(QUARTERS)}
    columns["slope / 100 turns"] = lambda own: drift(own, "explored again")
    note = "Share of the probed facts that were said before and are not in the injection: they would be explored again."
    return table("Does exploring again decline?", rows, columns, note)


def budgets(rows: Sequence[Row], budget: int) -> Table:
    """Return gold and forbidden values at half, one and two budgets."""
    sizes = {budget // 2: f" at {budget // 2}", budget: "", budget * 2: f" at {budget * 2}"}
    columns = {
        f"{label} at {size}": share(f"{metric}{suffix}")
        for label, metric in (("gold", "gold in"), ("forbidden", "forbidden"))
        for size, suffix in sizes.items()
    }
    return table("Is the right value kept at other budgets?", rows, columns, "")


def styles(rows: Sequence[Row], standings: Mapping[str, str], tuned: str) -> Table:
    """Return the main figures by style, with the gap to the style that was tuned on."""
    headings = ("arm", "style", "rules were", "gold in", "forbidden in", "right", f"right, gap to {tuned}")
    note = (
        "What the rules were in view of a wording: tuned on it, amended after leaks in it were read, or never shown it."
    )
    return Table("Do the figures hold on other phrasings?", headings, tuple(_style_lines(rows, standings, tuned)), note)


def _style_lines(rows: Sequence[Row], standings: Mapping[str, str], tuned: str) -> Iterator[tuple[Value, ...]]:
    for arm in arms_of(rows):
        own = of(rows, arm)
        base = mean([row for row in own if row.style == tuned], "right")
        for style in dict.fromkeys(row.style for row in own):
            part = [row for row in own if row.style == style]
            right = mean(part, "right")
            gap = right.mean - base.mean if right and base else None
            yield arm, style, standings.get(style, ""), mean(part, "gold in"), mean(part, "forbidden"), right, gap


def paired(rows: Sequence[Row], arm: str) -> Table:
    """Return the paired differences of one arm to every other."""
    metrics = ("gold in", "forbidden", "wrong, first", "wrong, latest", "right")
    lines = tuple(
        (other, *(difference(rows, arm, other, metric) for metric in metrics))
        for other in arms_of(rows)
        if other != arm
    )
    return Table(f"{arm} minus the others, paired", ("other", *metrics), lines, "Claims rest on these.", signed=True)


def tables(
    rows: Sequence[Row], *, turns: int, budget: int, arm: str, standings: Mapping[str, str], tuned: str
) -> tuple[Table, ...]:
    """Return every table.

    Args:
        arm: the memory that is compared with the others.
        standings: what rules were in view of each style.
        tuned: the style that rules were tuned on.
    """
    return (
        table(f"At {budget} tokens", rows, MAIN, "Shares of probes. Right: right under both readers."),
        paired(rows, arm),
        reasons(rows),
        table("Is a corrected value gone?", rows, OVER_TIME, STALE_NOTE),
        exploration(rows, turns),
        budgets(rows, budget),
        styles(rows, standings, tuned),
        table("Are injections stable in size?", rows, SIZE, SIZE_NOTE, digits=2),
        table("Can it be audited?", rows, AUDIT, "Share of lines."),
        table("What does it cost?", rows, COST, COST_NOTE, digits=1),
        table("How long does it take?", rows, TIME, TIME_NOTE, digits=2),
    )
