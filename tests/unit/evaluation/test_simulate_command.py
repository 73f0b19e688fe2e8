"""`slowwave evaluate simulate` and `growth`, from their options to the files that they write."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from slowwave.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def evaluate(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one experiment and return its exit code, output and error output."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = main.run(["evaluate", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "--turns", "49"], "49 is not in the range x>=50"),
        (["simulate", "--seeds", "0"], "0 is not in the range x>=1"),
        (["simulate", "--budget", "99"], "99 is not in the range x>=100"),
        (
            ["simulate", "--style", "baroque"],
            "'baroque' is not one of 'colloquial', 'deskside', 'oncall', 'plain', 'roundabout', 'workaday'",
        ),
        (["simulate", "--memory", "slowwave"], "'slowwave' is no memory; write NAME:turn or NAME:close with one of"),
        (["simulate", "--memory", "slowwave:never"], "'slowwave:never' is no memory"),
        (["simulate", "--memory", "another memory:turn"], "'another memory:turn' is no memory"),
        (["simulate", "--failures", "."], "'.'"),
        (["growth", "--turns", "many"], "'many' is not a valid integer range"),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(evaluate: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = evaluate(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.slow
def test_a_short_simulation_writes_its_figures_its_document_and_its_pictures(evaluate: Run, tmp_path: Path) -> None:
    arguments = ("--turns", 60, "--seeds", 1, "--style", "plain", "--memory", "slowwave:close", "--name", "short")
    failures, out = tmp_path / "failures.jsonl", tmp_path / "out"
    code, text, err = evaluate(
        "simulate", *arguments, "--jobs", 1, "--failures", failures, "--out", out, "--name", "short"
    )
    assert code == 0, err
    assert text.startswith("# Simulation: 60 turns, 1 seed, 1 style\n")
    for part in ("| hybrid |", "| slowwave, session close |"):
        assert part in text
    names = {path.name for path in out.iterdir()}
    assert names == {"short.json", "short.md", *(f"short-{each}.{kind}" for each in
                     ("exposure", "completion") for kind in ("svg", "png"))}  # fmt: skip
    written = json.loads((out / "short.json").read_text())
    assert written["seeds"] == [1]
    document = (out / "short.md").read_text()
    assert document.startswith("# Simulation")
    for part in ("in the paper", "Figure 2"):
        assert part in document
    found = [json.loads(line) for line in failures.read_text().splitlines()]
    assert all({"question", "leaked", "missed", "lines"} <= each.keys() for each in found)


@pytest.mark.slow
def test_a_short_growth_tells_what_grows(evaluate: Run, tmp_path: Path) -> None:
    code, text, err = evaluate("growth", "--turns", 60, "--json", "--out", tmp_path / "out")
    assert code == 0, err
    (table,) = json.loads(text)["tables"]
    assert [each["turn"] for each in table["rows"]] == [6 * number for number in range(1, 11)]
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".json", ".md", ".svg", ".png"}


@pytest.mark.parametrize("experiment", [("simulate",), ("tasks",), ("growth",)])
def test_a_folder_that_cannot_be_made_is_refused_before_the_work(
    evaluate: Run, tmp_path: Path, experiment: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = evaluate(*experiment, "--out", tmp_path / "file" / "out")
    assert code == 2
    assert "name another folder" in err
