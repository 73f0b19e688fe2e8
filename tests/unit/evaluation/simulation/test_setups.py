"""Memories under test: each ablation changes what it is named after, and nothing else."""

from __future__ import annotations

from slowwave.domain.claims import Skeleton
from slowwave.domain.records import Actor, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.evaluation.simulation.events import Act, Event
from slowwave.evaluation.simulation.memory import Cadence, recorded
from slowwave.evaluation.simulation.setups import GOLD, NOISY, RULES, SETUPS, STRUCTURED, Setup, opened, policy_for
from slowwave.prompts.extraction import parse
from tests.unit.evaluation.simulation.histories import history

HISTORY = history(1)
SCOPE = Scope(HISTORY.tenants[0], "planner")


def event(act: Act) -> Event:
    return next(each for each in HISTORY.events if each.act is act and each.tenant == SCOPE.tenant)


def recorded_by(setup: Setup, *events: Event) -> list[Record]:
    record = setup.recorder()
    return [record(each, SCOPE) for each in events]


def proposed(setup: Setup, said: Event) -> list[tuple[str, int]]:
    """The qualifiers and the numbers of denied claims that a setup's model proposes for one event."""
    (record,) = recorded_by(setup, said)
    model = setup.extractor(HISTORY)
    assert model
    window = Window(record.session, (record,), frozenset({record.id}))
    found = [parse(item, window) for item in model.propose(window)]
    return [(each.claim.key.qualifier, len(each.denies)) for each in found if each]


def test_rules_have_no_model_and_record_what_was_said() -> None:
    said = event(Act.POISON)
    assert RULES.extractor(HISTORY) is None
    assert recorded_by(RULES, said) == [recorded(said, SCOPE)]


def test_without_supersession_every_value_is_about_something_of_its_own() -> None:
    said = event(Act.CORRECT)
    assert proposed(GOLD, said) == [("", 1)]
    assert proposed(SETUPS["without supersession"], said) == [(said.value, 0)]
    model = SETUPS["without supersession"].extractor(HISTORY)
    assert model
    assert model.version.startswith("unlinked-gold-")


def test_without_authority_everything_was_said_by_the_user() -> None:
    said = event(Act.POISON)
    assert recorded(said, SCOPE).origin is not Origin.USER
    (record,) = recorded_by(SETUPS["without authority"], said)
    assert (record.actor, record.origin, record.text) == (Actor.USER, Origin.USER, said.text)
    assert proposed(SETUPS["without authority"], said)
    assert not proposed(GOLD, said)


def test_without_deduplication_every_delivery_is_another_record_of_the_same_event() -> None:
    said = event(Act.ASSERT)
    one, other = recorded_by(SETUPS["without deduplication"], said, said)
    assert (one.id, one.session) != (other.id, other.session)
    assert one.text == other.text
    assert len({each.id for each in recorded_by(GOLD, said, said)}) == 1
    assert proposed(SETUPS["without deduplication"], said) == proposed(GOLD, said)


def test_without_a_tenant_filter_all_tenants_are_one_agent() -> None:
    with opened(SETUPS["without tenant filter"], HISTORY, budget=300, cadence=Cadence.CLOSE) as memory:
        assert memory.scopes == (SCOPE,)
    with opened(GOLD, HISTORY, budget=300, cadence=Cadence.CLOSE) as memory:
        assert {each.tenant for each in memory.scopes} == set(HISTORY.tenants)


def test_without_decay_the_policy_lets_nothing_fade() -> None:
    assert policy_for(SCOPE, 300, SETUPS["without decay"].policy).decay_threshold == 0
    policy = policy_for(SCOPE, 300, {})
    assert policy.decay_threshold > 0
    assert (policy.budget_tokens, policy.stable_tokens) == (300, 120)
    assert not policy.inject_assumptions
    assert Skeleton.DOCUMENT not in policy.skeletons


def test_structured_records_say_what_the_event_means_and_keep_who_said_it() -> None:
    said, taken_back = event(Act.ASSERT), event(Act.RETRACT)
    assert said.slot
    assert taken_back.slot
    texts = [each.text for each in recorded_by(STRUCTURED, said, taken_back)]
    assert texts[0] == f"{said.slot.entity} {said.slot.attribute}: {said.value}."
    assert texts[1].startswith(f"{taken_back.slot.entity} {taken_back.slot.attribute} is no longer ")
    (poisoned,) = recorded_by(STRUCTURED, event(Act.POISON))
    assert poisoned.origin is event(Act.POISON).origin
    assert proposed(STRUCTURED, event(Act.POISON))


def test_the_noisy_extractors_say_how_noisy_they_are() -> None:
    shares = [float(each.name.rpartition(" ")[2]) for each in NOISY]
    assert shares == sorted(shares)
    for share, setup in zip(shares, NOISY, strict=True):
        model = setup.extractor(HISTORY)
        assert model
        assert model.version.startswith(f"gold-{share}-{share}-")
