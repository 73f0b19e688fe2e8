"""What the commands say of what they did, of what is there and of what goes on is so."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

from tests.e2e.conftest import Run, json_of

ROOM = 300 * 1024
"""Bytes that a file may have: the records of one batch fit, those of the next do not."""


def said(path: Path, *texts: str, day: int = 1, session: str = "s") -> Path:
    """Write what a user said, a minute apart."""
    lines = (
        {
            "session": session,
            "actor": "user",
            "text": text,
            "event_time": f"2026-03-{day:02}T10:{n // 60:02}:{n % 60:02}Z",
        }
        for n, text in enumerate(texts)
    )
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), "utf-8")
    return path


def test_an_import_for_which_there_is_no_room_says_how_much_is_stored_and_goes_on(
    slowwave: Run, tmp_path: Path
) -> None:
    texts = [f"An ordinary line number {n} of which there are so many that not all fit." for n in range(900)]
    path, home = said(tmp_path / "said.jsonl", *texts), tmp_path / "home"
    ended = subprocess.run(
        [sys.executable, "-c", "from slowwave.cli.main import main; main()", "import", path, "--home", home],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM)),
        capture_output=True,
        text=True,
        check=False,
    )
    held = json.loads(slowwave("verify", "--home", home, "--json")[1])["counts"]["records"]
    assert (ended.returncode, 0 < held < len(texts)) == (1, True)
    assert f"agent 'default' holds {held} records" in ended.stderr
    assert ("the same command goes on" in ended.stderr, "nothing was stored" in ended.stderr) == (True, False)
    again = json_of(slowwave("import", path, "--home", home, "--json"))
    assert again["stored"] + again["duplicate"] == len(texts)
    assert json_of(slowwave("verify", "--home", home, "--json"))["counts"]["records"] == len(texts)


def test_lines_that_fail_alike_are_told_once_with_how_many_of_which_file(slowwave: Run, tmp_path: Path) -> None:
    for folder, name, number in (("a", "one.jsonl", 30), ("a", "two.jsonl", 3), ("b", "one.jsonl", 2)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text('{"role": "user", "content": "hello"}\n' * number, "utf-8")
    code, out, _ = slowwave("import", tmp_path / "a", tmp_path / "b", "--home", tmp_path / "home")
    told = [line.strip() for line in out.splitlines() if "lines, first line 1" in line]
    assert (code, out.count("pass --time")) == (1, 1)
    assert told == [
        f"{tmp_path / 'a' / 'one.jsonl'}: 30 lines, first line 1",
        "two.jsonl: 3 lines, first line 1",
        f"{tmp_path / 'b' / 'one.jsonl'}: 2 lines, first line 1",
    ]


def test_a_budget_that_no_line_fits_says_which_would(slowwave: Run, tmp_path: Path) -> None:
    home = ("--home", tmp_path / "home")
    slowwave("import", said(tmp_path / "said.jsonl", "Always use pnpm for packages."), *home)
    assert "nothing is published yet" in slowwave("inject", *home)[2]
    slowwave("consolidate", "--as-of", "2026-03-02T09:00:00Z", *home)
    code, out, err = slowwave("inject", "--budget", 50, *home)
    assert (code, "pnpm" in out, err.count("\n")) == (0, False, 1)
    least = int(err.rsplit(maxsplit=1)[1])
    assert slowwave("inject", "--budget", least - 1, *home)[2] == err.replace(" 50 ", f" {least - 1} ")
    code, out, err = slowwave("inject", "--budget", least, *home)
    assert ("pnpm" in out, err) == (True, "")


def test_a_budget_too_small_for_the_safety_lane_says_which_is_not(slowwave: Run, tmp_path: Path) -> None:
    home = ("--home", tmp_path / "home")
    slowwave("import", said(tmp_path / "said.jsonl", "Never push to main."), *home)
    slowwave("consolidate", "--as-of", "2026-03-02T09:00:00Z", *home)
    code, out, err = slowwave("inject", "--budget", 50, *home)
    assert (code, out) == (2, "")
    least = int(err.split("ask for ")[1].split()[0])
    assert slowwave("inject", "--budget", least - 1, *home)[0] == 2
    assert "push to main" in slowwave("inject", "--budget", least, *home)[1]


def test_a_dry_run_says_the_calls_of_all_that_it_announces(slowwave: Run, tmp_path: Path) -> None:
    home = ("--home", tmp_path / "home")
    slowwave("import", said(tmp_path / "said.jsonl", "Always use pnpm for packages.", "The port is 8080."), *home)
    slowwave("consolidate", "--as-of", "2026-03-02T09:00:00Z", *home)
    as_of = ("--as-of", "2026-09-02T09:00:00Z", *home)
    _, out, _ = slowwave("consolidate", "--dry-run", *as_of)
    assert ("due note" in out, "would read 0 records" in out) == (True, True)
    stated = int(out.split("  store")[1].split()[0])
    _, paid, _ = slowwave("consolidate", "--dry-run", "--model", "m", *as_of)
    assert "and those for what falls due" in paid
    slowwave("consolidate", *as_of)
    run = json_of(slowwave("runs", "--json", *home))[0]["run"]
    assert f"{stated:,} store calls" in slowwave("run", run, *home)[1]


def test_a_home_whose_objects_are_gone_has_not_nothing_to_do(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    slowwave("import", said(tmp_path / "said.jsonl", "Always use pnpm."), "--home", home)
    as_of = ("--as-of", "2026-03-02T09:00:00Z", "--home", home)
    assert slowwave("consolidate", *as_of)[0] == 0
    assert slowwave("consolidate", *as_of)[1].startswith("Nothing to do")
    objects = sorted((home / "objects").iterdir())
    for each in objects:
        each.unlink()
    for command in ("consolidate", "consolidate --dry-run", "consolidate --json"):
        code, out, err = slowwave(*command.split(), *as_of)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert f"lacks {len(objects)} object files" in err
        assert str(objects[0]) in err
