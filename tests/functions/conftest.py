"""The handlers over a deployment in process: the real adapters against an emulator, empty at the start of each test."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest

from slowwave import bootstrap
from slowwave.domain.runs import Stage

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def ports(tmp_path):
    with bootstrap.local(tmp_path / "home", persist=False, clock=lambda: NOW) as built:
        yield built


@pytest.fixture
def invoke():
    """Call a function by its name, as the Lambda service would, with its ports given."""

    def call(name, event, ports):
        module = import_module(f"functions.{name}.handler")
        if name == "plan":
            return module.handler(event, None, built=(ports, 10))
        return module.handler(event, None, ports=ports)

    return call


@pytest.fixture
def request_of():
    """Make an HTTP API event (payload format 2.0)."""

    def make(*, tenant="acme", agent="coder", body=None, headers=None, path=None, claims=None, **query):
        return {
            "version": "2.0",
            "requestContext": {"authorizer": {"jwt": {"claims": _claims(tenant, claims), "scopes": None}}},
            "pathParameters": {**({"agent": agent} if agent else {}), **(path or {})},
            "headers": headers or {},
            "isBase64Encoded": False,
            **({"queryStringParameters": query} if query else {}),
            **({"body": body if isinstance(body, str) else json.dumps(body)} if body is not None else {}),
        }

    return make


def _claims(tenant, others):
    return {**({"tenant": tenant} if tenant else {}), **(others or {})}


@pytest.fixture
def said():
    """The same words in a number of sessions, a day apart, the last of them a day ago."""

    def records(text, sessions=1):
        days = reversed(range(1, sessions + 1))
        return [
            {
                "session": f"s-{day}",
                "actor": "user",
                "text": text,
                "event_time": (NOW - timedelta(days=day)).isoformat(),
            }
            for day in days
        ]

    return records


@pytest.fixture
def consolidate(invoke):
    """Do what the state machine does: plan, then for each task every stage while there is more, then report."""

    def run(ports, **plan):
        reports = []
        for task in invoke("plan", plan, ports)["tasks"]:
            message = task
            for stage in Stage:
                more = True
                while more:
                    message = invoke(stage.value, json.loads(json.dumps(message)), ports)
                    more = message["more"]
            reports.append(invoke("report", message, ports))
        return reports

    return run
