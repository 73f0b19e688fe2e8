"""A set that must not be published is refused over the whole pipeline: agents read the last one, byte for byte, the run
says why, and once the cause is gone the next run publishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest

from slowwave.adapters.aws.records import S3RecordStore
from slowwave.domain.changes import Put
from slowwave.domain.records import Record
from slowwave.domain.runs import RunState
from slowwave.domain.scope import Scope
from slowwave.evaluation.pipeline import Pipeline, pipeline
from slowwave.evaluation.simulation.events import Act, Event
from slowwave.evaluation.simulation.extractors import GoldExtractor
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.memory import AGENT, recorded
from slowwave.evaluation.simulation.setups import policy_for

HISTORY = generate(2, "plain", 500)
SCOPE = Scope(HISTORY.tenants[0], AGENT)
AT = HISTORY.times[-1]
LATER = AT + timedelta(hours=1)
BUDGET = 90


def _said(*acts: Act) -> list[Event]:
    """What the tenant says by these acts; all words are of one history, so the extractor knows them."""
    return [each for each in HISTORY.events if each.act in acts and each.tenant == SCOPE.tenant]


@pytest.fixture
def home() -> Iterator[Pipeline]:
    """A scope with a published set."""
    with pipeline([policy_for(SCOPE, BUDGET, {})], model=GoldExtractor(HISTORY.events)) as opened:
        _deliver(opened, _said(Act.ASSERT)[:3])
        assert opened.consolidate(SCOPE, at=AT)
        yield opened


def _deliver(home: Pipeline, events: Sequence[Event]) -> None:
    home.deliver(SCOPE, [recorded(each, SCOPE) for each in events], at=home.clock() if home.stored else AT)


def _block(home: Pipeline, budget: int = BUDGET) -> str:
    return home.inject(SCOPE, HISTORY.probes[-1].question, budget=budget).text


def _last_run(home: Pipeline) -> tuple[RunState, str]:
    newest = home.ports.journal.runs(SCOPE, limit=1)[0].item
    return newest.state, newest.problem


def test_safety_rules_that_the_budget_does_not_hold_refuse_the_set_until_there_is_room(home: Pipeline) -> None:
    before = _block(home)
    _deliver(home, [each for each in HISTORY.events if each.act is Act.SAFETY])
    assert home.consolidate(SCOPE, at=LATER) is None
    assert f"of {BUDGET} tokens" in home.rejected[-1]
    assert _last_run(home) == (RunState.REJECTED, home.rejected[-1].partition("; ")[2])
    assert _block(home) == before
    _let(home, 2 * BUDGET)
    assert home.consolidate(SCOPE, at=LATER + timedelta(hours=1))
    assert "## Safety" in _block(home, 2 * BUDGET)


def _let(home: Pipeline, budget: int) -> None:
    """Give the agent another budget, as its owner does."""
    stored = home.ports.registry.policy(SCOPE)
    assert stored
    wider = Put(policy_for(SCOPE, budget, {}), stored.version, "more room for rules")
    home.ports.ledger.commit(SCOPE, [wider], cause="a test", at=LATER, lease=None, now=LATER)


def test_a_set_that_cites_what_is_gone_is_refused_until_it_is_there_again(
    home: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _block(home)
    fresh = _said(Act.ASSERT)[3:6]
    _deliver(home, fresh)
    lost = {recorded(each, SCOPE).id for each in fresh}
    get = S3RecordStore.get

    def without(self: S3RecordStore, scope: Scope, ids: Sequence[str]) -> dict[str, Record]:
        return {name: each for name, each in get(self, scope, ids).items() if name not in lost}

    with monkeypatch.context() as patch:
        patch.setattr(S3RecordStore, "get", without)
        assert home.consolidate(SCOPE, at=LATER) is None
    assert "does not exist" in home.rejected[-1]
    assert _last_run(home) == (RunState.REJECTED, home.rejected[-1].partition("; ")[2])
    assert _block(home) == before
    assert home.consolidate(SCOPE, at=LATER + timedelta(hours=1))
    assert _block(home) != before
