"""Agents come into being with a policy: the first version of it, written like every change with a reason."""

from __future__ import annotations

from datetime import datetime

from slowwave.domain.changes import Put
from slowwave.domain.policy import AgentPolicy
from slowwave.ports.ledger import Ledger


def create(policy: AgentPolicy, *, ledger: Ledger, now: datetime) -> None:
    """Write the first policy of an agent.

    Raises:
        VersionConflict: the agent exists.
    """
    put = Put(policy, 0, f"created with {', '.join(policy.skeletons)} knowledge")
    ledger.commit(policy.scope, [put], cause="operator", at=now, lease=None, now=now)
