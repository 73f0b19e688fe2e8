"""What was set out stands beside what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from slowwave.cli import main
from slowwave.evaluation.code import code_digest
from slowwave.evaluation.targets import TARGETS, stale, table


def result(code: str = "", **figures: Any) -> dict[str, Any]:
    tables = [
        {"title": "Evidence recall", "rows": [{"system": "slowwave", "r1000": figures.get("recall")}]},
        {"title": "slowwave against each baseline", "rows": [{"over": "recency", "20 names": figures.get("ahead")}]},
        {
            "title": "Updates and contradictions",
            "rows": [
                {"system": "hybrid, user turns", "new-in (19)": figures.get("bar")},
                {"system": "slowwave", "new-in (19)": figures.get("new"), "stale-first (19)": figures.get("old")},
            ],
        },
    ]
    return {"made": {"code": code}, "tables": tables}


def estimate(mean: float, width: float = 0.1) -> dict[str, float]:
    return {"mean": mean, "low": mean - width, "high": mean + width, "n": 9}


def verdicts(**results: Any) -> dict[Any, tuple[Any, ...]]:
    return {row[0]: row[3:5] for row in table({name.replace("_", "-"): each for name, each in results.items()}).rows}


def test_a_figure_is_reached_missed_by_so_much_or_not_measured() -> None:
    found = verdicts(evidence_locomo=result(recall=estimate(0.85)), evidence_beam=result(recall=0.5, old=estimate(0.1)))
    assert found["LoCoMo: recall in 1000 tokens"] == ("reached", None)
    assert found["BEAM: recall in 1000 tokens"] == ("missed", pytest.approx(0.2))
    assert found["BEAM: stale statement first"] == ("reached", None)
    assert found["append, ms"] == ("not measured", None)


def test_a_lead_within_its_interval_is_a_tie() -> None:
    lead = "working set: over recency at 20 names, paired"
    for mean, verdict in ((0.05, "a tie"), (0.2, "reached"), (-0.2, "missed")):
        assert verdicts(working_set=result(ahead=estimate(mean)))[lead][0] == verdict


def test_a_bar_that_another_system_sets_is_read_from_the_same_table() -> None:
    for new, verdict in ((0.9, "reached"), (0.5, "missed")):
        found = verdicts(evidence_beam=result(bar=estimate(0.8), new=estimate(new)))
        assert found["BEAM: new statement in, as hybrid on user turns"][0] == verdict


def test_every_target_is_one_line_of_its_own() -> None:
    assert len({each.what for each in TARGETS}) == len(TARGETS)


def test_results_of_other_code_are_named_and_the_table_is_written_beside_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = {"tasks": result(code_digest()), "growth": result("other"), "precision": {"made": {}, "tables": []}}
    assert stale(results) == ["growth", "precision"]
    for name, each in results.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(each))
    assert main.run(["evaluate", "targets", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.out == (tmp_path / "targets.md").read_text()
    assert told.err == "Measured by other code than this: growth, precision\n"


def test_a_folder_without_results_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["evaluate", "targets", str(tmp_path)]) == 2
    assert "there is no result in" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
