"""What a memory takes for a history beside what it shows: counts, which are the same wherever it runs, and seconds."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

from slowwave.evaluation.simulation.events import Delivery

T = TypeVar("T")

PER_EVENTS = 1000
"""Delivered events that costs are given for."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """Time spent, of the processor and by the clock."""

    cpu: float = 0.0
    wall: float = 0.0

    def __add__(self, other: Seconds) -> Seconds:
        return Seconds(self.cpu + other.cpu, self.wall + other.wall)

    def __sub__(self, other: Seconds) -> Seconds:
        return Seconds(self.cpu - other.cpu, self.wall - other.wall)


def timed(work: Callable[[], T], saved: Callable[[], Seconds] = Seconds) -> tuple[T, Seconds]:
    """Do the work, and return what it gives with the time that it takes alone.

    Args:
        saved: time so far that others had spent on what is shared with them; what it grows by is added.
    """
    before, owed = _now(), saved()
    given = work()
    return given, _now() - before + (saved() - owed)


def _now() -> Seconds:
    return Seconds(time.process_time(), time.perf_counter())


class Tally:
    """Follows what one arm takes in over one history, in order.

    Attributes:
        published: by tenant, the last turn after which its reads stood on all that had arrived.
    """

    def __init__(self) -> None:
        self.published: dict[str, int] = {}
        self._waiting: defaultdict[str, list[int]] = defaultdict(list)
        self._lags: list[int] = []
        self._spent = Seconds()

    def took(self, turn: int, deliveries: Sequence[Delivery], published: Set[str], spent: Seconds) -> None:
        """Count a turn: what arrived, the tenants that were published after it, and the time for both."""
        self._spent += spent
        for delivery in deliveries:
            self._waiting[delivery.event.tenant].append(turn)
        for tenant in published:
            self.published[tenant] = turn
            self._lags += [turn - arrived for arrived in self._waiting.pop(tenant, ())]

    def figures(self, end: int, counted: Mapping[str, float]) -> dict[str, float]:
        """Return the costs of the history, per 1,000 events delivered where they grow with them; lag and time only of
        what is ever published.

        Args:
            end: the last turn; what was not published by then has waited until then, at least.
            counted: what the arm did over the whole history.
        """
        lags = self._lags + [end - arrived for waiting in self._waiting.values() for arrived in waiting]
        if not lags:
            return {}
        share = PER_EVENTS / len(lags)
        figures = {name: number * share for name, number in counted.items()}
        if not self.published:
            return figures
        return {
            **figures,
            "publish lag": sum(lags) / len(lags),
            "intake CPU seconds": self._spent.cpu * share,
            "events a second": len(lags) / self._spent.wall,
        }
