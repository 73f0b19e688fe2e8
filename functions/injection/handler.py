"""GET /agents/{agent}/injection?task=&budget=&files=: the memory block to put before a prompt."""

from __future__ import annotations

import os
from functools import cache

from slowwave.bootstrap import Ports, aws
from slowwave.observability import log
from slowwave.online import http, injection
from slowwave.ports.invocation import Invoked
from slowwave.settings import InjectionSettings


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(InjectionSettings.parse(os.environ))


def handler(event: http.Event, context: Invoked, *, ports: Ports | None = None) -> http.Response:
    """Answer the request, or say in one sentence why not; 304 where the caller already holds the answer."""
    return http.respond(lambda request: _read(request, (ports or engine()).within(context)), event)


def _read(event: http.Event, ports: Ports) -> http.Response:
    scope = http.scope(event)
    rendered = injection.read(
        scope,
        task=http.parameter(event, "task"),
        budget=http.whole_number(event, "budget"),
        files=http.whole_number(event, "files") or 0,
        **ports.taken_by(injection.read),
    )
    log("injection read", scope=scope.key, etag=rendered.etag, tokens=rendered.tokens)
    return http.cacheable(event, injection.body(rendered), rendered.etag)
