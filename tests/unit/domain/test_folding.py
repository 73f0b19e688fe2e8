"""The state of a claim key is a function of the set of what was said about it; authority outranks time."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Confirmation, Evidence, Lane, Polarity, Signal, Standing, Value
from slowwave.domain.folding import fold
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin
from tests.unit.domain.builders import AS_OF, SCOPE, START, claim, evidence, observation

POLICY = AgentPolicy(SCOPE)
TABS, SPACES = claim("tabs"), claim("spaces")
NO_TABS = claim("tabs", polarity=Polarity.DENY, statement="Never use tabs for indent")


def folded(*seen: Observation, known: dict[str, Note] | None = None) -> dict[str, Note]:
    return {each.claim.statement: each for each in fold(seen, policy=POLICY, as_of=AS_OF, known=known or {})}


def states(*seen: Observation) -> dict[str, NoteState]:
    return {statement: each.state for statement, each in folded(*seen).items()}


def tabs(day: float, origin: Origin = Origin.USER, **more: object) -> Observation:
    return observation(TABS, evidence(day, origin=origin, **more))  # type: ignore[arg-type]


def spaces(day: float, origin: Origin = Origin.USER, **more: object) -> Observation:
    return observation(SPACES, evidence(day, origin=origin, **more))  # type: ignore[arg-type]


def no_tabs(day: float, origin: Origin = Origin.USER, signal: Signal = Signal.REJECTION) -> Observation:
    return observation(TABS, evidence(day, origin=origin, signal=signal, record_id=f"r-no-{day}"), denies=True)


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    about = draw(st.sampled_from([TABS, SPACES, NO_TABS, replace(SPACES, lane=Lane.SAFETY)]))
    about = replace(about, statement=draw(st.sampled_from([about.statement, about.statement + " always"])))
    about = replace(about, valid_until=draw(st.sampled_from([None, None, START + timedelta(days=30)])))
    seen = Evidence(
        event_time=START + timedelta(days=draw(st.integers(0, 3))),
        sequence=draw(st.integers(0, 1)),
        span=replace(evidence().span, record_id=draw(st.sampled_from(["r-1", "r-2", "r-3"]))),
        hash="0" * 64,
        origin=draw(st.sampled_from([each for each in Origin if each is not Origin.INJECTED])),
        session=draw(st.sampled_from(["s1", "s2", "s3"])),
        signal=draw(st.sampled_from([Signal.INSTRUCTION, Signal.REVIEW, Signal.REJECTION])),
    )
    importance = draw(st.sampled_from([0.2, 0.9]))
    return observation(about, seen, denies=draw(st.booleans()), importance=importance)


def test_a_denial_without_a_value_leaves_no_value_standing() -> None:
    gone = replace(claim(polarity=Polarity.DENY, statement="The indent no longer applies"), value=Value())
    seen = observation(gone, evidence(2, record_id="r-gone"))
    assert states(tabs(1), seen)[TABS.statement] is NoteState.CONTRADICTED
    assert states(seen, tabs(3))[TABS.statement] is NoteState.ACTIVE


def test_a_denial_of_one_value_leaves_another() -> None:
    seen = observation(NO_TABS, evidence(2, record_id="r-none"))
    assert states(spaces(1), seen)[SPACES.statement] is NoteState.ACTIVE


logs = st.lists(observations(), min_size=1, max_size=8, unique_by=lambda each: each.id)


@given(logs, st.data())
def test_any_order_of_observations_gives_equal_notes(log: list[Observation], data: st.DataObject) -> None:
    assert folded(*log) == folded(*data.draw(st.permutations(log)))


@given(logs)
def test_folding_again_over_its_own_outcome_changes_nothing(log: list[Observation]) -> None:
    once = fold(log, policy=POLICY, as_of=AS_OF, known={})
    assert fold(log, policy=POLICY, as_of=AS_OF, known={each.id: each for each in once}) == once


@given(logs)
def test_two_notes_that_cannot_both_be_true_are_never_both_active(log: list[Observation]) -> None:
    active = [each.claim for each in folded(*log).values() if each.state is NoteState.ACTIVE]
    affirmed = [each for each in active if each.polarity is Polarity.AFFIRM]
    denied = {each.value for each in active if each.polarity is Polarity.DENY}
    assert len(affirmed) <= 1
    assert not denied & {each.value for each in affirmed}


@given(logs)
def test_every_contradicted_note_names_a_successor_that_exists(log: list[Observation]) -> None:
    notes = folded(*log).values()
    ids = {each.id for each in notes}
    for each in notes:
        assert (each.state is NoteState.CONTRADICTED) == bool(each.successor)
        assert not each.successor or each.successor in ids - {each.id}
        assert each.because


@given(logs)
def test_only_a_person_makes_a_note_confirmed_a_convention_or_safe(log: list[Observation]) -> None:
    without_people = [each for each in log if each.evidence.origin not in (Origin.USER, Origin.OPERATOR)]
    for each in folded(*without_people).values():
        assert each.confirmation is Confirmation.NONE
        assert each.claim.standing is not Standing.CONVENTION or not each.evidence_count
        assert each.claim.lane is Lane.DEFAULT
        assert each.sessions == 0


def test_a_correction_replaces_what_was_said_before() -> None:
    notes = folded(tabs(1), spaces(2))
    assert notes["Use tabs for indent"].state is NoteState.CONTRADICTED
    assert notes["Use tabs for indent"].successor == SPACES.note_id()
    assert notes["Use spaces for indent"].state is NoteState.ACTIVE


def test_a_revert_reinstates_the_first_claim() -> None:
    assert states(tabs(1), spaces(2), tabs(3)) == {
        "Use tabs for indent": NoteState.ACTIVE,
        "Use spaces for indent": NoteState.CONTRADICTED,
    }


def test_evidence_that_arrives_late_but_was_said_earlier_wins_nothing() -> None:
    assert states(spaces(5), tabs(1))["Use spaces for indent"] is NoteState.ACTIVE


def test_a_less_trusted_newcomer_waits_alone() -> None:
    for origin, signal in ((Origin.WEB, Signal.STATEMENT), (Origin.USER, Signal.REVIEW)):
        assert states(tabs(1), spaces(2, origin, signal=signal)) == {
            "Use tabs for indent": NoteState.ACTIVE,
            "Use spaces for indent": NoteState.PENDING,
        }


def test_the_assistant_never_beats_the_user_whenever_it_speaks() -> None:
    for day in (0, 2):
        seen = states(tabs(1), spaces(day, Origin.ASSISTANT, signal=Signal.INFERENCE))
        assert seen == {
            "Use tabs for indent": NoteState.ACTIVE,
            "Use spaces for indent": NoteState.CONTRADICTED,
        }


def test_two_people_at_the_same_time_make_both_claims_wait() -> None:
    assert set(states(tabs(1, session="a"), spaces(1, session="b")).values()) == {NoteState.PENDING}


def test_the_sequence_of_a_session_orders_what_shares_a_time() -> None:
    seen = states(tabs(1, record_id="r-z", sequence=0), spaces(1, record_id="r-a", sequence=1))
    assert seen["Use spaces for indent"] is NoteState.ACTIVE


def test_within_one_record_the_later_words_correct_the_earlier() -> None:
    seen = states(tabs(1, record_id="r-1"), spaces(1, record_id="r-1", start=40))
    assert seen["Use spaces for indent"] is NoteState.ACTIVE


def test_two_claims_on_the_same_words_both_wait() -> None:
    assert set(states(tabs(1, record_id="r-1"), spaces(1, record_id="r-1")).values()) == {NoteState.PENDING}


def test_a_denial_leaves_a_tombstone_that_only_a_later_instruction_lifts() -> None:
    for later in (
        tabs(1),
        tabs(4, signal=Signal.REVIEW),
        tabs(4, Origin.WEB),
        tabs(4, Origin.ASSISTANT),
        tabs(4, Origin.OPERATOR, signal=Signal.REVIEW),
    ):
        assert states(tabs(0), no_tabs(3), later)["Use tabs for indent"] is NoteState.REJECTED
    assert states(tabs(0), no_tabs(3), tabs(4))["Use tabs for indent"] is NoteState.ACTIVE
    assert states(tabs(0), no_tabs(3), tabs(4), no_tabs(5))["Use tabs for indent"] is NoteState.REJECTED


def test_what_was_replaced_waits_when_its_replacement_is_taken_back_until_it_is_said_again() -> None:
    ended = states(spaces(0), tabs(1), no_tabs(2))
    assert ended == {"Use spaces for indent": NoteState.PENDING, "Use tabs for indent": NoteState.REJECTED}
    assert states(spaces(0), tabs(1), no_tabs(2), spaces(3))["Use spaces for indent"] is NoteState.ACTIVE
    assert states(spaces(0), tabs(1, Origin.ASSISTANT), no_tabs(2))["Use spaces for indent"] is NoteState.ACTIVE


def test_a_guess_and_what_it_contradicts_wait_until_one_of_them_is_stated() -> None:
    guess = observation(replace(TABS, standing=Standing.ASSUMPTION), evidence(2, record_id="r-guess"))
    assert set(states(spaces(1), guess).values()) == {NoteState.PENDING}
    assert states(spaces(1), guess, spaces(3))["Use spaces for indent"] is NoteState.ACTIVE
    assert states(spaces(1), guess, tabs(3))["Use tabs for indent"] is NoteState.ACTIVE
    earlier = observation(replace(TABS, standing=Standing.ASSUMPTION), evidence(0, record_id="r-guess"))
    assert states(earlier, spaces(1))["Use spaces for indent"] is NoteState.ACTIVE


def test_a_denial_alone_is_a_tombstone_for_what_comes_from_elsewhere() -> None:
    assert states(no_tabs(3), tabs(9, Origin.TOOL))["Use tabs for indent"] is NoteState.REJECTED


def test_no_page_and_no_assistant_unsays_what_the_user_said() -> None:
    for origin in (Origin.WEB, Origin.TOOL, Origin.FILE, Origin.ASSISTANT):
        assert states(tabs(0), no_tabs(3, origin))["Use tabs for indent"] is NoteState.ACTIVE


def test_a_newer_observation_may_deny_and_confirm_what_tools_saw() -> None:
    saw = tabs(0, Origin.TOOL, signal=Signal.OBSERVATION)
    denied = no_tabs(1, Origin.TOOL, Signal.OBSERVATION)
    again = tabs(2, Origin.TOOL, signal=Signal.OBSERVATION)
    assert states(saw, denied)["Use tabs for indent"] is NoteState.REJECTED
    assert states(saw, denied, again)["Use tabs for indent"] is NoteState.ACTIVE


def test_a_safety_rule_beats_a_preference_and_yields_only_to_an_operator() -> None:
    safe = replace(TABS, lane=Lane.SAFETY)
    rule = observation(safe, evidence(1))
    assert states(spaces(0), rule)["Use spaces for indent"] is NoteState.CONTRADICTED
    assert states(rule, spaces(2)) == {
        "Use tabs for indent": NoteState.ACTIVE,
        "Use spaces for indent": NoteState.PENDING,
    }
    assert states(rule, spaces(2, Origin.OPERATOR))["Use tabs for indent"] is NoteState.CONTRADICTED


def test_a_safety_rule_is_unsaid_by_an_operator_or_an_act_and_by_no_other_words() -> None:
    rule = observation(replace(TABS, lane=Lane.SAFETY), evidence(1))
    assert states(rule, no_tabs(2))["Use tabs for indent"] is NoteState.ACTIVE
    assert states(rule, no_tabs(2, Origin.OPERATOR))["Use tabs for indent"] is NoteState.REJECTED
    page = observation(replace(TABS, lane=Lane.SAFETY), evidence(1, origin=Origin.WEB, signal=Signal.STATEMENT))
    assert states(page, no_tabs(2))["Use tabs for indent"] is NoteState.REJECTED


def test_a_page_that_calls_itself_a_safety_rule_or_a_fact_about_the_user_binds_nobody() -> None:
    loud = replace(SPACES, lane=Lane.SAFETY, protected=True)
    notes = folded(observation(loud, evidence(1, origin=Origin.WEB, signal=Signal.STATEMENT)), tabs(2))
    assert notes["Use spaces for indent"].state is NoteState.CONTRADICTED
    assert (notes["Use spaces for indent"].claim.lane, notes["Use spaces for indent"].claim.protected) == (
        Lane.DEFAULT,
        False,
    )


def test_a_claim_expires_when_its_stated_validity_has_passed() -> None:
    short = replace(TABS, valid_until=AS_OF)
    seen = folded(observation(short, evidence(1)))["Use tabs for indent"]
    assert (seen.state, seen.decided_at) == (NoteState.EXPIRED, AS_OF)
    longer = replace(TABS, valid_until=AS_OF + timedelta(seconds=1))
    assert states(observation(longer, evidence(1)))["Use tabs for indent"] is NoteState.ACTIVE


def test_saying_it_again_without_an_end_extends_it() -> None:
    short = replace(TABS, valid_until=START + timedelta(days=10))
    assert states(observation(short, evidence(1)), tabs(2))["Use tabs for indent"] is NoteState.ACTIVE
    assert states(tabs(1), observation(short, evidence(2)))["Use tabs for indent"] is NoteState.EXPIRED


def test_an_expired_claim_contradicts_nothing() -> None:
    short = replace(SPACES, valid_until=START + timedelta(days=10))
    assert states(tabs(1), observation(short, evidence(2)))["Use tabs for indent"] is NoteState.ACTIVE


def test_the_best_trusted_and_then_the_earliest_words_are_used() -> None:
    first, second = replace(TABS, statement="Indent with tabs"), replace(TABS, statement="Tabs for indent")
    inferred = replace(TABS, statement="Perhaps tabs for indent")
    seen = [
        observation(inferred, evidence(0, origin=Origin.ASSISTANT, signal=Signal.INFERENCE)),
        observation(first, evidence(1)),
        observation(second, evidence(2)),
    ]
    assert list(folded(*seen)) == ["Indent with tabs"]


def test_repetition_counts_distinct_sessions_and_only_those_of_people() -> None:
    review: dict[str, Any] = {"signal": Signal.REVIEW}
    same = [tabs(day, session="s1", **review) for day in range(9)]
    two = [*same, tabs(9, session="s2", **review)]
    tools = [tabs(10 + n, Origin.TOOL, session=f"t{n}") for n in range(50)]
    seen = folded(*two, *tools)["Use tabs for indent"]
    assert (seen.sessions, seen.confirmation, seen.claim.standing) == (2, Confirmation.NONE, Standing.ASSUMPTION)
    third = folded(*two, tabs(11, session="s3", **review))["Use tabs for indent"]
    assert (third.sessions, third.confirmation, third.claim.standing) == (
        3,
        Confirmation.REPEATED,
        Standing.CONVENTION,
    )


def test_a_universal_review_stays_an_assumption_until_it_is_confirmed() -> None:
    review = tabs(1, signal=Signal.REVIEW)
    assert folded(review)["Use tabs for indent"].claim.standing is Standing.ASSUMPTION
    confirmed = folded(review, tabs(2))["Use tabs for indent"]
    assert (confirmed.claim.standing, confirmed.confirmation) == (Standing.CONVENTION, Confirmation.EXPLICIT)


def test_a_note_whose_every_evidence_was_withdrawn_is_rejected_and_kept() -> None:
    before = folded(tabs(1))["Use tabs for indent"]
    (after,) = fold([], policy=POLICY, as_of=AS_OF, known={before.id: replace(before, page_id="p-1")})
    assert (after.state, after.evidence_count, after.due_at, after.page_id) == (NoteState.REJECTED, 0, None, "p-1")


def test_what_decay_retired_stays_retired_until_later_evidence_revives_it() -> None:
    active = folded(tabs(-90, signal=Signal.REVIEW))["Use tabs for indent"]
    retired = replace(active, state=NoteState.RETIRED, because="it faded", due_at=None)
    known = {retired.id: retired}
    review = tabs(-90, signal=Signal.REVIEW)
    earlier = tabs(-91, signal=Signal.REVIEW, session="s0")
    assert folded(review, earlier, known=known)["Use tabs for indent"].state is NoteState.RETIRED
    later = tabs(5, signal=Signal.REVIEW, session="s5")
    revived = folded(review, later, known=known)["Use tabs for indent"]
    assert revived.state is NoteState.ACTIVE
    assert revived.due_at
    rule = observation(replace(TABS, lane=Lane.SAFETY), evidence(-91, session="s0"))
    assert folded(review, rule, known=known)["Use tabs for indent"].state is NoteState.ACTIVE


def test_what_a_run_set_on_a_note_is_carried_over_and_what_people_set_comes_from_their_acts_alone() -> None:
    before = replace(folded(tabs(1))["Use tabs for indent"], utility=5, page_id="p-1", born_run="run-0")
    after = folded(tabs(1), tabs(2), known={before.id: before})["Use tabs for indent"]
    assert (after.utility, after.page_id, after.born_run) == (1, "p-1", "run-0")
