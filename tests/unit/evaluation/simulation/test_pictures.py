"""Every picture is drawn from rows, and those that the rows do not allow are left out."""

from __future__ import annotations

from slowwave.evaluation.simulation.pictures import EXPOSURE, plots
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.setups import NOISY, RULES


def rows_of(arm: str, turns: int = 60) -> list[Row]:
    metrics = dict.fromkeys(EXPOSURE.values(), 0.5) | {"right": 1.0}
    return [Row("plain", seed, arm, turn, metrics) for seed in (1, 2) for turn in range(turns)]


def test_all_pictures_are_drawn_where_noisy_extractors_ran() -> None:
    arms = ("dense", "last 10 turns", f"{RULES.name}, every turn", *(f"{each.name}, session close" for each in NOISY))
    drawn = plots([row for arm in arms for row in rows_of(arm)], turns=60)
    names = ["simulation-exposure", "simulation-completion", "simulation-extractor"]
    assert [each.name for each in drawn] == names
    assert all(b"<svg" in each.svg and each.png.startswith(b"\x89PNG") for each in drawn)


def test_without_noisy_extractors_there_is_no_curve_of_them() -> None:
    drawn = plots([*rows_of("dense"), *rows_of(f"{RULES.name}, every turn")], turns=60)
    assert [each.name for each in drawn] == ["simulation-exposure", "simulation-completion"]
