"""The committed results: whole, dated, and no better in the README than they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from slowwave.cli.evaluate_all import RELEASE
from slowwave.evaluation.simulation.study import STANDINGS, UNSEEN

RESULTS = Path(__file__).parent / "results"
SIMULATIONS = ("simulation", "simulation-wordings")
MEMORIES = ("slowwave, every turn", "slowwave, session close", "slowwave, gold extractor, session close")


def name_of(experiment: tuple[str, ...]) -> str:
    """The name of the files that an experiment writes."""
    name, *options = experiment
    if name == "evidence":
        return f"evidence-{options[options.index('--dataset') + 1]}"
    if "--name" in options:
        return options[options.index("--name") + 1]
    return {"simulate": "simulation"}.get(name, name)


def result(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text("utf-8"))
    return read


def table(name: str, title: str) -> dict[str, dict[str, Any]]:
    """A table of a result by its first column."""
    (found,) = (each for each in result(name)["tables"] if each["title"] == title)
    return {next(iter(row.values())): row for row in found["rows"]}


def mean(value: Any) -> float:
    return float(value["mean"] if isinstance(value, dict) else value)


@pytest.mark.parametrize("name", sorted(path.stem for path in RESULTS.glob("*.json")))
def test_every_result_is_an_experiments_of_a_release_with_its_circumstances(name: str) -> None:
    found = result(name)
    assert name in {name_of(each) for each in RELEASE}
    assert (RESULTS / f"{name}.md").is_file()
    assert all(plot.startswith(name) and (RESULTS / plot).is_file() for plot in found["plots"])
    assert found["tables"]
    assert {"date", "versions", "cpu", "cores", "load", "cpu_seconds", "wall_seconds"} <= found["made"].keys()
    assert found["made"]["versions"]["slowwave"]


def test_every_picture_is_one_of_a_result() -> None:
    named = {Path(plot).stem for path in RESULTS.glob("*.json") for plot in result(path.stem)["plots"]}
    assert {path.stem for kind in ("svg", "png") for path in RESULTS.glob(f"*.{kind}")} == named


@pytest.mark.parametrize("simulation", SIMULATIONS)
@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("reason", ["poison", "other tenant", "secret"])
def test_no_poison_no_other_tenants_value_and_no_secret_was_ever_shown(
    simulation: str, memory: str, reason: str
) -> None:
    assert mean(table(simulation, "Forbidden values by reason")[memory][reason]) == 0


@pytest.mark.parametrize("style", STANDINGS)
@pytest.mark.parametrize("retrieval", ["BM25", "dense", "hybrid"])
def test_retrieval_shows_ten_times_the_forbidden_values_and_about_ten_times_in_wordings_never_shown(
    style: str, retrieval: str
) -> None:
    phrasings = (each for name in SIMULATIONS for each in result(name)["tables"] if "phrasings" in each["title"])
    shown = {(row["arm"], row["style"]): mean(row["forbidden in"]) for each in phrasings for row in each["rows"]}
    least = 9.5 if style in UNSEEN else 10
    assert shown[retrieval, style] >= least * shown["slowwave, every turn", style]


def test_nothing_withdrawn_came_back_where_every_turn_is_consolidated() -> None:
    for simulation in SIMULATIONS:
        assert table(simulation, "Is a corrected value gone?")["slowwave, every turn"]["resurrections"] == 0


@pytest.mark.parametrize("memory", MEMORIES)
def test_no_budget_was_exceeded_and_every_line_could_be_traced(memory: str) -> None:
    assert table("simulation", "Are injections stable in size?")[memory]["budget violations"] == 0
    assert mean(table("simulation", "Can it be audited?")[memory]["evidence resolves"]) == 1
