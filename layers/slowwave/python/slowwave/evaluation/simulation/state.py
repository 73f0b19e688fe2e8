"""What is true of a slot at a moment, what was only said of it, and the full history of what held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from slowwave.evaluation.simulation.events import Act, Reason, Slot

PROMOTED_AT = 3
"""A review comment is knowledge once it was made in so many sessions."""


@dataclass(frozen=True, slots=True)
class Span:
    """A value and the turns it held: from `since` to before `until`; open if None.

    Attributes:
        why: the act that made it hold.
    """

    value: str
    since: int
    why: Act
    until: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """What is true of a slot, and what was only said.

    Attributes:
        value: what holds in general, or in the scope `narrowed` only; empty if nothing does.
        override, until: what holds in its place for a time.
        rivals: values in a conflict without an order.
        approver: the body that the value stands on.
        reviews: sessions in which the comment was made, with the value it asks for.
        scoped: values that hold in a narrower scope beside the general one.
        once: values said for one occasion, with the words for it.
        said: ids of the events that state a value with the authority it needs.
        forbidden: values that were said and do not hold.
        stated_at: time of the user's last statement of a value.
        changed: turn at which something that held stopped holding.
        spoken: whether anything was ever said of the slot.
    """

    value: str = ""
    narrowed: str = ""
    override: str = ""
    until: datetime | None = None
    rivals: tuple[str, ...] = ()
    approver: str = ""
    reviews: tuple[str, ...] = ()
    reviewed: str = ""
    scoped: Mapping[str, str] = field(default_factory=dict)
    once: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, frozenset[str]] = field(default_factory=dict)
    forbidden: Mapping[str, Reason] = field(default_factory=dict)
    spans: tuple[Span, ...] = ()
    stated_at: datetime | None = None
    changed: int | None = None
    spoken: bool = False

    @property
    def current(self) -> str:
        """What holds now in general: the temporary value while there is one."""
        return self.override or self.value

    @property
    def former(self) -> tuple[str, ...]:
        """Return what held once and was replaced, not withdrawn; the latest last."""
        ended = {Reason.SUPERSEDED, Reason.STALE_DOCUMENT}
        held = dict.fromkeys(span.value for span in self.spans)
        return tuple(value for value in held if self.forbidden.get(value) in ended)


States = Mapping[Slot, State]
