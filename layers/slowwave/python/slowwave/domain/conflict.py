"""The conflict policy: which of two assertions under one key stands, and why. Pure, in the order of the policy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from slowwave.domain.claims import Claim, Evidence, Lane, Polarity, Value, ValueKind
from slowwave.domain.records import Origin
from slowwave.domain.trust import is_direct, rank


@dataclass(frozen=True, slots=True)
class Assertion:
    """One side of a conflict: a claim with the best-trusted, then latest, evidence that asserts it.

    Attributes:
        confirmed: the latest act of a person that confirmed it, if there is one.
        guessed: nobody said it but as a guess ("I think …"), and nobody confirmed it.
    """

    claim: Claim
    best: Evidence
    confirmed: Evidence | None = None
    guessed: bool = False

    @property
    def note_id(self) -> str:
        """The note of the claim."""
        return self.claim.note_id()

    @property
    def rank(self) -> int:
        """Trust of the best evidence."""
        return rank(self.best)


class Asserting(Protocol):
    """What affirms or denies a value: a claim, or a line of a set."""

    @property
    def polarity(self) -> Polarity: ...

    @property
    def value(self) -> Value: ...


class Verdict(StrEnum):
    """What becomes of two assertions."""

    BOTH_STAND = "both stand"
    LATER_WINS = "later wins"
    EARLIER_WINS = "earlier wins"
    LATER_WAITS = "later waits"
    BOTH_WAIT = "both wait"


@dataclass(frozen=True, slots=True)
class Resolution:
    """A verdict with its reason."""

    verdict: Verdict
    because: str


def compatible(one: Claim, other: Claim) -> bool:
    """Whether two claims can be true together: other keys, the same assertion, or a denial of another value. A denial
    that names no value says that there is none any longer.
    """
    return one.skeleton is not other.skeleton or one.key != other.key or agree(one, other)


def agree(one: Asserting, other: Asserting) -> bool:
    """Whether two assertions under one key can be true together."""
    if (one.polarity, one.value) == (other.polarity, other.value):
        return True
    if one.polarity is other.polarity:
        return one.polarity is Polarity.DENY
    denial = one if one.polarity is Polarity.DENY else other
    return denial.value.kind is not ValueKind.NONE and one.value != other.value


def resolve(earlier: Assertion, later: Assertion) -> Resolution:
    """Decide between two assertions, `earlier` and `later` by their best evidence's event time.

    The rules in order: different keys never conflict; a safety rule yields only to an operator, or to who set it when
    they confirm what contradicts it; the higher trust stands against model-made induction; newer beats older at the
    same or higher trust where it is stated, and not only guessed; anything else waits for a person.
    A less trusted newcomer waits alone: if it could unsettle what it contradicts, any web page could silence a user.
    """
    if compatible(earlier.claim, later.claim):
        return Resolution(Verdict.BOTH_STAND, "the claims can be true together")
    if earlier.claim.lane is Lane.SAFETY and later.claim.lane is not Lane.SAFETY and not _may_withdraw(earlier, later):
        return Resolution(Verdict.LATER_WAITS, "a safety rule is withdrawn only by a confirmation")
    if later.claim.lane is Lane.SAFETY and earlier.claim.lane is not Lane.SAFETY and later.rank >= earlier.rank:
        return Resolution(Verdict.LATER_WINS, "a safety rule beats a preference")
    if later.rank < earlier.rank:
        if later.best.origin is Origin.ASSISTANT:
            return Resolution(Verdict.EARLIER_WINS, "a statement beats the assistant's own conclusion")
        return Resolution(Verdict.LATER_WAITS, "newer but less trusted than what it contradicts")
    if later.guessed and not earlier.guessed:
        return Resolution(Verdict.BOTH_WAIT, "a guess contradicts what was stated")
    if later.rank == earlier.rank and _at_the_same_time(earlier.best, later.best):
        return Resolution(Verdict.BOTH_WAIT, "said at the same time with the same trust")
    return Resolution(Verdict.LATER_WINS, "newer, with the same or higher trust")


def _may_withdraw(rule: Assertion, later: Assertion) -> bool:
    """Whether the later side may end a safety rule: an operator's may; the confirmation of who set it may, given since
    the rule was last stated.
    """
    if later.best.origin is Origin.OPERATOR:
        return True
    confirmed = later.confirmed
    return confirmed is not None and rank(confirmed) >= rule.rank and confirmed.order > rule.best.order


def _at_the_same_time(earlier: Evidence, later: Evidence) -> bool:
    """Whether time cannot tell which came later. Within one record later words correct earlier ones, and within one
    session the sequence orders events of one time.
    """
    if later.event_time != earlier.event_time:
        return False
    if later.span.record_id == earlier.span.record_id:
        return later.span.start == earlier.span.start
    return later.session != earlier.session or later.sequence == earlier.sequence


def is_denied(asserting: Sequence[Evidence], denying: Iterable[Evidence]) -> Evidence | None:
    """Return the denial that holds, the first if there are several, or None.

    A denial less trusted than an assertion rejects nothing: else any web page could unsay what a user said. One at
    least as trusted holds until an assertion of at least its trust comes later, and a person's until a direct one does.
    """
    return min(open_denials(asserting, denying), key=lambda each: each.order, default=None)


def open_denials(asserting: Sequence[Evidence], denying: Iterable[Evidence]) -> list[Evidence]:
    """Return the denials that hold against these assertions."""
    held = (each for each in denying if rank(each) >= max(map(rank, asserting), default=rank(each)))
    return [denial for denial in held if not any(_lifts(each, denial) for each in asserting)]


def _lifts(assertion: Evidence, denial: Evidence) -> bool:
    says_so = is_direct(assertion) or not is_direct(denial)
    return says_so and assertion.order > denial.order and rank(assertion) >= rank(denial)


def is_expired(claim: Claim, as_of: datetime) -> bool:
    """Whether the claim's stated validity has passed."""
    return claim.valid_until is not None and claim.valid_until <= as_of
