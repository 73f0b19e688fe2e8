"""S = αR + βE + γU: monotone in age, bounded, and due exactly when it crosses the threshold."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Lane, Signal
from slowwave.domain.decay import (
    KEEP_FOR_GOOD,
    LONGEST_DELAY,
    SHORTEST_DELAY,
    decays,
    due_at,
    look_again_at,
    recency,
    utility_score,
)
from slowwave.domain.distillation import distill
from slowwave.domain.policy import AgentPolicy
from tests.unit.domain.builders import SCOPE, START, claim, evidence, note

ages = st.floats(0, 20_000)
policies = st.builds(
    AgentPolicy,
    scope=st.just(SCOPE),
    recency_weight=st.floats(0, 10),
    relevance_weight=st.floats(0, 10),
    utility_weight=st.floats(0, 10),
    half_life_days=st.floats(0.1, 3650),
    decay_threshold=st.just(0.0) | st.floats(1e-6, 10),
)
utilities = st.integers(0, KEEP_FOR_GOOD - 1)


def score(age_days: float, policy: AgentPolicy, *, utility: int = 1, relevance: float = 0.0) -> float:
    as_of = START + timedelta(days=age_days)
    return utility_score(note(utility=utility), policy, as_of=as_of, relevance=relevance)


@given(ages, ages, policies, utilities)
def test_the_score_never_rises_with_age(one: float, other: float, policy: AgentPolicy, utility: int) -> None:
    younger, older = sorted((one, other))
    assert score(younger, policy, utility=utility) >= score(older, policy, utility=utility)


@given(ages, policies, utilities, st.floats(-5, 5))
def test_the_score_is_bounded_by_its_weights(age: float, policy: AgentPolicy, utility: int, relevance: float) -> None:
    low = policy.utility_weight * utility
    high = low + policy.recency_weight + policy.relevance_weight
    assert low <= score(age, policy, utility=utility, relevance=relevance) <= high + 1e-9


def test_recency_halves_in_a_half_life_and_the_future_counts_as_now() -> None:
    assert recency(timedelta(0), 30) == 1
    assert recency(timedelta(days=30), 30) == pytest.approx(0.5)
    assert recency(timedelta(days=60), 30) == pytest.approx(0.25)
    assert recency(timedelta(days=-5), 30) == 1


@given(policies, utilities)
def test_a_note_is_due_exactly_when_its_score_crosses_the_threshold(policy: AgentPolicy, utility: int) -> None:
    due = due_at(note(utility=utility), policy)
    if due is None:
        assert score(36_500, policy, utility=utility) >= policy.decay_threshold or policy.recency_weight == 0
        return
    age = (due - START) / timedelta(days=1)
    margin = policy.half_life_days / 100
    assert score(age + margin, policy, utility=utility) < policy.decay_threshold
    if age > 0:
        assert score(max(age - margin, 0), policy, utility=utility) >= policy.decay_threshold


@given(policies)
def test_facts_safety_rules_and_pins_are_never_due(policy: AgentPolicy) -> None:
    for kept in (
        note(claim(protected=True)),
        note(claim(lane=Lane.SAFETY)),
        note(utility=KEEP_FOR_GOOD),
    ):
        assert not decays(kept)
        assert due_at(kept, policy) is None


@given(policies, st.integers(1, 1000))
def test_a_stated_end_is_always_a_due_time(policy: AgentPolicy, days: int) -> None:
    end = START + timedelta(days=days)
    for ending in (note(claim(until=end)), note(claim(until=end, protected=True))):
        due = due_at(ending, policy)
        assert due
        assert due <= end


@given(st.floats(0, 10_000), st.floats(-10, 10_000))
def test_the_next_look_is_a_day_to_thirty_days_away(natural: float, waited: float) -> None:
    first = START + timedelta(days=natural)
    as_of = first + timedelta(days=waited)
    assert SHORTEST_DELAY <= look_again_at(first, as_of) - as_of <= LONGEST_DELAY


@given(st.floats(0.5, 15))
def test_the_next_look_waits_twice_as_long_as_the_note_was_kept(waited: float) -> None:
    as_of = START + timedelta(days=waited)
    assert look_again_at(START, as_of) - as_of == 2 * (as_of - START)


def test_a_note_without_evidence_has_no_recency_left() -> None:
    empty = replace(note(), latest=None)
    assert utility_score(empty, AgentPolicy(SCOPE), as_of=START) == pytest.approx(0.2)
    assert due_at(empty, AgentPolicy(SCOPE)) is None


def test_a_confirmation_makes_a_note_as_young_as_words_do() -> None:
    policy, as_of = AgentPolicy(SCOPE), START + timedelta(days=400)
    old, fresh = note(), note(latest=evidence(390))
    confirmed = replace(old, confirmed=evidence(390, signal=Signal.CONFIRMATION))
    assert utility_score(confirmed, policy, as_of=as_of) == utility_score(fresh, policy, as_of=as_of)
    assert utility_score(confirmed, policy, as_of=as_of) > utility_score(old, policy, as_of=as_of)
    assert due_at(confirmed, policy) == due_at(fresh, policy)
    assert distill(confirmed, "a person said so", None).last_time == distill(fresh, "a person said so", None).last_time
