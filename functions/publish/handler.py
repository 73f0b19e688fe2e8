"""Validates and publishes the injection set of one scope."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.ports.invocation import Invoked
from slowwave.settings import PublishSettings
from slowwave.stages import publish
from slowwave.stages.task import Task


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(PublishSettings.parse(os.environ))


def handler(event: Mapping[str, Any], context: Invoked, *, ports: Ports | None = None) -> dict[str, Any]:
    """Advance the stage by one slice and answer what the next call needs."""
    task = Task.from_message(event)
    ports = (ports or engine()).within(context)
    progress = publish.run(task, **ports.taken_by(publish.run))
    log("stage advanced", scope=task.scope.key, run=task.run_id, stage="publish", more=progress.more)
    return progress.to_message()
