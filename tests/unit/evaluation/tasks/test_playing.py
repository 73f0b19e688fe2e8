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
from slowwave.evaluation.tasks.playing import Played, play
from slowwave.evaluation.tasks.reading import packaged, read_file
from tests.unit.evaluation.tasks.sequences import DEPLOY, TWINS, write

BUDGET = 400
OURS = slowwave_arm(Cadence.SESSION)


@pytest.fixture
def deploy(tmp_path: Path) -> Sequence:
    return read_file(write(tmp_path, DEPLOY))


@pytest.fixture
def twins(tmp_path: Path) -> Sequence:
    return read_file(write(tmp_path, TWINS))


def raw(name: str) -> Arm:
    return next(arm for arm in raw_arms(Embeddings()) if arm.name == name)


def mark(metric: Metric, *played: Played) -> float:
    found = metrics.estimate(metric, played)
    assert found is not None
    return found.mean


@pytest.mark.parametrize("cadence", Cadence)
def test_slowwave_finds_what_was_taught_and_drops_what_was_corrected(deploy: Sequence, cadence: Cadence):
    played = play(deploy, slowwave_arm(cadence), BUDGET)
    assert [asked.right for asked in played.asked] == [True, True, True]
    assert mark(metrics.corrected, played) == mark(metrics.demoted, played) == 1
    assert mark(metrics.cycles_to_demotion, played) == 1


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


def test_no_memory_shows_more_than_the_budget(deploy: Sequence):
    for arm in (raw("last 10 turns"), raw("BM25"), OURS):
        assert all(asked.tokens <= 60 for asked in play(deploy, arm, 60).asked)


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


def test_a_memory_that_forgets_facts_is_caught_by_their_stability(tmp_path: Path):
    text = DEPLOY.replace("expect: demoted", "expect: stable").replace("since: b1, within: 2", "since: a1")
    sequence = read_file(
        write(tmp_path, text.replace('"black", since', '"black ", since').replace('"black "', '"black"'))
    )
    assert mark(metrics.stable, play(sequence, raw("BM25"), BUDGET)) == 1
    assert mark(metrics.stable, play(sequence, OURS, BUDGET)) == 0.5


def test_a_packaged_sequence_is_played_by_every_arm_with_the_same_tasks():
    sequence = next(each for each in packaged() if each.id == "coding-test-entry-point")
    names = [[asked.task.name for asked in play(sequence, arm, BUDGET).asked] for arm in (raw("BM25"), OURS)]
    assert names[0] == names[1] == [task.name for task in sequence.tasks]
