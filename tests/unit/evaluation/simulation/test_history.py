import re
from collections import Counter
from datetime import timedelta

import pytest

from slowwave.domain.records import MAX_CLOCK_LEAD, Actor, Origin
from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation import shares, world
from slowwave.evaluation.simulation.attributes import ATTRIBUTES
from slowwave.evaluation.simulation.canaries import FORMATS
from slowwave.evaluation.simulation.events import Act, History
from slowwave.evaluation.simulation.history import generate, styles
from slowwave.evaluation.simulation.presence import shows
from slowwave.evaluation.simulation.style import style
from tests.unit.evaluation.simulation.histories import SEEDS, history

CORRECTIONS = (Act.CORRECT, Act.CORRECT_BARE)


def values_of(told: History) -> set[str]:
    return {value for event in told.events if event.slot for value in (event.value, event.old) if value}


def test_equal_arguments_give_equal_histories_and_other_seeds_others() -> None:
    assert generate(7, "plain") == history(7)
    assert generate(8, "plain").events != history(7).events


def test_a_style_changes_the_words_and_every_style_tells_every_act() -> None:
    for name in styles():
        assert {event.act for event in history(1, name).events} == set(Act)
    assert history(1, styles()[0]).events[0].text != history(1, styles()[-1]).events[0].text


@pytest.mark.parametrize("seed", SEEDS)
def test_a_value_belongs_to_one_slot_and_is_no_part_of_another_or_of_any_name(seed: int) -> None:
    told = history(seed)
    slots: dict[str, set[object]] = {}
    for event in told.events:
        for value in (event.value, event.old):
            if event.slot and value:
                slots.setdefault(value, set()).add(event.slot)
    assert [value for value, owners in slots.items() if len(owners) > 1] == []
    parts = [(inner, outer) for inner in slots for outer in slots if inner in outer and inner != outer]
    assert [pair for pair in parts if shows(pair[1], pair[0])] == []
    names = (*world.SERVICES, *world.PERSONAL, *world.ALIASES.values(), *world.SCOPES, *world.CONDITIONS)
    names += (*world.OCCASIONS, *world.TENANTS, *told.canaries, *(each.name for each in ATTRIBUTES))
    assert [(name, value) for name in names for value in slots if value in name and shows(name, value)] == []


@pytest.mark.parametrize("name", styles())
def test_a_text_shows_the_values_of_its_event_and_no_others(name: str) -> None:
    for seed in range(3):
        told = history(seed, name)
        values = values_of(told) | set(told.canaries)
        for event in told.events:
            shown = {value for value in values if value in event.text and shows(event.text, value)}
            assert shown == {event.value, event.old} - {""}, event


@pytest.mark.parametrize("name", styles())
def test_no_value_occurs_in_the_words_of_a_style(name: str) -> None:
    words = style(name)
    blocks = [*words.templates.values(), words.questions, words.scoped_questions, words.chatter]
    templates = [each for block in blocks for templates in block.values() for each in templates]
    for value in set().union(*(values_of(history(seed)) for seed in SEEDS)):
        assert not [each for each in templates if value in each]


@pytest.mark.parametrize("seed", SEEDS)
def test_acts_come_in_their_shares(seed: int) -> None:
    told = history(seed)
    count = Counter(event.act for event in told.events)
    turns = len(told.times)
    assert set(count) == set(Act)
    assert 0.12 <= sum(count[act] for act in CORRECTIONS) / turns <= 0.15
    for act, share in shares.SHARES.items():
        if act not in CORRECTIONS:
            assert count[act] >= max(1, 0.7 * share * turns - 1), act
            assert count[act] <= 1.3 * share * turns + 2, act
    chatter = [event for event in told.events if event.act is Act.CHATTER]
    assert 0.25 <= len(chatter) / len(told.events) <= 0.45
    assert any(event.actor is Actor.TOOL for event in chatter)


def test_one_wrong_claim_is_repeated_fifty_times_and_never_by_the_user() -> None:
    wrong = [event for event in history(2).events if event.act is Act.WRONG]
    assert Counter(event.value for event in wrong).most_common(1)[0][1] == shares.WRONG_REPEATS[0]
    assert all(event.actor is not Actor.USER for event in wrong)


def test_poison_comes_from_tools_and_the_web_and_claims_no_authority_of_its_own() -> None:
    poison = [event for seed in range(3) for event in history(seed).events if event.act is Act.POISON]
    assert {event.origin for event in poison} == {Origin.TOOL, Origin.WEB}


def test_secrets_slip_in_every_format_once_there_are_enough_of_them() -> None:
    told = history(1)
    assert len(told.canaries) >= len(FORMATS) >= 8
    assert len(set(told.canaries)) == len(told.canaries)
    assert [kind for kind in (r"AKIA", r"ghp_", r"xoxb-", r"sk_live_", r"eyJ", r"DE\d{20}", r"\d{3}-\d{2}-\d{4}")
            if not any(re.match(kind, each) for each in told.canaries)] == []  # fmt: skip


def test_a_review_comment_is_made_once_a_session() -> None:
    repeated = Counter((event.slot, event.value) for event in history(1).events if event.act is Act.REVIEW)
    assert max(repeated.values()) >= 3
    for seed in range(5):
        made = Counter((event.slot, event.session) for event in history(seed).events if event.act is Act.REVIEW)
        assert set(made.values()) == {1}


def test_near_duplicates_have_slots_of_the_same_name() -> None:
    slots = {event.slot for event in history(1).events if event.slot}
    by_entity = {entity: {slot.attribute for slot in slots if slot.entity == entity} for entity in world.SERVICES}
    assert by_entity["billing"] & by_entity["billing-v2"]


def test_tenants_share_slot_names_and_no_value() -> None:
    told = history(4)
    assert len(told.tenants) >= 2
    by_tenant = {
        tenant: {e.value for e in told.events if e.slot and e.tenant == tenant} - {""} for tenant in told.tenants
    }
    first, second, *_ = told.tenants
    assert not by_tenant[first] & by_tenant[second]
    names = {tenant: {(e.slot.entity, e.slot.attribute) for e in told.events if e.slot and e.tenant == tenant}
             for tenant in told.tenants}  # fmt: skip
    assert len(names[first] & names[second]) >= 25


@pytest.mark.parametrize("seed", range(5))
def test_every_event_is_delivered_and_none_before_it_happened(seed: int) -> None:
    told = history(seed)
    assert {delivery.event.id for delivery in told.deliveries} == {event.id for event in told.events}
    assert len({event.id for event in told.events}) == len(told.events)
    assert all(delivery.event.turn <= delivery.turn < len(told.times) for delivery in told.deliveries)
    assert [delivery.turn for delivery in told.deliveries] == sorted(delivery.turn for delivery in told.deliveries)
    by_id = {event.id: event for event in told.events}
    assert all(by_id[delivery.event.id] == delivery.event for delivery in told.deliveries)


def test_deliveries_are_late_doubled_and_old_words_come_again_after_their_correction() -> None:
    late = doubled = again = events = 0
    for seed in SEEDS:
        told = history(seed)
        first: dict[str, int] = {}
        replaced: dict[str, int] = {event.old: event.turn for event in told.events if event.act is Act.CORRECT}
        for delivery in told.deliveries:
            doubled += delivery.event.id in first
            again += delivery.event.id in first and replaced.get(delivery.event.value, delivery.turn) < delivery.turn
            first.setdefault(delivery.event.id, delivery.turn)
        late += sum(first[event.id] > event.turn for event in told.events)
        events += len(told.events)
    assert 0.06 <= doubled / events <= 0.16
    assert 0.05 <= late / events <= 0.16
    assert again >= 5 * len(SEEDS)


def test_whole_sessions_arrive_late_in_some_histories() -> None:
    def late_sessions(told: History) -> int:
        arrived: dict[str, int] = {}
        for delivery in told.deliveries:
            arrived.setdefault(delivery.event.id, delivery.turn)
        by_session: dict[str, list[bool]] = {}
        for event in told.events:
            by_session.setdefault(event.session, []).append(arrived[event.id] > event.turn)
        return sum(all(late) and len(late) > 5 for late in by_session.values())

    assert sum(late_sessions(history(seed)) for seed in SEEDS) >= 10


@pytest.mark.parametrize("seed", range(5))
def test_time_goes_on_over_three_months_and_clocks_are_off_by_minutes_only(seed: int) -> None:
    told = history(seed)
    assert list(told.times) == sorted(told.times)
    assert timedelta(days=60) <= told.times[-1] - told.times[0] <= timedelta(days=95)
    for event in told.events:
        assert timedelta(minutes=-12) <= event.time - told.times[event.turn] < MAX_CLOCK_LEAD
        if event.until:
            assert event.until > told.times[event.turn]


@pytest.mark.parametrize("seed", range(5))
def test_skewed_clocks_never_reorder_what_is_said_of_a_slot(seed: int) -> None:
    latest: dict[object, object] = {}
    for event in history(seed).events:
        if event.slot:
            before = latest.get(event.slot)
            assert before is None or before <= event.time  # type: ignore[operator]
            latest[event.slot] = event.time


def test_every_session_closes_after_its_last_event_and_some_are_resumed() -> None:
    resumed = 0
    for seed in SEEDS:
        told = history(seed)
        closed = [(turn, session) for turn, sessions in told.closes.items() for session in sessions]
        last = {session: turn for turn, session in sorted(closed)}
        for event in told.events:
            assert event.turn <= last[event.tenant, event.session]
        resumed += len(closed) - len(last)
    assert resumed >= 5


def test_five_thousand_turns_hold_every_act_and_keep_values_unique() -> None:
    told = generate(3, "plain", 5000)
    assert {event.act for event in told.events} == set(Act)
    owners: dict[str, set[object]] = {}
    for event in told.events:
        if event.slot and event.value:
            owners.setdefault(event.value, set()).add(event.slot)
    assert max(map(len, owners.values())) == 1
    assert len({event.slot for event in told.events}) > 200


@pytest.mark.parametrize("turns", [50, 137, 1000])
def test_any_number_of_turns_from_fifty_on_gives_that_many(turns: int) -> None:
    assert len(generate(1, "plain", turns).times) == turns


def test_too_few_turns_and_unknown_styles_are_refused() -> None:
    with pytest.raises(InvalidInput, match="at least 50 turns"):
        generate(1, "plain", 10)
    with pytest.raises(InvalidInput, match=r"no style 'baroque'; there are .*plain"):
        generate(1, "baroque")
