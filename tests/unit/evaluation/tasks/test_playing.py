from collections.abc import Mapping
from pathlib import Path

import pytest

from slowwave.adapters.local.rules.model import RulesModel
from slowwave.domain.scope import Scope
from slowwave.evaluation.simulation.arms import Embeddings
from slowwave.evaluation.tasks import arms, metrics, playing
from slowwave.evaluation.tasks.arms import Arm, Cadence, raw_arms, slowwave_arm
from slowwave.evaluation.tasks.format import Sequence
from slowwave.evaluation.tasks.metrics import Metric
from slowwave.evaluation.tasks.playing import Followed, Played, play
from slowwave.evaluation.tasks.reading import packaged, read_file
from tests.unit.evaluation.tasks.sequences import DEPLOY, TWINS, write

BUDGET = 400
OURS = slowwave_arm(Cadence.SESSION)


@pytest.fixture(scope="module")
def deploy(tmp_path_factory: pytest.TempPathFactory) -> Sequence:
    return read_file(write(tmp_path_factory.mktemp("tasks"), DEPLOY))


@pytest.fixture(scope="module")
def ours(deploy: Sequence) -> Played:
    """What slowwave makes of it, consolidating after every session."""
    return play(deploy, OURS, BUDGET)


@pytest.fixture
def twins(tmp_path: Path) -> Sequence:
    return read_file(write(tmp_path, TWINS))


def raw(name: str) -> Arm:
    return next(arm for arm in raw_arms(Embeddings()) if arm.name == name)


def mark(metric: Metric, *played: Played) -> float:
    found = metrics.estimate(metric, played)
    assert found is not None
    return found.mean


def test_slowwave_finds_what_was_taught_and_drops_what_was_corrected(ours: Played):
    assert [asked.right for asked in ours.asked] == [True, True, True]
    assert mark(metrics.corrected, ours) == mark(metrics.demoted, ours) == 1
    assert mark(metrics.cycles_to_demotion, ours) == 1


def test_consolidating_after_every_event_shows_the_same(deploy: Sequence, ours: Played):
    often = play(deploy, slowwave_arm(Cadence.EVENT), BUDGET)
    assert [(each.missing, each.wrong) for each in often.asked] == [(each.missing, each.wrong) for each in ours.asked]


def test_without_memory_nothing_is_found_and_nothing_is_wrong(deploy: Sequence):
    played = play(deploy, raw("no memory"), BUDGET)
    assert mark(metrics.explored, played) == 1
    assert mark(metrics.wrong, played) == mark(metrics.tokens, played) == 0
    assert mark(metrics.right, played) == 0


@pytest.mark.parametrize("name", ["last 10 turns", "BM25"])
def test_raw_turns_find_what_was_taught_and_keep_showing_what_was_corrected(deploy: Sequence, name: str):
    played = play(deploy, raw(name), BUDGET)
    assert mark(metrics.found, played) == 1
    assert mark(metrics.wrong, played) == 1
    assert mark(metrics.corrected, played) == mark(metrics.demoted, played) == 0


def test_no_memory_shows_more_than_the_budget(deploy: Sequence, ours: Played):
    assert all(asked.tokens <= BUDGET for asked in ours.asked)
    for arm in (raw("last 10 turns"), raw("BM25")):
        assert all(0 < asked.tokens <= 40 for asked in play(deploy, arm, 40).asked)


def test_without_supersession_corrected_memories_stay(deploy: Sequence, monkeypatch: pytest.MonkeyPatch):
    propose = RulesModel.propose

    def unlinked(self, window):
        items = [dict(item) for item in propose(self, window)]
        for item in items:
            key = item["claim"]["key"]
            own = f"{key['qualifier']} {item['claim']['value']['text']}".strip()
            item["claim"] = {**item["claim"], "key": {**key, "qualifier": own}}
            item["denies"] = []
        return items

    monkeypatch.setattr(RulesModel, "propose", unlinked)
    played = play(deploy, OURS, BUDGET)
    assert mark(metrics.found, played) == 1
    assert mark(metrics.corrected, played) == 0
    assert mark(metrics.demoted, played) == 0


def test_without_the_tenant_filter_what_belongs_to_another_tenant_is_shown(
    twins: Sequence, monkeypatch: pytest.MonkeyPatch
):
    assert mark(metrics.wrong, play(twins, OURS, BUDGET)) == 0

    def merged(sequence: Sequence) -> Mapping[str, Scope]:
        return {session.tenant: Scope("all", "agent") for session in sequence.sessions}

    monkeypatch.setattr(playing, "scopes_of", merged)
    monkeypatch.setattr(arms, "scopes_of", merged)
    assert mark(metrics.wrong, play(twins, OURS, BUDGET)) == 1


def test_a_fact_that_is_shown_at_each_cycle_is_stable(tmp_path: Path, deploy: Sequence, ours: Played):
    text = DEPLOY.replace("expect: demoted", "expect: stable").replace("since: b1, within: 2", "since: a1")
    followed = read_file(write(tmp_path, text))
    assert mark(metrics.stable, play(followed, raw("BM25"), BUDGET)) == 1
    assert mark(metrics.stable, play(followed, raw("no memory"), BUDGET)) == 0


def test_a_belief_that_comes_back_is_gone_only_after_its_last_return(deploy: Sequence):
    (cycle,) = deploy.cycles
    assert Followed(deploy, cycle, believed=True, cycles=(True, False, True, False)).gone_after == 4
    assert Followed(deploy, cycle, believed=True, cycles=(False, False)).gone_after == 1
    assert Followed(deploy, cycle, believed=True, cycles=(False, True)).gone_after is None


def test_the_shares_of_the_three_thirds_cover_every_need_once():
    sequence = next(each for each in packaged() if each.id == "coding-test-entry-point")
    played = play(sequence, raw("BM25"), BUDGET)
    thirds = [list(metrics.explored([played], place / 3, (place + 1) / 3)) for place in range(3)]
    assert sum(map(len, thirds)) == sum(len(task.needs) for task in sequence.tasks)
    assert all(thirds)


def test_what_is_retrieved_is_of_the_same_tenant(twins: Sequence):
    for name in ("last 10 turns", "BM25", "hybrid"):
        assert mark(metrics.wrong, play(twins, raw(name), BUDGET)) == 0
