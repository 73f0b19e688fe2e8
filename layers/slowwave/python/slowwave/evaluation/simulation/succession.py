"""What only shows over time: how long a withdrawn value lingers, whether it comes back, whether answers hold still."""

from __future__ import annotations

from collections.abc import Iterable

from slowwave.evaluation.simulation.events import Probe, Reason, Slot
from slowwave.evaluation.simulation.scoring import Shown

STALE = frozenset({Reason.SUPERSEDED, Reason.RETRACTED, Reason.EXPIRED, Reason.FORGOTTEN})
"""What was once true, or was once said to be, and no longer is."""

SOON, LATER = 1, 25
"""Turns after a change within which exposure to the old value is looked at."""


class Succession:
    """Follows one arm's answers over one history, in order."""

    def __init__(self) -> None:
        self._changes_seen: set[tuple[Slot, int]] = set()
        self._gone: set[tuple[Slot, str]] = set()
        self._answers: dict[Slot, tuple[int | None, str]] = {}
        self._before: dict[str, Shown] = {}

    def follow(self, probe: Probe, shown: Shown, leaked: Iterable[tuple[str, Reason]], answer: str) -> dict[str, float]:
        """Return the metrics that depend on earlier probes.

        Args:
            answer: what the first reader takes for the slot.
        """
        stale = {value for value, reason in leaked if reason in STALE}
        return {
            **self._exposure(probe, stale=bool(stale)),
            **self._resurrection(probe, stale),
            **self._consistency(probe, answer),
            **self._stability(probe, shown),
        }

    def _exposure(self, probe: Probe, *, stale: bool) -> dict[str, float]:
        """Exposure by the time since the slot changed, where there is an old value to be exposed to."""
        if probe.age is None or not STALE & set(probe.forbidden.values()):
            return {}
        change = (probe.slot, probe.turn - probe.age)
        first = change not in self._changes_seen
        self._changes_seen.add(change)
        applies = {
            "stale at first": first,
            "stale soon": probe.age <= SOON,
            "stale later": probe.age <= LATER,
            "stale once published": probe.discovered,
        }
        return {name: float(stale) for name, does in applies.items() if does}

    def _resurrection(self, probe: Probe, stale: set[str]) -> dict[str, float]:
        """Whether a value that had gone is back while it is still withdrawn."""
        withdrawn = {value for value, reason in probe.forbidden.items() if reason in STALE}
        came_back = any((probe.slot, value) in self._gone for value in stale)
        self._gone -= {(probe.slot, value) for value in probe.forbidden.keys() - withdrawn} | {
            (probe.slot, probe.value)
        }
        self._gone |= {(probe.slot, value) for value in withdrawn - stale}
        return {"resurrected": float(came_back)} if withdrawn else {}

    def _consistency(self, probe: Probe, answer: str) -> dict[str, float]:
        """Whether a slot that did not change gets the answer it got before."""
        changed = None if probe.age is None else probe.turn - probe.age
        before = self._answers.get(probe.slot)
        self._answers[probe.slot] = (changed, answer)
        return {"consistent": float(before[1] == answer)} if before and before[0] == changed else {}

    def _stability(self, probe: Probe, shown: Shown) -> dict[str, float]:
        """How alike two injections of a tenant in a row are: lines of the stable part, and its unchanged prefix."""
        before = self._before.get(probe.slot.tenant)
        self._before[probe.slot.tenant] = shown
        if before is None or not (before.stable and shown.stable):
            return {}
        one, other = ({*each.stable.splitlines()[1:]} for each in (before, shown))
        longest = max(len(before.stable), len(shown.stable))
        return {
            "stable Jaccard": len(one & other) / len(one | other) if one | other else 1.0,
            "prefix unchanged": _shared(before.stable, shown.stable) / longest,
            "set changed": float(before.set_hash != shown.set_hash),
        }


def _shared(one: str, other: str) -> int:
    """The characters that two texts begin with alike: what a prompt cache keeps."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
