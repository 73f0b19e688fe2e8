"""POST /agents/{agent}/rollback: a person has an earlier set back."""

from __future__ import annotations

import os
from functools import cache

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.online import http, rollback
from slowwave.ports.invocation import Invoked
from slowwave.settings import RollbackSettings


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(RollbackSettings.parse(os.environ))


def handler(event: http.Event, context: Invoked, *, ports: Ports | None = None) -> http.Response:
    """Answer the request, or say in one sentence why not."""
    return http.respond(lambda request: _roll_back(request, (ports or engine()).within(context)), event)


def _roll_back(event: http.Event, ports: Ports) -> http.Response:
    scope = http.scope(event)
    outcome = rollback.run(scope, rollback.wish_of(event), **ports.taken_by(rollback.run))
    log("rolled back", scope=scope.key, act="rollback", record=outcome.record.id if outcome.record else "")
    return http.answer(200, outcome.to_message())
