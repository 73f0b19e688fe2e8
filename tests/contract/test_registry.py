"""The promises of `ports.ledger.Registry`."""

from datetime import datetime

import pytest

from slowwave.domain.changes import Put, Versioned
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.scope import Scope
from slowwave.errors import VersionConflict
from slowwave.ports.ledger import Registry
from tests.contract.builders import NEIGHBOURS, SCOPE, minutes
from tests.contract.conftest import Commit, Ports


@pytest.fixture
def registry(ports: Ports) -> Registry:
    return ports.registry


def put(policy: AgentPolicy, version: int) -> Put:
    return Put(policy, version, "Set by an operator.")


def settle(registry: Registry, *, as_of: datetime, next_due: datetime | None) -> None:
    """Settle as a run does that saw every mark."""
    registry.settle(SCOPE, seen=registry.marks(SCOPE), as_of=as_of, next_due=next_due)


def test_every_version_of_a_policy_is_kept(registry: Registry, commit: Commit) -> None:
    first, second = AgentPolicy(SCOPE), AgentPolicy(SCOPE, half_life_days=0.1 + 0.2)
    assert registry.policy(SCOPE) is None
    commit(put(first, 0))
    commit(put(second, 1))
    assert registry.policy(SCOPE) == Versioned(second, 2)
    assert registry.policy(SCOPE, 1) == Versioned(first, 1)
    assert registry.policy(SCOPE, 2) == Versioned(second, 2)
    assert registry.policy(SCOPE, 3) is None


def test_a_policy_is_not_written_over_unread(registry: Registry, commit: Commit) -> None:
    commit(put(AgentPolicy(SCOPE), 0))
    for version in (0, 2):
        with pytest.raises(VersionConflict, match="policy"):
            commit(put(AgentPolicy(SCOPE, pool_size=7), version))
    assert registry.policy(SCOPE) == Versioned(AgentPolicy(SCOPE), 1)


def test_the_agents_of_a_tenant_come_by_name_and_once(registry: Registry, commit: Commit) -> None:
    for name in ("b", "ä", "a#1"):
        scope = Scope("acme", name)
        commit(put(AgentPolicy(scope), 0), scope=scope)
        registry.mark_ready(scope, minutes(0))
    registry.mark_ready(Scope("acme", "marked only"), minutes(0))
    for other in (Scope("acme/", "x"), Scope("acm", "e/x"), Scope("ac", "me")):
        registry.mark_ready(other, minutes(0))
    assert [scope.agent for scope in registry.agents("acme")] == ["a#1", "b", "marked only", "ä"]
    assert list(registry.agents("nobody")) == []


def test_the_earliest_mark_wins(registry: Registry) -> None:
    registry.mark_ready(SCOPE, minutes(5))
    registry.mark_ready(SCOPE, minutes(2))
    registry.mark_ready(SCOPE, minutes(9))
    assert registry.ready(minutes(1), limit=9) == []
    assert registry.ready(minutes(2), limit=9) == [SCOPE]


def test_ready_scopes_come_earliest_first_up_to_the_limit(registry: Registry) -> None:
    for number, scope in enumerate(NEIGHBOURS):
        registry.mark_ready(scope, minutes(-number))
    latest_first = list(reversed(NEIGHBOURS))
    assert registry.ready(minutes(0), limit=3) == latest_first[:3]
    assert registry.ready(minutes(0), limit=99) == latest_first


def test_a_settled_scope_is_ready_again_at_its_next_due_time(registry: Registry) -> None:
    registry.mark_ready(SCOPE, minutes(1))
    settle(registry, as_of=minutes(3), next_due=minutes(10))
    assert registry.ready(minutes(9), limit=9) == []
    assert registry.ready(minutes(10), limit=9) == [SCOPE]
    settle(registry, as_of=minutes(10), next_due=None)
    assert registry.ready(minutes(99), limit=9) == []


def test_a_mark_for_later_than_the_run_survives_its_settling(registry: Registry) -> None:
    registry.mark_ready(SCOPE, minutes(1))
    registry.mark_ready(SCOPE, minutes(4))
    settle(registry, as_of=minutes(3), next_due=minutes(60))
    assert registry.ready(minutes(4), limit=9) == [SCOPE]
    settle(registry, as_of=minutes(5), next_due=minutes(60))
    assert registry.ready(minutes(59), limit=9) == []
    assert registry.ready(minutes(60), limit=9) == [SCOPE]


def test_an_earlier_due_time_beats_a_later_mark(registry: Registry) -> None:
    registry.mark_ready(SCOPE, minutes(30))
    settle(registry, as_of=minutes(3), next_due=minutes(10))
    assert registry.ready(minutes(10), limit=9) == [SCOPE]
    settle(registry, as_of=minutes(10), next_due=None)
    assert registry.ready(minutes(29), limit=9) == []
    assert registry.ready(minutes(30), limit=9) == [SCOPE]


def test_settling_a_scope_without_a_mark_is_fine(registry: Registry) -> None:
    settle(registry, as_of=minutes(1), next_due=None)
    assert registry.ready(minutes(9), limit=9) == []
    settle(registry, as_of=minutes(1), next_due=minutes(2))
    assert registry.ready(minutes(9), limit=9) == [SCOPE]


@pytest.mark.parametrize("at", [0, 1, 2, 3], ids=["earlier", "the same", "between", "as late as the run"])
def test_a_mark_made_since_the_run_looked_survives_its_settling_whatever_its_time(registry: Registry, at: int) -> None:
    registry.mark_ready(SCOPE, minutes(1))
    seen = registry.marks(SCOPE)
    registry.mark_ready(SCOPE, minutes(at))
    registry.settle(SCOPE, seen=seen, as_of=minutes(3), next_due=minutes(60))
    assert registry.ready(minutes(3), limit=9) == [SCOPE]
    settle(registry, as_of=minutes(3), next_due=minutes(60))
    assert registry.ready(minutes(59), limit=9) == []


def test_settling_once_more_after_a_lost_answer_changes_nothing(registry: Registry) -> None:
    registry.mark_ready(SCOPE, minutes(1))
    seen = registry.marks(SCOPE)
    for _ in range(2):
        registry.settle(SCOPE, seen=seen, as_of=minutes(3), next_due=minutes(60))
        assert registry.ready(minutes(59), limit=9) == []
        assert registry.ready(minutes(60), limit=9) == [SCOPE]
