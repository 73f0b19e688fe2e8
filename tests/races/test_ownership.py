"""Who may go on with a run: its execution alone while the lease is in force, and whoever comes when it has ended."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from slowwave.adapters.aws.clients import Clients
from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, LeaseLost
from slowwave.online import capture
from slowwave.runner import STEPS, consolidate
from slowwave.stages import plan
from slowwave.stages.task import LEASE, Task

SCOPE = Scope("acme", "dev")
NOW = datetime(2026, 6, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


class Killed(BaseException):
    """The process is gone, whatever it catches."""


def say(ports: LocalPorts, *texts: str) -> None:
    said = [
        Record(SCOPE, f"s-{n}", Actor.USER, Kind.MESSAGE, Origin.USER, text, NOW - timedelta(hours=9 - n))
        for n, text in enumerate(texts)
    ]
    capture.store(said, scope=SCOPE, records=ports.records, registry=ports.registry, now=NOW)


def run(ports: LocalPorts, observe: Callable[[Stage, Run], None] = lambda *_: None) -> Run:
    return consolidate(SCOPE, ports.clock(), ports, observe=observe)


def planned(ports: LocalPorts, owner: str) -> Task | None:
    return plan.plan_scope(SCOPE, ports.clock(), owner=owner, **ports.taken_by(plan.plan_scope))


def another(ports: LocalPorts) -> LocalPorts:
    """A second consolidator in the process that has the home open, which shares nothing with the first but that."""
    return LocalPorts(ports._home, Clients(ports._home.region), ports.clock, persist=False)


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[LocalPorts]:
    with local(tmp_path / "home", persist=False, clock=Clock()) as opened:
        say(opened, "Always run the linter before you commit.", "Never push to main.")
        yield opened


def dying(at: Stage) -> Callable[[Stage, Run], None]:
    def observe(stage: Stage, _: Run) -> None:
        if stage is at:
            raise Killed

    return observe


def test_two_consolidators_do_not_share_a_run_that_is_going_on(ports: LocalPorts) -> None:
    first = planned(ports, ports.new_owner())
    assert first
    with pytest.raises(Busy):
        run(another(ports))
    for stage in Stage:
        first = STEPS[stage](first, ports).task
    assert [each.item.id for each in ports.journal.runs(SCOPE, limit=9)] == [first.run_id]


def test_a_run_is_resumed_by_another_when_its_lease_has_run_out_and_its_first_owner_writes_no_more(
    ports: LocalPorts,
) -> None:
    first = planned(ports, ports.new_owner())
    assert first
    STEPS[Stage.EXTRACT](first, ports)
    ports.clock.now += LEASE  # type: ignore[attr-defined]
    done = run(another(ports))
    assert (done.id, done.state) == (first.run_id, RunState.COMPLETED)
    with pytest.raises(LeaseLost):
        STEPS[Stage.VERIFY](first, ports)


@pytest.mark.parametrize("at", Stage)
def test_what_a_killed_process_left_is_gone_on_with_at_once_by_the_next_that_opens_the_home(
    tmp_path: Path, at: Stage
) -> None:
    with local(tmp_path, clock=Clock()) as ports:
        say(ports, "Always run the linter before you commit.")
        with pytest.raises(Killed):
            run(ports, dying(at))
        (stopped,) = ports.journal.runs(SCOPE, limit=9)
    with local(tmp_path, clock=Clock()) as ports:
        done = run(ports)
        assert (stopped.item.state, done.id, done.state) == (RunState.RUNNING, stopped.item.id, RunState.COMPLETED)
        assert ports.records.count(SCOPE) == {"records": 1, "unread": 0}


def test_a_plan_whose_answer_was_lost_is_given_again(ports: LocalPorts) -> None:
    owner = ports.new_owner()
    lost, again = planned(ports, owner), planned(ports, owner)
    assert lost
    assert again == lost
    assert planned(ports, ports.new_owner()) is None
    ports.clock.now += timedelta(hours=1)  # type: ignore[attr-defined]  # a start by hand has another time when tried again
    late = planned(ports, owner)
    assert late
    assert (late.run_id, late.as_of) == (lost.run_id, lost.as_of)


def test_a_run_that_another_closed_before_the_lease_was_given_is_not_opened_again(ports: LocalPorts) -> None:
    class Late(type(ports.ledger)):  # type: ignore[misc]
        def acquire(self, *args: object, **kwargs: object) -> object:
            run(another(ports))
            return super().acquire(*args, **kwargs)

    ledger = Late(ports._tables)
    task = plan.plan_scope(
        SCOPE, NOW, registry=ports.registry, ledger=ledger, journal=ports.journal, clock=ports.clock, owner="late"
    )
    assert task is None
    assert [each.item.state for each in ports.journal.runs(SCOPE, limit=9)] == [RunState.COMPLETED]
    say(ports, "I prefer tabs over spaces.")
    assert run(ports).state is RunState.COMPLETED  # the lease was given back
