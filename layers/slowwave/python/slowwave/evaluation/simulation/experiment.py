"""One history through every arm: what each shows for each probe, as rows of figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TypeVar

from slowwave.evaluation import ranking
from slowwave.evaluation.simulation.arms import RETRIEVALS, Archive, Arm, Embeddings, Nothing, Retrieval
from slowwave.evaluation.simulation.events import Delivery, History, Probe
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.scoring import Truth, answers, leaks, score, truth_of
from slowwave.evaluation.simulation.setups import SETUPS, opened
from slowwave.evaluation.simulation.succession import Succession, arrivals_of

T = TypeVar("T", Delivery, Probe)

NO_MEMORY = "no memory"
BASELINES = (NO_MEMORY, *RETRIEVALS)
OTHER_BUDGETS = (0.5, 2.0)
"""Shares of the budget at which gold and leaks are measured as well."""


def retrieve(history: History, *, budget: int) -> Iterator[Row]:
    """Run every baseline over a history."""
    archives = {tenant: Archive(embeddings) for embeddings in [Embeddings()] for tenant in history.tenants}
    arms: dict[str, Arm] = {NO_MEMORY: Nothing()}
    arms |= {name: Retrieval(archives, rank) for name, rank in RETRIEVALS.items()}
    truth = truth_of(history)
    ranking.counter()("the first count loads the vocabulary, which is nobody's latency")

    def arrive(deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            archives[delivery.event.tenant].add(delivery.event)

    yield from _run(history, arms, truth, budget=budget, cadence="", arrive=arrive)


def remember(history: History, name: str, *, budget: int, cadence: Cadence) -> Iterator[Row]:
    """Run one memory over a history."""
    with ExitStack() as stack:
        arm = stack.enter_context(opened(SETUPS[name], history, budget=budget, cadence=cadence))
        yield from _run(history, {name: arm}, truth_of(history), budget=budget, cadence=cadence.value)


def _run(
    history: History,
    arms: Mapping[str, Arm],
    truth: Truth,
    *,
    budget: int,
    cadence: str,
    arrive: Callable[[Sequence[Delivery]], None] = lambda _: None,
) -> Iterator[Row]:
    arriving, probes = _by_turn(history.deliveries), _by_turn(history.probes)
    arrivals = arrivals_of(history.deliveries)
    successions = {name: Succession(arrivals) for name in arms}
    for turn, at in enumerate(history.times):
        arrive(arriving.get(turn, ()))
        for name, arm in arms.items():
            started = time.process_time()
            arm.arrive(at, arriving.get(turn, ()), history.closes.get(turn, ()))
            spent = time.process_time() - started
            for probe in probes.get(turn, ()):
                yield _row(history, name, arm, probe, successions[name], truth, budget, cadence, spent)
                spent = 0.0


def _row(
    history: History,
    name: str,
    arm: Arm,
    probe: Probe,
    succession: Succession,
    truth: Truth,
    budget: int,
    cadence: str,
    spent: float,
) -> Row:
    started = time.perf_counter()
    shown = arm.answer(probe, budget)
    waited = time.perf_counter() - started
    leaked = leaks(probe, shown.lines, truth)
    (answer, line), _ = answers(probe, shown, truth)
    metrics = {
        **score(probe, shown, truth),
        **succession.follow(probe, shown, leaked, answer),
        **_at(probe, arm, budget, truth, shown.tokens),
        "read seconds": waited,
        "consolidation CPU seconds": spent,
    }
    return Row(
        history.style,
        history.seed,
        f"{name}, {cadence}" if cadence else name,
        probe.turn,
        metrics,
        leaked=tuple(sorted((value, reason.value) for value, reason in leaked)),
        missed=probe.value if metrics.get("gold in") == 0 else "",
        answer=line,
        question=probe.question,
        lines=tuple(line.text for line in shown.lines),
    )


def _at(probe: Probe, arm: Arm, budget: int, truth: Truth, tokens: int) -> dict[str, float]:
    """What is in at other budgets, and whether any budget was exceeded."""
    out: dict[str, float] = {}
    over = tokens > budget
    for size in (int(budget * share) for share in OTHER_BUDGETS):
        shown = arm.answer(probe, size)
        scored = score(probe, shown, truth)
        out |= {f"{metric} at {size}": scored[metric] for metric in ("gold in", "forbidden") if metric in scored}
        over |= shown.tokens > size
    return {**out, "over budget": float(over)}


def _by_turn(items: Iterable[T]) -> dict[int, list[T]]:
    out: dict[int, list[T]] = {}
    for item in items:
        out.setdefault(item.turn, []).append(item)
    return out
