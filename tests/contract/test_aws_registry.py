"""What only the AWS registry can be asked: marks made between its reads and its writes, and the number of calls."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.registry import DynamoRegistry
from slowwave.adapters.aws.retrying import ATTEMPTS, Retry
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.policy import AgentPolicy
from slowwave.errors import Conflict
from tests.contract.builders import SCOPE, T0, minutes
from tests.contract.conftest import Cloud


def interrupt(cloud: Cloud, times: int) -> None:
    """Mark the scope, later each time, just before each of the next writes."""
    events = cloud.tables.connection.client.meta.events
    left = list(range(times))

    def mark(**_: object) -> None:
        if left:
            number = left.pop(0)
            events.unregister("before-call.dynamodb.PutItem", mark)
            DynamoRegistry(cloud.tables).mark_ready(SCOPE, minutes(5 + number))
            events.register("before-call.dynamodb.PutItem", mark)

    events.register("before-call.dynamodb.PutItem", mark)


def registry_of(cloud: Cloud, *, now: datetime = T0, lag: float = 0, **others: Any) -> DynamoRegistry:
    return DynamoRegistry(cloud.tables, clock=lambda: now, index_lag=timedelta(minutes=lag), **others)


def settle(registry: DynamoRegistry, as_of: datetime, next_due: datetime | None) -> None:
    registry.settle(SCOPE, seen=registry.marks(SCOPE), as_of=as_of, next_due=next_due)


@pytest.mark.parametrize("marked_before", [True, False])
def test_a_mark_made_while_settling_is_kept(cloud: Cloud, marked_before: bool) -> None:
    registry = registry_of(cloud)
    if marked_before:
        registry.mark_ready(SCOPE, minutes(1))
    interrupt(cloud, 1)
    settle(registry, minutes(3), minutes(60))
    assert registry.ready(minutes(5), limit=9) == [SCOPE]


def test_two_marks_at_once_are_both_kept(cloud: Cloud) -> None:
    registry = registry_of(cloud)
    interrupt(cloud, 1)
    registry.mark_ready(SCOPE, minutes(1))
    settle(registry, minutes(2), None)
    assert registry.ready(minutes(4), limit=9) == [SCOPE]


def test_a_mark_that_never_settles_down_is_a_conflict(cloud: Cloud) -> None:
    interrupt(cloud, ATTEMPTS + 1)
    retry = Retry(sleep=lambda _: None)
    with pytest.raises(Conflict, match="mark"):
        registry_of(cloud, retry=retry).mark_ready(SCOPE, minutes(1))


@pytest.mark.parametrize("at", [1, 2, 3, 4, 9], ids=lambda at: f"at {at}")
def test_marks_within_or_after_others_are_not_in_the_way_of_each_other(cloud: Cloud, at: int) -> None:
    registry = registry_of(cloud)
    for number in (1, 3):
        registry.mark_ready(SCOPE, minutes(number))
    calls, seen, events = cloud.calls(), registry.marks(SCOPE), cloud.tables.connection.client.meta.events

    def mark(**_: object) -> None:
        events.unregister("before-call.dynamodb.UpdateItem", mark)
        registry_of(cloud).mark_ready(SCOPE, minutes(2))

    events.register("before-call.dynamodb.UpdateItem", mark)
    registry.mark_ready(SCOPE, minutes(at))
    assert calls.count("PutItem") == 0
    assert registry.marks(SCOPE).count == seen.count + 2
    registry.settle(SCOPE, seen=registry.marks(SCOPE), as_of=minutes(3), next_due=None)
    assert registry.ready(minutes(99), limit=9) == ([SCOPE] if at > 3 else [])


def test_a_mark_that_changes_no_time_is_still_one_that_a_run_has_not_seen(cloud: Cloud) -> None:
    registry = registry_of(cloud)
    registry.mark_ready(SCOPE, minutes(1))
    seen = registry.marks(SCOPE)
    calls = cloud.calls()
    registry.mark_ready(SCOPE, minutes(1))
    assert calls == ["GetItem", "UpdateItem"]
    assert registry.marks(SCOPE) != seen


@pytest.mark.parametrize(("planned_after", "ready_after"), [(1, 6), (4, 9), (5, None), (60, None)])
def test_a_scope_marked_shortly_before_a_run_is_looked_at_again_when_its_indexes_have_caught_up(
    cloud: Cloud, planned_after: int, ready_after: int | None
) -> None:
    registry_of(cloud).mark_ready(SCOPE, minutes(-90))
    settle(registry_of(cloud, now=minutes(planned_after), lag=5), minutes(planned_after), None)
    looked = registry_of(cloud)
    if ready_after is None:
        assert looked.ready(minutes(999), limit=9) == []
    else:
        assert looked.ready(minutes(ready_after - 0.1), limit=9) == []
        assert looked.ready(minutes(ready_after), limit=9) == [SCOPE]


def test_a_version_of_a_policy_is_read_once_and_its_absence_every_time(home: Cloud) -> None:
    registry, ledger = DynamoRegistry(home.tables), DynamoLedger(home.tables)
    assert registry.policy(SCOPE, 1) is None
    for version, policy in enumerate([AgentPolicy(SCOPE), AgentPolicy(SCOPE, pool_size=7)]):
        change = Put(policy, version, "set by a test")
        ledger.commit(SCOPE, [change], cause="act-1", at=T0, lease=None, now=T0)
    calls = home.calls()
    for _ in range(3):
        assert registry.policy(SCOPE, 1) == Versioned(AgentPolicy(SCOPE), 1)
        assert registry.policy(SCOPE, 2) == Versioned(AgentPolicy(SCOPE, pool_size=7), 2)
    assert calls == ["GetItem"] * 2
    assert registry.policy(SCOPE) == Versioned(AgentPolicy(SCOPE, pool_size=7), 2)
    assert calls == ["GetItem"] * 3
