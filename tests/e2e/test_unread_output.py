"""Whether anybody reads what a command prints makes no difference to what it does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from slowwave.bootstrap import local
from slowwave.domain.erasures import ErasureState
from slowwave.domain.runs import RunState
from slowwave.domain.scope import Scope
from tests.e2e.conftest import state

SCOPE = Scope("local", "coder")
COMMANDS = """
import io, json, sys
from contextlib import redirect_stdout
from slowwave.cli.main import main, run

home, again, archive, receipt, said_file = sys.argv[1:]
place = ["--home", home, "--agent", "coder"]


def said(*words):
    with redirect_stdout(io.StringIO()) as told:
        run([*words, *place, "--json"])
    return json.loads(told.getvalue())


def do(*words, place=place):
    try:
        main([*words, *place])
    except SystemExit as ended:
        codes.append(ended.code)


codes = []
do("import", said_file)
do("consolidate", "--as-of", "2026-03-07T09:00:00Z")
do("erase", "--match", "pnpm", "--receipt", receipt, "--confirm", said("erase", "--match", "pnpm")["plan"])
do("export", archive)
do("import-archive", archive, place=["--home", again])
with open(f"{receipt}.codes", "w") as file:
    json.dump(codes, file)
"""


@contextmanager
def _nobody() -> Iterator[Mapping[str, Any]]:
    read, write = os.pipe()
    os.close(read)
    yield {"stdout": write, "stderr": write}
    os.close(write)


@contextmanager
def _full() -> Iterator[Mapping[str, Any]]:
    with Path("/dev/full").open("w") as full:
        yield {"stdout": full, "stderr": full}


@contextmanager
def _none() -> Iterator[Mapping[str, Any]]:
    yield {"preexec_fn": lambda: os.closerange(0, 3)}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize(("outputs", "code"), [(_nobody, 0), (_full, 1), (_none, 0)])
def test_everything_is_written_whether_or_not_the_output_is_read(outputs: Any, code: int, tmp_path: Path) -> None:
    home, again, archive, receipt, said = (tmp_path / name for name in ("home", "again", "a.zip", "r.json", "s.jsonl"))
    spoken = {"session": "s-1", "actor": "user", "event_time": "2026-03-06T09:00:00Z"}
    texts = ("Always use pnpm.", "Never push to main.")
    said.write_text("".join(json.dumps({**spoken, "text": text}) + "\n" for text in texts))
    with outputs() as given:
        subprocess.run([sys.executable, "-c", COMMANDS, home, again, archive, receipt, said], check=True, **given)
    assert json.loads(Path(f"{receipt}.codes").read_text()) == [code] * 5
    with local(home, persist=False) as ports:
        (account,) = ports.archive.register(SCOPE).accounts
        after, before = (each.item for each in ports.journal.runs(SCOPE, limit=9))
        (shown,) = ports.sets.get(SCOPE, after.published).stable
    assert (account.state, before.state, after.state) == (ErasureState.DONE, RunState.COMPLETED, RunState.COMPLETED)
    assert "main" in shown.text
    assert json.loads(receipt.read_text())["receipt"] == account.id
    assert state(again, "coder") == state(home, "coder")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_an_output_that_cannot_be_written_is_one_sentence_and_a_reader_that_has_gone_is_none() -> None:
    code = "from slowwave.cli.main import main; main()"
    for outputs, status, said in ((_full, 1, "No space left on device"), (_nobody, 0, "")):
        with outputs() as given:
            done = subprocess.run(
                [sys.executable, "-c", code, "--help"],
                stdout=given["stdout"],
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (done.returncode, done.stderr.count("\n")) == (status, status)
        assert said in done.stderr


def test_a_character_that_the_output_does_not_have_stops_nothing() -> None:
    code = "from click import echo; import slowwave.cli.main as m\n"
    code += "m.run = lambda _: echo('a\\udc80b') or 0; m.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "a\\udc80b\n")
