"""What becomes of each assertion under one claim key, from what was said for and against it and what people did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from slowwave.domain.acts import Acted
from slowwave.domain.claims import Claim, Evidence, Lane, Signal, Standing
from slowwave.domain.conflict import (
    Assertion,
    Resolution,
    Verdict,
    is_denied,
    is_expired,
    open_denials,
    resolve,
)
from slowwave.domain.decay import STANDS
from slowwave.domain.doubts import UNREAD, UNSETTLED, holding, is_unclear
from slowwave.domain.notes import NoteState, Observation
from slowwave.domain.records import Origin
from slowwave.domain.trust import may_bind, rank

RESEMBLES = "resembles what was rejected"
TAKEN_BACK = "what replaced it was taken back"

Rejections = Callable[[Claim], Sequence[Evidence]]
"""The denials of what a claim resembles under other keys."""


def none_rejected(_: Claim) -> Sequence[Evidence]:
    """Return no denial: nothing else was rejected."""
    return ()


@dataclass(frozen=True, slots=True)
class Fate:
    """The state of an assertion, and why."""

    state: NoteState
    because: str
    decided_at: datetime | None = None
    successor: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """What was said for and against one assertion, in event order, and what people did to it."""

    seen: Sequence[Observation]
    acted: Acted

    @property
    def said(self) -> list[Evidence]:
        """The words that assert it."""
        return [each.evidence for each in self.seen if not each.denies]

    @property
    def asserting(self) -> list[Evidence]:
        """The words that assert it and who confirmed them; a confirmation of what nobody said confirms nothing."""
        said = self.said
        return sorted([*said, *self.acted.confirming], key=lambda each: each.order) if said else []

    @property
    def denying(self) -> list[Evidence]:
        """The words and acts that deny it. A safety rule is unsaid by no words but an operator's: a person withdraws it
        by an act, for what was said in passing would be convenience against safety.
        """
        words = [each.evidence for each in self.seen if each.denies]
        if self.said and claim_of(self).lane is Lane.SAFETY:
            words = [each for each in words if each.origin is Origin.OPERATOR]
        return [*words, *self.acted.denying]


def fates_of(sides: Mapping[str, Side], as_of: datetime, rejected: Rejections) -> dict[str, Fate]:
    """Return the fate of each assertion, in whatever order they come."""
    fates: dict[str, Fate] = {}
    standing: list[Assertion] = []
    withdrawn: list[tuple[Assertion, Evidence]] = []
    for note_id, side in sides.items():
        asserting = side.asserting
        denial = is_denied(asserting, side.denying)
        if denial:
            withdrawn += [(_assertion(side), denial)] if asserting else []
            because = side.acted.reasons.get(denial.span.record_id, "rejected by what was said later")
            fates[note_id] = Fate(NoteState.REJECTED, because, denial.event_time)
        elif not asserting:
            fates[note_id] = Fate(NoteState.REJECTED, "rejected by what was said later")
        elif is_expired(claim := claim_of(side), as_of):
            fates[note_id] = Fate(NoteState.EXPIRED, "its stated validity has passed", claim.valid_until)
        elif is_unclear(claim):
            fates[note_id] = Fate(NoteState.REJECTED, UNREAD, asserting[-1].event_time)
        elif held := _held(asserting, against := rejected(claim)):
            fates[note_id] = Fate(NoteState.PENDING, RESEMBLES, held.event_time)
        elif unclear := holding(asserting, _of_others(asserting, against)):
            fates[note_id] = Fate(NoteState.PENDING, UNSETTLED, unclear.event_time)
        else:
            standing.append(_assertion(side))
            fates[note_id] = Fate(NoteState.ACTIVE, STANDS)
    return {**fates, **_unsettled(standing, withdrawn), **_contest(standing)}


def _assertion(side: Side) -> Assertion:
    best = max(side.asserting, key=lambda each: (rank(each), each.order))
    confirmed = next(reversed(side.acted.confirming), None)
    stated = any(each.claim.standing is not Standing.ASSUMPTION for each in side.seen if not each.denies)
    return Assertion(claim_of(side), best, confirmed, guessed=not stated and confirmed is None)


def _unsettled(standing: Sequence[Assertion], withdrawn: Sequence[tuple[Assertion, Evidence]]) -> dict[str, Fate]:
    """Hold what had lost to an assertion that was then taken back: nobody has said that it holds again."""
    return {
        earlier.note_id: Fate(NoteState.PENDING, TAKEN_BACK, denial.event_time)
        for later, denial in sorted(withdrawn, key=lambda each: (each[1].order, each[0].note_id))
        for earlier in standing
        if earlier.best.order < later.best.order and resolve(earlier, later).verdict is Verdict.LATER_WINS
    }


def tombstone_of(side: Side) -> Evidence | None:
    """Return the denial that keeps an assertion rejected, for what resembles it: the most trusted, the last of them."""
    held = open_denials(side.asserting, side.denying)
    return max(held, key=lambda each: (rank(each), each.order), default=None)


def _held(asserting: Sequence[Evidence], denials: Sequence[Evidence]) -> Evidence | None:
    """The denial of something alike that holds against these words too; none by the words of the same record, which
    reject the one to say the other.
    """
    return is_denied(asserting, [each for each in _of_others(asserting, denials) if each.signal is not Signal.UNCLEAR])


def _of_others(asserting: Sequence[Evidence], denials: Sequence[Evidence]) -> list[Evidence]:
    own = {each.span.record_id for each in asserting}
    return [each for each in denials if each.span.record_id not in own]


def _contest(standing: Sequence[Assertion]) -> dict[str, Fate]:
    """Settle every pair; a claim that lost any pair is out, one that waits in any pair waits."""
    fates: dict[str, Fate] = {}
    ordered = sorted(standing, key=lambda each: (each.best.order, each.note_id))
    for position, later in enumerate(ordered):
        for earlier in ordered[:position]:
            for note_id, fate in _outcome(earlier, later, resolve(earlier, later)).items():
                if note_id not in fates or fates[note_id].state is not NoteState.CONTRADICTED:
                    fates[note_id] = fate
    return fates


def _outcome(earlier: Assertion, later: Assertion, resolution: Resolution) -> dict[str, Fate]:
    lost = {
        Verdict.LATER_WINS: ((earlier, later, NoteState.CONTRADICTED),),
        Verdict.EARLIER_WINS: ((later, earlier, NoteState.CONTRADICTED),),
        Verdict.LATER_WAITS: ((later, earlier, NoteState.PENDING),),
        Verdict.BOTH_WAIT: ((earlier, later, NoteState.PENDING), (later, earlier, NoteState.PENDING)),
        Verdict.BOTH_STAND: (),
    }[resolution.verdict]
    return {
        loser.note_id: Fate(
            state,
            resolution.because,
            later.best.event_time,
            winner.note_id if state is NoteState.CONTRADICTED else "",
        )
        for loser, winner, state in lost
    }


def claim_of(side: Side) -> Claim:
    """Return the claim as it counts: of the best-trusted observations that assert it, the words of the earliest and the
    validity of the latest. Only a person may bind: what a tool, a file or a page wrote enters no higher lane unless
    somebody confirmed it, and never the protected class.
    """
    best = trusted(side.seen)
    first, last = best[0].claim, best[-1].claim
    claim = replace(first, valid_from=last.valid_from, valid_until=last.valid_until)
    if may_bind(best[0].evidence.origin):
        return claim
    return replace(claim, lane=claim.lane if side.acted.confirming else Lane.DEFAULT, protected=False)


def trusted(seen: Sequence[Observation]) -> list[Observation]:
    """Return the best-trusted of those that assert, or of all when none does; in event order."""
    asserting = [each for each in seen if not each.denies] or list(seen)
    best = max(rank(each.evidence) for each in asserting)
    return [each for each in asserting if rank(each.evidence) == best]
