"""What the commands have in common: exit codes, JSON, and an agent that need not be named while there is only one."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from slowwave.cli.erasing import KINDS
from slowwave.domain.policy import AgentPolicy
from tests.e2e.conftest import Run, json_of

GOOD = '{"session": "s", "actor": "user", "text": "Always use pnpm.", "event_time": "2026-03-01T10:00:00Z"}'
BAD = '{"session": "s", "actor": "user", "text": "Never use yarn.", "event_time": "2026-03-01T10:00:00"}'


@pytest.fixture
def home(slowwave: Run, tmp_path: Path) -> Path:
    (tmp_path / "said.jsonl").write_text(f"{GOOD}\n", "utf-8")
    assert slowwave("import", tmp_path / "said.jsonl", "--home", tmp_path / "home")[0] == 0
    return tmp_path / "home"


def test_an_import_of_which_a_line_failed_says_so_by_its_exit_code_and_keeps_the_others(
    slowwave: Run, home: Path
) -> None:
    path = home.parent / "more.jsonl"
    path.write_text("\n".join([BAD, GOOD.replace("pnpm", "ruff"), GOOD]), "utf-8")
    code, told, _ = slowwave("import", path, "--home", home)
    assert (code, "All other lines are stored." in told) == (1, True)
    path.write_text("\n".join([GOOD.replace("pnpm", "ruff"), GOOD]), "utf-8")
    assert json_of(slowwave("import", path, "--home", home, "--json"))["duplicate"] == 2


def test_the_policy_that_was_set_is_shown_with_all_that_it_may_be(slowwave: Run, home: Path) -> None:
    set_to = json_of(slowwave("agent", "set", "default", "max_pages=50", "--json", "--home", home))
    assert (set_to["version"], set_to["max_pages"]) == (2, 50)
    assert json_of(slowwave("agent", "show", "--json", "--home", home)) == set_to
    assert json_of(slowwave("agent", "set", "default", "max_pages=50", "--json", "--home", home)) == set_to
    code, told, _ = slowwave("agent", "show", "--home", home)
    rows = [line.split(maxsplit=1)[0] for line in told.splitlines()[2:]]
    assert (code, rows) == (0, [each.name for each in fields(AgentPolicy) if each.name != "scope"])
    assert "1 to 100,000" in next(line for line in told.splitlines() if line.startswith("max_pages"))


def test_every_count_of_an_erasure_is_told_in_words(slowwave: Run, home: Path) -> None:
    slowwave("consolidate", "--home", home)
    slowwave("inject", "--home", home)
    counted = json_of(slowwave("erase", "--match", "pnpm", "--json", "--home", home))["removes"]
    assert {*counted} <= {*KINDS}
    _, told, _ = slowwave("erase", "--match", "pnpm", "--home", home)
    assert all(KINDS[kind] in told for kind, number in counted.items() if number)


@pytest.mark.parametrize(
    "command",
    [
        ("inject", "--task", "x\udcff"),
        ("forget", "n-", "--because", "x\udcff"),
        ("consolidate", "--as-of", "9999-12-31T23:59:59Z"),
        ("consolidate", "--as-of", "0001-01-01T00:00:00+14:00"),
    ],
)
def test_an_argument_that_nothing_can_be_done_with_is_one_sentence(
    slowwave: Run, home: Path, command: tuple[str, ...]
) -> None:
    slowwave("consolidate", "--home", home)
    code, out, err = slowwave(*command, "--home", home)
    assert (code, out, err.count("\n")) == (2, "", 1), err
