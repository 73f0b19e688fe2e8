"""Codex CLI rollouts: one `{timestamp, type, payload}` a line, the session id in the file name and in the first line.

Rollouts say most things twice, as a `response_item` and as an `event_msg`; only the former is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.transcripts.blocks import Speaker, call_part, flatten, read_content, result_part, text_of
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
from slowwave.adapters.transcripts.speech import ASSISTANT, FILE_NOTICE, SUMMARY, THINKING, USER
from slowwave.adapters.transcripts.times import parse_time

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = re.compile(r"rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
ROLES: Final[Mapping[str, Part]] = {
    "user": USER,
    "assistant": ASSISTANT,
    "developer": FILE_NOTICE,
    "system": FILE_NOTICE,
}
SKIPPED: Final[Mapping[str, Reason]] = {
    "session_meta": Reason.SESSION_METADATA,
    "turn_context": Reason.SESSION_METADATA,
    "event_msg": Reason.DUPLICATE_EVENT,
}


@dataclass(slots=True)
class _Reader:
    source: Source
    session: str = ""

    def read(self, value: Any, line: Line) -> tuple[Read, ...]:
        if not isinstance(value, Mapping):
            raise Unreadable(Reason.NOT_AN_OBJECT, type(value).__name__)
        kind = str(value.get("type"))
        payload = value.get("payload")
        item = payload if isinstance(payload, Mapping) else value
        if kind == "session_meta":
            self.session = self.session or text_of(item.get("id"))
        if kind in SKIPPED:
            return (Skipped(SKIPPED[kind], line.number, text_of(item.get("type"))),)
        name = text_of(item.get("type")) if kind == "response_item" else kind
        if name not in ITEMS:
            return (Skipped(Reason.UNKNOWN_TYPE, line.number, f"type {name!r}"),)
        pieces = ITEMS[name](item, line.number)
        if not any(isinstance(piece, Part) for piece in pieces):
            return tuple(piece for piece in pieces if not isinstance(piece, Part))
        at = Place(self.session or self.source.stem, parse_time(value.get("timestamp")))
        return place(pieces, self.source.scope, at)


def read_codex(path: Path, source: Source) -> Units:
    """Yield one unit a line."""
    match = FILE_NAME.search(path.name)
    return json_units(path, _Reader(source, match[1] if match else "").read)


def _message(item: Mapping[str, Any], line: int) -> list[Piece]:
    template = ROLES.get(text_of(item.get("role")))
    if template is None:
        return [Skipped(Reason.UNKNOWN_TYPE, line, f"role {item.get('role')!r}")]
    return read_content(item.get("content"), Speaker(template, line))


def _reasoning(item: Mapping[str, Any], line: int) -> list[Piece]:
    spoken = read_content(item.get("summary"), Speaker(THINKING, line))
    return spoken or read_content(item.get("content"), Speaker(THINKING, line)) or [Skipped(Reason.ENCRYPTED, line)]


def _call(item: Mapping[str, Any], line: int) -> list[Piece]:
    arguments = item.get("arguments") or item.get("input") or item.get("action")
    call_id = text_of(item.get("call_id")) or text_of(item.get("id"))
    name = text_of(item.get("name")) or text_of(item.get("type")).removesuffix("_call")
    return [call_part(call_id, name, arguments)]


def _output(item: Mapping[str, Any], line: int) -> list[Piece]:
    output = item.get("output")
    text, exit_code, error = "", None, None
    if isinstance(output, str) and output.startswith("{"):
        output = _unpacked(output)
    if isinstance(output, Mapping):
        metadata = output.get("metadata")
        exit_code = metadata.get("exit_code") if isinstance(metadata, Mapping) else None
        success = output.get("success")
        error = not success if isinstance(success, bool) else None
        output = output.get("output", output.get("content"))
    text, attachments = flatten(output, f"line {line}")
    part = result_part(text_of(item.get("call_id")), text, error=error, exit_code=exit_code)
    return [replace(part, attachments=attachments)]


def _unpacked(output: str) -> Any:
    """Return the object that an output string holds, if it is the harness's own, else the string."""
    try:
        value = json.loads(output)
    except (ValueError, RecursionError):
        return output
    return value if isinstance(value, Mapping) and {"output", "metadata"} <= value.keys() else output


def _compacted(item: Mapping[str, Any], line: int) -> list[Piece]:
    return read_content(item.get("message"), Speaker(SUMMARY, line))


ITEMS: Final[Mapping[str, Callable[[Mapping[str, Any], int], list[Piece]]]] = {
    "message": _message,
    "reasoning": _reasoning,
    **dict.fromkeys(("function_call", "custom_tool_call", "local_shell_call", "web_search_call"), _call),
    **dict.fromkeys(("function_call_output", "custom_tool_call_output", "local_shell_call_output"), _output),
    "compacted": _compacted,
}
