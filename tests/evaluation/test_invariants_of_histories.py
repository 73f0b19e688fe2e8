"""What no simulated history may break, whoever extracts and however it is worded: nothing crosses tenants, no secret
leaves the raw layer, every line stands on evidence, and the budget holds.
"""

from __future__ import annotations

import pytest

from slowwave.adapters.local.rules.model import RulesModel
from slowwave.adapters.tokens import BpeTokenizer
from slowwave.domain.scope import Scope
from slowwave.evaluation.pipeline import pipeline
from slowwave.evaluation.ranking import TOKENIZER
from slowwave.evaluation.simulation.events import Act
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.memory import AGENT, Cadence, recorded
from slowwave.evaluation.simulation.setups import GOLD, RULES, Setup, opened, policy_for
from slowwave.ports.models import ExtractionModel
from tests.evaluation.simulated import Gullible, Story, crossing, logged, play, stored, told

pytestmark = pytest.mark.slow

BUDGETS = (100, 150, 300, 600)
TURNS = 80
PLAYED: dict[str, tuple[Setup, int, str]] = {
    "rules, plain": (RULES, 1, "plain"),
    "rules, workaday": (RULES, 1, "workaday"),
    "gold, colloquial": (GOLD, 2, "colloquial"),
}


@pytest.fixture(scope="module", params=PLAYED)
def story(request: pytest.FixtureRequest) -> Story:
    setup, seed, style = PLAYED[request.param]
    history = generate(seed, style, TURNS)
    with opened(setup, history, budget=300, cadence=Cadence.CLOSE) as memory:
        return play(memory, history, BUDGETS)


def test_the_history_put_something_to_the_test(story: Story) -> None:
    assert not story.rejected
    assert story.history.canaries
    assert sum(bool(read.rendered.stable or read.rendered.task) for read in story.reads) > 20
    assert all(len(own) > 1 for own in story.sets.values())


def test_no_value_crosses_from_one_tenant_to_another(story: Story) -> None:
    blocks: dict[str, list[str]] = {tenant: [] for tenant in story.sets}
    for read in story.reads:
        blocks[read.probe.slot.tenant].append(read.rendered.text)
    lines = {
        tenant: {told(item) for each in own for item in (*each.stable, *each.pool)}
        for tenant, own in story.sets.items()
    }
    assert crossing({tenant: set(texts) for tenant, texts in blocks.items()}, story) == []
    assert crossing(lines, story) == []
    assert crossing(story.written, story) == []


def test_no_secret_is_in_a_store_a_read_or_a_log_record(story: Story) -> None:
    shown = {read.rendered.text for read in story.reads}
    places = {"stored": story.stored, "shown": shown, "logged": story.logged}
    assert story.stored
    assert shown
    leaks = {
        name for name, texts in places.items() for each in story.history.canaries for text in texts if each in text
    }
    assert not leaks


@pytest.mark.parametrize("model", [RulesModel(), Gullible()], ids=["rules", "a model that proposes everything"])
def test_no_secret_of_a_long_history_leaves_the_raw_layer(model: ExtractionModel) -> None:
    history = generate(1, "colloquial", 500)
    scope = Scope(history.tenants[0], AGENT)
    slips = [each for each in history.events if each.act is Act.SECRET]
    messages: list[str] = []
    with pipeline([policy_for(scope, 300, {})], model=model) as home, logged(messages):
        home.deliver(scope, [recorded(each, scope) for each in slips], at=history.times[-1])
        assert home.consolidate(scope, at=history.times[-1])
        told_of = [*stored(home.ports), *messages]
        told_of += [home.inject(scope, each.text, budget=600).text for each in slips[:3]]
    assert len({each.value for each in slips}) > 10
    assert len(told_of) > len(slips)
    assert not {each.value for each in slips for text in told_of if each.value in text}


def test_every_line_stands_on_words_that_its_tenant_has(story: Story) -> None:
    assert sorted({why for read in story.reads for why in read.unfounded}) == []


def test_a_read_never_exceeds_its_budget(story: Story) -> None:
    count = BpeTokenizer(TOKENIZER).count
    sizes = {read.rendered.text: count(read.rendered.text) for read in story.reads}
    over = [(read.budget, sizes[read.rendered.text]) for read in story.reads if sizes[read.rendered.text] > read.budget]
    assert over == []
    assert all(read.rendered.tokens == sizes[read.rendered.text] for read in story.reads if read.rendered.text)
    assert max(read.rendered.tokens for read in story.reads if read.budget == 100) > 50
