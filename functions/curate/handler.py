"""POST /agents/{agent}/items/{item}/{act}: what a person does to a note or a page by hand."""

from __future__ import annotations

import os
from functools import cache

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.online import curate, http
from slowwave.ports.invocation import Invoked
from slowwave.settings import CurateSettings


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(CurateSettings.parse(os.environ))


def handler(event: http.Event, context: Invoked, *, ports: Ports | None = None) -> http.Response:
    """Answer the request, or say in one sentence why not."""
    return http.respond(lambda request: _curate(request, (ports or engine()).within(context)), event)


def _curate(event: http.Event, ports: Ports) -> http.Response:
    scope = http.scope(event)
    applied = curate.run(scope, curate.wish_of(event), **ports.taken_by(curate.run))
    log("curated", scope=scope.key, act=applied.kind.value, record=applied.record_id)
    return http.answer(200, applied.to_message())
