"""Finds the scopes that have something to do and takes their leases."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.ports.invocation import Invoked
from slowwave.settings import PlanSettings
from slowwave.stages import plan


@cache
def engine() -> tuple[Ports, int]:
    """Build the ports once for the life of the process; beside them, how many scopes to plan at once."""
    settings = PlanSettings.parse(os.environ)
    return aws(settings), settings.plan_limit


def handler(event: Mapping[str, Any], context: Invoked, *, built: tuple[Ports, int] | None = None) -> dict[str, Any]:
    """Answer one task a scope; without `as_of` (a start by hand) the time is now, and `gated: false`
    opens the gate of publication. `execution` names who asks, so that asked again it gets the leases it was given.
    """
    ports, limit = built or engine()
    ports = ports.within(context)
    as_of = datetime.fromisoformat(event["as_of"]) if event.get("as_of") else ports.clock()
    tasks = plan.run(
        as_of,
        limit=limit,
        gated=event.get("gated", True),
        owner=event.get("execution", ""),
        **ports.taken_by(plan.run),
    )
    log("planned", tasks=len(tasks))
    return {"tasks": [task.to_message() for task in tasks]}
