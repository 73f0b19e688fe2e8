"""The main job through the command line: import, consolidate, inject, explain."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from slowwave.cli.main import COMMANDS
from tests.e2e.conftest import AS_OF, SAMPLES, Run, json_of, state

CODING = sorted((SAMPLES / "coding").glob("*.jsonl"))


def consolidated(slowwave: Run, home: Path, *imports: list[Path]) -> dict[str, object]:
    for paths in imports:
        code, _, err = slowwave("import", "--home", home, "--agent", "coder", *paths)
        assert code == 0, err
    code, _, err = slowwave("consolidate", "--home", home, "--as-of", AS_OF)
    assert code == 0, err
    return state(home, "coder")


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    from slowwave.cli.main import run

    home = tmp_path_factory.mktemp("reference") / "home"
    assert run(["import", "--home", str(home), "--agent", "coder", *map(str, CODING)]) == 0
    assert run(["consolidate", "--home", str(home), "--as-of", AS_OF]) == 0
    return state(home, "coder")


def test_something_is_remembered_from_the_samples(reference: dict[str, object]) -> None:
    assert reference["set"]
    assert reference["notes"]
    assert reference["pages"]


def test_importing_everything_twice_changes_nothing(
    slowwave: Run, tmp_path: Path, reference: dict[str, object]
) -> None:
    assert consolidated(slowwave, tmp_path / "home", CODING, CODING) == reference


def test_importing_in_reverse_order_changes_nothing(
    slowwave: Run, tmp_path: Path, reference: dict[str, object]
) -> None:
    assert consolidated(slowwave, tmp_path / "home", *([path] for path in reversed(CODING))) == reference


def test_importing_split_files_changes_nothing(slowwave: Run, tmp_path: Path, reference: dict[str, object]) -> None:
    parts: list[list[Path]] = [[], []]
    for path in CODING:
        lines = path.read_bytes().splitlines(keepends=True)
        for number, piece in enumerate((lines[: len(lines) // 3], lines[len(lines) // 3 :])):
            part = tmp_path / f"{number}-{path.name}"
            part.write_bytes(b"".join(piece))
            parts[number].append(part)
    assert consolidated(slowwave, tmp_path / "home", parts[1], parts[0]) == reference


def test_consolidating_after_every_file_ends_where_one_consolidation_does(
    slowwave: Run, tmp_path: Path, reference: dict[str, object]
) -> None:
    home = tmp_path / "home"
    for path in CODING:
        consolidated(slowwave, home, [path])
    assert state(home, "coder") == reference


def test_a_second_consolidation_finds_nothing_to_do_and_writes_nothing(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    consolidated(slowwave, home, CODING)
    before = (home / "journal.jsonl").read_bytes()
    _, out, _ = slowwave("consolidate", "--home", home, "--as-of", AS_OF)
    assert out.startswith("Nothing to do")
    assert (home / "journal.jsonl").read_bytes() == before


def test_a_dry_run_shows_the_same_and_writes_nothing(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    slowwave("import", "--home", home, "--agent", "coder", *CODING)
    before = (home / "journal.jsonl").read_bytes()
    _, dry, _ = slowwave("consolidate", "--home", home, "--as-of", AS_OF, "--dry-run")
    assert (home / "journal.jsonl").read_bytes() == before
    _, real, _ = slowwave("consolidate", "--home", home, "--as-of", AS_OF)
    assert dry.startswith(real.replace(": published set", ": would publish set"))
    assert dry.endswith("Dry run: nothing was written.\n")


def test_the_account_adds_up_in_the_report(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    slowwave("import", "--home", home, "--agent", "coder", *CODING)
    (report,) = json_of(slowwave("consolidate", "--home", home, "--as-of", AS_OF, "--json"))
    account = report["account"]
    parts = [account[name] for name in ("promoted", "merged", "rejected", "pending", "failed")]
    assert account["inputs"] == sum(parts) == report["stages"]["extract"]["candidates"]
    assert sum(account["reasons"].values()) == account["rejected"]


def test_the_demo_explains_every_line_and_a_second_one_changes_nothing(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    code, first, err = slowwave("demo", "--home", home)
    assert code == 0, err
    before = (home / "journal.jsonl").read_bytes()
    _, second, _ = slowwave("demo", "--home", home)
    assert (home / "journal.jsonl").read_bytes() == before
    assert re.findall(r"<slowwave set=.*?</slowwave>", first, re.S) == re.findall(
        r"<slowwave set=.*?</slowwave>", second, re.S
    )
    for agent in ("shop-coder", "assistant", "shop-docs"):
        shown = json_of(slowwave("inject", "--home", home, "--agent", agent, "--task", "orders", "--json"))
        for item in (*shown["stable"], *shown["task"]):
            told = json_of(slowwave("explain", item["id"], "--home", home, "--agent", agent, "--json"))
            assert told["evidence"], item
            assert all(each["intact"] and each["quote"] for each in told["evidence"]), item
            assert told["revisions"], item


def test_the_stable_block_comes_first_and_is_the_same_for_every_task(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    consolidated(slowwave, home, CODING)
    _, alone, _ = slowwave("inject", "--home", home)
    stable = alone.removesuffix("</slowwave>\n")
    for task in ("orders storage", "commit the billing change", "xyzzy"):
        _, block, _ = slowwave("inject", "--home", home, "--task", task)
        assert block.startswith(stable)


def test_a_block_never_exceeds_its_budget(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    consolidated(slowwave, home, CODING)
    for budget in ("200", "300", "600"):
        shown = json_of(
            slowwave("inject", "--home", home, "--task", "orders tests storage", "--budget", budget, "--json")
        )
        assert 0 < shown["tokens"] <= int(budget)


def test_what_an_import_acknowledged_survives_a_kill(slowwave: Run, tmp_path: Path) -> None:
    home, big = tmp_path / "home", tmp_path / "big.jsonl"
    line = '{{"session":"s","actor":"user","text":"line {0}","event_time":"2026-01-01T00:00:00Z","source_id":"e{0}"}}\n'
    big.write_text("".join(line.format(number) for number in range(6000)))
    code = "import sys; from slowwave.cli.main import run; sys.exit(run(sys.argv[1:]))"
    started = subprocess.Popen(
        [sys.executable, "-c", code, "import", "--home", str(home), "--agent", "coder", str(big)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while started.poll() is None and not _has_records(home):
        time.sleep(0.05)
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    rest = json_of(slowwave("import", "--home", home, "--agent", "coder", "--json", big))
    assert rest["stored"] + rest["duplicate"] == 6000
    assert state(home, "coder")["records"] == 6000


def _has_records(home: Path) -> bool:
    journal = home / "journal.jsonl"
    return journal.exists() and b"raw/" in journal.read_bytes()


def test_consolidating_a_home_that_nothing_was_imported_into_says_so(slowwave: Run, tmp_path: Path) -> None:
    code, out, err = slowwave("consolidate", "--home", tmp_path / "mistyped")
    assert (code, out) == (2, "")
    assert "has no agent yet; run slowwave import PATH first" in err


@pytest.mark.parametrize(
    "words",
    [
        ["import"],
        ["import", "nowhere.jsonl"],
        ["import", "--format", "nonsense", "README.md"],
        ["inject"],
        ["inject", "--budget", "ten"],
        ["explain", "p-123456"],
        ["consolidate", "--as-of", "yesterday"],
        ["consolidate", "--as-of", "2026-03-01T10:00:00"],
        ["agent", "show", "nobody"],
        ["agent", "init", "x"],
        ["frobnicate"],
        ["notes", "--state", "odd"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    slowwave: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# Title\n\nText.\n")
    code, out, err = slowwave(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("slowwave: ")
    assert err.count("\n") == 1
    assert not Path(".slowwave", "journal.jsonl").exists() or words[0] in ("import", "agent")


def test_a_directory_gives_its_files_whatever_their_case_and_follows_no_link(slowwave: Run, tmp_path: Path) -> None:
    line = '{"session":"s","actor":"user","text":"words","event_time":"2026-01-01T00:00:00Z","source_id":"%s"}\n'
    folder, outside = tmp_path / "sessions", tmp_path / "outside.jsonl"
    folder.mkdir()
    (folder / "one.JSONL").write_text(line % "one")
    outside.write_text(line % "outside")
    (folder / "link.jsonl").symlink_to(outside)
    os.mkfifo(folder / "pipe.jsonl")
    home = tmp_path / "home"
    assert json_of(slowwave("import", "--home", home, "--json", folder))["stored"] == 1
    code, _, err = slowwave("import", "--home", home, folder / "pipe.jsonl")
    assert (code, "neither a file nor a directory" in err) == (2, True)
    code, _, err = slowwave("import", "--home", home, "--agent", "", folder)
    assert (code, err.startswith("slowwave: agent '' must be")) == (2, True)


def test_what_cannot_be_seen_is_shown_as_such(slowwave: Run, tmp_path: Path) -> None:
    spoken = tmp_path / "s.jsonl"
    said = {
        "session": "s",
        "actor": "user",
        "text": "Always run make\u202e lint.",
        "event_time": "2026-01-01T00:00:00Z",
    }
    spoken.write_text(f"{json.dumps(said)}\n")
    home = tmp_path / "home"
    slowwave("import", "--home", home, spoken)
    slowwave("consolidate", "--home", home, "--as-of", AS_OF)
    for (note,) in [json_of(slowwave("notes", "--home", home, "--json"))]:
        _, told, _ = slowwave("explain", note["id"], "--home", home)
        _, listed, _ = slowwave("notes", "--home", home)
        _, tree, _ = slowwave("pages", "--tree", "--home", home)
        assert all("make" in shown for shown in (told, listed, tree))
        assert "\u202e" not in told + listed + tree


def test_every_command_is_listed_with_its_purpose_and_has_help(slowwave: Run) -> None:
    _, listing, _ = slowwave("--help")
    for name, (_, purpose) in COMMANDS.items():
        assert f"  {name} " in listing
        assert purpose.split()[0] in listing
        code, text, _ = slowwave(name, "--help")
        assert code == 0
        assert "Usage:" in text


def test_a_home_can_be_moved(slowwave: Run, tmp_path: Path, reference: dict[str, object]) -> None:
    consolidated(slowwave, tmp_path / "home", CODING)
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    assert state(tmp_path / "elsewhere", "coder") == reference
