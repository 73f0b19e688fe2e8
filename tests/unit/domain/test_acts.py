"""What people did folds like what was said: by time, whatever the order, and only a confirmation lends trust."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.act_json import acts_in, because, encode, parse
from slowwave.domain.acts import ORIGINS, Act, ActKind
from slowwave.domain.changes import Versioned
from slowwave.domain.claims import Claim, Confirmation, Lane, Signal, Skeleton, Standing
from slowwave.domain.decay import KEEP_FOR_GOOD, decays
from slowwave.domain.folding import fold
from slowwave.domain.injection import Pointer
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.pages import page_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.promotion import promotion
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.withholding import brought_back, release, withhold
from slowwave.errors import InvalidRecord
from tests.unit.domain.builders import AS_OF, SCOPE, START, claim, evidence, observation

POLICY = AgentPolicy(SCOPE)
TABS, SPACES = claim("tabs"), claim("spaces")
TAB, SPACE = TABS.statement, SPACES.statement


def act(kind: ActKind, day: float, about: Claim = TABS, *, actor: Actor = Actor.USER) -> Act:
    text = encode(kind, {about.note_id(): about.group_id()})
    time = START + timedelta(days=day)
    (made,) = parse(Record(SCOPE, "acts", actor, Kind.ACT, ORIGINS[actor], text, time))
    return made


def folded(said: list[Observation], *acts: Act, days: float = 60) -> dict[str, Note]:
    as_of = START + timedelta(days=days)
    return {each.claim.statement: each for each in fold(said, acts=acts, policy=POLICY, as_of=as_of, known={})}


def said(
    day: float, origin: Origin = Origin.USER, signal: Signal = Signal.INSTRUCTION, about: Claim = TABS
) -> Observation:
    return observation(about, evidence(day, origin=origin, signal=signal, session=f"s-{day}"))


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    about = draw(st.sampled_from([TABS, SPACES, replace(SPACES, lane=Lane.SAFETY)]))
    origin = draw(st.sampled_from([Origin.USER, Origin.WEB, Origin.ASSISTANT, Origin.OPERATOR]))
    signal = draw(st.sampled_from([Signal.INSTRUCTION, Signal.REVIEW]))
    seen = evidence(draw(st.integers(0, 5)), origin=origin, signal=signal, session=draw(st.sampled_from(["a", "b"])))
    return observation(about, seen, denies=draw(st.booleans()))


@st.composite
def acts(draw: st.DrawFn) -> Act:
    actor = draw(st.sampled_from(list(ORIGINS)))
    kind, about = draw(st.sampled_from(list(ActKind))), draw(st.sampled_from([TABS, SPACES]))
    return act(kind, draw(st.integers(0, 6)), about, actor=actor)


logs = st.lists(observations(), max_size=5, unique_by=lambda each: each.id)
deeds = st.lists(acts(), max_size=5, unique_by=lambda each: each.id)


@given(logs, deeds, st.data())
def test_any_order_and_repetition_of_observations_and_acts_gives_equal_notes(
    log: list[Observation], done: list[Act], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(done)) + data.draw(
        st.lists(st.sampled_from(done), max_size=2) if done else st.just([])
    )
    assert folded(log, *done) == folded(data.draw(st.permutations(log)), *shuffled)


@given(logs, deeds, st.integers(0, 6))
def test_an_act_after_the_time_of_the_fold_does_not_count_yet(
    log: list[Observation], done: list[Act], day: int
) -> None:
    known = [each for each in done if each.event_time <= START + timedelta(days=day)]
    assert folded(log, *done, days=day) == folded(log, *known, days=day)


@given(logs, st.lists(st.sampled_from([ActKind.PIN, ActKind.KEEP, ActKind.UNPIN, ActKind.CONSOLIDATE]), max_size=4))
def test_no_act_but_a_confirmation_raises_trust_standing_or_state(log: list[Observation], kinds: list[ActKind]) -> None:
    before, after = (
        folded(log),
        folded(log, *(act(kind, day, about) for day, kind in enumerate(kinds) for about in (TABS, SPACES))),
    )
    for statement, note in after.items():
        neutral = replace(note, utility=1, marked=False, due_at=None)
        assert neutral == replace(before[statement], due_at=None)


@given(logs, deeds)
def test_two_contradicting_notes_are_never_both_active(log: list[Observation], done: list[Act]) -> None:
    active = [each for each in folded(log, *done).values() if each.state is NoteState.ACTIVE]
    assert len(active) <= 1


@pytest.mark.parametrize(
    ("kinds", "utility"),
    [
        ([ActKind.PIN], KEEP_FOR_GOOD),
        ([ActKind.KEEP], 2),
        ([ActKind.PIN, ActKind.UNPIN], 1),
        ([ActKind.UNPIN, ActKind.PIN], KEEP_FOR_GOOD),
        ([ActKind.PIN, ActKind.FORGET], 0),
        ([ActKind.PIN, ActKind.CONFIRM], KEEP_FOR_GOOD),
        ([], 1),
    ],
)
def test_the_last_act_that_sets_a_utility_decides(kinds: list[ActKind], utility: int) -> None:
    assert folded([said(1)], *(act(kind, 2 + n) for n, kind in enumerate(kinds)))[TAB].utility == utility


def test_two_acts_of_the_same_time_are_ordered_by_their_records() -> None:
    pin, unpin = act(ActKind.PIN, 2), act(ActKind.UNPIN, 2)
    last = max(pin, unpin, key=lambda each: each.record_id)
    note = folded([said(1, signal=Signal.REVIEW)], pin, unpin)[TAB]
    assert note.utility == (KEEP_FOR_GOOD if last is pin else 1)
    assert decays(note) is (last is unpin)


@pytest.mark.parametrize("kind", [ActKind.FORGET, ActKind.REJECT])
def test_a_tombstone_absorbs_everything_but_a_direct_instruction_said_later(kind: ActKind) -> None:
    done = act(kind, 5)
    others = [said(0), said(4, Origin.OPERATOR, Signal.REVIEW), said(9, Origin.WEB), said(8, signal=Signal.REVIEW)]
    buried = folded(others, done)[TAB]
    assert (buried.state, buried.decided_at) == (NoteState.REJECTED, done.event_time)
    assert buried.because == f"{'forgotten' if kind is ActKind.FORGET else 'rejected'} by the user"
    risen = folded([*others, said(6)], done)[TAB]
    assert (risen.state, risen.utility) == (NoteState.ACTIVE, 1)
    assert folded([*others, said(6)], done, act(kind, 7))[TAB].state is NoteState.REJECTED


def test_forgetting_again_changes_nothing() -> None:
    once = folded([said(0)], act(ActKind.FORGET, 5))
    assert folded([said(0)], act(ActKind.FORGET, 5), act(ActKind.FORGET, 6)) == once


def test_a_user_does_not_forget_what_an_operator_set() -> None:
    note = folded([said(0, Origin.OPERATOR)], act(ActKind.FORGET, 5))[TAB]
    assert (note.state, note.utility) == (NoteState.ACTIVE, 1)
    done = act(ActKind.FORGET, 5, actor=Actor.OPERATOR)
    assert folded([said(0, Origin.OPERATOR)], done)[TAB].because == "forgotten by an operator"


@pytest.mark.parametrize(("chosen", "other"), [(SPACES, TABS), (TABS, SPACES)])
def test_a_confirmation_settles_a_waiting_pair_either_way(chosen: Claim, other: Claim) -> None:
    pair = [said(1), said(2, Origin.WEB, Signal.STATEMENT, SPACES)]
    assert folded(pair)[SPACE].state is NoteState.PENDING
    notes = folded(pair, act(ActKind.CONFIRM, 5, chosen))
    winner, loser = (notes[each.statement] for each in (chosen, other))
    assert (winner.state, winner.confirmation, winner.trust) == (NoteState.ACTIVE, Confirmation.EXPLICIT, 3)
    assert (loser.state, loser.successor) == (NoteState.CONTRADICTED, winner.id)
    assert (winner.evidence_count, winner.sessions) == (1, 1 if chosen is TABS else 0)


def test_a_safety_rule_yields_to_the_confirmation_of_who_set_it_and_binds_again_when_restated() -> None:
    rule = said(1, about=replace(TABS, lane=Lane.SAFETY))
    pair = [rule, said(2, about=SPACES)]
    assert folded(pair)[SPACE].state is NoteState.PENDING
    confirm = act(ActKind.CONFIRM, 5, SPACES)
    assert folded(pair, confirm)[TAB].state is NoteState.CONTRADICTED
    assert folded([*pair, said(6, about=SPACES)], confirm)[SPACE].state is NoteState.ACTIVE
    again = [*pair, said(7, about=replace(TABS, lane=Lane.SAFETY))]
    assert folded(again, confirm)[SPACE].state is NoteState.CONTRADICTED
    assert folded([*again, said(8, about=SPACES)], confirm)[SPACE].state is NoteState.PENDING


def test_a_safety_rule_of_an_operator_yields_to_an_operator_alone() -> None:
    pair = [said(1, Origin.OPERATOR, about=replace(TABS, lane=Lane.SAFETY)), said(2, about=SPACES)]
    assert folded(pair, act(ActKind.CONFIRM, 5, SPACES))[SPACE].state is NoteState.PENDING
    assert folded(pair, act(ActKind.CONFIRM, 5, SPACES, actor=Actor.OPERATOR))[SPACE].state is NoteState.ACTIVE


def test_a_pin_settles_nothing_between_contradicting_notes() -> None:
    pair = [said(1, about=replace(TABS, lane=Lane.SAFETY)), said(2, about=SPACES)]
    assert folded(pair, act(ActKind.PIN, 5, SPACES))[SPACE].state is NoteState.PENDING


def test_only_a_confirmation_lets_what_a_page_wrote_bind_and_become_a_convention() -> None:
    loud = said(1, Origin.WEB, Signal.STATEMENT, replace(TABS, lane=Lane.SAFETY, protected=True))
    before, after = folded([loud])[TAB], folded([loud], act(ActKind.CONFIRM, 2))[TAB]
    assert (before.claim.lane, before.claim.standing) == (Lane.DEFAULT, Standing.ASSUMPTION)
    assert (after.claim.lane, after.claim.standing, after.claim.protected) == (Lane.SAFETY, Standing.CONVENTION, False)


def test_a_confirmation_of_what_nobody_asserted_confirms_nothing() -> None:
    denied = observation(TABS, evidence(1, signal=Signal.REJECTION), denies=True)
    assert folded([denied], act(ActKind.CONFIRM, 5))[TAB].state is NoteState.REJECTED
    assert folded([], act(ActKind.CONFIRM, 5)) == {}


def test_consolidating_by_hand_makes_a_page_at_the_standing_the_note_has() -> None:
    review = said(1, signal=Signal.REVIEW)
    assert promotion(folded([review])[TAB], POLICY) is None
    note = folded([review], act(ActKind.CONSOLIDATE, 2))[TAB]
    rule = promotion(note, POLICY)
    assert rule
    assert (rule.name, note.claim.standing) == ("consolidated by a person", Standing.ASSUMPTION)
    gone = folded([review], act(ActKind.CONSOLIDATE, 2), act(ActKind.FORGET, 3))[TAB]
    assert promotion(gone, POLICY) is None
    assert promotion(note, replace(POLICY, skeletons=(Skeleton.ASSISTANT,))) is None


def test_an_act_is_read_back_from_the_text_of_its_record() -> None:
    text = encode(ActKind.FORGET, {"n-2": "g-2", "n-1": "g-1"}, "wrong project")
    record = Record(SCOPE, "acts", Actor.OPERATOR, Kind.ACT, Origin.OPERATOR, text, AS_OF)
    found = parse(record)
    assert [(each.note_id, each.group_id, each.origin) for each in found] == [
        ("n-1", "g-1", Origin.OPERATOR),
        ("n-2", "g-2", Origin.OPERATOR),
    ]
    assert len({each.id for each in found}) == 2
    assert because(record) == "wrong project"
    assert found[0].evidence().span.end == len(text)


@pytest.mark.parametrize(
    ("actor", "origin", "kind", "text"),
    [
        (Actor.ASSISTANT, Origin.ASSISTANT, Kind.ACT, encode(ActKind.PIN, {"n": "g"})),
        (Actor.ASSISTANT, Origin.USER, Kind.ACT, encode(ActKind.PIN, {"n": "g"})),
        (Actor.USER, Origin.WEB, Kind.ACT, encode(ActKind.PIN, {"n": "g"})),
        (Actor.USER, Origin.USER, Kind.MESSAGE, encode(ActKind.PIN, {"n": "g"})),
        (Actor.USER, Origin.USER, Kind.ACT, "pin it"),
        (Actor.USER, Origin.USER, Kind.ACT, "[]"),
        (Actor.USER, Origin.USER, Kind.ACT, '{"act": "erase", "notes": {}}'),
        (Actor.USER, Origin.USER, Kind.ACT, '{"act": "pin", "notes": ["n"]}'),
        (Actor.USER, Origin.USER, Kind.ACT, '{"act": ["pin"], "notes": {}}'),
    ],
)
def test_what_is_no_act_of_a_person_is_none(actor: Actor, origin: Origin, kind: Kind, text: str) -> None:
    record = Record(SCOPE, "acts", actor, kind, origin, text, AS_OF)
    with pytest.raises(InvalidRecord):
        parse(record)
    assert acts_in([record]) == ((), 0 if kind is Kind.MESSAGE else 1)


def test_what_an_act_denies_is_withheld_once_and_released_when_it_is_brought_back() -> None:
    forget = act(ActKind.FORGET, 5)
    hidden = {TABS.note_id(), page_id(TABS.note_id())}
    pointer = Versioned(Pointer(SCOPE, "0" * 64, withheld=frozenset({"p-other"})), 3)
    (put,) = withhold(pointer, [forget, act(ActKind.PIN, 4, SPACES)])
    assert isinstance(put.item, Pointer)
    assert (put.item.withheld, put.version) == ({"p-other", *hidden}, 3)
    assert "forget" in put.reason
    now = Versioned(put.item, 4)
    assert withhold(now, [forget]) == withhold(None, [forget]) == withhold(pointer, [act(ActKind.PIN, 5)]) == []
    (back,) = release(now, [TABS.note_id()])
    assert back.item == pointer.item
    assert release(pointer, [TABS.note_id()]) == release(None, [TABS.note_id()]) == []


def test_only_what_is_active_after_the_last_denial_counted_is_brought_back() -> None:
    active = folded([said(1)])[TAB]
    forget, again = act(ActKind.FORGET, 5), act(ActKind.FORGET, 8)
    notes = {active.id: active}
    assert brought_back(notes, [forget], forget.event_time) == {active.id}
    assert brought_back(notes, [forget, again], forget.event_time) == set()
    assert brought_back(notes, [act(ActKind.PIN, 2)], AS_OF) == set()
    assert brought_back({active.id: replace(active, state=NoteState.PENDING)}, [forget], AS_OF) == set()
