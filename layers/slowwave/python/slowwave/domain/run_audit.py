"""Whether runs are as they were reported, and the chain as it was when they ended: a report is locked where it is kept,
so that whoever rewrites a run, or a chain from its start, contradicts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from slowwave.domain.history import RUN, Finding, History
from slowwave.domain.run_reports import REPORT_SCHEMA, leaves_report, owes_report, report_of
from slowwave.domain.runs import Run

Report = Mapping[str, Any]


def run_findings(history: History, runs: Iterable[Run], reports: Mapping[str, Report | None]) -> Iterator[Finding]:
    """Compare runs with their reports, and find runs and reports that are gone.

    Args:
        reports: by run id; None for one that cannot be read.
    """
    known = {run.id: run for run in runs}
    for cause, revisions in history.causes.items():
        if cause.startswith(RUN) and cause not in known:
            made = revisions[0].sequence
            yield Finding(f"run {cause!r}", f"is missing, and revision {made} was made by it: it was removed")
    for run_id in reports:
        if run_id not in known and run_id not in history.causes:
            yield Finding(f"run {run_id!r}", "is missing, and its report is there: it was removed")
    for run in known.values():
        problem = _problem(run, history, reports)
        if problem:
            yield Finding(f"report of run {run.id!r}", problem)


def _problem(run: Run, history: History, reports: Mapping[str, Report | None]) -> str:
    if run.id not in reports:
        is_gone = leaves_report(run) and run.started_at is not None and not owes_report(run)
        return "is missing: it was removed" if is_gone else ""
    report = reports[run.id]
    if report is None:
        return "cannot be read: it was edited"
    if report.get("schema") != REPORT_SCHEMA:
        return f"has schema {report.get('schema')!r}, and this version reads {REPORT_SCHEMA}"
    wrong = _differing(report, report_of(run, history.causes.get(run.id, ())), erased=bool(history.last_erasure))
    return f"does not say of {', '.join(wrong)} what the run and the chain say: one of them was edited" if wrong else ""


def _differing(report: Report, expected: Report, *, erased: bool) -> list[str]:
    """The fields in which they differ. An erasure takes sessions out of a run of which no record is left."""
    names = sorted(name for name in {*report, *expected} if report.get(name) != expected.get(name))
    if erased and "sessions" in names and {*expected["sessions"]} <= {*report.get("sessions", ())}:
        names.remove("sessions")
    return names
