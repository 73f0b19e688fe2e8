"""Who names the files that sessions read again: baselines by hand, memory through the pipeline, and the public data."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from slowwave.cli import main
from slowwave.domain.windows import Window
from slowwave.errors import InvalidInput
from slowwave.evaluation.files.baselines import (
    Session,
    decayed_frequency,
    frequency,
    load,
    recency,
    recency_in_project,
    same_name,
    similar_sessions,
)
from slowwave.evaluation.files.measure import NAME, SIZES, Scored, measure
from slowwave.evaluation.files.reporting import coverage, difference
from tests.unit.evaluation.specstory_sessions import write

DATA = os.environ.get("SLOWWAVE_DATA")
SESSIONS = [
    ("start the parser", "./src/parser.py ./README.md"),
    ("billing retries", "./src/billing.py ./tests/test_billing.py"),
    ("parser again", "./src/parser.py ./tests/test_parser.py"),
    ("notes", "/Users/dev/.claude/plans/a.md ./README.md"),
    ("parser errors", "./src/parser.py ./src/errors.py"),
    ("fix the billing retries", "./src/billing.py ./src/parser.py ./src/new.py"),
    ("only new things", "./src/other.py"),
]


class Silent:
    """Proposes nothing: which files were read does not depend on what was said."""

    version = "silent"
    priced = False

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        return ()


def past(*reads: str) -> list[Session]:
    return [
        Session(Path(), prompt, tuple(files.split())) for prompt, _, files in (each.partition(":") for each in reads)
    ]


def test_a_session_is_its_first_prompt_and_its_files_in_order(tmp_path: Path) -> None:
    (first, *_, last) = load(write(tmp_path, *SESSIONS))
    assert (first.prompt.strip().splitlines()[0], first.files) == ("start the parser", ("src/parser.py", "README.md"))
    assert last.files == ("src/other.py",)


def test_too_few_sessions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="more than 5"):
        load(write(tmp_path, *SESSIONS[:5]))


@pytest.mark.parametrize("path", ["./main.go", "/Users/x/getspecstory/specstory-cli/main.go", "../main.go", "main.go"])
def test_names_of_one_file_are_compared_in_one_form(path: str) -> None:
    assert same_name(path) == "main.go"


def test_the_baselines_rank_as_their_names_say() -> None:
    earlier = past("login form:a b", "login:a", "login:a", "export job:c /x/d")
    assert recency(earlier, "") == ["c", "/x/d", "a", "b"]
    assert recency_in_project(earlier, "") == ["c", "a", "b"]
    assert frequency(earlier, "")[0] == decayed_frequency(earlier, "")[0] == "a"
    assert decayed_frequency(past("x:a", "x:b"), "") == ["b", "a"]
    assert similar_sessions(earlier, "export the job")[0] in ("c", "/x/d")


def test_memory_names_what_is_read_again(tmp_path: Path) -> None:
    measured = measure(load(write(tmp_path, *SESSIONS)), lambda _: None, model=Silent())
    assert measured.rows[NAME] == [Scored("2026-01-06_10-00-00Z_session-6", 2, dict.fromkeys(SIZES, 2))]
    (shown,) = measured.shown
    assert (shown.names, shown.covered) == (6, 2)
    assert 0 < shown.tokens < shown.budget


def test_a_session_with_more_files_weighs_more_and_differences_are_paired() -> None:
    rows = [Scored("one", 1, {10: 1}), Scored("two", 3, {10: 1})]
    others = [Scored("one", 1, {10: 0}), Scored("two", 3, {10: 1})]
    assert coverage(rows, 10).mean == pytest.approx(2 / 4)
    assert difference(rows, others, 10).mean == pytest.approx(1 / 4)


def test_the_command_prints_every_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["evaluate", "working-set", "--data", str(write(tmp_path, *SESSIONS))]) == 0
    printed = capsys.readouterr().out
    for part in ("# Files read again", "7 public coding sessions", "| slowwave | 1.000", "| decayed frequency |",
                 "## slowwave against each other system", "## Within the agent's budget"):  # fmt: skip
        assert part in printed


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not DATA, reason="SLOWWAVE_DATA is not set")
def test_on_public_sessions_memory_covers_more_than_recency_and_decayed_frequency() -> None:
    rows = measure(load(Path(DATA or "")), lambda _: None, model=Silent()).rows
    bars = {"recency": (0.533, 0.745, 0.818), "decayed frequency": (0.423, 0.642, 0.869)}
    for name, bar in bars.items():
        assert tuple(round(coverage(rows[name], size).mean, 3) for size in SIZES) == bar
    assert difference(rows[NAME], rows["recency"], 20).mean > 0
    assert difference(rows[NAME], rows["decayed frequency"], 40).low > 0
