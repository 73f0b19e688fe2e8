"""The value view, and what holds of both: monotone, bounded, due at the crossing, and moved the right way."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slowwave.domain.decay import DAY, decays, due_at, retired, score, settle, threshold
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy, DecayCurve, DecayView
from slowwave.errors import InvalidPolicy
from tests.unit.domain.builders import SCOPE, START, claim, note

weights = st.floats(0, 10)
values = st.builds(
    AgentPolicy,
    scope=st.just(SCOPE),
    decay_view=st.just(DecayView.VALUE),
    decay_curve=st.sampled_from(DecayCurve),
    decay_rate=st.floats(0.0001, 10),
    value_threshold=st.floats(-5, 2),
    reinforcement_weight=weights,
    importance_weight=weights,
    contradiction_haste=st.floats(1, 100),
)
utilities = st.builds(
    AgentPolicy,
    scope=st.just(SCOPE),
    recency_weight=weights,
    utility_weight=weights,
    half_life_days=st.floats(0.1, 3650),
    decay_threshold=st.floats(1e-6, 10),
    contradiction_haste=st.floats(1, 100),
)
policies = values | utilities
contested = st.sampled_from([NoteState.PENDING, NoteState.CONTRADICTED])
notes = st.builds(
    lambda importance, sessions, state, after: replace(
        note(importance=importance), sessions=sessions, state=state, decided_at=START + timedelta(days=after)
    ),
    st.floats(0, 1),
    st.integers(0, 50),
    st.sampled_from([NoteState.ACTIVE, NoteState.PENDING, NoteState.CONTRADICTED]),
    st.floats(-10, 200),
)
ages = st.floats(0, 20_000)


def at(age_days: float, about: Note, policy: AgentPolicy) -> float:
    return score(about, policy, as_of=START + timedelta(days=age_days))


@given(ages, ages, notes, policies)
def test_no_score_rises_with_age(one: float, other: float, about: Note, policy: AgentPolicy) -> None:
    younger, older = sorted((one, other))
    assert at(younger, about, policy) >= at(older, about, policy)


@given(ages, notes, values)
def test_a_decay_value_is_at_most_two(age: float, about: Note, policy: AgentPolicy) -> None:
    assert at(age, about, policy) <= 2


def test_a_linear_value_has_no_lower_bound() -> None:
    policy = AgentPolicy(SCOPE, decay_view=DecayView.VALUE, decay_curve=DecayCurve.LINEAR, decay_rate=10)
    assert at(10_000, note(importance=0), policy) < -10_000


@given(notes, policies)
def test_a_note_is_due_exactly_at_the_crossing(about: Note, policy: AgentPolicy) -> None:
    due = due_at(about, policy)
    if due is None:
        timeless = policy.decay_view is DecayView.UTILITY and policy.recency_weight == 0
        assert timeless or at(36_500, about, replace(policy, contradiction_haste=1)) >= threshold(policy) - 1e-9
        return
    age = (due - START) / DAY
    assume(age < 20_000)
    margin = timedelta(seconds=1)
    assert score(about, policy, as_of=due + margin) <= threshold(policy) + 1e-6
    if age > 0:
        assert score(about, policy, as_of=due - margin) >= threshold(policy) - 1e-6


def days(about: Note, policy: AgentPolicy) -> float:
    due = due_at(about, policy)
    return (due - START) / DAY if due else float("inf")


@given(notes, policies, st.integers(0, 50), st.floats(0, 1))
def test_reinforcement_never_hastens(about: Note, policy: AgentPolicy, more: int, rise: float) -> None:
    stronger = replace(about, sessions=about.sessions + more, importance=min(about.importance + rise, 1.0))
    assert days(stronger, policy) >= days(about, policy) - 1e-6


@given(notes, policies, contested)
def test_contradiction_never_slows(about: Note, policy: AgentPolicy, state: NoteState) -> None:
    undisputed = replace(about, state=NoteState.ACTIVE)
    assert days(replace(about, state=state), policy) <= days(undisputed, policy) + 1e-6


def test_a_contradicted_note_ages_faster_from_the_contradiction_on() -> None:
    policy = AgentPolicy(SCOPE, contradiction_haste=3)
    plain = days(note(), policy)
    after_ten_days = replace(note(), state=NoteState.CONTRADICTED, decided_at=START + timedelta(days=10))
    assert days(after_ten_days, policy) == pytest.approx(10 + (plain - 10) / 3)


@given(policies)
def test_a_tombstone_is_never_due(policy: AgentPolicy) -> None:
    tombstone = replace(note(), state=NoteState.REJECTED)
    assert not decays(tombstone)
    assert due_at(tombstone, policy) is None
    assert due_at(note(claim(protected=True)), policy) is None


@pytest.mark.parametrize("curve", DecayCurve)
def test_every_curve_starts_at_one_plus_importance_and_crosses_at_a_time_of_its_own(curve: DecayCurve) -> None:
    policy = AgentPolicy(SCOPE, decay_view=DecayView.VALUE, decay_curve=curve)
    assert at(0, note(importance=0.5), policy) == pytest.approx(1.5)
    others = [AgentPolicy(SCOPE, decay_view=DecayView.VALUE, decay_curve=each) for each in DecayCurve if each != curve]
    assert days(note(), policy) not in [days(note(), each) for each in others]


def test_an_exponential_value_never_falls_below_zero_so_a_note_may_never_be_due() -> None:
    policy = AgentPolicy(SCOPE, decay_view=DecayView.VALUE, decay_curve=DecayCurve.EXPONENTIAL, value_threshold=0)
    assert due_at(note(), policy) is None


@given(policies, st.floats(0, 400), st.lists(st.floats(0, 400), max_size=5), st.floats(0, 1))
def test_what_a_note_becomes_does_not_depend_on_when_runs_were_made(
    policy: AgentPolicy, last: float, runs: list[float], relevance: float
) -> None:
    def near(_: object) -> float:
        return relevance

    def run(about: Note, day: float) -> Note:
        if about.state is not NoteState.ACTIVE or (about.due_at and about.due_at > START + timedelta(days=day)):
            return about
        return settle(about, policy, as_of=START + timedelta(days=day), relevance_at=near)

    dated = replace(note(), due_at=due_at(note(), policy))
    many = dated
    for day in [*sorted(each for each in runs if each < last), last]:
        many = run(many, day)
    assert many == run(dated, last)


def test_relevance_keeps_a_note_for_longer_and_only_in_the_utility_view() -> None:
    later = START + timedelta(days=100)
    for view, kept in ((DecayView.UTILITY, NoteState.ACTIVE), (DecayView.VALUE, NoteState.RETIRED)):
        policy = AgentPolicy(SCOPE, decay_view=view, decay_rate=0.1)
        settled = settle(note(), policy, as_of=later, relevance_at=lambda _: 0.9)
        assert settled.state is kept
    assert settle(note(), AgentPolicy(SCOPE), as_of=later, relevance_at=lambda _: 0.0).state is NoteState.RETIRED


def test_no_task_keeps_a_note_in_conflict() -> None:
    disputed = replace(note(), state=NoteState.CONTRADICTED, decided_at=START, because="newer")
    settled = settle(disputed, AgentPolicy(SCOPE), as_of=START + timedelta(days=100), relevance_at=lambda _: 1.0)
    assert (settled.state, settled.contested, settled.because) == (NoteState.RETIRED, True, "newer")
    assert not retired(note()).contested


@pytest.mark.parametrize(("name", "value"), [("decay_rate", 0), ("value_threshold", 2.1), ("contradiction_haste", 0.5)])
def test_a_policy_out_of_range_is_refused(name: str, value: float) -> None:
    with pytest.raises(InvalidPolicy, match=name):
        AgentPolicy(SCOPE, **{name: value})  # type: ignore[arg-type]
