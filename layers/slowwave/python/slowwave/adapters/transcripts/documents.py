"""Markdown and plain text: one record a heading section, or a group of paragraphs. Nobody said it, so nobody's actor.

The time is that of a dated heading, else of the front matter's `date`, else the one the caller gave, else the
document's own if the caller passed it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from slowwave.adapters.transcripts.blocks import point_at_large
from slowwave.adapters.transcripts.lines import Line, lines
from slowwave.adapters.transcripts.reads import (
    Failed,
    Part,
    Place,
    Read,
    Reason,
    Skipped,
    Source,
    Unit,
    Units,
    Unreadable,
    place,
)
from slowwave.adapters.transcripts.times import parse_time
from slowwave.domain.records import Actor, Kind, Origin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

SECTION_CHARS: Final = 16_000
"""A longer section of markdown is split between paragraphs."""

PARAGRAPHS_CHARS: Final = 4_000
"""A group of paragraphs of plain text ends at the first blank line after so many characters."""

HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*")
FENCE = re.compile(r"\s{0,3}(```|~~~)")
FRONT_DATE = re.compile(r"""(?:date|updated|created):\s*["']?(.+?)["']?\s*""")
DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|UTC|[+-]\d\d:?\d\d))?")
MARKDOWN_SUFFIXES: Final = frozenset({".md", ".markdown", ".mdx"})


@dataclass(slots=True)
class _Section:
    line: int
    headings: tuple[str, ...] = ()
    body: list[str] = field(default_factory=list)
    size: int = 0
    offset: int = 0
    problem: Unreadable | None = None

    def add(self, line: Line) -> str:
        """Take a line and return its text, which is empty when the line cannot be read."""
        self.offset = line.offset
        self.size += len(line.data)
        try:
            self.body.append(line.text)
        except Unreadable as problem:
            self.problem = self.problem or problem
            return ""
        return self.body[-1]


@dataclass(slots=True)
class _Reader:
    source: Source
    front_date: str = ""
    index: int = 0

    def read(self, section: _Section) -> Unit:
        return Unit(section.line, section.offset, (self._read(section),))

    def _read(self, section: _Section) -> Read:
        text = "\n".join(section.body).strip("\n")
        if section.problem:
            return Failed(section.problem.reason, section.line, section.problem.detail)
        if not text.strip():
            return Skipped(Reason.EMPTY, section.line)
        try:
            time, basis = self._time(section.headings)
        except Unreadable as problem:
            return Failed(problem.reason, section.line, problem.detail)
        metadata = {"path": self.source.name, "heading": " > ".join(section.headings), "time": basis}
        part = Part(Actor.SYSTEM, Kind.DOCUMENT, Origin.FILE, text)
        at = Place(f"document:{self.source.name}", time, self.index, metadata=metadata)
        self.index += 1
        return place([point_at_large(part, f"line {section.line}")], self.source.scope, at)[0]

    def _time(self, headings: tuple[str, ...]) -> tuple[datetime, str]:
        dated = next((match[0] for heading in reversed(headings) if (match := DATE.search(heading))), "")
        problem: Unreadable | None = None
        for basis, text in (("heading", dated), ("front matter", self.front_date)):
            try:
                if text:
                    return parse_time(text), basis
            except Unreadable as unreadable:
                problem = problem or unreadable
        for basis, time in (("given", self.source.base_time), ("document", self.source.document_time)):
            if time:
                return time, basis
        raise problem or Unreadable(Reason.MISSING_TIME, "the document has no date; pass --time")


def read_document(path: Path, source: Source) -> Units:
    """Yield one unit a section; front matter is one skipped unit."""
    reader = _Reader(source)
    sections = _markdown(path, reader) if path.suffix.lower() in MARKDOWN_SUFFIXES else _paragraphs(path)
    return _units(sections, reader)


def _units(sections: Iterator[_Section], reader: _Reader) -> Iterator[Unit]:
    for section in sections:
        if section.headings == FRONT_MATTER:
            yield Unit(section.line, section.offset, (Skipped(Reason.FILE_HEADER, section.line),))
        else:
            yield reader.read(section)


FRONT_MATTER: Final = ("---",)


def _markdown(path: Path, reader: _Reader) -> Iterator[_Section]:
    current, fenced = _Section(1), False
    for line in lines(path):
        text = line.data.decode(errors="replace")
        if line.number == 1 and text.rstrip() == "---":
            current.headings = FRONT_MATTER
        elif current.headings == FRONT_MATTER:
            date = FRONT_DATE.fullmatch(text)
            reader.front_date = reader.front_date or (date[1] if date else "")
            current.add(line)
            if text.rstrip() in ("---", "..."):
                yield current
                current = _Section(line.number + 1)
            continue
        fenced ^= bool(FENCE.match(text))
        heading = None if fenced else HEADING.fullmatch(text)
        if heading and current.body:
            yield current
        if heading:
            current = _Section(line.number, _under(current.headings, heading))
        elif current.size > SECTION_CHARS and not text.strip():
            yield current
            current = _Section(line.number, current.headings)
        current.add(line)
    yield current


def _under(headings: tuple[str, ...], heading: re.Match[str]) -> tuple[str, ...]:
    level = len(heading[1])
    return (*headings[: level - 1], heading[2]) if headings != FRONT_MATTER else (heading[2],)


def _paragraphs(path: Path) -> Iterator[_Section]:
    current = _Section(1)
    for line in lines(path):
        if current.size > PARAGRAPHS_CHARS and not line.data.strip():
            yield current
            current = _Section(line.number)
        current.add(line)
    yield current
