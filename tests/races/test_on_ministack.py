"""The same races on a server that serves many at once under no lock of ours (`make ministack`): a second opinion, and
no oracle. What it must be told is where it listens.
"""

import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from slowwave.domain.scope import Scope
from tests.races import races
from tests.races.memory import Account, Memory, published, rebuilt

ENDPOINT = os.environ.get("SLOWWAVE_MINISTACK", "")
ROUNDS = int(os.environ.get("SLOWWAVE_ROUNDS", "20"))

pytestmark = [
    pytest.mark.skipif(not ENDPOINT, reason="no server: make ministack starts one"),
    pytest.mark.allow_hosts(["127.0.0.1"]),
    pytest.mark.timeout(1800),
]


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch, socket_enabled: None) -> Account:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.delenv("AWS_SESSION_TOKEN", raising=False)
    return Account(ENDPOINT, f"races-{uuid4().hex[:8]}").provision()


@pytest.fixture
def memory(account: Account) -> Memory:
    return Memory(account, Scope("acme", "dev"))


def say(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{line}\n")


def test_of_all_that_ask_for_a_lease_one_gets_it(memory: Memory) -> None:
    assert races.of_leases(memory, ROUNDS) == {1: ROUNDS}


def test_of_all_that_change_an_item_as_they_read_it_one_does(memory: Memory) -> None:
    assert races.of_versions(memory, ROUNDS) == {1: ROUNDS}


def test_a_batch_that_all_deliver_at_once_is_stored_once(memory: Memory) -> None:
    assert races.of_deliveries(memory, 3) == 24


def test_of_all_that_consolidate_one_does_the_work(memory: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    ended = races.of_runs(memory)
    say(capsys, f"of sixteen consolidators: {dict(ended)}")
    assert ended["completed"] >= 1
    assert set(ended) <= {"completed", "Busy", "LeaseLost"}


@pytest.mark.parametrize("turn", range(max(1, ROUNDS // 10)))
def test_deliveries_runs_and_acts_at_once_lose_nothing_and_end_where_one_run_would(
    memory: Memory, turn: int, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, acts = races.of_everything(memory)
    assert set(ended) <= {"completed", "delivered", "act", "Busy", "LeaseLost"}
    memory = replace(memory, at=datetime.now(UTC))
    found = races.settled(memory, acts)
    raced = published(memory.ports, memory.scope)
    alone = replace(memory.account, prefix=f"{memory.account.prefix}-alone").provision()
    assert rebuilt(alone, races.stored(memory, acts), memory.at) == raced
    say(capsys, f"round {turn + 1}: {dict(ended)}; afterwards {found}")
