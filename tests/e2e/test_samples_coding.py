"""What the coding samples leave behind, against what a careful human would keep (`expected_of_the_samples.md`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from slowwave.adapters.transcripts import detect
from slowwave.bootstrap import LocalPorts, local
from slowwave.cli.agent import create
from slowwave.cli.importing import import_files, sensible_skeletons
from slowwave.cli.injecting import rendered_block
from slowwave.domain.claims import Confirmation, Skeleton
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import Page, PageState
from slowwave.domain.scope import Scope
from slowwave.runner import consolidate
from tests.e2e.conftest import AS_OF, SAMPLES

SESSIONS = sorted((SAMPLES / "coding").glob("*.jsonl"))
SCOPE = Scope("local", "coder")
EXPECTED = (Path(__file__).parent / "expected_of_the_samples.md").read_text(encoding="utf-8")
REPLACED = re.compile(r"\b(?:instead of|not|rather than) \S*$", re.IGNORECASE)


@dataclass(frozen=True)
class Memory:
    """What a home holds after a run: what is active, every note, and the whole set as it may be injected."""

    pages: tuple[Page, ...]
    notes: tuple[Note, ...]
    injected: str

    @property
    def held(self) -> list[str]:
        """Statements that are given as holding."""
        notes = (each.claim.statement for each in self.notes if each.state is NoteState.ACTIVE)
        return [*(each.text for each in self.pages), *notes]

    def access(self) -> dict[str, Note]:
        """The notes on how `src/orders` reaches storage, by what they assert."""
        return {each.claim.value.text: each for each in self.notes if each.claim.key.attribute == "access"}


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    section = EXPECTED.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0].split("\n### ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| C")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def holds(statement: str, words: str) -> bool:
    """Whether a statement holds every part of a cell of words: literal in backticks, else "a/b" is one of them."""
    parts = re.findall(r"`[^`]+`|[^,`]+", words)
    wanted = [part.strip() for part in parts if part.strip()]
    low = statement.lower()
    return all(
        part.strip("`").lower() in low if part.startswith("`") else any(each.lower() in low for each in part.split("/"))
        for part in wanted
    )


def read(ports: LocalPorts) -> Memory:
    notes = tuple(each.item for each in ports.notes.all(SCOPE))
    pages = tuple(
        each.item for skeleton in Skeleton for each in ports.pages.all(SCOPE, skeleton, state=PageState.ACTIVE)
    )
    return Memory(pages, notes, rendered_block(SCOPE, ports, task="fix src/orders, its tests and timeouts").text)


def after_each(home: Path) -> Iterator[tuple[str, Memory]]:
    """Import and consolidate session by session, as days go by."""
    with local(home, persist=False) as ports:
        create(SCOPE, sensible_skeletons([detect(SESSIONS[0])]), ports)
        for path in SESSIONS:
            day = path.name[:10]
            import_files({path: detect(path)}, SCOPE, ports)
            consolidate(SCOPE, datetime.fromisoformat(f"{day}T22:00:00+00:00"), ports, observe=lambda *_: None)
            yield day, read(ports)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """All samples at once, consolidated on 16 March."""
    with local(tmp_path_factory.mktemp("samples") / "home", persist=False) as ports:
        formats = {path: detect(path) for path in SESSIONS}
        create(SCOPE, sensible_skeletons(formats.values()), ports)
        import_files(formats, SCOPE, ports)
        consolidate(SCOPE, datetime.fromisoformat(AS_OF).astimezone(UTC), ports, observe=lambda *_: None)
        return read(ports)


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Memory]:
    return dict(after_each(tmp_path_factory.mktemp("days") / "home"))


@pytest.mark.parametrize("row", rows("Coding: to be remembered"), ids=lambda row: row[0])
def test_what_is_remembered(row: list[str], memory: Memory, days: dict[str, Memory]) -> None:
    _, _, _, standing, confirmation, lane, weight, words = row
    for each in (memory, days["2026-03-13"]):
        if confirmation == "none":
            assert any(holds(statement, words) for statement in each.held)
            continue
        (page, *_) = [page for page in each.pages if holds(page.text, words)]
        assert page.confirmation is Confirmation.EXPLICIT
        assert weight == "may" or str(page.standing) in standing
        assert str(page.lane) in lane


@pytest.mark.parametrize("row", rows("Coding: never injected"), ids=lambda row: row[0])
def test_what_is_never_injected(row: list[str], memory: Memory, days: dict[str, Memory]) -> None:
    _, _, _, _, check, phrase = row
    wanted = phrase.strip("`").lower()
    for each in (memory, days["2026-03-13"]):
        for line in (*each.held, each.injected):
            before, found, _ = line.lower().partition(wanted)
            assert not found or (check == "claim" and REPLACED.search(before)), line


def test_every_way_of_import_teaches_the_same(memory: Memory, days: dict[str, Memory]) -> None:
    assert {each.text for each in days["2026-03-13"].pages} == {each.text for each in memory.pages}


def test_the_convention_that_comes_and_goes(days: dict[str, Memory]) -> None:
    seen = {day: each.access()["orderstore"] for day, each in days.items()}
    assert {day: note.sessions for day, note in seen.items()} == {
        "2026-03-02": 1,
        "2026-03-03": 2,
        "2026-03-05": 2,
        "2026-03-06": 3,
        "2026-03-09": 3,
        "2026-03-11": 3,
        "2026-03-13": 3,
    }
    paged = {day for day, each in days.items() if any("OrderStore" in page.text for page in each.pages)}
    assert paged == {"2026-03-06", "2026-03-09", "2026-03-11"}
    assert seen["2026-03-06"].confirmation is Confirmation.REPEATED
    assert "directly" in next(page.text for page in days["2026-03-06"].pages if "OrderStore" in page.text)
    assert seen["2026-03-13"].state is NoteState.CONTRADICTED
    assert seen["2026-03-13"].successor == days["2026-03-13"].access()["direct"].id


def test_the_convention_is_injected_while_it_holds(days: dict[str, Memory]) -> None:
    assert {day for day, each in days.items() if "OrderStore" in each.injected} >= {"2026-03-06", "2026-03-11"}
    assert "OrderStore" not in days["2026-03-13"].injected
    assert "can talk to storage directly" in days["2026-03-13"].injected


def test_the_formatter_and_the_timeout_come_and_go_too(days: dict[str, Memory]) -> None:
    told = {day: "\n".join(page.text for page in each.pages) for day, each in days.items()}
    assert "run black" in told["2026-03-09"]
    assert "ruff format" not in told["2026-03-09"]
    assert "run black" not in told["2026-03-11"]
    assert "ruff format" in told["2026-03-11"]
    assert "staging is 30 s" in told["2026-03-03"]
    assert "staging is 30 s" not in told["2026-03-11"]
    assert "staging is 20 s" in told["2026-03-11"]
    assert all("production is 8 s" in told[day] for day in told if day >= "2026-03-03")
