"""Secrets and identity numbers stay in the raw layer: looked for in every item, object and output of a whole home."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.claims import Skeleton
from tests.e2e.conftest import Run

# Put together here, so that no scanner of this repository takes them for real ones.
CANARIES = {
    "github": "ghp_" + "a1B2" * 9,
    "aws": "AKIA" + "QWERTYUIOPASDF12",
    "model": "sk-proj-" + "abcDEF1234567890abcd",
    "slack": "xoxb-" + "123456789012-abcDEF",
    "stripe": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "databricks": "dapi" + "0123456789abcdef" * 2,
    "jwt": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "dozjgNryP4J3jVmNHl0w5N",
    "password": "hunter2x9",
    "card": "4111 1111 1111 1111",
    "ssn": "078-05-1120",
    "iban": "DE89 3704 0044 0532 0130 00",
}
WORDINGS = (
    "Never share the key {0} with anyone.",
    "From now on always deploy with {0}.",
    "I prefer to use {0} for the staging environment.",
    "My number is {0}.",
    "Always use {0} instead of the old one.",
    "We decided to move the tests to {0}.",
)


def _said(name: str, secret: str) -> Iterator[dict[str, object]]:
    labelled = f"password: {secret}" if name == "password" else secret
    start = datetime(2026, 2, 1, tzinfo=UTC)
    for day in range(3):
        for minute, wording in enumerate(WORDINGS):
            at = (start + timedelta(days=day, minutes=minute)).isoformat()
            yield {
                "session": f"{name}-{day}",
                "actor": "user",
                "kind": "message",
                "origin": "user",
                "text": wording.format(labelled),
                "event_time": at,
            }


@pytest.fixture
def home(tmp_path: Path, slowwave: Run) -> Path:
    log = tmp_path / "log.jsonl"
    said = [each for name, secret in CANARIES.items() for each in _said(name, secret)]
    log.write_text("".join(json.dumps(each) + "\n" for each in said), "utf-8")
    where = ("--home", tmp_path / "home")
    for arguments in (
        ("agent", "init", "dev", "--skeleton", "coding", "--skeleton", "assistant"),
        ("import", log, "--agent", "dev"),
        ("consolidate", "--agent", "dev", "--as-of", "2026-03-01T00:00:00+00:00"),
    ):
        code, out, err = slowwave(*arguments, *where)
        assert code == 0, err
        assert not _leaks(out + err)
    return tmp_path / "home"


def _leaks(text: str) -> list[str]:
    return [name for name, secret in CANARIES.items() if secret in text]


def _stored(ports: LocalPorts) -> Iterator[str]:
    """Every item of every table, and every object outside of the raw layer."""
    clients = ports._clients
    for table in clients.dynamodb.list_tables()["TableNames"]:
        for page in clients.dynamodb.get_paginator("scan").paginate(TableName=table):
            yield from (json.dumps(item, default=str, ensure_ascii=False) for item in page["Items"])
    for bucket in clients.s3.list_buckets()["Buckets"]:
        for page in clients.s3.get_paginator("list_objects_v2").paginate(Bucket=bucket["Name"]):
            for entry in page.get("Contents", ()):
                if not entry["Key"].startswith("raw/"):
                    body = clients.s3.get_object(Bucket=bucket["Name"], Key=entry["Key"])["Body"].read()
                    yield entry["Key"] + body.decode("utf-8", "replace")


def test_no_secret_leaves_the_raw_layer(home: Path, slowwave: Run) -> None:
    with local(home, write=False) as ports:
        stored = list(_stored(ports))
        (scope,) = ports.registry.agents("local")
        pages = [each.item for skeleton in Skeleton for each in ports.pages.all(scope, skeleton)]
    assert stored
    assert pages
    assert not {name for text in stored for name in _leaks(text)}
    where = ("--home", home, "--agent", "dev")
    for arguments in (("inject", "--task", "share the key"), ("notes",), ("pages",), ("runs",), ("sets",)):
        code, out, err = slowwave(*arguments, *where)
        assert code == 0, err
        assert not _leaks(out + err), arguments
    for page in pages:
        code, out, err = slowwave("explain", page.id, *where)
        assert code == 0, err
        assert not _leaks(out + err)


def test_that_a_constraint_exists_is_kept(home: Path, slowwave: Run) -> None:
    code, out, _ = slowwave("inject", "--home", home, "--agent", "dev")
    assert code == 0
    assert "Never share the key with anyone" in out
    assert "█" not in out
