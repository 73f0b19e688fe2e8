"""From observations and acts to notes: the state of a claim key is a pure function of the set of its observations, the
acts of people up to `as_of`, and the policy.

Both are folded in event order, whatever order they were delivered in, so no late, repeated or split delivery
changes the outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from slowwave.domain.acts import NEUTRAL, Act, Acted, acted
from slowwave.domain.claims import Claim, Confirmation, Evidence, Lane, Standing
from slowwave.domain.conflict import Assertion, Resolution, Verdict, is_denied, is_expired, resolve
from slowwave.domain.decay import STANDS, due_at, retired
from slowwave.domain.notes import CONTESTED, DECAYING, Note, NoteState, Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.trust import counting_sessions, highest_standing, is_direct, may_bind, rank, trust

IMPORTANCE_PER_SESSION = 0.05
"""Reinforcement: each further session raises importance by this much, up to 1."""


@dataclass(frozen=True, slots=True)
class _Fate:
    state: NoteState
    because: str
    decided_at: datetime | None = None
    successor: str = ""


@dataclass(frozen=True, slots=True)
class _Side:
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
        """The words and acts that deny it."""
        return [*(each.evidence for each in self.seen if each.denies), *self.acted.denying]


def fold(
    observations: Iterable[Observation],
    *,
    acts: Iterable[Act] = (),
    policy: AgentPolicy,
    as_of: datetime,
    known: Mapping[str, Note],
) -> tuple[Note, ...]:
    """Return the notes of one claim key, in id order.

    Args:
        observations: all observations under the key, in any order.
        acts: all acts on its notes, in any order; those after `as_of` do not count yet.
        known: the notes as stored; what a run set on them (page, birth, retirement) is carried over.
    """
    by_note: dict[str, list[Observation]] = defaultdict(list)
    for each in sorted(observations, key=lambda each: (each.evidence.order, each.id)):
        by_note[each.note_id].append(each)
    by_people = acted(acts, as_of)
    sides = {note_id: _Side(seen, by_people.get(note_id, Acted())) for note_id, seen in by_note.items()}
    fates = _fates(sides, as_of)
    notes = [_note(side, fates[note_id], policy, as_of, known.get(note_id)) for note_id, side in sides.items()]
    vanished = [_withdrawn(note) for note_id, note in known.items() if note_id not in sides]
    return tuple(sorted([*notes, *vanished], key=lambda note: note.id))


def _fates(sides: Mapping[str, _Side], as_of: datetime) -> dict[str, _Fate]:
    fates: dict[str, _Fate] = {}
    standing: list[Assertion] = []
    for note_id, side in sides.items():
        asserting = side.asserting
        denial = is_denied(asserting, side.denying)
        if denial:
            because = side.acted.reasons.get(denial.span.record_id, "rejected by what was said later")
            fates[note_id] = _Fate(NoteState.REJECTED, because, denial.event_time)
        elif not asserting:
            fates[note_id] = _Fate(NoteState.REJECTED, "rejected by what was said later")
        elif is_expired(claim := _claim(side), as_of):
            fates[note_id] = _Fate(NoteState.EXPIRED, "its stated validity has passed", claim.valid_until)
        else:
            best = max(asserting, key=lambda each: (rank(each), each.order))
            standing.append(Assertion(claim, best, next(reversed(side.acted.confirming), None)))
            fates[note_id] = _Fate(NoteState.ACTIVE, STANDS)
    return {**fates, **_contest(standing)}


def _contest(standing: Sequence[Assertion]) -> dict[str, _Fate]:
    """Settle every pair; a claim that lost any pair is out, one that waits in any pair waits."""
    fates: dict[str, _Fate] = {}
    ordered = sorted(standing, key=lambda each: (each.best.order, each.note_id))
    for position, later in enumerate(ordered):
        for earlier in ordered[:position]:
            for note_id, fate in _outcome(earlier, later, resolve(earlier, later)).items():
                if note_id not in fates or fates[note_id].state is not NoteState.CONTRADICTED:
                    fates[note_id] = fate
    return fates


def _outcome(earlier: Assertion, later: Assertion, resolution: Resolution) -> dict[str, _Fate]:
    lost = {
        Verdict.LATER_WINS: ((earlier, later, NoteState.CONTRADICTED),),
        Verdict.EARLIER_WINS: ((later, earlier, NoteState.CONTRADICTED),),
        Verdict.LATER_WAITS: ((later, earlier, NoteState.PENDING),),
        Verdict.BOTH_WAIT: ((earlier, later, NoteState.PENDING), (later, earlier, NoteState.PENDING)),
        Verdict.BOTH_STAND: (),
    }[resolution.verdict]
    return {
        loser.note_id: _Fate(
            state,
            resolution.because,
            later.best.event_time,
            winner.note_id if state is NoteState.CONTRADICTED else "",
        )
        for loser, winner, state in lost
    }


def _note(side: _Side, fate: _Fate, policy: AgentPolicy, as_of: datetime, known: Note | None) -> Note:
    seen, said, asserting = side.seen, side.said, side.asserting
    claim = _claim(side)
    sessions = counting_sessions(said)
    confirmation = _confirmation(asserting, len(sessions), policy)
    strongest = max((each.importance for each in seen), default=0.0)
    note = Note(
        scope=seen[0].scope,
        claim=replace(claim, standing=_standing(claim, asserting, confirmation)),
        state=fate.state,
        confirmation=confirmation,
        trust=trust(asserting),
        sessions=len(sessions),
        evidence_count=len(said),
        earliest=_trusted(seen)[0].evidence if said else None,
        latest=said[-1] if said else None,
        confirmed=next(reversed(side.acted.confirming), None) if said else None,
        importance=round(min(strongest + IMPORTANCE_PER_SESSION * max(len(sessions) - 1, 0), 1.0), 4),
        because=fate.because,
        decided_at=fate.decided_at,
        successor=fate.successor,
        utility=_utility(side.acted, fate),
        marked=side.acted.marked,
        page_id=known.page_id if known else "",
        born_run=known.born_run if known else "",
    )
    if fate.state not in DECAYING:
        return note
    due = due_at(note, policy)
    if known and known.state is NoteState.RETIRED and due and due <= as_of and _faded_as(known, note, due, policy):
        return retired(note)
    return replace(note, due_at=due)


def _faded_as(known: Note, note: Note, due: datetime, policy: AgentPolicy) -> bool:
    """Whether the note that decay retired was the same to decay as what the evidence says now."""
    was_contested = known.contested == (note.state in CONTESTED)
    return was_contested and due == due_at(replace(known, state=note.state), policy)


def _utility(by_people: Acted, fate: _Fate) -> int:
    """What the last act set; a forget that does not hold any more leaves nothing behind."""
    return by_people.utility if by_people.utility or fate.state is NoteState.REJECTED else NEUTRAL


def _withdrawn(note: Note) -> Note:
    """A note whose every observation was withdrawn: a record that arrived late changed what the words meant."""
    return replace(
        note,
        state=NoteState.REJECTED,
        because="no evidence asserts it any more",
        evidence_count=0,
        sessions=0,
        due_at=None,
    )


def _claim(side: _Side) -> Claim:
    """The claim as it counts: of the best-trusted observations that assert it, the words of the earliest and the
    validity of the latest. Only a person may bind: what a tool, a file or a page wrote enters no higher lane unless
    somebody confirmed it, and never the protected class.
    """
    trusted = _trusted(side.seen)
    first, last = trusted[0].claim, trusted[-1].claim
    claim = replace(first, valid_from=last.valid_from, valid_until=last.valid_until)
    if may_bind(trusted[0].evidence.origin):
        return claim
    return replace(claim, lane=claim.lane if side.acted.confirming else Lane.DEFAULT, protected=False)


def _trusted(seen: Sequence[Observation]) -> list[Observation]:
    """The best-trusted of those that assert, or of all when none does; in event order."""
    asserting = [each for each in seen if not each.denies] or list(seen)
    best = max(rank(each.evidence) for each in asserting)
    return [each for each in asserting if rank(each.evidence) == best]


def _confirmation(asserting: Sequence[Evidence], sessions: int, policy: AgentPolicy) -> Confirmation:
    if any(is_direct(each) for each in asserting):
        return Confirmation.EXPLICIT
    return Confirmation.REPEATED if sessions >= policy.repeat_sessions else Confirmation.NONE


def _standing(claim: Claim, asserting: Sequence[Evidence], confirmation: Confirmation) -> Standing:
    """A rule nobody confirmed is an assumption, however universal its words; no origin lends more than it has."""
    if claim.standing is Standing.CONVENTION and confirmation is Confirmation.NONE:
        return Standing.ASSUMPTION
    return highest_standing(claim.standing, [each.origin for each in asserting]) if asserting else claim.standing
