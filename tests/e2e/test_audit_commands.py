"""Commands that say what happened and whether it is intact."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from slowwave.bootstrap import local
from slowwave.domain.scope import Scope
from slowwave.runner import consolidate
from tests.e2e.conftest import Run

OLD_HOME = Path(__file__).parents[1] / "fixtures" / "homes" / "schema-1"
SCOPE = Scope("local", "dev")
LATER = datetime(2026, 12, 2, tzinfo=UTC)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a chain in both forms."""
    home = shutil.copytree(OLD_HOME, tmp_path_factory.mktemp("audit") / "home")
    with local(home, clock=lambda: LATER) as ports:
        consolidate(SCOPE, LATER, ports, observe=lambda *_: None)
    return home


def rewrite_a_reason(home: Path) -> None:
    with local(home) as ports:
        row = ports._tables.revision
        third = next(each for each in row.query(f"{SCOPE.key}#revisions") if json.loads(each.content)["sequence"] == 3)
        third.content = json.dumps({**json.loads(third.content), "reason": "rewritten"})
        third.save()


def test_the_command_says_so_in_one_line_and_in_its_exit_code(grown: Path, slowwave: Run, tmp_path: Path) -> None:
    home = shutil.copytree(grown, tmp_path / "home")
    code, out, _ = slowwave("verify", "--home", home)
    assert code == 0
    assert out.splitlines()[-1].startswith("intact: agent 'dev', the chain ends at ")
    rewrite_a_reason(home)
    code, out, _ = slowwave("verify", "--home", home)
    assert code == 1
    assert out.splitlines()[-2:] == [
        "NOT INTACT: agent 'dev', 1 finding",
        "  revision 3 does not have the hash that the chain goes on from: it was edited",
    ]
    code, out, _ = slowwave("verify", "--home", home, "--json")
    assert (code, json.loads(out)["intact"]) == (1, False)
    assert json.loads(out)["findings"][0]["entry"] == "revision 3"
