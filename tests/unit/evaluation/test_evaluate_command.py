import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from slowwave.cli import evaluating, main
from slowwave.evaluation.public.precision import SYSTEMS
from tests.unit.evaluation import public_data

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def evaluate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run one experiment and return its exit code, output and error output."""
    monkeypatch.delenv("SLOWWAVE_DATA", raising=False)

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = main.run(["evaluate", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return public_data.write(tmp_path)


def test_the_evidence_of_a_chat_is_told_with_what_memory_lost(evaluate: Run, data: Path, tmp_path: Path) -> None:
    arguments = ("--data", data, "--dataset", "beam", "--no-dense", "--budget", 100, "--out", tmp_path / "out")
    code, out, err = evaluate("evidence", *arguments)
    assert code == 0, err
    for part in ("# Evidence shown: BEAM 100K", "| slowwave |", "Where slowwave wins and loses over"):
        assert part in out
    document = (tmp_path / "out" / "evidence-beam.md").read_text("utf-8")
    for part in ("| BM25, user turns |", "stale-first (1)", "## Where slowwave wins and loses over", "| beam-3 | 3 |",
                 "cl100k_base"):  # fmt: skip
        assert part in document
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert {
        "evidence-beam.json",
        "evidence-beam.md",
        "evidence-beam-recall.svg",
        "evidence-beam-exposure.png",
    } <= written


def test_the_data_folder_may_come_from_the_environment(
    evaluate: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLOWWAVE_DATA", str(data))
    code, out, err = evaluate("evidence", "--no-dense", "--json")
    assert code == 0, err
    recall = json.loads(out)["tables"][0]["rows"]
    assert [row["system"] for row in recall] == ["last-N", "BM25", "slowwave"]
    assert recall[1]["r1000"]["mean"] == 1


def test_no_picture_is_named_that_is_not_written(evaluate: Run, data: Path) -> None:
    for told in ((), ("--json",)):
        code, out, err = evaluate("evidence", "--data", data, "--no-dense", *told)
        assert code == 0, err
        assert ".svg" not in out


def test_longmemeval_is_read_from_the_file_that_is_named(evaluate: Run, data: Path) -> None:
    file = data / "longmemeval.json"
    code, out, err = evaluate("evidence", "--dataset", "longmemeval", "--file", file, "--no-dense", "--json")
    assert code == 0, err
    assert json.loads(out)["tables"][0]["rows"][1]["r1000"]["n"] == 1


def test_precision_is_told_beside_what_leaks(evaluate: Run, data: Path) -> None:
    code, out, err = evaluate("precision", "--data", data, "--json")
    assert code == 0, err
    shown = {row["system"]: row for row in json.loads(out)["tables"][0]["rows"]}
    assert len(shown) == SYSTEMS
    assert shown["BM25 > 0"]["other user"] == 3
    assert shown["slowwave, gold, task lines"]["exact sets"] == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["precision", "--data", "."], "there is no precisionmembench in '.'; give the data's place with --data"),
        (["evidence"], "name the folder of the public data sets with --data or SLOWWAVE_DATA; slowwave has none"),
        (["evidence", "--data", "missing"], "'missing' does not exist"),
        (["evidence", "--dataset", "longmemeval"], "name LongMemEval's JSON file with --file"),
        (["evidence", "--dataset", "other"], "'other' is not one of 'locomo', 'beam', 'longmemeval'"),
        (["evidence", "--budget", "1"], "1 is not in the range x>=50"),
        (["precision", "--name", "../up"], "'../up' is no name of a file; name the folder with --out"),
        (["precision", "--name", ""], "'' is no name of a file"),
        (["precision", "--name", ".."], "'..' is no name of a file"),
        (["nothing"], "No such command 'nothing'"),
    ],
)
def test_what_cannot_be_measured_is_one_sentence(evaluate: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = evaluate(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_release_without_all_of_its_data_is_refused_before_the_work(
    evaluate: Run, data: Path, tmp_path: Path
) -> None:
    code, out, err = evaluate("all", "--data", data, "--out", tmp_path / "out")
    assert (code, out) == (2, "")
    assert err == f"slowwave: there is no sessions/specstory in {str(data)!r}; give the data's place with --data\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["precision", "--data", "."], "slowwave evaluate precision --data {here}"),
        (["simulate"], "slowwave evaluate simulate"),
        (
            ["simulate", "--seeds", "10", "--jobs", "1", "--rows", "kept", "--json"],
            "slowwave evaluate simulate --jobs 1",
        ),
        (
            ["simulate", "--first-seed", "100", "--style", "plain", "--memory", "slowwave, gold extractor:close"],
            "slowwave evaluate simulate --first-seed 100 --style plain --memory 'slowwave, gold extractor:close'",
        ),
        (["tasks", "--arm", "dense", "--arm", "BM25"], "slowwave evaluate tasks --arm dense --arm BM25"),
        (["evidence", "--no-dense", "--budget", "100"], "slowwave evaluate evidence --budget 100 --no-dense"),
        (["growth", "--seed", "2", "--out", "there"], "slowwave evaluate growth --seed 2"),
    ],
)
def test_what_was_run_is_told_with_every_option_that_changes_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SLOWWAVE_DATA", raising=False)
    experiment = evaluating.evaluate.get_command(click.Context(evaluating.evaluate), arguments[0])
    assert experiment
    context = experiment.make_context(arguments[0], arguments[1:])
    assert evaluating.ran(context) == command.format(here=tmp_path.name)


def test_a_missing_extra_is_one_sentence(evaluate: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "find_spec", lambda name: None if name == "matplotlib" else name)
    code, out, err = evaluate("evidence")
    assert (code, out) == (2, "")
    assert err == "slowwave: evaluate needs matplotlib; install slowwave[local,evaluation]\n"


def test_every_experiment_is_listed_and_has_help(evaluate: Run) -> None:
    _, listing, _ = evaluate("--help")
    for name in evaluating.EXPERIMENTS:
        assert f"  {name} " in listing
        code, text, _ = evaluate(name, "--help")
        assert code == 0
        assert "Usage:" in text
