"""What is told of the files that memory names: coverage with intervals over sessions, and paired differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from slowwave.evaluation.files.baselines import load
from slowwave.evaluation.files.measure import NAME, SIZES, Measured, Scored, Shown, measure
from slowwave.evaluation.plots import bars
from slowwave.evaluation.results import Meter, Plot, Result, Table
from slowwave.evaluation.statistics import SEED, Estimate, bootstrap, paired
from slowwave.evaluation.tables import Value

RAN = (
    "Data: {sessions} public coding sessions that read files, {scored} of them scored, {again} files read again. Before"
    " each session slowwave had captured and consolidated the earlier ones, one by one, with the rules model and the "
    "default policy, and was asked for {most} files with the session's first prompt as the task. No model judges "
    "anything. Constants of the ranking were chosen on these sessions."
)
COVERAGE_NOTE = (
    "Share of the files read again that are among the first names. [95 % interval over sessions.] A file read again is "
    "not always waste, since files change: this could be named, it is not what was saved. `recency, project files` "
    "names no file outside of the project, as slowwave does: what it gains over recency is gained by clean names."
)
AGAINST_NOTE = "Paired difference of coverage, session by session. An interval that holds zero is a tie."
OWN_NOTE = "All {most} files asked for within the agent's own budget, where the stable block and the task come first."


def working_set(
    data: Path, *, draw: bool, progress: Callable[[int], Callable[[int], None]], clock: Callable[[], datetime]
) -> Result:
    """Measure who names the files that sessions read again and return the result document.

    Args:
        data: folder of the public data sets.
        draw: whether the document has a picture.
        progress: called with the number of sessions, returns what is called with 1 for each.
        clock: returns the present time, aware.
    """
    meter = Meter()
    sessions = load(data)
    measured = measure(sessions, progress(len(sessions)))
    own = measured.rows[NAME]
    ran = RAN.format(sessions=len(sessions), scored=len(own), again=sum(row.target for row in own), most=max(SIZES))
    tables = (_coverage(measured), _against(measured), _own_budget(measured.shown))
    plots = (_plot(measured),) if draw else ()
    return Result("Files read again", ran, tables, (SEED,), meter.circumstances(clock()), plots)


def coverage(rows: Sequence[Scored], size: int) -> Estimate:
    """Return the share of all files read again that is among the first names, with its interval over sessions."""
    return bootstrap(*_values(rows, size))


def difference(rows: Sequence[Scored], others: Sequence[Scored], size: int) -> Estimate:
    """Return the paired difference of two systems' coverage."""
    ours, sessions = _values(rows, size)
    theirs, _ = _values(others, size)
    return paired(ours, theirs, sessions)


def _values(rows: Sequence[Scored], size: int) -> tuple[list[float], list[str]]:
    """The share covered of its session's target for each file of it, and the session: sums and sizes are then those of
    the files, so that a session with more files weighs more.
    """
    values = [row.covered[size] / row.target for row in rows for _ in range(row.target)]
    return values, [row.session for row in rows for _ in range(row.target)]


def _coverage(measured: Measured) -> Table:
    headings = ("system", *(f"{size} names" for size in SIZES))
    rows: list[tuple[Value, ...]] = [
        (name, *(coverage(found, size) for size in SIZES)) for name, found in measured.rows.items()
    ]
    return Table("Coverage", headings, tuple(rows), note=COVERAGE_NOTE)


def _against(measured: Measured) -> Table:
    own = measured.rows[NAME]
    rows: list[tuple[Value, ...]] = [
        (name, *(difference(own, found, size) for size in SIZES))
        for name, found in measured.rows.items()
        if name != NAME
    ]
    headings = ("over", *(f"{size} names" for size in SIZES))
    return Table("slowwave against each other system", headings, tuple(rows), note=AGAINST_NOTE, signed=True)


def _own_budget(shown: Sequence[Shown]) -> Table:
    sessions = [each.session for each in shown]
    shares = [each.covered / each.target for each in shown for _ in range(each.target)]
    row = (
        max(each.budget for each in shown),
        bootstrap([float(each.names) for each in shown], sessions),
        bootstrap([float(each.tokens) for each in shown], sessions),
        bootstrap(shares, [each.session for each in shown for _ in range(each.target)]),
    )
    note = OWN_NOTE.format(most=max(SIZES))
    return Table("Within the agent's budget", ("budget", "names", "tokens of names", "coverage"), (row,), note=note)


def _plot(measured: Measured) -> Plot:
    groups = {f"{size} names": {name: coverage(found, size) for name, found in measured.rows.items()} for size in SIZES}
    return bars("working-set", "Files read again that were named before", groups, x_label="share of files read again")
