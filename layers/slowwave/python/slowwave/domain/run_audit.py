"""Whether the runs that the chain speaks of are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from slowwave.domain.history import RUN, Finding, History
from slowwave.domain.runs import Run


def run_findings(history: History, runs: Iterable[Run]) -> Iterator[Finding]:
    """Find runs that made revisions and are gone."""
    known = {run.id for run in runs}
    for cause, (place, _) in history.causes.items():
        if cause.startswith(RUN) and cause not in known:
            yield Finding(f"run {cause!r}", f"is missing, and revision {place} was made by it: it was removed")
