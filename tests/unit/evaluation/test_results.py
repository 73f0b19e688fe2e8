import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.evaluation.plots import bars, lines
from slowwave.evaluation.results import Circumstances, Meter, Result, Table, as_json, as_markdown, called, run_by, write
from slowwave.evaluation.statistics import Estimate
from slowwave.evaluation.tables import cell, markdown

MADE = Circumstances(
    datetime(2026, 3, 1, tzinfo=UTC), "c0de" * 16, "rules-1", {"slowwave": "1"}, "a processor", 2, 0.5, 1.25, 2.5
)
HALF = Estimate(0.5, 0.4, 0.6, 12)
TABLE = Table("Recall", ("system", "r1000", "n"), (("BM25", HALF, 12), ("slowwave", None, 0)), note="What it means.")
RESULT = Result("Evidence", "Two arms.", (TABLE,), (0, 1), MADE)


def test_a_cell_shows_the_mean_with_its_interval() -> None:
    assert cell(HALF) == "0.500 [0.400, 0.600]"
    assert cell(Estimate(0.051, -0.01, 0.1, 3), 2, signed=True) == "+0.05 [-0.01, +0.10]"
    assert [cell(None), cell(3), cell(0.25, 1), cell("a|b")] == ["–", "3", "0.2", "a\\|b"]


@given(st.lists(st.tuples(st.text(), st.floats(0, 1)), max_size=4))
def test_every_row_of_a_table_is_one_line_of_as_many_cells(rows: list[tuple[str, float]]) -> None:
    table = markdown(("a", "b"), rows).split("\n")
    assert len(table) == len(rows) + 3
    assert all(line.replace("\\|", "").count("|") == 3 for line in table[:-1])


def test_a_document_holds_the_figures_and_how_they_were_made() -> None:
    text = as_markdown(RESULT)
    for part in ("# Evidence", "Two arms.", "| BM25 | 0.500 [0.400, 0.600] | 12 |", "What it means.", "seeds: 0, 1",
                 "a processor, 2 cores, load 0.50", "code: c0dec0dec0dec0de, rules-1",
                 "1.2 s of CPU, 2.5 s by the clock", "slowwave 1"):  # fmt: skip
        assert part in text
    read = json.loads(as_json(RESULT))
    assert read["tables"][0]["rows"][0]["r1000"] == {"mean": 0.5, "low": 0.4, "high": 0.6, "n": 12}
    assert (read["made"]["code"], read["made"]["rules"]) == (MADE.code, MADE.rules)
    assert read["made"]["date"] == "2026-03-01T00:00:00+00:00"


def test_a_run_says_under_which_circumstances_it_was_made() -> None:
    made = Meter().circumstances(MADE.date)
    assert made.versions["numpy"]
    assert made.versions["python"].startswith("3.")
    assert made.cpu
    assert made.wall_seconds >= 0


def test_the_same_figures_give_the_same_pictures_byte_for_byte(tmp_path: Path) -> None:
    drawn = [_pictures() for _ in range(2)]
    assert drawn[0] == drawn[1]
    written = write(replace(RESULT, plots=drawn[0]), tmp_path / "new", "evidence")
    names = ["evidence.json", "evidence.md", "recall.svg", "over-time.svg", "recall.png", "over-time.png"]
    assert [path.name for path in written] == names
    assert "![Recall in 1000 tokens](recall.svg)" in (tmp_path / "new" / "evidence.md").read_text()
    assert (tmp_path / "new" / "recall.png").read_bytes().startswith(b"\x89PNG")
    assert b"dc:date" not in (tmp_path / "new" / "recall.svg").read_bytes()


def test_every_picture_of_a_result_is_called_after_the_name_that_it_is_written_under() -> None:
    drawn = tuple(replace(plot, name=f"simulation-{plot.name}") for plot in _pictures())
    renamed = called(replace(RESULT, plots=drawn), "simulation", "simulation-extractors")
    assert [plot.name for plot in renamed.plots] == ["simulation-extractors-recall", "simulation-extractors-over-time"]


def test_a_document_begins_with_the_command_that_makes_it() -> None:
    assert run_by(RESULT, "slowwave evaluate it --seeds 3").ran == "`slowwave evaluate it --seeds 3`. Two arms."


def test_a_picture_of_other_figures_is_another_picture() -> None:
    one, two = (bars("b", "t", {"r": {"BM25": each}}, x_label="x") for each in (HALF, Estimate(0.6, 0.5, 0.7, 9)))
    assert one.svg != two.svg


@pytest.mark.parametrize("groups", [1, 2, 4, 5])
def test_bars_take_any_number_of_groups(groups: int) -> None:
    assert bars("b", "t", {str(each): {"BM25": HALF} for each in range(groups)}, x_label="x").png


def _pictures() -> tuple:
    arms = {"BM25": HALF, "slowwave": Estimate(0.7, 0.7, 0.7, 3)}
    over_time = {name: [(0, each), (1, each)] for name, each in arms.items()}
    return (
        bars("recall", "Recall in 1000 tokens", {"500": arms, "1000": {"BM25": HALF}}, x_label="recall"),
        lines("over-time", "Over time", over_time, x_label="turn", y_label="share", target=0.1),
    )
