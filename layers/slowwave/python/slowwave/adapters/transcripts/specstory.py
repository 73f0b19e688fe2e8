"""SpecStory markdown: `_**User (time)**_` and `_**Agent (model time)**_` headers, `<think>` and `<tool-use>` blocks.

Times have a resolution of seconds, so the sequence counts the records that share one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from slowwave.adapters.transcripts.blocks import Speaker, point_at_large
from slowwave.adapters.transcripts.lines import lines
from slowwave.adapters.transcripts.reads import Failed, Part, Piece, Read, Reason, Skipped, Source, Unit, Units
from slowwave.adapters.transcripts.specstory_split import TOOL_CLOSE, TOOL_OPEN, Header, Message, Splitter
from slowwave.adapters.transcripts.specstory_tools import PLAIN_TOOL, tool_parts
from slowwave.adapters.transcripts.speech import ASSISTANT, THINKING, TOOL_NOTICE, USER, SlashCommands
from slowwave.adapters.transcripts.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

THINK_OPEN = re.compile(r"<think>(?:<details>)?(?:<summary>[^<]*</summary>)?")
THINK_CLOSE: Final = "</think>"
SYNTHETIC_MODEL: Final = "<synthetic>"


@dataclass(slots=True)
class _Reader:
    source: Source
    splitter: Splitter
    timeline: Timeline
    commands: SlashCommands = field(default_factory=SlashCommands)

    def read(self, message: Message) -> tuple[Read, ...]:
        if message.problem:
            reason, detail = message.problem
            return (Failed(reason, message.line, detail),)
        if message.header is None:
            return (Skipped(Reason.FILE_HEADER, message.line),)
        self.timeline.session = self.splitter.session or self.source.stem
        self.timeline.session_time = self.splitter.started and self.splitter.started.isoformat()
        pieces = self._pieces(message, message.header)
        results = self.timeline.put(pieces, message.header.time_text, message.line)
        return results or (Skipped(Reason.NO_TEXT, message.line),)

    def _pieces(self, message: Message, header: Header) -> list[Piece]:
        text = _trimmed(message.text_lines)
        if header.user:
            parts = Speaker(USER, message.line).say(text)
        else:
            call_id = f"{header.time_text or message.line}#{message.line}"
            parts = [_labelled(part, header) for part in agent_parts(message.text_lines, header, call_id)]
        pieces = [point_at_large(part, f"line {message.line}") for part in parts]
        return self.commands.follow(pieces, text, header.time)


def read_specstory(path: Path, source: Source) -> Units:
    """Yield one unit a message; what precedes the first message is one skipped unit."""
    splitter = Splitter()
    reader = _Reader(source, splitter, Timeline(source, source.stem))
    return _units(path, splitter, reader)


def _units(path: Path, splitter: Splitter, reader: _Reader) -> Iterator[Unit]:
    for message in splitter.split(lines(path)):
        yield Unit(message.line, message.offset, reader.read(message))


def agent_parts(body: list[str], header: Header, call_id: str) -> list[Part]:
    """Read the lines of an agent's message: thinking, tool blocks and text, in order."""
    said = TOOL_NOTICE if header.model == SYNTHETIC_MODEL else ASSISTANT
    parts: list[Part] = []
    start = 0
    while start < len(body):
        end = start + 1
        if THINK_OPEN.match(body[start]):
            end = _end_of_thinking(body, start)
            text = THINK_OPEN.sub("", "\n".join(body[start:end]), count=1)
            parts.append(replace(THINKING, text=re.sub(r"(?:</details>)?</think>\s*\Z", "", text).strip("\n")))
        elif TOOL_OPEN.match(body[start]) or PLAIN_TOOL.match(body[start]):
            end = _end_of_tool(body, start)
            parts.extend(tool_parts(body[start:end], f"{call_id}.{start}"))
        elif body[start].strip():
            end = len(body)
            if text := _trimmed(body[start:end]):
                parts.append(replace(said, text=text))
        start = end
    return parts


def _end_of_thinking(body: list[str], start: int) -> int:
    """Return where thinking ends: at its last closing tag, because it may quote others."""
    return next((index + 1 for index in reversed(range(start, len(body))) if THINK_CLOSE in body[index]), len(body))


def _end_of_tool(body: list[str], start: int) -> int:
    """Return where a tool block ends; a plain one, and one that is not closed, ends with its message."""
    depth = 0
    for index in range(start, len(body)):
        if TOOL_OPEN.match(body[index]):
            depth += 1
        elif TOOL_CLOSE.fullmatch(body[index]):
            depth -= 1
            if not depth:
                return index + 1
    return len(body)


def _trimmed(body: list[str]) -> str:
    """Return the text without blank lines around it and without the rule that SpecStory puts between turns."""
    text = "\n".join(body).strip("\n")
    return text.removesuffix("\n---").rstrip("\n") if text != "---" else ""


def _labelled(part: Part, header: Header) -> Part:
    labels = {"model": header.model} if header.model else {}
    return replace(part, metadata=labels | ({"sidechain": "true"} if header.sidechain else {}))
