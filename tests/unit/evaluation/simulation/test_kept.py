"""A study that was stopped goes on where it was: finished parts are read back as they were measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowwave.evaluation.simulation import kept
from slowwave.evaluation.simulation import study as studies
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.study import Study

ROW = Row(
    "plain",
    3,
    "hybrid",
    7,
    {"right": 1.0, "tokens": 0.1 + 0.2},
    (("Øre", "superseded"),),
    "Bø",
    "a",
    "?",
    ("x", "\u2028y"),
)


def test_rows_come_back_as_they_were_kept(tmp_path: Path) -> None:
    path = kept.place(tmp_path, "plain", 3)
    assert kept.load(path) is None
    kept.keep(path, [ROW, ROW])
    assert kept.load(path) == (ROW, ROW)
    assert list(tmp_path.iterdir()) == [path]


def test_a_part_is_kept_under_all_that_its_figures_depend_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {kept.place(tmp_path, *part) for part in [("plain", 1, 50), ("plain", 1, 60), ("plain", 2, 50)]}
    assert len(places) == 3
    monkeypatch.setattr(kept, "code_digest", lambda: "other code")
    assert kept.place(tmp_path, "plain", 1, 50) not in places


@pytest.mark.slow
def test_what_a_stopped_study_finished_is_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Study(styles=("plain",), seeds=(1, 2), turns=50, memories=(), folder=tmp_path)
    first = studies.run(Study(styles=("plain",), seeds=(1,), turns=50, memories=(), folder=tmp_path))
    measured = []
    measure = studies._measured

    def counted(part: tuple[str, int, str, str], turns: int, budget: int) -> tuple[Row, ...]:
        measured.append(part)
        return measure(part, turns, budget)

    monkeypatch.setattr(studies, "_measured", counted)
    rows = studies.run(whole)
    assert measured == [("plain", 2, "retrieval", "")]
    assert rows[: len(first)] == first
    assert {row.seed for row in rows} == {1, 2}
