"""What an origin may do, and what is worth keeping."""

from dataclasses import replace

import pytest

from slowwave.domain.claims import Candidate, Lane, Signal, Span, Standing
from slowwave.domain.gate import passes
from slowwave.domain.policy import AgentPolicy, GatePreset
from slowwave.domain.records import Origin
from slowwave.domain.trust import (
    AUTHORITY,
    counting_sessions,
    highest_standing,
    is_direct,
    may_bind,
    rank,
    trust,
)
from slowwave.errors import InvalidPolicy
from tests.unit.domain.builders import SCOPE, claim, evidence

PEOPLE = {Origin.USER, Origin.OPERATOR}


def candidate(importance: float, *, signal: Signal = Signal.REVIEW, lane: Lane = Lane.DEFAULT) -> Candidate:
    return Candidate(claim(lane=lane), Span("r-1", 0, 4), signal, importance, "test")


def test_every_origin_has_a_row_and_injected_text_may_do_nothing() -> None:
    assert set(AUTHORITY) == set(Origin)
    injected = AUTHORITY[Origin.INJECTED]
    assert not injected.standings
    assert not injected.counts
    assert not injected.confirms
    assert injected.rank < min(each.rank for origin, each in AUTHORITY.items() if origin is not Origin.INJECTED)


def test_only_people_count_confirm_and_bind() -> None:
    for origin in Origin:
        assert AUTHORITY[origin].counts == AUTHORITY[origin].confirms == may_bind(origin) == (origin in PEOPLE)
        assert is_direct(evidence(origin=origin)) == (origin in PEOPLE)


@pytest.mark.parametrize("origin", [Origin.TOOL, Origin.FILE, Origin.WEB])
def test_an_observation_may_be_a_fact_but_no_convention(origin: Origin) -> None:
    assert highest_standing(Standing.FACT, [origin]) is Standing.FACT
    assert highest_standing(Standing.CONVENTION, [origin]) is Standing.ASSUMPTION


def test_the_assistant_alone_supports_assumptions_only() -> None:
    for standing in Standing:
        assert highest_standing(standing, [Origin.ASSISTANT]) is Standing.ASSUMPTION
        assert highest_standing(standing, []) is Standing.ASSUMPTION


def test_the_best_evidence_that_supports_a_claim_decides_its_standing_and_trust() -> None:
    assert highest_standing(Standing.CONVENTION, [Origin.WEB, Origin.USER]) is Standing.CONVENTION
    assert trust([evidence(origin=Origin.WEB), evidence(1)]) == 3
    assert trust([]) == -1


def test_a_comment_on_one_change_weighs_less_than_an_instruction() -> None:
    assert rank(evidence(signal=Signal.REVIEW)) < rank(evidence())
    assert rank(evidence(signal=Signal.REVIEW)) > rank(evidence(origin=Origin.TOOL))
    assert rank(evidence(origin=Origin.TOOL, signal=Signal.OBSERVATION)) == rank(evidence(origin=Origin.TOOL))


def test_sessions_count_once_and_only_with_words_of_people() -> None:
    seen = [evidence(1), evidence(2), evidence(3, session="s2"), evidence(4, session="s3", origin=Origin.TOOL)]
    assert counting_sessions(seen) == {"s1", "s2"}


def test_an_instruction_and_a_safety_rule_pass_whatever_their_importance() -> None:
    policy = AgentPolicy(SCOPE)
    assert passes(candidate(0.0, signal=Signal.INSTRUCTION), Origin.USER, policy)
    assert passes(candidate(0.0, lane=Lane.SAFETY), Origin.USER, policy)
    protected = replace(candidate(0.0), claim=claim(protected=True))
    assert passes(protected, Origin.OPERATOR, policy)
    assert not passes(candidate(0.0), Origin.USER, policy)


@pytest.mark.parametrize("origin", [each for each in Origin if each not in PEOPLE])
def test_nobody_else_bypasses_the_gate(origin: Origin) -> None:
    policy = AgentPolicy(SCOPE)
    loud = candidate(0.29, signal=Signal.INSTRUCTION, lane=Lane.SAFETY)
    assert not passes(replace(loud, claim=replace(loud.claim, protected=True)), origin, policy)


def test_the_threshold_itself_passes_and_the_preset_shifts_a_category() -> None:
    policy = AgentPolicy(SCOPE, gate_threshold=0.5)
    assert passes(candidate(0.5), Origin.TOOL, policy)
    assert not passes(candidate(0.49), Origin.TOOL, policy)
    feeling = replace(candidate(0.5), claim=replace(claim(), category="emotional signal"))
    assert not passes(feeling, Origin.USER, policy)
    assert passes(feeling, Origin.USER, replace(policy, gate_preset=GatePreset.COACHING))


@pytest.mark.parametrize(
    "wrong",
    [
        {"skeletons": ()},
        {"repeat_sessions": 0},
        {"gate_threshold": 1.1},
        {"gate_threshold": float("nan")},
        {"budget_tokens": 49},
        {"stable_tokens": 1001},
        {"half_life_days": 0},
        {"blast_radius": -0.1},
        {"tokenizer": "words"},
    ],
)
def test_a_policy_outside_its_ranges_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidPolicy):
        AgentPolicy(SCOPE, **wrong)  # type: ignore[arg-type]
