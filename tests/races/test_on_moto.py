"""Sixteen workers race on moto behind its one lock: calls interleave, each is whole."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from slowwave.domain.scope import Scope
from tests.races import races
from tests.races.memory import Account, Memory, on_moto, published, rebuilt


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    with on_moto(tmp_path_factory.mktemp("races") / "home") as made:
        yield made


@pytest.fixture
def memory(account: Account, request: pytest.FixtureRequest) -> Memory:
    return Memory(account, Scope("acme", request.node.name))


def test_of_all_that_ask_for_a_lease_one_gets_it(memory: Memory) -> None:
    assert races.of_leases(memory, 5) == {1: 5}


def test_of_all_that_change_an_item_as_they_read_it_one_does(memory: Memory) -> None:
    assert races.of_versions(memory, 5) == {1: 5}


def test_a_batch_that_all_deliver_at_once_is_stored_once(memory: Memory) -> None:
    assert races.of_deliveries(memory, 3) == 24


def test_of_all_that_consolidate_one_does_the_work(memory: Memory) -> None:
    ended = races.of_runs(memory)
    assert ended["completed"] >= 1
    assert set(ended) <= {"completed", "Busy", "LeaseLost"}


def test_deliveries_runs_and_acts_at_once_lose_nothing_and_end_where_one_run_would(memory: Memory) -> None:
    ended, acts = races.of_everything(memory)
    assert set(ended) <= {"completed", "delivered", "act", "Busy", "LeaseLost"}
    memory = replace(memory, at=datetime.now(UTC))
    races.settled(memory, acts)
    raced = published(memory.ports, memory.scope)
    alone = replace(memory.account, prefix="alone").provision()
    assert rebuilt(alone, races.stored(memory, acts), memory.at) == raced
