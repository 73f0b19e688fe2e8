"""POST /agents/{agent}/records: stores raw records and says what became of each."""

from __future__ import annotations

import os
from functools import cache

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.online import capture, http
from slowwave.ports.invocation import Invoked
from slowwave.settings import CaptureSettings


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(CaptureSettings.parse(os.environ))


def handler(event: http.Event, context: Invoked, *, ports: Ports | None = None) -> http.Response:
    """Answer the request, or say in one sentence why not."""
    return http.respond(lambda request: _capture(request, (ports or engine()).within(context)), event)


def _capture(event: http.Event, ports: Ports) -> http.Response:
    scope = http.scope(event)
    captured = capture.run(http.objects(event, "records"), scope=scope, **ports.taken_by(capture.run))
    counts = {"stored": captured["stored"], "duplicates": captured["duplicate"], "failed": len(captured["failed"])}
    log("captured", scope=scope.key, **counts)
    return http.answer(200, captured)
