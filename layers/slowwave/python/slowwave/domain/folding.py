"""From observations and acts to notes: the state of a claim key is a pure function of the set of its observations, the
acts of people up to `as_of`, and the policy.

Both are folded in event order, whatever order they were delivered in, so no late, repeated or split delivery
changes the outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from slowwave.domain.acts import NEUTRAL, Act, Acted, acted
from slowwave.domain.claims import Claim, Confirmation, Evidence, Signal, Standing
from slowwave.domain.decay import due_at, retired
from slowwave.domain.doubts import is_unclear
from slowwave.domain.fates import Fate, Rejections, Side, claim_of, fates_of, none_rejected, tombstone_of, trusted
from slowwave.domain.notes import CONTESTED, DECAYING, Note, NoteState, Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.trust import counting_sessions, highest_standing, is_direct, trust
from slowwave.domain.twins import ends_a_key

IMPORTANCE_PER_SESSION = 0.05
"""Reinforcement: each further session raises importance by this much, up to 1."""


def fold(
    observations: Iterable[Observation],
    *,
    acts: Iterable[Act] = (),
    policy: AgentPolicy,
    as_of: datetime,
    known: Mapping[str, Note],
    rejected: Rejections = none_rejected,
) -> tuple[Note, ...]:
    """Return the notes of one claim key, in id order.

    Args:
        observations: all observations under the key, in any order.
        acts: all acts on its notes, in any order; those after `as_of` do not count yet.
        known: the notes as stored; what a run set on them (page, birth, retirement) is carried over.
        rejected: what was denied under other keys in words like these; it holds a note back until a person says it
            again.
    """
    sides = _sides(observations, acts, as_of)
    fates = fates_of(sides, as_of, rejected)
    notes = [_note(side, fates[note_id], policy, as_of, known.get(note_id)) for note_id, side in sides.items()]
    vanished = [_withdrawn(note) for note_id, note in known.items() if note_id not in sides]
    return tuple(sorted([*notes, *vanished], key=lambda note: note.id))


def denials(observations: Iterable[Observation], acts: Iterable[Act], as_of: datetime) -> dict[str, Evidence]:
    """Return the denial that holds against each rejected assertion under one claim key, by note; and the words that end
    the whole key, by the note of that.
    """
    sides = _sides(observations, acts, as_of)
    found = {note_id: tombstone_of(side) for note_id, side in sides.items()}
    ends = {note_id: side.asserting[-1] for note_id, side in sides.items() if _takes_all_back(side)}
    return {**ends, **{note_id: denial for note_id, denial in found.items() if denial}}


def _takes_all_back(side: Side) -> bool:
    """Whether the latest words withdraw a whole key, or tell of a change that could not be read; a prohibition ("no
    deploys on Friday") withdraws nothing.
    """
    if not side.said:
        return False
    claim = claim_of(side)
    return is_unclear(claim) or (side.asserting[-1].signal is Signal.REJECTION and ends_a_key(claim))


def _sides(observations: Iterable[Observation], acts: Iterable[Act], as_of: datetime) -> dict[str, Side]:
    by_note: dict[str, list[Observation]] = defaultdict(list)
    for each in sorted(observations, key=lambda each: (each.evidence.order, each.id)):
        by_note[each.note_id].append(each)
    by_people = acted(acts, as_of)
    return {note_id: Side(seen, by_people.get(note_id, Acted())) for note_id, seen in by_note.items()}


def _note(side: Side, fate: Fate, policy: AgentPolicy, as_of: datetime, known: Note | None) -> Note:
    seen, said, asserting = side.seen, side.said, side.asserting
    claim = claim_of(side)
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
        earliest=trusted(seen)[0].evidence if said else None,
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


def _utility(by_people: Acted, fate: Fate) -> int:
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


def _confirmation(asserting: Sequence[Evidence], sessions: int, policy: AgentPolicy) -> Confirmation:
    if any(is_direct(each) for each in asserting):
        return Confirmation.EXPLICIT
    return Confirmation.REPEATED if sessions >= policy.repeat_sessions else Confirmation.NONE


def _standing(claim: Claim, asserting: Sequence[Evidence], confirmation: Confirmation) -> Standing:
    """A rule nobody confirmed is an assumption, however universal its words; no origin lends more than it has."""
    if claim.standing is Standing.CONVENTION and confirmation is Confirmation.NONE:
        return Standing.ASSUMPTION
    return highest_standing(claim.standing, [each.origin for each in asserting]) if asserting else claim.standing
