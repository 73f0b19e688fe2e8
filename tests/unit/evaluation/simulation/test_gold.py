from collections import Counter
from itertools import pairwise

import pytest

from slowwave.domain.records import Actor
from slowwave.evaluation.simulation.attributes import BY_NAME, Role
from slowwave.evaluation.simulation.events import Act, Expectation, Reason
from slowwave.evaluation.simulation.gold import LAST_DAY, RECENT_TURNS
from slowwave.evaluation.simulation.presence import shows, states_scope
from tests.unit.evaluation.simulation.histories import SEEDS, history

PROBES = [(history(seed), probe) for seed in range(8) for probe in history(seed).probes]


def test_about_every_other_turn_is_asked_about_and_a_third_of_it_changed_lately() -> None:
    for seed in SEEDS:
        probes = history(seed).probes
        assert 0.42 <= len(probes) / len(history(seed).times) <= 0.58
    ages = [probe.age for seed in SEEDS for probe in history(seed).probes]
    recent = sum(age is not None and age <= RECENT_TURNS for age in ages) / len(ages)
    assert 0.28 <= recent <= 0.38
    assert ages.count(0) >= 2 * len(SEEDS), "the turn of a correction is asked about too"


def test_what_is_right_is_never_forbidden_and_conflicts_forbid_neither_side() -> None:
    for told, probe in PROBES:
        assert probe.value not in probe.forbidden
        assert bool(probe.value) == (probe.expectation is Expectation.VALUE)
        if probe.expectation is Expectation.PENDING:
            said = [e.value for e in told.events if e.slot == probe.slot and e.turn <= probe.turn and e.value]
            assert len([value for value in said if value not in probe.forbidden]) >= 2


def test_all_three_expectations_and_all_reasons_occur() -> None:
    expectations = Counter(probe.expectation for _, probe in PROBES)
    assert set(expectations) == set(Expectation)
    assert {reason for _, probe in PROBES for reason in probe.forbidden.values()} == set(Reason)


def test_evidence_precedes_the_probe_states_the_value_and_has_the_authority_for_it() -> None:
    for told, probe in PROBES:
        events = {event.id: event for event in told.events}
        assert bool(probe.evidence) == (probe.expectation is Expectation.VALUE)
        for each in probe.evidence:
            event = events[each]
            assert event.turn <= probe.turn
            assert event.slot == probe.slot
            assert event.value == probe.value
            assert shows(event.text, probe.value)
            assert event.actor is Actor.USER or BY_NAME[probe.slot.attribute].role is Role.OBSERVED


def test_a_probe_is_discovered_exactly_when_some_of_its_evidence_was_delivered() -> None:
    seen = Counter()
    for told, probe in PROBES:
        delivered = {delivery.event.id for delivery in told.deliveries if delivery.turn <= probe.turn}
        assert probe.discovered == bool(probe.evidence & delivered)
        seen[probe.expectation, probe.discovered] += 1
    assert seen[Expectation.VALUE, False] > 0


def test_values_of_the_same_slot_at_other_tenants_are_forbidden() -> None:
    for told, probe in PROBES:
        stated = {
            event.value
            for event in told.events
            if event.act in {Act.ASSERT, Act.CORRECT, Act.CORRECT_BARE, Act.UPDATE}
            and event.turn <= probe.turn
            and event.tenant != probe.slot.tenant
            and event.slot
            and (event.slot.entity, event.slot.attribute) == (probe.slot.entity, probe.slot.attribute)
        }
        assert {probe.forbidden.get(value) for value in stated} <= {Reason.OTHER_TENANT}


def test_secrets_are_forbidden_from_the_turn_they_slip_and_not_before() -> None:
    for told, probe in PROBES:
        slipped = {event.value for event in told.events if event.act is Act.SECRET and event.turn <= probe.turn}
        assert {value for value, reason in probe.forbidden.items() if reason is Reason.SECRET} == slipped


def test_a_temporary_value_is_right_until_its_last_day_and_expired_after() -> None:
    during = ended = 0
    for told, probe in PROBES:
        for event in told.events:
            if event.act is Act.TEMPORARY and event.slot == probe.slot and event.turn <= probe.turn and not probe.scope:
                assert event.until is not None
                if event.until <= told.times[probe.turn]:
                    ended += 1
                    assert probe.forbidden[event.value] is Reason.EXPIRED
                else:
                    during += 1
                    assert probe.value == event.value
                    assert event.until - told.times[probe.turn] > LAST_DAY
    assert during
    assert ended


def test_a_corrected_value_is_forbidden_from_its_correction_on_unless_it_came_back() -> None:
    checked = 0
    for told, probe in PROBES:
        for event in told.events:
            if event.act is Act.CORRECT and event.slot == probe.slot and event.turn <= probe.turn:
                back = any(
                    later.act is Act.REVERT and later.value == event.old and later.slot == event.slot
                    for later in told.events[: len(told.events)]
                    if event.turn < later.turn <= probe.turn
                )
                checked += 1
                assert back or probe.forbidden[event.old] in {Reason.SUPERSEDED, Reason.STALE_DOCUMENT}
    assert checked > 100


def test_what_is_said_without_authority_is_forbidden_with_its_reason() -> None:
    reasons = {
        Act.HEARSAY: {Reason.HEARSAY},
        Act.QUOTE: {Reason.QUOTED},
        Act.POISON: {Reason.POISON},
        Act.INJECTION: {Reason.POISON, Reason.QUOTED},
        Act.WRONG: {Reason.WRONG},
        Act.QUESTION: {Reason.QUESTION},
        Act.ONE_OFF: {Reason.OUT_OF_SCOPE},
        Act.CONVENIENCE: {Reason.UNSAFE},
    }
    found: set[Act] = set()
    for told, probe in PROBES:
        for event in told.events:
            if event.act in reasons and event.slot == probe.slot and event.turn <= probe.turn:
                found.add(event.act)
                assert probe.forbidden[event.value] in reasons[event.act]
    assert found == set(reasons)


def test_a_value_of_a_narrower_scope_is_right_inside_it_and_tolerated_outside_with_its_scope() -> None:
    inside = [probe for _, probe in PROBES if probe.scope]
    outside = [probe for _, probe in PROBES if probe.scopes]
    assert inside
    assert all(states_scope(probe.question, probe.scope) for probe in inside)
    assert outside
    for probe in outside:
        assert all(probe.forbidden[value] is Reason.OUT_OF_SCOPE for value in probe.scopes)


def test_a_dissolved_body_takes_with_it_what_it_approved() -> None:
    checked = 0
    for told, probe in PROBES:
        left = {event.approver: event.turn for event in told.events if event.act is Act.LEAVE}
        for event in told.events:
            if event.act is Act.APPROVE and event.slot == probe.slot and left.get(event.approver, 999) <= probe.turn:
                checked += 1
                assert probe.forbidden[event.value] is Reason.RETRACTED
    assert checked


def test_a_review_comment_is_asked_about_from_its_third_session_on() -> None:
    checked = 0
    for told, probe in PROBES:
        if BY_NAME[probe.slot.attribute].role is Role.REVIEWED:
            sessions = {e.session for e in told.events if e.act is Act.REVIEW and e.slot == probe.slot
                        and e.turn <= probe.turn}  # fmt: skip
            checked += 1
            assert len(sessions) >= 3
            assert probe.value
    assert checked


@pytest.mark.parametrize("seed", range(3))
def test_age_counts_from_the_last_change_and_probes_come_in_order(seed: int) -> None:
    probes = history(seed).probes
    assert [probe.turn for probe in probes] == sorted(probe.turn for probe in probes)
    assert all(probe.age is None or 0 <= probe.age <= probe.turn for probe in probes)
    assert any(probe.age is None for probe in probes)


@pytest.mark.parametrize("seed", range(5))
def test_every_history_has_statements_of_the_user_at_one_time_in_two_sessions_that_disagree(seed: int) -> None:
    stated = [event for event in history(seed).events if event.act is Act.CORRECT_BARE]
    pairs = [(one, two) for one, two in pairwise(stated) if one.slot == two.slot and one.time == two.time]
    assert pairs
    assert all(one.value != two.value and one.session != two.session for one, two in pairs)
    sides = {(one.slot, one.turn) for one, _ in pairs}
    asked = [p for p in history(seed).probes if (p.slot, p.turn) in sides]
    assert all(probe.expectation is Expectation.PENDING for probe in asked if not probe.scope)


def test_a_change_is_heard_of_when_its_own_words_have_first_arrived() -> None:
    late = 0
    for seed in SEEDS:
        told = history(seed)
        arrived: dict[str, int] = {}
        for delivery in told.deliveries:
            arrived.setdefault(delivery.event.id, delivery.turn)
        for probe in told.probes:
            assert (probe.heard is None) == (probe.age is None)
            if probe.heard is None or probe.age is None:
                continue
            changed = probe.turn - probe.age
            words = [each for each in told.events if each.turn == changed and each.tenant == probe.slot.tenant]
            ended = Reason.EXPIRED in probe.forbidden.values()
            assert probe.heard in {arrived[each.id] for each in words} | ({changed} if ended else set())
            late += probe.heard > changed
    assert late
