"""When a scope has something to do: the span of the marks made since it was last settled, and its next due time. Times
are `codec.time_text`, which sorts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Mark:
    """What asks for a run.

    Attributes:
        first, last: earliest and latest of the marks not settled yet, both or neither.
        due: the time that the last run asked to be back at.
        made: wall time of the latest mark.
    """

    first: str | None = None
    last: str | None = None
    due: str | None = None
    made: str | None = None

    @property
    def ready_at(self) -> str | None:
        """The earliest time there is something to do, or None."""
        return min((each for each in (self.first, self.due) if each is not None), default=None)

    def marked(self, at: str, now: str) -> Mark:
        """Return the mark with one more time in it."""
        return replace(self, first=min(self.first or at, at), last=max(self.last or at, at), made=now)

    def settled(self, as_of: str, due: str | None) -> Mark:
        """Return what is left after a run that saw every mark and answered all up to `as_of`.

        Marks between the first and the last are not kept apart, so what is left of a span starts at `as_of`: at worst
        one run finds nothing to do.
        """
        if self.first is None or self.last is None or self.last <= as_of:
            return Mark(due=due, made=self.made)
        return Mark(max(self.first, as_of), self.last, due, self.made)

    def kept(self, due: str | None) -> Mark:
        """Return what is left after a run that may have missed one: all of them."""
        return replace(self, due=due)
