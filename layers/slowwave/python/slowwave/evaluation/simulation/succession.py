"""What only shows over time: how long a withdrawn value lingers, whether it comes back, whether answers hold still."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from slowwave.evaluation.simulation.events import Act, Delivery, Probe, Reason, Slot
from slowwave.evaluation.simulation.scoring import Shown

STALE = frozenset({Reason.SUPERSEDED, Reason.RETRACTED, Reason.EXPIRED, Reason.FORGOTTEN})
"""What was once true, or was once said to be, and no longer is."""

SOON, LATER = 1, 25
"""Turns after a change within which exposure to the old value is looked at."""


class Succession:
    """Follows one arm's answers over one history, in order.

    Args:
        arrivals: when each value of a slot was stated, and when that arrived, first or again.
    """

    def __init__(self, arrivals: Mapping[tuple[Slot, str], Sequence[Arrival]]) -> None:
        self._arrivals = arrivals
        self._changes_seen: set[tuple[Slot, int]] = set()
        self._gone: dict[tuple[Slot, str], int] = {}
        self._answers: dict[tuple[Slot, str], tuple[object, str]] = {}
        self._before: dict[str, Shown] = {}

    def follow(
        self,
        probe: Probe,
        shown: Shown,
        leaked: Iterable[tuple[str, Reason]],
        answer: str,
        published: int | None = None,
    ) -> dict[str, float]:
        """Return the metrics that depend on earlier probes.

        Args:
            answer: what the first reader takes for the slot.
            published: the last turn after which the tenant was published; None before the first.
        """
        stale = {value for value, reason in leaked if reason in STALE}
        return {
            **self._exposure(probe, published, stale=bool(stale)),
            **self._resurrection(probe, stale),
            **self._consistency(probe, answer),
            **self._stability(probe, shown),
        }

    def _exposure(self, probe: Probe, published: int | None, *, stale: bool) -> dict[str, float]:
        """Exposure by the time since the slot changed, and once a publication could know of it, where there is an old
        value to be exposed to.
        """
        if probe.age is None or not STALE & set(probe.forbidden.values()):
            return {}
        change = (probe.slot, probe.turn - probe.age)
        first = change not in self._changes_seen
        self._changes_seen.add(change)
        applies = {
            "stale at first": first,
            "stale soon": probe.age <= SOON,
            "stale later": probe.age <= LATER,
            "stale after publish": published is not None and probe.heard is not None and published >= probe.heard,
        }
        return {name: float(stale) for name, does in applies.items() if does}

    def _resurrection(self, probe: Probe, stale: set[str]) -> dict[str, float]:
        """Whether a value that had gone is back, while it is still withdrawn, since something that states it arrived: a
        duplicate, a late event, an old document. What only another question did not show had not gone.
        """
        withdrawn = {value for value, reason in probe.forbidden.items() if reason in STALE}
        came_back = any(self._restated(probe, value) for value in stale)
        back = {(probe.slot, value) for value in {*(probe.forbidden.keys() - withdrawn), probe.value, *stale}}
        gone = {(probe.slot, value): probe.turn for value in withdrawn - stale}
        self._gone = {**gone, **{each: turn for each, turn in self._gone.items() if each not in back}}
        return {"resurrected": float(came_back)} if withdrawn else {}

    def _restated(self, probe: Probe, value: str) -> bool:
        since = self._gone.get((probe.slot, value))
        if since is None:
            return False
        arrived = [each for each in self._arrivals.get((probe.slot, value), ()) if since < each.turn <= probe.turn]
        return bool(arrived) and not any(each.said > since for each in arrived)

    def _consistency(self, probe: Probe, answer: str) -> dict[str, float]:
        """Whether a slot that did not change gets the answer it got before: none twice in a row is no answer."""
        asked = (probe.slot, probe.scope)
        state = (None if probe.age is None else probe.turn - probe.age, probe.expectation, probe.value)
        before = self._answers.get(asked)
        self._answers[asked] = (state, answer)
        if before is None or before[0] != state or not (before[1] or answer):
            return {}
        return {"consistent": float(before[1] == answer)}

    def _stability(self, probe: Probe, shown: Shown) -> dict[str, float]:
        """How alike two injections of a tenant in a row are: all their lines, which two questions chose, the lines of
        the stable part, and its unchanged prefix. Two that show nothing are not compared.
        """
        before = self._before.get(probe.slot.tenant)
        self._before[probe.slot.tenant] = shown
        if before is None:
            return {}
        pairs = {
            "read Jaccard": [{line.text for line in each.lines} for each in (before, shown)],
            "stable Jaccard": [{*each.stable.splitlines()[1:]} for each in (before, shown)],
        }
        out = {name: len(one & other) / len(one | other) for name, (one, other) in pairs.items() if one | other}
        if before.stable or shown.stable:
            longest = max(len(before.stable), len(shown.stable))
            out["prefix unchanged"] = _shared(before.stable, shown.stable) / longest
            out["set changed"] = float(before.set_hash != shown.set_hash)
        return out


@dataclass(frozen=True, slots=True)
class Arrival:
    """One time that a statement of a value arrived.

    Attributes:
        said: the turn at which a person said it and made it valid; NEVER for what only mentions it.
    """

    turn: int
    said: int


NEVER: Final = -1
VALID: Final = frozenset(
    {Act.ASSERT, Act.RESTATE, Act.CORRECT, Act.CORRECT_BARE, Act.UPDATE, Act.REVERT, Act.CONFIRM, Act.APPROVE,
     Act.TEMPORARY, Act.NARROW, Act.EXCEPTION, Act.CONDITIONAL}
)  # fmt: skip
"""Acts by which a value holds from when they are said."""


def arrivals_of(deliveries: Iterable[Delivery]) -> dict[tuple[Slot, str], list[Arrival]]:
    """Return when each value of a slot was stated to whoever listens."""
    found: defaultdict[tuple[Slot, str], list[Arrival]] = defaultdict(list)
    for delivery in deliveries:
        event = delivery.event
        if event.slot and event.value:
            said = event.turn if event.act in VALID else NEVER
            found[event.slot, event.value].append(Arrival(delivery.turn, said))
    return dict(found)


def _shared(one: str, other: str) -> int:
    """The characters that two texts begin with alike: what a prompt cache keeps."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
