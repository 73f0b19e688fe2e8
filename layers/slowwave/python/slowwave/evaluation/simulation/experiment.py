"""One history through every arm: what each shows for each probe, as rows of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from slowwave.evaluation import ranking
from slowwave.evaluation.simulation.arms import RETRIEVALS, Arm, Embeddings, Nothing, Retrieval, rendered
from slowwave.evaluation.simulation.costs import Seconds, Tally, timed
from slowwave.evaluation.simulation.events import Delivery, Expectation, History, Probe
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.scoring import Truth, answers, is_in, leaks, score, truth_of
from slowwave.evaluation.simulation.setups import SETUPS, opened
from slowwave.evaluation.simulation.succession import Succession, arrivals_of

T = TypeVar("T", Delivery, Probe)

NO_MEMORY = "no memory"
BASELINES = (NO_MEMORY, *RETRIEVALS)
OTHER_BUDGETS = (0.5, 2.0)
"""Shares of the budget at which gold and leaks are measured as well."""
WARM = "The first vector loads the model and the first count the vocabulary, which is nobody's latency."


def retrieve(history: History, *, budget: int) -> Iterator[Row]:
    """Run every baseline over a history."""
    embeddings = Embeddings()
    arms: dict[str, Arm] = {NO_MEMORY: Nothing()}
    arms |= {name: Retrieval(history.tenants, recipe, embeddings) for name, recipe in RETRIEVALS.items()}
    embeddings.of(WARM)
    yield from _run(history, arms, budget=budget, saved=lambda: embeddings.saved)


def remember(history: History, name: str, *, budget: int, cadence: Cadence) -> Iterator[Row]:
    """Run one memory over a history."""
    with ExitStack() as stack:
        arm = stack.enter_context(opened(SETUPS[name], history, budget=budget, cadence=cadence))
        yield from _run(history, {f"{name}, {cadence.value}": arm}, budget=budget)


@dataclass(frozen=True, slots=True)
class _Bench:
    """One arm with what is followed of it over a history.

    Attributes:
        saved: the time so far that others spent on what it shares with them.
        sizes: tokens of each turn, by event.
    """

    history: History
    name: str
    arm: Arm
    truth: Truth
    budget: int
    saved: Callable[[], Seconds]
    succession: Succession
    sizes: Mapping[str, int]
    tally: Tally = field(default_factory=Tally)

    def row(self, turn: int, metrics: Mapping[str, float]) -> Row:
        return Row(self.history.style, self.history.seed, self.name, turn, metrics)


def _run(
    history: History, arms: Mapping[str, Arm], *, budget: int, saved: Callable[[], Seconds] = Seconds
) -> Iterator[Row]:
    arriving, probes = _by_turn(history.deliveries), _by_turn(history.probes)
    arrivals, truth, count = arrivals_of(history.deliveries), truth_of(history), ranking.counter()
    sizes = {event.id: count(rendered(event)) + 1 for event in history.events}
    benches = [
        _Bench(history, name, arm, truth, budget, saved, Succession(arrivals), sizes) for name, arm in arms.items()
    ]
    for turn, at in enumerate(history.times):
        deliveries, closed = arriving.get(turn, ()), history.closes.get(turn, ())
        for bench in benches:
            published, spent = timed(partial(bench.arm.arrive, at, deliveries, closed), saved)
            bench.tally.took(turn, deliveries, published, spent)
            for probe in probes.get(turn, ()):
                yield _row(bench, probe)
    end = len(history.times) - 1
    for bench in benches:
        yield bench.row(end, bench.tally.figures(end, bench.arm.counted()))


def _row(bench: _Bench, probe: Probe) -> Row:
    arm, truth = bench.arm, bench.truth
    shown, waited = timed(partial(arm.answer, probe, bench.budget), bench.saved)
    leaked = leaks(probe, shown.lines, truth)
    (answer, line), _ = answers(probe, shown, truth)
    metrics = {
        **score(probe, shown, truth),
        **bench.succession.follow(probe, shown, leaked, answer, bench.tally.published.get(probe.slot.tenant)),
        **_at(probe, bench, shown.tokens),
        **_least(probe, bench),
        "read seconds": waited.wall,
        "read CPU seconds": waited.cpu,
    }
    return Row(
        bench.history.style,
        bench.history.seed,
        bench.name,
        probe.turn,
        metrics,
        leaked=tuple(sorted((value, reason.value) for value, reason in leaked)),
        missed=probe.value if metrics.get("gold in") == 0 else "",
        answer=line,
        question=probe.question,
        lines=tuple(line.text for line in shown.lines),
        tenant=probe.slot.tenant,
        subject=" ".join(filter(None, (probe.slot.entity, probe.slot.attribute, probe.scope))),
    )


def _at(probe: Probe, bench: _Bench, tokens: int) -> dict[str, float]:
    """What is in at other budgets, and whether any budget was exceeded."""
    out: dict[str, float] = {}
    over = tokens > bench.budget
    for size in (int(bench.budget * share) for share in OTHER_BUDGETS):
        shown = bench.arm.answer(probe, size)
        out[f"forbidden at {size}"] = float(bool(leaks(probe, shown.lines, bench.truth)))
        if probe.expectation is Expectation.VALUE:
            out[f"gold in at {size}"] = float(is_in(probe, shown.lines, bench.truth))
        over |= shown.tokens > size
    return {**out, "over budget": float(over)}


def _least(probe: Probe, bench: _Bench) -> dict[str, float]:
    """The tokens of the smallest set of turns that answers: the shortest that states the value, none where nothing is
    to be answered. What has not arrived answers nothing.
    """
    if probe.expectation is not Expectation.VALUE:
        return {"least tokens": 0.0}
    arrived = [each for each in probe.evidence if bench.truth.arrived[each] <= probe.turn]
    return {"least tokens": float(min(bench.sizes[each] for each in arrived))} if arrived else {}


def _by_turn(items: Iterable[T]) -> dict[int, list[T]]:
    out: dict[int, list[T]] = {}
    for item in items:
        out.setdefault(item.turn, []).append(item)
    return out
