"""Closes the run of one scope and gives its lease back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.ports.invocation import Invoked
from slowwave.settings import ReportSettings
from slowwave.stages import report
from slowwave.stages.task import Task


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(ReportSettings.parse(os.environ))


def handler(event: Mapping[str, Any], context: Invoked, *, ports: Ports | None = None) -> dict[str, Any]:
    """Close the run, as failed where the state machine met an error, and answer how it ended."""
    task = Task.from_message(event)
    ports = (ports or engine()).within(context)
    problem = event.get("problem", {}).get("Error", "")
    closed = report.run(task, problem=problem, **ports.taken_by(report.run))
    unanswered = len(closed.unanswered)
    log("run closed", scope=task.scope.key, run=task.run_id, state=closed.state.value, unanswered=unanswered)
    return {"run_id": closed.id, "state": closed.state.value}
