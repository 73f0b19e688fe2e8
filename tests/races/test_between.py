"""What happens between two steps of one worker: a record that arrives, a mark, an act, another call of the same stage.
Each is put exactly there; the stores are those of the cloud, on moto.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.records import S3RecordStore
from slowwave.bootstrap import LocalPorts, Ports, local
from slowwave.domain.acts import ActKind
from slowwave.domain.changes import Change, Put, Work
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import LeaseLost, VersionConflict
from slowwave.online import capture, curate, injection
from slowwave.online.curate import Wish
from slowwave.runner import STEPS, consolidate
from slowwave.stages import plan, report
from slowwave.stages.task import Task, begin, commit
from tests.races.memory import Account, check, on_moto
from tests.races.memory import Memory as Shared

SCOPE = Scope("acme", "dev")
NOW = datetime(2026, 6, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[LocalPorts]:
    with local(tmp_path / "home", persist=False, clock=Clock()) as opened:
        yield opened


def say(ports: Ports, text: str, *, session: str = "s-1", hours: float = 2) -> Record:
    said = Record(SCOPE, session, Actor.USER, Kind.MESSAGE, Origin.USER, text, NOW - timedelta(hours=hours))
    capture.store([said], scope=SCOPE, records=ports.records, registry=ports.registry, now=ports.clock())
    return said


def run(ports: Ports) -> Run:
    return consolidate(SCOPE, ports.clock(), ports, observe=lambda *_: None)


def planned(ports: Ports) -> Task:
    task = plan.plan_scope(SCOPE, ports.clock(), owner=ports.new_owner(), **ports.taken_by(plan.plan_scope))
    assert task
    return task


def through(ports: Ports, task: Task, *stages: Stage) -> Task:
    for stage in stages:
        task = STEPS[stage](task, ports).task
    return task


def close(ports: Ports, task: Task, **others: Any) -> Run:
    return report.run(task, **{**ports.taken_by(report.run), **others})


def forget(ports: Ports, item: str) -> None:
    curate.run(SCOPE, Wish(ActKind.FORGET, item), **ports.taken_by(curate.run))


def read(ports: Ports) -> str:
    return injection.read(SCOPE, task="", budget=None, **ports.taken_by(injection.read)).text


def ready(ports: Ports, *, minutes: float = 0) -> bool:
    return SCOPE in ports.registry.ready(ports.clock() + timedelta(minutes=minutes), limit=9)


@pytest.mark.parametrize("hours", [2, 9], ids=["later than what was read", "earlier than what was read"])
def test_a_record_that_arrives_between_the_last_look_and_the_settling_is_read_by_the_next_run(
    ports: LocalPorts, hours: float
) -> None:
    say(ports, "Always run the linter before you commit.", hours=5)

    class LateLook(S3RecordStore):
        def unread_sessions(self, scope: Scope, *, limit: int) -> Mapping[str, Sequence[str]]:
            found = super().unread_sessions(scope, limit=limit)
            say(ports, "Never push to main.", session="s-2", hours=hours)
            return found

    task = through(ports, planned(ports), *Stage)
    late = LateLook(ports._tables, ports._clients.s3, "slowwave")
    assert close(ports, task, records=late).state is RunState.COMPLETED
    assert ready(ports)
    assert run(ports).count(Stage.EXTRACT, "records") == 1
    assert not ready(ports)


def test_a_record_that_no_index_shows_yet_is_read_by_a_later_run(tmp_path: Path) -> None:
    with on_moto(tmp_path) as account:
        clock = Clock()
        lagging = Ports(account.settings, account._clients(), clock)
        say(lagging, "Always run the linter before you commit.")

        class Behind(S3RecordStore):
            def unread_sessions(self, scope: Scope, *, limit: int) -> Mapping[str, Sequence[str]]:
                return {}

        store = lagging.records
        lagging.__dict__["_record_store"] = Behind(lagging._tables, lagging._clients.s3, account.prefix)
        assert run(lagging).count(Stage.EXTRACT, "records") == 0
        lagging.__dict__["_record_store"] = store
        assert not ready(lagging)
        clock.now += timedelta(minutes=5)
        assert ready(lagging)
        assert run(lagging).count(Stage.EXTRACT, "records") == 1


@pytest.mark.parametrize("again", [False, True], ids=["first publication", "a later one"])
def test_what_is_forgotten_while_its_publication_is_decided_is_not_shown(ports: LocalPorts, again: bool) -> None:
    if again:
        say(ports, "Our release train leaves on Tuesdays.", session="s-0", hours=9)
        assert run(ports).published
    say(ports, "Always run the linter before you commit.")
    task = through(ports, planned(ports), *list(Stage)[:-1])
    (note,) = (each.item for each in ports.notes.all(SCOPE) if "linter" in each.item.claim.statement)
    pointer, forgotten = ports.journal.pointer, list[str]()

    def overtaken(scope: Scope) -> Any:
        found = pointer(scope)
        if not forgotten:
            forgotten.append(note.id)
            forget(ports, note.id)
        return found

    ports.journal.pointer = overtaken  # type: ignore[method-assign]
    through(ports, task, Stage.PUBLISH)
    assert "linter" not in read(ports)
    close(ports, task)
    assert "linter" not in read(ports)
    run(ports)
    assert "linter" not in read(ports)
    check(Shared(Account(), SCOPE))


def test_of_two_calls_under_one_lease_one_goes_on_however_much_they_write(ports: LocalPorts) -> None:
    say(ports, "Always run the linter before you commit.")
    task = planned(ports)
    stores: dict[str, Any] = {"ledger": ports.ledger, "clock": ports.clock}
    task, first = begin(task, journal=ports.journal, **stores)
    _, second = begin(task, journal=ports.journal, **stores)
    work: list[Change] = [Put(Work(SCOPE, Stage.VERIFY, f"g-{number:03}")) for number in range(250)]
    commit(task, work[:150], first, first.item.counted(Stage.EXTRACT, records=1), **stores)
    with pytest.raises(VersionConflict, match="run"):
        commit(task, work[150:], second, second.item.counted(Stage.EXTRACT, records=1), **stores)
    assert ports.notes.work(SCOPE, Stage.VERIFY, limit=999) == [f"g-{number:03}" for number in range(150)]


def test_a_call_that_meets_a_changed_item_decides_again_and_says_so_when_that_does_not_end(ports: LocalPorts) -> None:
    say(ports, "Always run the linter before you commit.")
    task = through(ports, planned(ports), Stage.EXTRACT)
    refusals = [2]

    class Contended(DynamoLedger):
        def commit(self, scope: Scope, changes: Sequence[Change], **given: Any) -> None:
            if refusals[0]:
                refusals[0] -= 1
                raise VersionConflict("note: changed since it was read")
            super().commit(scope, changes, **given)

    ports.__dict__["ledger"] = Contended(ports._tables)
    through(ports, task, Stage.VERIFY)
    assert refusals == [0]
    assert [each.version for each in ports.notes.all(SCOPE)] == [1]
    refusals[0] = 99
    with pytest.raises(VersionConflict):
        close(ports, task)


def test_a_paused_worker_whose_lease_ran_out_or_was_taken_writes_nothing(ports: LocalPorts) -> None:
    clock: Callable[[], datetime] = ports.clock
    say(ports, "Always run the linter before you commit.")
    task, stored = begin(planned(ports), journal=ports.journal, ledger=ports.ledger, clock=clock)
    ports.clock.now += timedelta(minutes=15)  # type: ignore[attr-defined]
    work = [Put(Work(SCOPE, Stage.VERIFY, "g-late"))]
    for taken in (False, True):
        if taken:
            assert run(ports).id == task.run_id
        with pytest.raises(LeaseLost):
            commit(task, [*work], stored, stored.item, ledger=ports.ledger, clock=clock)
    assert "g-late" not in ports.notes.work(SCOPE, Stage.VERIFY, limit=9)
