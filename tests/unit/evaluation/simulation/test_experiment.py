"""What a history gives as rows: each arm pays for what it uses, and is compared only where it can be."""

from __future__ import annotations

import pytest

from slowwave.evaluation.simulation.arms import RETRIEVALS
from slowwave.evaluation.simulation.events import Expectation
from slowwave.evaluation.simulation.experiment import BASELINES, NO_MEMORY, remember, retrieve
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.rows import Row, mean, of
from slowwave.evaluation.simulation.setups import GOLD
from tests.unit.evaluation.simulation.histories import history

HISTORY = history(1, turns=60)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return list(retrieve(HISTORY, budget=300))


def figure(rows: list[Row], arm: str, metric: str) -> float:
    found = mean(of(rows, arm), metric)
    assert found
    return found.mean


def test_every_arm_answers_every_probe_and_says_what_it_took(rows: list[Row]) -> None:
    for arm in BASELINES:
        own = of(rows, arm)
        assert [each.turn for each in own if each.question] == [each.turn for each in HISTORY.probes]
        (took,) = (each for each in own if not each.question)
        assert {"bytes", "model calls"} <= took.metrics.keys()


@pytest.mark.parametrize("metric", ["intake CPU seconds", "read seconds"])
@pytest.mark.parametrize("arm", ["hybrid", "hybrid, newest first"])
def test_who_finds_a_vector_that_another_arm_computed_pays_for_it_too(rows: list[Row], arm: str, metric: str) -> None:
    assert figure(rows, arm, metric) > 0.8 * figure(rows, "dense", metric)
    assert figure(rows, "BM25", metric) < 0.8 * figure(rows, arm, metric)


def test_no_memory_agrees_with_itself_nowhere_and_is_never_published(rows: list[Row]) -> None:
    metrics = {name for row in of(rows, NO_MEMORY) for name in row.metrics}
    assert not {"consistent", "read Jaccard", "stale after publish", "publish lag"} & metrics


def test_what_is_retrieved_is_published_as_it_arrives(rows: list[Row]) -> None:
    for arm in RETRIEVALS:
        assert figure(rows, arm, "publish lag") == 0
    assert figure(rows, "dense", "bytes") > figure(rows, "BM25", "bytes") > 0


def test_the_fewest_tokens_that_answer_are_those_of_a_turn_and_none_where_nothing_is_right(rows: list[Row]) -> None:
    least = [row.metrics.get("least tokens") for row in of(rows, "full history") if row.question]
    for probe, tokens in zip(HISTORY.probes, least, strict=True):
        if probe.expectation is not Expectation.VALUE:
            assert tokens == 0
        elif probe.discovered:
            assert tokens
            assert tokens > 0
        else:
            assert tokens is None


def test_a_memory_that_rests_when_sessions_close_publishes_later_and_counts_its_work() -> None:
    found = list(remember(HISTORY, GOLD.name, budget=300, cadence=Cadence.CLOSE))
    arm = f"{GOLD.name}, {Cadence.CLOSE.value}"
    assert figure(found, arm, "publish lag") > 0
    assert figure(found, arm, "runs") >= figure(found, arm, "sets") > 0
    assert figure(found, arm, "requests") > figure(found, arm, "model calls") > 0
    assert figure(found, arm, "bytes") > 0
