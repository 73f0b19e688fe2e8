"""However a simulated history is delivered, the memory of it is the same; and what came before a correction may come
again after it, under its own id or as new records, without bringing anything back.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from slowwave.domain.records import Record
from slowwave.domain.scope import Scope
from slowwave.evaluation.pipeline import Pipeline, pipeline
from slowwave.evaluation.simulation.events import Act, Delivery, Event, History, Probe, Slot
from slowwave.evaluation.simulation.extractors import COPY
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.memory import AGENT, Cadence, Consolidated, recorded
from slowwave.evaluation.simulation.scoring import Truth, leaks, truth_of
from slowwave.evaluation.simulation.setups import GOLD, RULES, Setup, opened, policy_for
from slowwave.evaluation.simulation.succession import STALE
from tests.evaluation.simulated import by_turn

pytestmark = pytest.mark.slow

TURNS = 60
CHANGES = frozenset({Act.CORRECT, Act.CORRECT_BARE, Act.UPDATE, Act.RETRACT, Act.REVERT, Act.FORGET})
"""After which what was said before no longer holds."""


def _log(history: History, scope: Scope) -> list[Record]:
    """The records of one tenant as its history delivers them, duplicates and all."""
    return [recorded(each.event, scope) for each in history.deliveries if each.event.tenant == scope.tenant]


def _published(setup: Setup, history: History, deliveries: Sequence[Sequence[Record]]) -> tuple[str, ...]:
    """Deliver and consolidate part by part, all as of the end of the history; return the set hash and what is read."""
    scope = Scope(history.tenants[0], AGENT)
    at = history.times[-1]
    with pipeline([policy_for(scope, 300, {})], model=setup.extractor(history)) as home:
        for part in deliveries:
            home.deliver(scope, part, at=at)
            home.consolidate(scope, at=at)
        assert home.rejected == []
        return (*_asked(home, scope, history),)


def _asked(home: Pipeline, scope: Scope, history: History) -> Iterator[str]:
    pointer = home.ports.journal.pointer(scope)
    yield pointer.item.current if pointer else ""
    for probe in history.probes[-5:]:
        yield home.inject(scope, probe.question, budget=300).text


def _shuffled(log: Sequence[Record], seed: int) -> list[list[Record]]:
    """The log in another order, a third of it twice, in up to three parts."""
    draw = random.Random(seed)
    again = [*log, *draw.sample(log, len(log) // 3)]
    draw.shuffle(again)
    cuts = sorted(draw.sample(range(1, len(again)), seed % 3))
    return [again[start:end] for start, end in pairwise([0, *cuts, len(again)])]


@pytest.mark.parametrize(
    ("setup", "seed", "style"),
    [(RULES, 1, "colloquial"), (GOLD, 2, "roundabout"), (GOLD, 4, "plain")],
    ids=lambda each: each.name if isinstance(each, Setup) else str(each),
)
def test_any_order_repetition_and_splitting_of_a_log_publishes_the_same_bytes(
    setup: Setup, seed: int, style: str
) -> None:
    history = generate(seed, style, TURNS)
    log = _log(history, Scope(history.tenants[0], AGENT))
    expected = _published(setup, history, [log])
    assert expected[0]
    assert len(set(expected)) > 2
    assert _published(setup, history, _shuffled(log, seed)) == expected


def test_consolidating_as_the_history_goes_ends_in_the_same_set_as_all_at_once() -> None:
    history = generate(1, "plain", TURNS)
    at = max(history.times[-1], *(each.time for each in history.events)) + timedelta(days=1)
    closing = [(tenant, "") for tenant in history.tenants]

    def ended(parts: Iterable[tuple[datetime, Sequence[Delivery], Sequence[tuple[str, str]]]]) -> list[str]:
        with opened(GOLD, history, budget=300, cadence=Cadence.CLOSE) as memory:
            for part in parts:
                memory.arrive(*part)
            pointers = [memory.pipeline.ports.journal.pointer(scope) for scope in memory.scopes]
            return [each.item.current for each in pointers if each]

    arriving = by_turn(history.deliveries)
    last = [each for each in history.deliveries if each.turn >= TURNS]
    turns = [
        (time, arriving.get(turn, []), history.closes.get(turn, ())) for turn, time in enumerate(history.times[:TURNS])
    ]
    assert len(history.closes) > 2
    assert ended([*turns, (at, last, closing)]) == ended([(at, history.deliveries, closing)])


def _copied(event: Event) -> Event:
    """The same words under another id and session, as a second export of a conversation gives them."""
    return replace(event, id=f"{event.id}{COPY}again", session=f"{event.session}{COPY}again")


def _last_probes(history: History, tenant: str) -> dict[Slot, Probe]:
    """The last probe of each slot of a tenant, where it has something withdrawn."""
    last = {probe.slot: probe for probe in history.probes if probe.slot.tenant == tenant}
    return {slot: probe for slot, probe in last.items() if STALE & set(probe.forbidden.values())}


def _stale(memory: Consolidated, probes: Iterable[Probe], truth: Truth) -> set[tuple[Slot, str]]:
    """What no longer holds and is shown."""
    return {
        (probe.slot, value)
        for probe in probes
        for value, reason in leaks(probe, memory.answer(probe, 600).lines, truth)
        if reason in STALE
    }


@pytest.mark.parametrize(("setup", "style"), [(RULES, "plain"), (GOLD, "colloquial")], ids=["rules", "gold"])
def test_what_came_before_a_correction_brings_nothing_back_when_it_comes_again(setup: Setup, style: str) -> None:
    history = generate(2, style, 300)
    at, (tenant, _) = history.times[-1], history.tenants
    probes = _last_probes(history, tenant)
    log = [each for each in history.events if each.slot in probes and each.turn <= probes[each.slot].turn]
    changed = {event.slot: event.turn for event in log if event.act in CHANGES}
    earlier = [event for event in log if event.turn < changed.get(event.slot, 0)]
    assert len(changed) > 8
    truth = truth_of(history)
    with opened(setup, history, budget=600, cadence=Cadence.CLOSE) as memory:

        def arrive(events: Iterable[Event], later: timedelta) -> None:
            arriving = [Delivery(history.events[-1].turn, each) for each in events]
            memory.arrive(at + later, arriving, [(tenant, "")])

        arrive(log, timedelta(0))
        before = _stale(memory, probes.values(), truth)
        for hours, again in enumerate((earlier, map(_copied, earlier)), start=1):
            arrive(again, timedelta(hours=hours))
            assert _stale(memory, probes.values(), truth) - before == set()
        assert memory.pipeline.rejected == []
    assert len(before) < len(probes) / 4
