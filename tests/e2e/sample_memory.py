"""Sample sessions, imported and consolidated in a temporary home, and the tables of what should be left of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from slowwave.adapters.transcripts import detect
from slowwave.bootstrap import LocalPorts, local
from slowwave.cli.agent import create
from slowwave.cli.importing import import_files, sensible_skeletons
from slowwave.cli.injecting import rendered_block
from slowwave.domain.claims import Skeleton
from slowwave.domain.pages import Page, PageState
from slowwave.domain.scope import Scope
from slowwave.runner import consolidate

EXPECTED = (Path(__file__).parent / "expected_of_the_samples.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Memory:
    """The active pages after a run, and what is injected for each of some tasks."""

    pages: tuple[Page, ...]
    injected: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        """Every statement that is given as holding, one a line."""
        return [*(page.text for page in self.pages), *(line for text in self.injected for line in text.splitlines())]

    def page(self, words: str) -> Page | None:
        """The first page that holds the words of a cell."""
        return next((page for page in self.pages if holds(page.text, words)), None)


def rows(heading: str, mark: str) -> list[list[str]]:
    """The cells of the rows under a heading whose id begins with a mark."""
    section = EXPECTED.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if re.match(rf"\| {mark}\d", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def holds(statement: str, words: str) -> bool:
    """Whether a statement holds every part of a cell of words: literal in backticks, else "a/b" is one of them."""
    low = statement.lower()
    parts = [part.strip() for part in re.findall(r"`[^`]+`|[^,`]+", words) if part.strip()]
    return all(any(each in low for each in _choices(part.lower())) for part in parts)


def _choices(part: str) -> list[str]:
    return [part.strip("`")] if part.startswith("`") else part.split("/")


def memories(
    home: Path, scope: Scope, steps: Sequence[tuple[Sequence[Path], datetime]], tasks: Sequence[str]
) -> Iterator[Memory]:
    """Import the files of each step and consolidate at its time; yield what is held after each."""
    with local(home, persist=False) as ports:
        create(scope, sensible_skeletons([detect(steps[0][0][0])]), ports)
        for paths, as_of in steps:
            import_files({path: detect(path) for path in paths}, scope, ports)
            consolidate(scope, as_of, ports, observe=lambda *_: None)
            yield _memory(scope, ports, tasks)


def _memory(scope: Scope, ports: LocalPorts, tasks: Sequence[str]) -> Memory:
    pages = (each.item for kind in Skeleton for each in ports.pages.all(scope, kind, state=PageState.ACTIVE))
    return Memory(tuple(pages), tuple(rendered_block(scope, ports, task=task).text for task in tasks))
