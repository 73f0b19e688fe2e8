"""What only the AWS registry can be asked: marks made between its reads and its writes, and the number of calls."""

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


@pytest.mark.parametrize("marked_before", [True, False])
def test_a_mark_made_while_settling_is_kept(cloud: Cloud, marked_before: bool) -> None:
    registry = DynamoRegistry(cloud.tables)
    if marked_before:
        registry.mark_ready(SCOPE, minutes(1))
    interrupt(cloud, 1)
    registry.settle(SCOPE, as_of=minutes(3), next_due=minutes(60))
    assert registry.ready(minutes(5), limit=9) == [SCOPE]


def test_two_marks_at_once_are_both_kept(cloud: Cloud) -> None:
    registry = DynamoRegistry(cloud.tables)
    interrupt(cloud, 1)
    registry.mark_ready(SCOPE, minutes(1))
    registry.settle(SCOPE, as_of=minutes(2), next_due=None)
    assert registry.ready(minutes(4), limit=9) == [SCOPE]


def test_a_mark_that_never_settles_down_is_a_conflict(cloud: Cloud) -> None:
    interrupt(cloud, ATTEMPTS + 1)
    with pytest.raises(Conflict, match="mark"):
        DynamoRegistry(cloud.tables, retry=Retry(sleep=lambda _: None)).mark_ready(SCOPE, minutes(1))


def test_marks_that_change_nothing_write_nothing(cloud: Cloud) -> None:
    registry = DynamoRegistry(cloud.tables)
    registry.mark_ready(SCOPE, minutes(1))
    registry.mark_ready(SCOPE, minutes(3))
    calls = cloud.calls()
    registry.mark_ready(SCOPE, minutes(2))
    assert calls == ["GetItem"]


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
