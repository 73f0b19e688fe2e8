"""SpecStory markdown cut into messages: a header at the start of a line begins one, unless it is quoted.

Tool output may quote other transcripts, so inside an open `<tool-use>` that an agent's message starts with, a header is
text; blocks nest. A block that never closes would hide the rest of the file: at its end the message is cut again, at
headers that are not earlier than the message. A user may paste an older transcript: in a user's message of this
session, a header from before the session is text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from slowwave.adapters.transcripts.reads import MAX_LINE_BYTES, Reason, Unreadable
from slowwave.adapters.transcripts.times import parse_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from slowwave.adapters.transcripts.lines import Line

HEADER = re.compile(r"_\*\*(User|Human|Agent|Assistant)( - sidechain)? *(?:\((.*)\))?\*\*_\s*")
HEADER_TIME = re.compile(r"(.*?) ?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*)?")
SESSION = re.compile(r"<!-- (.*?) Session (\S+)(?: \((.*)\))? -->\s*")
TOOL_OPEN = re.compile(r"<tool-use[ >]")
TOOL_CLOSE = re.compile(r"(?:</details>)?</tool-use>\s*")


@dataclass(frozen=True, slots=True)
class Header:
    """Who speaks, with which model, and when, as written."""

    user: bool
    sidechain: bool
    model: str
    time_text: str

    @property
    def time(self) -> datetime | None:
        """The time, if it is good."""
        try:
            return parse_time(self.time_text)
        except Unreadable:
            return None


@dataclass(slots=True)
class Message:
    """A header and its lines; `header` is nothing for what comes before the first one."""

    header: Header | None
    line: int
    offset: int = 0
    body: list[Line] = field(default_factory=list)
    size: int = 0
    depth: int = 0
    tool_may_open: bool = True
    problem: tuple[Reason, str] | None = None

    def add(self, line: Line, text: str) -> None:
        """Take one more line and follow the nesting of tool blocks."""
        self.offset = line.offset
        self.size += len(line.data)
        if self.size > MAX_LINE_BYTES:
            self.problem, self.depth = (Reason.TOO_LONG, f"over {MAX_LINE_BYTES} bytes"), 0
            self.body.clear()
            return
        self.body.append(line)
        if self.header and not self.header.user:
            self._follow(text)

    def readable(self, line: Line) -> str:
        """Return the text of a line; empty, and the problem kept, when it cannot be read."""
        try:
            return line.text
        except Unreadable as problem:
            self.problem = self.problem or (problem.reason, f"line {line.number}: {problem.detail}")
            return ""

    def _follow(self, text: str) -> None:
        """Count open blocks; one opens where the message or another block has just ended, not amid text."""
        if TOOL_OPEN.match(text) and (self.depth or self.tool_may_open):
            self.depth += 1
        elif self.depth and TOOL_CLOSE.fullmatch(text):
            self.depth -= 1
            self.tool_may_open = True
        elif not self.depth and text.strip():
            self.tool_may_open = False

    @property
    def text_lines(self) -> list[str]:
        """The lines as text."""
        return [line.data.decode() for line in self.body]


@dataclass(slots=True)
class Splitter:
    """Cuts lines into messages; afterwards `session` and `started` are those of the file's comment."""

    session: str = ""
    started: datetime | None = None

    def split(self, lines: Iterable[Line]) -> Iterator[Message]:
        """Yield messages in order; the first has no header and holds the preamble."""
        current = Message(None, 1)
        for line in lines:
            text = self._text(line, current)
            header = read_header(text) if text.startswith("_**") else None
            if header and not self._quoted(header, current):
                yield current
                current = Message(header, line.number, line.offset)
            else:
                current.add(line, text)
        if current.depth:
            yield from _cut_again(current)
        else:
            yield current

    def _text(self, line: Line, current: Message) -> str:
        text = current.readable(line)
        if current.header is None and (match := SESSION.fullmatch(text)):
            self.session = match[2]
            self.started = Header(user=False, sidechain=False, model="", time_text=match[3] or "").time
        return text

    def _quoted(self, header: Header, current: Message) -> bool:
        if current.depth:
            return True
        said = current.header.time if current.header and current.header.user else None
        return bool(said and self.started and header.time and header.time < self.started <= said)


def read_header(text: str) -> Header | None:
    """Return the header that a line is, or nothing."""
    match = HEADER.fullmatch(text)
    if not match:
        return None
    inside = HEADER_TIME.fullmatch(match[3] or "")
    model, time = (inside[1], inside[2] or "") if inside else ("", "")
    return Header(match[1] in {"User", "Human"}, bool(match[2]), model, time)


def _cut_again(message: Message) -> Iterator[Message]:
    """Cut a message whose tool block never closes, at each header not earlier than the one before it."""
    current = Message(message.header, message.line, problem=None if message.body else message.problem)
    for line in message.body:
        header = read_header(line.data.decode(errors="replace"))
        before = current.header.time if current.header else None
        if header and header.time and before and header.time >= before:
            yield current
            current = Message(header, line.number, line.offset)
        else:
            current.readable(line)
            current.body.append(line)
            current.offset = line.offset
    yield current
