"""The low-code paper's table and figure beside what is measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import pytest

from slowwave.evaluation.ranking import Matrix
from slowwave.evaluation.simulation import lowcode
from slowwave.evaluation.simulation.arms import Embeddings
from slowwave.evaluation.simulation.rows import Row


def listing() -> tuple[list[float], list[float], list[float]]:
    """What the listing in the paper's appendix computes, step by step: all-add, fixed, hybrid."""
    all_add, hybrid, success = [], [], 0.8
    for turn in range(500):
        all_add.append(min(90.0, max(70.0, 80 * math.exp(-0.0005 * turn))))
        success += (1 - success) * 0.0003
        hybrid.append(min(94.0, max(80.0, success * 100)))
    return all_add, [80.0] * 500, hybrid


@pytest.mark.parametrize("turn", lowcode.FIGURE)
def test_the_papers_code_is_given_as_it_computes(turn: int) -> None:
    expected = [series[max(0, turn - 1)] for series in listing()]
    assert lowcode.appendix(turn) == pytest.approx(expected)


def test_the_papers_code_does_not_give_what_the_paper_prints() -> None:
    printed, computed = lowcode.FIGURE[500], lowcode.appendix(500)
    assert printed == (70, 80, 94)
    assert computed[0] == 70
    assert computed[2] < 83


def row(
    turn: int, right: float, *, seed: int = 1, tenant: str = "acme", subject: str = "billing port", answer: str = "",
    same: bool = True,
) -> Row:  # fmt: skip
    metrics = {"right": right, "tokens": 100.0, "contradiction": 0.0, "read seconds": 0.002}
    return Row("plain", seed, "an arm", turn, metrics | ({"consistent": 1.0} if same else {}), answer=answer,
               question="?", tenant=tenant, subject=subject)  # fmt: skip


def test_a_step_is_done_when_all_of_its_three_probes_are_right() -> None:
    rows = [row(turn, right) for turn, right in enumerate((1, 1, 1, 1, 0, 1, 1, 1))]
    found = lowcode.completion(rows)
    assert found
    assert (found.mean, found.n) == (0.5, 2)  # the last two make no step
    late = lowcode.completion(rows, range(3, 9))
    assert late
    assert (late.mean, late.n) == (0, 1)
    assert lowcode.completion(rows[:2]) is None


def test_a_step_never_spans_two_histories() -> None:
    rows = [row(turn, 1, seed=seed) for turn in range(4) for seed in (1, 2)]
    found = lowcode.completion(rows)
    assert found
    assert found.n == 2


def test_a_step_never_mixes_two_tenants() -> None:
    rows = [row(turn, right=float(turn % 2), tenant=("acme", "globex")[turn % 2]) for turn in range(6)]
    found = lowcode.completion(rows)
    assert found
    assert (found.mean, found.n) == (0.5, 2)


def test_what_a_whole_history_took_is_no_part_of_a_step() -> None:
    found = lowcode.completion([*(row(turn, 1) for turn in range(3)), Row("plain", 1, "an arm", 3, {"bytes": 9.0})])
    assert found
    assert found.n == 1


class _Words:
    """Embeddings that are alike when the texts are."""

    def of(self, text: str) -> Matrix:
        import numpy as np

        return np.array([1.0, 0.0] if text.startswith("port") else [0.0, 1.0], dtype=np.float32)


def consistency(rows: Sequence[Row]) -> float | None:
    found = lowcode.semantic_consistency(rows, cast(Embeddings, _Words()))
    return found.mean if found else None


def test_semantic_consistency_compares_answers_in_a_row_about_a_slot_that_did_not_change() -> None:
    first, alike, other = row(1, 1, answer="port 1"), row(2, 1, answer="port one"), row(3, 1, answer="no idea")
    assert consistency([first, alike]) == 1
    assert consistency([first, alike, other]) == 0.5
    assert consistency([first, row(2, 1, answer="port 2", same=False)]) is None
    assert consistency([first, row(2, 1, answer="port 1", subject="billing timeout")]) is None
    assert consistency([first, row(2, 1, answer="port 1", tenant="globex")]) is None


def test_a_point_of_the_figure_is_measured_over_the_turns_around_it_and_none_that_did_not_run() -> None:
    assert lowcode.around(250) == range(200, 300)
    rows = [row(turn, 1) for turn in range(60)]
    for turns, points in ((60, [0, 50]), (99, [0, 50]), (100, [0, 50, 100]), (500, [*lowcode.FIGURE])):
        assert [line[0] for line in lowcode.tables(rows, turns=turns, arm="an arm")[1].rows] == points


def test_the_tables_put_the_paper_beside_what_was_measured() -> None:
    rows = [row(turn, 1) for turn in range(30)]
    table, figure = lowcode.tables(rows, turns=30, arm="an arm")
    assert [line[0] for line in table.rows[:3]] == [f"{name}, in the paper" for name in lowcode.PAPER]
    measured = dict(zip(table.headings, table.rows[-1], strict=True))
    assert measured["completion %"].mean == 100  # type: ignore[union-attr]
    assert measured["latency, ms"].mean == pytest.approx(2)  # type: ignore[union-attr]
    assert [line[0] for line in figure.rows] == [0]
    assert "Memory Management and Contextual Consistency for Long-Running Low-Code Agents" in table.note
    assert all(len(line) == len(figure.headings) for line in figure.rows)
