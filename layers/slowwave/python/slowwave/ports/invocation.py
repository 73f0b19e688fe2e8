"""What a function is told beside its event: how much time it has."""

from __future__ import annotations

from typing import Protocol, TypeAlias


class Invocation(Protocol):
    """What the Lambda service hands over beside the event."""

    def get_remaining_time_in_millis(self) -> int:
        """Return how long it is until the process is stopped, finished or not."""
        ...


Invoked: TypeAlias = Invocation | None
"""The invocation, or None where nothing limits the time."""
