"""What the README shows is what the commands print today."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import slowwave.cli as slowwave_cli
from slowwave.cli.main import COMMANDS
from slowwave.domain.policy import RANGES, AgentPolicy
from slowwave.domain.scope import Scope
from tests.e2e.conftest import AS_OF, Run

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SAMPLES = Path(slowwave_cli.__file__).parent / "samples" / "coding"
BLOCKS = re.findall(r"^```\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def _block(start: str) -> list[str]:
    return next(block for block in BLOCKS if block.startswith(start)).splitlines()


def _without_hash(verdict: list[str]) -> list[str]:
    """A verdict without the hash of the chain, which no second chain has: its salts are random."""
    return [line.rpartition(" with ")[0] or line for line in verdict]


def test_the_demo_prints_what_the_readme_shows(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    _, printed, _ = slowwave("demo", "--home", home)
    missing = [line for line in _block("=== Agent") if line.strip() not in ("", "...") and line not in printed]
    assert not missing
    explained = _block("p-")
    _, told, _ = slowwave("explain", explained[0].split()[0], "--home", home, "--agent", "shop-coder")
    assert told.splitlines() == explained
    agent = ("--home", home, "--agent", "shop-coder")
    _, told, _ = slowwave("log", "p-2422", *agent)
    assert told.splitlines() == _block("#    when")
    _, told, _ = slowwave("verify", *agent)
    assert _without_hash(told.splitlines()) == _without_hash(_block("  revisions"))
    _, told, _ = slowwave("replay", *agent)
    assert told.splitlines() == _block("Agent 'shop-coder': identical")
    assert slowwave("export", tmp_path / "shop.zip", *agent)[0] == 0
    _, told, _ = slowwave("import-archive", tmp_path / "shop.zip", "--home", tmp_path / "elsewhere")
    assert _without_hash(told.splitlines()) == _without_hash(_block("Imported agent"))
    _, told, _ = slowwave("rollback", "--to", "previous", "--because", "answers got worse", *agent)
    assert told.splitlines() == _block("Rolled back agent")


def test_the_bill_that_the_readme_shows_is_projected(slowwave: Run, tmp_path: Path) -> None:
    home, prices = tmp_path / "home", tmp_path / "prices.json"
    (stated,) = re.findall(r"million tokens: `({.*})`", README)
    prices.write_text(stated, "utf-8")
    slowwave("import", SAMPLES, "--home", home, "--agent", "shop-coder")
    asked = ("--as-of", AS_OF, "--model", "my-model", "--prices", prices)
    _, told, _ = slowwave("consolidate", "--home", home, "--dry-run", *asked)
    assert told.splitlines() == _block("The next run of agent")


def test_every_cap_that_the_readme_names_has_the_default_that_it_says() -> None:
    policy = AgentPolicy(Scope("local", "shop-coder"))
    stated = dict(re.findall(r"^\| `(max_\w+)` \| ([\d,]+) \|", README, re.MULTILINE))
    assert {name: int(number.replace(",", "")) for name, number in stated.items()} == {
        name: getattr(policy, name) for name in RANGES if name.startswith("max_")
    }


def test_the_erasure_that_the_readme_shows_is_planned(slowwave: Run, tmp_path: Path) -> None:
    agent = ("--home", tmp_path / "home", "--agent", "shop-coder")
    slowwave("demo", "--home", tmp_path / "home")
    command, *shown = _block("$ slowwave erase")
    _, told, _ = slowwave("erase", *agent, "--match", command.split('"')[1])
    told = told.replace(f" --home {shlex.quote(str(agent[1]))}", "")
    assert _without_plan(told.splitlines()) == _without_plan(shown)


def _without_plan(lines: list[str]) -> list[str]:
    return [re.sub(r"e-[0-9a-f]{24}", "e-…", line) for line in lines]


def test_no_id_of_the_samples_is_asked_for_in_a_home_of_ones_own() -> None:
    own = [line for block in BLOCKS for line in block.splitlines() if "--home mine" in line or "my-project" in line]
    assert any("explain" in line for line in own)
    assert not [line for line in own if re.search(r"\b[pn]-[0-9a-f]{4}", line)]


def test_every_command_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"(?:`|bin/)slowwave ([a-z][a-z-]+)", README))
    assert {"import", "explain", "forget", "pending"} <= named
    assert named - {*COMMANDS} == set()


def test_the_sequence_that_the_readme_shows_can_be_played(slowwave: Run, tmp_path: Path) -> None:
    folder = tmp_path / "my-sequences"
    folder.mkdir()
    for sample in SAMPLES.glob("*.jsonl"):
        shutil.copy(sample, folder / sample.name)
    (sequence,) = re.findall(r"^```yaml\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    (folder / "orders.yaml").write_text(sequence, "utf-8")
    arms = ("BM25", "slowwave, every session")
    code, printed, _ = slowwave(
        "evaluate", "tasks", "--tasks", folder, *(part for arm in arms for part in ("--arm", arm))
    )
    assert code == 0
    assert "1 sequence with 2 tasks" in printed
    (table,) = re.findall(r"## All sequences\n.*?(?=\n## )", printed, re.DOTALL)
    wrong = {arm: re.search(rf"\| {re.escape(arm)} \|[^|]*\| ([\d.]+)", table) for arm in arms}
    assert {arm: found and float(found[1]) for arm, found in wrong.items()} == {arms[0]: 1.0, arms[1]: 0.0}
