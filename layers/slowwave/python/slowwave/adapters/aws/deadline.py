"""The time that a process has left for what it was asked to do."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slowwave.ports.invocation import Invoked


class Deadline:
    """When the present invocation is cut off; never, until one has begun."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at = math.inf

    def begin(self, invoked: Invoked) -> None:
        """Begin an invocation: what counts from now on is the time that it has left."""
        self._at = self._clock() + invoked.get_remaining_time_in_millis() / 1000 if invoked else math.inf

    def remaining(self) -> float:
        """Return the seconds that are left."""
        return self._at - self._clock()
