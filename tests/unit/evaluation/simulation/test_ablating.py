"""What switching a part off moves, and what is said of those that move nothing."""

from __future__ import annotations

from slowwave.evaluation.results import Table
from slowwave.evaluation.simulation.ablating import METRICS, table
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.study import COMPARED, CURVES

FULL = COMPARED[-1]


def rows_of(arm: str, right: float) -> list[Row]:
    return [Row("plain", seed, arm, turn, dict.fromkeys(METRICS, right)) for seed in (1, 2) for turn in range(3)]


def found(*rows: list[Row]) -> Table | None:
    return table([row for each in rows for row in each], FULL, 500)


def test_each_part_that_is_off_stands_beside_the_full_system_and_what_moves_nothing_is_named() -> None:
    made = found(rows_of(FULL, 1), rows_of("without decay, session close", 1), rows_of("without authority, x", 0.25))
    assert made
    assert [row[0] for row in made.rows] == ["without decay, session close", "without authority, x"]
    assert [each.mean for each in made.rows[1][1:]] == [-0.75] * len(METRICS)  # type: ignore[union-attr]
    assert "Within 500 turns these move none of the shares: without decay." in made.note
    assert '`slowwave evaluate growth --arm "without decay"`' in made.note


def test_nothing_is_said_to_move_nothing_where_all_move() -> None:
    made = found(rows_of(FULL, 1), rows_of("without decay, session close", 0.5))
    assert made
    assert "move none" not in made.note


def test_without_a_part_that_is_off_or_without_the_full_system_there_is_no_table() -> None:
    assert found(rows_of(FULL, 1), rows_of("hybrid", 0)) is None
    assert found(rows_of("without decay, session close", 0)) is None


def test_the_curves_of_a_release_hold_the_full_system_that_they_are_compared_with() -> None:
    assert FULL in {each.arm for each in CURVES}
