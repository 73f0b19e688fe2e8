"""What an origin may do: one table, read by the gate, the conflict policy, promotion and publication."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from slowwave.domain.claims import Evidence, Signal, Standing
from slowwave.domain.records import Origin


@dataclass(frozen=True, slots=True)
class Authority:
    """The powers of one origin.

    Attributes:
        rank: order of trust; a higher rank is never overruled by a lower one, however new.
        standings: the standings it may support alone.
        counts: whether a session with this evidence counts towards repetition.
        confirms: whether one direct statement of it is a confirmation.
    """

    rank: int
    standings: frozenset[Standing]
    counts: bool
    confirms: bool


_ANY = frozenset(Standing)
_OBSERVED = frozenset({Standing.FACT, Standing.ASSUMPTION})

AUTHORITY: dict[Origin, Authority] = {
    Origin.OPERATOR: Authority(4, _ANY, counts=True, confirms=True),
    Origin.USER: Authority(3, _ANY, counts=True, confirms=True),
    Origin.TOOL: Authority(1, _OBSERVED, counts=False, confirms=False),
    Origin.FILE: Authority(1, _OBSERVED, counts=False, confirms=False),
    Origin.WEB: Authority(1, _OBSERVED, counts=False, confirms=False),
    Origin.ASSISTANT: Authority(0, frozenset({Standing.ASSUMPTION}), counts=False, confirms=False),
    Origin.INJECTED: Authority(-1, frozenset(), counts=False, confirms=False),
}

DIRECT_SIGNALS = frozenset(
    {
        Signal.INSTRUCTION,
        Signal.PREFERENCE,
        Signal.SELF_FACT,
        Signal.GOAL,
        Signal.DECISION,
        Signal.CORRECTION,
        Signal.CONFIRMATION,
        Signal.REJECTION,
    }
)
"""Said to last and said directly: from an origin that confirms, one of them is an explicit confirmation."""


def rank(evidence: Evidence) -> int:
    """Return the trust of one piece of evidence: its origin's rank, one less when a person spoke of one change only."""
    base = AUTHORITY[evidence.origin].rank
    return base if evidence.signal in DIRECT_SIGNALS or base <= 1 else base - 1


def is_direct(evidence: Evidence) -> bool:
    """Whether this evidence alone is an explicit confirmation."""
    return AUTHORITY[evidence.origin].confirms and evidence.signal in DIRECT_SIGNALS


def trust(evidence: Iterable[Evidence]) -> int:
    """Return the trust of a claim: the rank of its best evidence; -1 when there is none."""
    return max((rank(each) for each in evidence), default=-1)


def highest_standing(claimed: Standing, origins: Iterable[Origin]) -> Standing:
    """Lower a claimed standing to what the best of these origins may support alone."""
    allowed = frozenset().union(*(AUTHORITY[each].standings for each in origins))
    return claimed if claimed in allowed else Standing.ASSUMPTION


def may_bind(origin: Origin) -> bool:
    """Whether words of this origin may enter a lane above the default or the protected class."""
    return AUTHORITY[origin].confirms


def counting_sessions(evidence: Iterable[Evidence]) -> frozenset[str]:
    """Return the distinct sessions that count towards repetition."""
    return frozenset(each.session for each in evidence if AUTHORITY[each.origin].counts)
