"""Evaluation is tested, too: each fault that is planted in the pipeline moves a named figure of the simulation, and on
the same excerpt of a history the healthy pipeline does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import Any

import pytest

from slowwave import reading
from slowwave.adapters.aws.kin import DynamoKinStore
from slowwave.domain import assembly, conflict, folding, intake, linechecks, setchecks
from slowwave.domain.claims import Polarity, Span, Standing
from slowwave.domain.injection import SetItem
from slowwave.domain.notes import Observation
from slowwave.domain.records import Origin, Record
from slowwave.domain.trust import AUTHORITY, Authority
from slowwave.evaluation.pipeline import Pipeline
from slowwave.evaluation.simulation import experiment
from slowwave.evaluation.simulation.events import Act, Delivery, Event, History, Probe, Reason, Slot
from slowwave.evaluation.simulation.extractors import COPY
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.setups import ABLATIONS, GOLD, STRUCTURED, Setup
from slowwave.online import injection
from slowwave.online.injection import Rendered
from slowwave.stages import verify
from tests.evaluation.simulated import Gullible

pytestmark = pytest.mark.slow

SEED, TURNS, PROBES = 2, 500, 6
OVER_THE_USER = AUTHORITY[Origin.USER].rank + 1
WIDE = 1500
GULLIBLE = Setup("gullible", lambda _: Gullible(), policy={"unused_days": 3650, "stable_tokens": WIDE - 100})
"""Believes everything, and shows all of it whatever the question."""
HEALTHY = {each.name: each for each in (GOLD, STRUCTURED, GULLIBLE)}
(UNFILTERED,) = (each for each in ABLATIONS if each.merged)

Plant = Callable[[pytest.MonkeyPatch], None]


@cache
def excerpt(*reasons: Reason, narrower: bool = False) -> History:
    """What a history says of some slots up to their last probe that forbids something for these reasons. All of it
    arrives and is consolidated at once and is asked about; then what states a forbidden value comes again, under
    another id, and the same is asked. `narrower` takes slots whose forbidden value was said of a part of them too.
    """
    history = generate(SEED, "plain", TURNS)
    probes = _probes(history, reasons, narrower=narrower)
    meant = {(slot.entity, slot.attribute): probe.turn for slot, probe in probes.items()}
    events = [each for each in history.events if _told(each, meant, reasons)]
    stale = {value for probe in probes.values() for value in probe.forbidden}
    again = [replace(each, id=f"{each.id}{COPY}again") for each in events if each.value in stale and not each.old]
    closing = tuple((tenant, "") for tenant in history.tenants)
    last = max(history.times[-1], *(each.time for each in events))
    return replace(
        history,
        times=(last, last + timedelta(hours=1)),
        events=(*events, *again),
        deliveries=tuple(Delivery(turn, each) for turn, told in enumerate((events, again)) for each in told),
        closes={0: closing, 1: closing},
        probes=tuple(replace(each, turn=turn, heard=0) for turn in (0, 1) for each in probes.values()),
    )


def _probes(history: History, reasons: Iterable[Reason], *, narrower: bool) -> dict[Slot, Probe]:
    wanted = {*reasons}
    last = {probe.slot: probe for probe in history.probes if wanted & {*probe.forbidden.values()} and not probe.scope}
    parts = {(each.slot, each.value) for each in history.events if each.scope}
    gone = {slot: {value for value, why in each.forbidden.items() if why in wanted} for slot, each in last.items()}
    meant = [slot for slot in last if not narrower or any((slot, value) in parts for value in gone[slot])]
    return {slot: last[slot] for slot in sorted(meant, key=lambda each: last[each].turn)[:PROBES]}


def _told(event: Event, meant: dict[tuple[str, str], int], reasons: Iterable[Reason]) -> bool:
    if event.slot is None:
        return event.act is Act.LEAVE or (event.act is Act.SECRET and Reason.SECRET in reasons)
    return event.turn <= meant.get((event.slot.entity, event.slot.attribute), -1)


def measured(setup: Setup, history: History, budget: int, plant: Plant | None = None) -> list[Row]:
    """Run an excerpt through a memory, with a fault or without."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(experiment, "SETUPS", {setup.name: setup})
        if plant:
            plant(patch)
        return list(experiment.remember(history, setup.name, budget=budget, cadence=Cadence.CLOSE))


@cache
def healthy_rows(setup: str, reasons: tuple[Reason, ...], budget: int, *, narrower: bool) -> list[Row]:
    """What the pipeline as it is makes of an excerpt, measured once."""
    return measured(HEALTHY[setup], excerpt(*reasons, narrower=narrower), budget)


def mean(rows: Iterable[Row], metric: str) -> float:
    """The mean over the probes that a metric applies to."""
    found = [row.metrics[metric] for row in rows if metric in row.metrics]
    assert found, metric
    return sum(found) / len(found)


def _everybody_agrees(patch: pytest.MonkeyPatch) -> None:
    """No two values of a thing exclude each other."""
    for module in (conflict, setchecks):
        patch.setattr(module, "agree", lambda *_: True)
    _nothing_is_denied(patch)


def _nothing_is_denied(patch: pytest.MonkeyPatch) -> None:
    """Nothing that was said ends what was said before."""
    sides = folding._sides

    def asserting(observations: Iterable[Observation], *rest: Any) -> Any:
        return sides(
            (each for each in observations if not each.denies and each.claim.polarity is Polarity.AFFIRM), *rest
        )

    patch.setattr(folding, "_sides", asserting)


def _nothing_is_buried(patch: pytest.MonkeyPatch) -> None:
    """What was withdrawn leaves no tombstone that other keys are held against."""
    patch.setattr(DynamoKinStore, "tombstones", lambda *_: [])
    patch.setattr(verify, "_stones", lambda *_: [])


def _everybody_has_authority(patch: pytest.MonkeyPatch) -> None:
    for origin in (Origin.TOOL, Origin.FILE, Origin.WEB, Origin.ASSISTANT):
        patch.setitem(AUTHORITY, origin, Authority(OVER_THE_USER, frozenset(Standing), counts=True, confirms=True))


def _dated_by_arrival(patch: pytest.MonkeyPatch) -> None:
    deliver = Pipeline.deliver

    def dated(self: Pipeline, scope: Any, records: Iterable[Record], *, at: Any) -> Any:
        start = at - timedelta(minutes=10)
        arrived = (replace(each, event_time=start + timedelta(seconds=n)) for n, each in enumerate(records))
        return deliver(self, scope, list(arrived), at=at)

    patch.setattr(Pipeline, "deliver", dated)


def _everything_fits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assembly.Opened, "cost", lambda *_: 0)
    patch.setattr(assembly, "BOUNDARY_TOKENS", 10_000)


def _nothing_is_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reading, "redact", lambda text: text)
    for module in (intake, linechecks):
        patch.setattr(module, "find_secrets", lambda _: [])


def _cites(change: Callable[[list[SetItem]], list[SetItem]]) -> Plant:
    """A read whose lines cite something else."""
    read = injection.read

    def miscited(*arguments: Any, **named: Any) -> Rendered:
        found: Rendered = read(*arguments, **named)
        changed = change([*found.stable, *found.task])
        return replace(found, stable=tuple(changed[: len(found.stable)]), task=tuple(changed[len(found.stable) :]))

    return lambda patch: patch.setattr(injection, "read", miscited)


def _each_others(items: list[SetItem]) -> list[SetItem]:
    return [replace(each, quotes=items[place - 1].quotes) for place, each in enumerate(items)]


def _gone(items: list[SetItem]) -> list[SetItem]:
    return [replace(each, quotes=(replace(each.quotes[0], span=Span("r-gone", 0, 1)),)) for each in items]


@dataclass(frozen=True, slots=True)
class Fault:
    """A planted fault.

    Attributes:
        reasons: what the excerpt's probes forbid.
        moves: figures with what the healthy pipeline has and what the faulty one has at least or, where the healthy one
            has 1, at most.
        budget: tokens of a read; half and twice of it are read as well.
        other: the memory with the fault, where no patch of one place makes it: stores refuse what is of another tenant.
        narrower: of the excerpt.
    """

    reasons: tuple[Reason, ...]
    moves: dict[str, tuple[float, float]]
    plant: Plant | None = None
    setup: Setup = GOLD
    budget: int = 300
    other: Setup | None = None
    narrower: bool = False


FAULTS = {
    "supersession is off": Fault(
        (Reason.SUPERSEDED,),
        {"forbidden: superseded": (0.0, 0.5), "stale after publish": (0.0, 0.5)},
        _everybody_agrees,
    ),
    "what is retracted stays": Fault((Reason.RETRACTED,), {"forbidden: retracted": (0.0, 0.3)}, _nothing_is_denied),
    "what is forgotten stays": Fault((Reason.FORGOTTEN,), {"forbidden: forgotten": (0.0, 0.3)}, _nothing_is_denied),
    "tombstones are off": Fault(
        (Reason.FORGOTTEN, Reason.RETRACTED),
        {"forbidden: forgotten": (0.0, 0.3), "forbidden: retracted": (0.0, 0.5)},
        _nothing_is_buried,
        narrower=True,
    ),
    "time is that of arrival": Fault((Reason.SUPERSEDED,), {"resurrected": (0.0, 0.05)}, _dated_by_arrival),
    "the tenant filter is off": Fault(
        (Reason.OTHER_TENANT,), {"forbidden: other tenant": (0.0, 0.5)}, other=UNFILTERED
    ),
    "tools and pages have authority": Fault(
        (Reason.POISON,), {"forbidden: poison": (0.0, 0.3)}, _everybody_has_authority, STRUCTURED
    ),
    "the agent has authority": Fault(
        (Reason.WRONG,), {"forbidden: wrong claim": (0.0, 0.3)}, _everybody_has_authority, STRUCTURED
    ),
    "the budget is off": Fault((Reason.SUPERSEDED,), {"over budget": (0.0, 0.5)}, _everything_fits, budget=150),
    "secrets are not redacted": Fault(
        (Reason.SECRET,), {"forbidden: secret": (0.0, 0.5)}, _nothing_is_secret, GULLIBLE, WIDE
    ),
    "lines cite each other's words": Fault(
        (Reason.SUPERSEDED,), {"evidence is correct": (1.0, 0.5)}, _cites(_each_others)
    ),
    "lines cite what is gone": Fault((Reason.SUPERSEDED,), {"evidence resolves": (1.0, 0.0)}, _cites(_gone)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_moves_its_figure_and_the_healthy_pipeline_does_not(name: str) -> None:
    fault = FAULTS[name]
    healthy = healthy_rows(fault.setup.name, fault.reasons, fault.budget, narrower=fault.narrower)
    history = excerpt(*fault.reasons, narrower=fault.narrower)
    faulty = measured(fault.other or fault.setup, history, fault.budget, fault.plant)
    assert len(healthy) == len(faulty) >= 4
    for metric, (expected, moved) in fault.moves.items():
        before, after = mean(healthy, metric), mean(faulty, metric)
        assert before == expected, metric
        assert after >= moved if moved > expected else after <= moved, metric
