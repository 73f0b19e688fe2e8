"""A run that was stopped goes on, however many runs were made as of the same time: each erasure makes one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from slowwave.bootstrap import local
from slowwave.cli.agent import create
from slowwave.domain.claims import Skeleton
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import RunState
from slowwave.domain.scope import Scope
from slowwave.runner import consolidate
from slowwave.stages.plan import RECENT_RUNS, plan_scope

SCOPE = Scope("local", "dev")
AT = datetime(2026, 3, 10, tzinfo=UTC)


def test_a_run_that_was_stopped_is_found_among_any_number_of_the_same_time(tmp_path: Path) -> None:
    with local(tmp_path / "home", persist=False, clock=lambda: AT + timedelta(hours=1)) as ports:
        create(SCOPE, [Skeleton.CODING], ports)
        for number in range(2 * RECENT_RUNS):
            at = AT - timedelta(hours=number + 1)
            said = Record(SCOPE, f"s-{number}", Actor.USER, Kind.MESSAGE, Origin.USER, "Always use pnpm.", at)
            ports.records.append([said], scope=SCOPE, received_at=AT)
            stopped = plan_scope(SCOPE, AT, **ports.taken_by(plan_scope))
            assert stopped
            ports.ledger.release(stopped.lease)
            resumed = plan_scope(SCOPE, AT, **ports.taken_by(plan_scope))
            assert resumed
            assert resumed.run_id == stopped.run_id, number
            ports.ledger.release(resumed.lease)
            assert consolidate(SCOPE, AT, ports, observe=lambda *_: None).id == stopped.run_id
        assert {each.item.state for each in ports.journal.runs(SCOPE, limit=99)} == {RunState.COMPLETED}
