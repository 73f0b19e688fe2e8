"""Homes in temporary directories, worked on by the command line itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from slowwave.bootstrap import local
from slowwave.cli import main as cli
from slowwave.domain.claims import Skeleton
from slowwave.domain.pages import PageState
from slowwave.domain.scope import Scope

SAMPLES = Path(cli.__file__).parent / "samples"
AS_OF = "2026-03-16T09:00:00+00:00"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def slowwave(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one command and return its exit code, output and error output."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = cli.run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def state(home: Path, agent: str) -> dict[str, Any]:
    """Everything that deliveries must not change: records, notes, active pages and the set.

    Versions and run ids are history, and so are stale pages: a page that was written and demoted between two deliveries
    is kept for audit, and was never written when both came together.
    """
    scope = Scope("local", agent)
    with local(home, persist=False) as ports:
        notes = {each.item.id: asdict(replace(each.item, born_run="")) for each in ports.notes.all(scope)}
        pages = {
            each.item.id: asdict(each.item)
            for skeleton in Skeleton
            for each in ports.pages.all(scope, skeleton, state=PageState.ACTIVE)
        }
        for note in notes.values():
            note["page_id"] = note["page_id"] if note["page_id"] in pages else ""
        pointer = ports.journal.pointer(scope)
        cited = sorted({note["earliest"]["span"]["record_id"] for note in notes.values() if note["earliest"]})
        return {
            "records": ports.records.count(scope)["records"],
            "cited": sorted(ports.records.get(scope, cited)),
            "notes": notes,
            "pages": pages,
            "set": pointer.item.current if pointer else "",
        }


def json_of(result: tuple[int, str, str]) -> Any:
    """The JSON that a command printed."""
    code, out, err = result
    assert code == 0, err
    return json.loads(out)
