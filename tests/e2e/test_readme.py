"""What the README shows is what the commands print today."""

from __future__ import annotations

import re
from pathlib import Path

from slowwave.cli.main import COMMANDS
from tests.e2e.conftest import Run

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def _block(start: str) -> list[str]:
    return next(block for block in BLOCKS if block.startswith(start)).splitlines()


def test_the_demo_prints_what_the_readme_shows(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    _, printed, _ = slowwave("demo", "--home", home)
    missing = [line for line in _block("=== Agent") if line.strip() not in ("", "...") and line not in printed]
    assert not missing
    explained = _block("p-")
    _, told, _ = slowwave("explain", explained[0].split()[0], "--home", home, "--agent", "shop-coder")
    assert told.splitlines() == explained


def test_every_command_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"(?:`|bin/)slowwave ([a-z][a-z-]+)", README))
    assert {"import", "explain", "forget", "pending"} <= named
    assert named - {*COMMANDS} == set()
