"""What sessions worked on, from a transcript to a block, through the commands."""

import json
from pathlib import Path

from tests.e2e.conftest import Run
from tests.unit.evaluation.specstory_sessions import write

PARSER = ("always use tabs for indent", "./src/parser.py ./README.md /home/dev/notes.md ./deploy/.env")
BILLING = ("never push to main", "./src/billing.py")


def test_each_agent_is_told_the_files_of_its_own_sessions(slowwave: Run, tmp_path: Path) -> None:
    home = ("--home", tmp_path / "home")
    for agent, session in (("parser", PARSER), ("billing", BILLING)):
        slowwave("import", write(tmp_path / agent, session), "--agent", agent, *home)
        slowwave("consolidate", "--agent", agent, *home)
    _, plain, _ = slowwave("inject", "--agent", "parser", *home)
    _, block, _ = slowwave("inject", "--agent", "parser", "--files", 5, *home)
    section = (
        "# Files read or edited before (as observed)\n"
        "- README.md (1 session, 2026-01-01)\n- src/parser.py (1 session, 2026-01-01)\n"
    )
    assert block == plain.replace("</slowwave>\n", section + "</slowwave>\n")
    _, told, _ = slowwave("inject", "--agent", "billing", "--files", 5, "--json", *home)
    (file,) = json.loads(told)["files"]
    assert file["path"] == "src/billing.py"
    assert [(each["session"], each["date"], each["edited"]) for each in file["evidence"]] == [
        ("00000001-0000-4000-8000-000000000000", "2026-01-01", False)
    ]
