"""A consolidator may die at any request to the stores, and two may work at once: agents read the last published block
or the new one, nothing between, and the next run ends where an undisturbed one would have.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from botocore.client import BaseClient

from slowwave.adapters.aws.clients import Clients
from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.records import Record
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, LeaseLost, SlowwaveError, VersionConflict
from slowwave.evaluation.pipeline import Clock, Pipeline
from slowwave.evaluation.simulation.extractors import GoldExtractor
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.memory import AGENT, recorded
from slowwave.evaluation.simulation.setups import policy_for
from slowwave.runner import STEPS, consolidate
from slowwave.stages import plan, report
from slowwave.stages.task import LEASE

pytestmark = pytest.mark.slow

HISTORY = generate(2, "plain", 60)
SCOPE = Scope(HISTORY.tenants[0], AGENT)
AT = HISTORY.times[-1]
BEFORE = AT - timedelta(hours=1)
FRESH = 6
"""Records that the run under test finds unread."""
LATE = 4
"""Records that have not arrived yet."""
SAMPLED = 22
OVERDUE = LEASE + timedelta(minutes=1)


class Killed(BaseException):
    """The process is gone: no code of it runs any more, whatever it catches."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A home with a published set and unread records, and what an undisturbed run makes of it.

    Attributes:
        requests: that the undisturbed run makes to the stores.
        last, new: the block before and after it.
    """

    path: Path
    requests: int
    last: str
    new: str
    new_set: str


def _records() -> list[Record]:
    """What the tenant says about anything, as it is delivered."""
    own = (each.event for each in HISTORY.deliveries if each.event.tenant == SCOPE.tenant)
    return [recorded(each, SCOPE) for each in own if each.slot]


@contextmanager
def _opened(path: Path, *, persist: bool = False, at: datetime = AT) -> Iterator[Pipeline]:
    clock = Clock(at)
    model = GoldExtractor(HISTORY.events)
    with local(path, persist=persist, clock=clock, model=model) as ports:
        yield Pipeline(ports, clock)


def _block(home: Pipeline) -> str:
    return home.inject(SCOPE, HISTORY.probes[-1].question, budget=300).text


def _current(ports: LocalPorts) -> str:
    pointer = ports.journal.pointer(SCOPE)
    assert pointer
    return pointer.item.current


def _consolidate(ports: LocalPorts) -> str:
    """Run every stage now; return how it ended."""
    try:
        return consolidate(SCOPE, ports.clock(), ports, observe=lambda *_: None).state.value
    except SlowwaveError as error:
        return type(error).__name__


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    path = tmp_path_factory.mktemp("homes") / "home"
    log = _records()[:-LATE]
    with _opened(path, persist=True, at=BEFORE) as home:
        home.create(policy_for(SCOPE, 300, {}))
        home.deliver(SCOPE, log[:-FRESH], at=BEFORE)
        assert home.consolidate(SCOPE, at=BEFORE)
        home.deliver(SCOPE, log[-FRESH:], at=AT)
    with _opened(path) as home:
        last, served = _block(home), home.ports.served
        assert _consolidate(home.ports) == "completed"
        requests = home.ports.served - served
        found = Prepared(path, requests, last, _block(home), _current(home.ports))
    assert found.last != found.new
    return found


@contextmanager
def _at_request(number: int, do: Callable[[], object], *, answered: bool) -> Iterator[None]:
    """Do something at the n-th request to the stores, once: before it is sent, or when it was carried out."""
    made = 0
    send = BaseClient._make_api_call  # type: ignore[attr-defined]

    def counted(client: Any, operation: str, parameters: dict[str, Any]) -> Any:
        nonlocal made
        made += 1
        if made != number:
            return send(client, operation, parameters)
        if not answered:
            do()
            return send(client, operation, parameters)
        answer = send(client, operation, parameters)
        do()
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseClient, "_make_api_call", counted)
        yield


def _sample(requests: int, size: int) -> list[int]:
    """The first, the last and others between, the same each time."""
    between = random.Random(1).sample(range(2, requests), size - 2)
    return [1, *sorted(between), requests]


def _kill() -> None:
    raise Killed


def test_a_run_killed_at_any_request_leaves_the_last_block_or_the_new_one_and_is_finished_by_the_next(
    prepared: Prepared,
) -> None:
    served = set()
    for number in _sample(prepared.requests, SAMPLED):
        with _opened(prepared.path) as home:
            with _at_request(number, _kill, answered=bool(number % 2)), pytest.raises(Killed):
                _consolidate(home.ports)
            switched = _current(home.ports) == prepared.new_set
            assert _block(home) == (prepared.new if switched else prepared.last), number
            served.add(switched)
            home.clock.now += OVERDUE
            assert _consolidate(home.ports) == "completed", number
            assert (_current(home.ports), _block(home)) == (prepared.new_set, prepared.new), number
    assert served == {False, True}


def _another(home: Pipeline) -> LocalPorts:
    """The ports of a second consolidator of the same home, which shares nothing with the first but the stores."""
    ports = home.ports
    return LocalPorts(ports._home, Clients(ports._home.region), ports.clock, persist=False, model=ports.model)


def _stage_by_stage(ports: LocalPorts) -> Iterator[str]:
    """A consolidator that pauses after the plan and after every call of a stage."""
    stores = {"registry": ports.registry, "journal": ports.journal, "ledger": ports.ledger, "clock": ports.clock}
    task = plan.plan_scope(SCOPE, ports.clock(), owner=ports.new_owner(), **stores)  # type: ignore[arg-type]
    assert task
    yield "plan"
    for stage in Stage:
        more = True
        while more:
            more = STEPS[stage](task, ports).more
            yield stage.value
    report.run(task, notes=ports.notes, records=ports.records, reports=ports.reports, **stores)  # type: ignore[arg-type]
    yield "report"


def _rest_of(consolidator: Iterator[str]) -> str:
    """Let a consolidator go on; return its last stage, or the error that stopped it."""
    try:
        return list(consolidator)[-1]
    except SlowwaveError as error:
        return type(error).__name__


@pytest.mark.parametrize(
    ("paused", "waited"),
    [
        *((name, timedelta(0)) for name in ("plan", "distill", "publish")),
        ("extract", OVERDUE),
    ],
    ids=lambda each: each if isinstance(each, str) else "overdue" if each else "in time",
)
def test_a_second_consolidator_between_two_stages_loses_no_update(
    prepared: Prepared, paused: str, waited: timedelta
) -> None:
    with _opened(prepared.path) as home:
        first = _stage_by_stage(home.ports)
        assert paused in first  # works up to there
        home.clock.now += waited
        assert _consolidate(_another(home)) == ("completed" if waited else "Busy")
        assert _rest_of(first) == ("LeaseLost" if waited else "report")
        assert (_current(home.ports), _block(home)) == (prepared.new_set, prepared.new)
        assert _consolidate(home.ports) == "completed"
        assert (_current(home.ports), _block(home)) == (prepared.new_set, prepared.new)


def _note_end(ends: list[str], ports: LocalPorts) -> None:
    ends.append(_consolidate(ports))


def test_a_second_consolidator_inside_a_stage_loses_no_update(prepared: Prepared) -> None:
    ends = {"completed", *(each.__name__ for each in (Busy, LeaseLost, VersionConflict))}
    for number in _sample(prepared.requests, 5):
        with _opened(prepared.path) as home:
            seen: list[str] = []
            with _at_request(number, partial(_note_end, seen, _another(home)), answered=True):
                _note_end(seen, home.ports)
            assert len(seen) == 2
            assert set(seen) <= ends, number
            assert "completed" in seen, number
            home.clock.now += OVERDUE
            assert _consolidate(home.ports) == "completed", number
            assert (_current(home.ports), _block(home)) == (prepared.new_set, prepared.new), number


def test_what_arrives_while_two_consolidators_work_is_in_the_next_set(prepared: Prepared) -> None:
    late = _records()[-LATE:]
    with _opened(prepared.path) as home:
        home.deliver(SCOPE, late, at=AT)
        assert _consolidate(home.ports) == "completed"
        expected = _current(home.ports)
        assert expected != prepared.new_set
    with _opened(prepared.path) as home:
        first = _stage_by_stage(home.ports)
        assert "distill" in first  # works up to there
        home.deliver(SCOPE, late, at=AT)
        _consolidate(_another(home))
        _rest_of(first)
        assert _consolidate(home.ports) == "completed"
        assert _current(home.ports) == expected
