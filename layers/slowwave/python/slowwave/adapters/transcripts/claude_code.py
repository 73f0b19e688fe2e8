"""Claude Code session logs: one JSON object a line, each with its own id and time, so that any split reads the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.transcripts.blocks import Speaker, point_at_large, read_content
from slowwave.adapters.transcripts.lines import Line, json_units
from slowwave.adapters.transcripts.reads import (
    Part,
    Piece,
    Place,
    Read,
    Reason,
    Skipped,
    Source,
    Units,
    Unreadable,
    place,
)
from slowwave.adapters.transcripts.speech import (
    ASSISTANT,
    FILE_NOTICE,
    SUMMARY,
    TOOL_NOTICE,
    USER,
    SlashCommands,
)
from slowwave.adapters.transcripts.times import parse_time

if TYPE_CHECKING:
    from pathlib import Path

SYNTHETIC_MODEL = "<synthetic>"
"""The model of messages that the harness writes in the assistant's role, such as API errors."""


@dataclass(slots=True)
class _Reader:
    source: Source
    commands: SlashCommands = field(default_factory=SlashCommands)

    def read(self, value: Any, line: Line) -> tuple[Read, ...]:
        if not isinstance(value, Mapping):
            raise Unreadable(Reason.NOT_AN_OBJECT, type(value).__name__)
        read = LINES.get(str(value.get("type")))
        if read is None:
            return (Skipped(Reason.UNKNOWN_TYPE, line.number, f"type {value.get('type')!r}"),)
        pieces = read(value, line.number)
        if not any(isinstance(piece, Part) for piece in pieces):
            return tuple(piece for piece in pieces if not isinstance(piece, Part))
        at = self._place(value)
        return place(self.commands.follow(pieces, _first_text(value), at.time), self.source.scope, at)

    def _place(self, value: Mapping[str, Any]) -> Place:
        session = value.get("sessionId")
        source_id = value.get("uuid")
        return Place(
            session=session if isinstance(session, str) and session else self.source.stem,
            time=parse_time(value.get("timestamp")),
            source_id=source_id if isinstance(source_id, str) and source_id else None,
            metadata=_metadata(value),
        )


def read_claude_code(path: Path, source: Source) -> Units:
    """Yield one unit a line."""
    return json_units(path, _Reader(source).read)


def _message(value: Mapping[str, Any], line: int) -> list[Piece]:
    message = value.get("message")
    if not isinstance(message, Mapping):
        raise Unreadable(Reason.UNEXPECTED_SHAPE, "a message without content")
    return read_content(message.get("content"), Speaker(_template(value, message), line))


def _template(value: Mapping[str, Any], message: Mapping[str, Any]) -> Part:
    if value.get("type") == "assistant":
        return TOOL_NOTICE if message.get("model") == SYNTHETIC_MODEL else ASSISTANT
    flags = ((("isCompactSummary"), SUMMARY), ("isMeta", FILE_NOTICE), ("isSidechain", ASSISTANT))
    return next((template for name, template in flags if value.get(name) is True), USER)


def _summary(value: Mapping[str, Any], line: int) -> list[Piece]:
    text = value.get("summary")
    if not isinstance(text, str):
        raise Unreadable(Reason.UNEXPECTED_SHAPE, "a summary without text")
    if not value.get("timestamp"):
        return [Skipped(Reason.UNDATED_SUMMARY, line)]
    return [replace(SUMMARY, text=text)]


def _system(value: Mapping[str, Any], line: int) -> list[Piece]:
    text = value.get("content")
    if not isinstance(text, str) or not text.strip():
        return [Skipped(Reason.HARNESS_EVENT, line, f"system {value.get('subtype')!r}")]
    return [point_at_large(replace(TOOL_NOTICE, text=text), f"line {line}")]


def _queued(value: Mapping[str, Any], line: int) -> list[Piece]:
    """Read what the user typed while the agent was working; other attachments are the harness's."""
    attached = value.get("attachment")
    if not isinstance(attached, Mapping) or attached.get("type") != "queued_command":
        return [Skipped(Reason.HARNESS_EVENT, line, "attachment")]
    return read_content(attached.get("prompt"), Speaker(USER, line))


LINES: Final[Mapping[str, Callable[[Mapping[str, Any], int], list[Piece]]]] = {
    "user": _message,
    "assistant": _message,
    "summary": _summary,
    "system": _system,
    "attachment": _queued,
}


def _first_text(value: Mapping[str, Any]) -> Any:
    message = value.get("message")
    content = message.get("content") if isinstance(message, Mapping) else None
    first = content[0] if isinstance(content, list) and content else content
    return first.get("text") if isinstance(first, Mapping) else first


def _metadata(value: Mapping[str, Any]) -> dict[str, str]:
    message = value.get("message")
    model = message.get("model") if isinstance(message, Mapping) else None
    facts = {"model": model, "agent": value.get("agentId")}
    found = {name: fact for name, fact in facts.items() if isinstance(fact, str) and fact}
    return found | ({"sidechain": "true"} if value.get("isSidechain") is True else {})
