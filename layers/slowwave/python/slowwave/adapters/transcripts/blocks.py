"""Content blocks, which the message formats share: text, thinking, tool calls and results, images."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from slowwave.adapters.transcripts.outcomes import outcome_of
from slowwave.adapters.transcripts.reads import MAX_TEXT_CHARS, Failed, Part, Piece, Reason, Skipped
from slowwave.adapters.transcripts.speech import THINKING, user_parts
from slowwave.adapters.transcripts.tools import call_text, result_origin, tool_use
from slowwave.domain.records import Actor, Attachment, Kind, Origin, ToolUse

INLINE_DATA = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,([A-Za-z0-9+/=]{200,})")


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks the text blocks of a message, and where the message stands."""

    template: Part
    line: int

    def say(self, text: str) -> list[Part]:
        """Return the parts of a text: the user's role is split, any other speaks for itself."""
        if not text.strip():
            return []
        if self.template.actor is Actor.USER and self.template.origin is Origin.USER:
            return user_parts(text)
        return [replace(self.template, text=text)]


def read_content(content: Any, speaker: Speaker) -> list[Piece]:
    """Read the content of a message: a string, or a list of strings and blocks."""
    if content is None:
        return []
    blocks = content if isinstance(content, list) else [content]
    pieces: list[Piece] = []
    for index, block in enumerate(blocks):
        where = f"line {speaker.line}, block {index + 1}"
        pieces.extend(point_at_large(piece, where) for piece in _read_block(block, speaker, where))
    return pieces


def _read_block(block: Any, speaker: Speaker, where: str) -> list[Piece]:
    if isinstance(block, str):
        return [*speaker.say(block)]
    if not isinstance(block, Mapping):
        return [Failed(Reason.UNEXPECTED_SHAPE, speaker.line, f"{where} is a {type(block).__name__}")]
    read = BLOCKS.get(str(block.get("type")))
    if read is None:
        return [Skipped(Reason.UNKNOWN_TYPE, speaker.line, f"{where} is a {block.get('type')!r} block")]
    return read(block, speaker, where)


def _text(block: Mapping[str, Any], speaker: Speaker, where: str) -> list[Piece]:
    text = block.get("text")
    if not isinstance(text, str):
        return [Failed(Reason.UNEXPECTED_SHAPE, speaker.line, f"{where} has no text")]
    return [*speaker.say(text)]


def _thinking(block: Mapping[str, Any], speaker: Speaker, where: str) -> list[Piece]:
    text = block.get("thinking") or block.get("text") or block.get("reasoning")
    if not isinstance(text, str) or not text.strip():
        return [Skipped(Reason.NO_TEXT, speaker.line, f"{where} is thinking without text")]
    return [replace(THINKING, text=text)]


def _encrypted(_block: Mapping[str, Any], speaker: Speaker, where: str) -> list[Piece]:
    return [Skipped(Reason.ENCRYPTED, speaker.line, where)]


def _call(block: Mapping[str, Any], _speaker: Speaker, _where: str) -> list[Piece]:
    return [call_part(text_of(block.get("id")), text_of(block.get("name")), block.get("input"))]


def _result(block: Mapping[str, Any], speaker: Speaker, where: str) -> list[Piece]:
    text, attachments = flatten(block.get("content"), where)
    error = block.get("is_error")
    if error is None and text.strip():
        error = False  # the API leaves the flag out when a call succeeded
    part = result_part(text_of(block.get("tool_use_id")), text, error=error)
    return [replace(part, attachments=attachments)]


def _attachment(block: Mapping[str, Any], speaker: Speaker, where: str) -> list[Piece]:
    return [replace(speaker.template, text="", attachments=(_pointer(block, where),))]


BLOCKS: Final[Mapping[str, Callable[[Mapping[str, Any], Speaker, str], list[Piece]]]] = {
    **dict.fromkeys(("text", "input_text", "output_text", "summary_text"), _text),
    **dict.fromkeys(("thinking", "reasoning", "reasoning_text"), _thinking),
    **dict.fromkeys(("redacted_thinking", "encrypted_content"), _encrypted),
    **dict.fromkeys(("tool_use", "server_tool_use"), _call),
    **dict.fromkeys(("tool_result", "web_search_tool_result"), _result),
    **dict.fromkeys(
        ("image", "input_image", "image_url", "document", "file", "input_file", "input_audio"), _attachment
    ),
}


def call_part(call_id: str, name: str, arguments: Any) -> Part:
    """Return the part of a tool call."""
    tool = tool_use(call_id, name, arguments)
    return Part(Actor.ASSISTANT, Kind.TOOL_CALL, Origin.ASSISTANT, call_text(tool, arguments), tool)


def result_part(call_id: str, text: str, *, name: str = "", error: Any = None, exit_code: Any = None) -> Part:
    """Return the part of a tool result; `name` only when the result's own line has it."""
    tool = ToolUse(call_id, name=name, outcome=outcome_of(text, error=error, exit_code=exit_code))
    return Part(Actor.TOOL, Kind.TOOL_RESULT, result_origin(name), text, tool)


def flatten(content: Any, where: str) -> tuple[str, tuple[Attachment, ...]]:
    """Return the text of a tool result and pointers to what is not text."""
    blocks = content if isinstance(content, list) else [content]
    texts: list[str] = []
    attachments: list[Attachment] = []
    for block in blocks:
        text = block.get("text") if isinstance(block, Mapping) else block
        if isinstance(text, str):
            texts.append(text)
        elif isinstance(block, Mapping):
            attachments.append(_pointer(block, where))
        elif block is not None:
            texts.append(str(block))
    return "\n".join(texts), tuple(attachments)


def text_of(value: Any) -> str:
    """Return a name or id as text: numbers are written out, anything else is empty."""
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def point_at_large(piece: Piece, where: str) -> Piece:
    """Replace inline data and a text over the limit by attachment pointers."""
    if not isinstance(piece, Part):
        return piece
    found = tuple(Attachment(match[1], where, len(match[2]) * 3 // 4) for match in INLINE_DATA.finditer(piece.text))
    if found:
        text = INLINE_DATA.sub(r"[\1]", piece.text)
        piece = replace(piece, text=text, attachments=(*piece.attachments, *found))
    if len(piece.text) > MAX_TEXT_CHARS:
        pointer = Attachment("text/plain", where, len(piece.text.encode()))
        piece = replace(piece, text="", attachments=(*piece.attachments, pointer))
    return piece


def _pointer(block: Mapping[str, Any], where: str) -> Attachment:
    source = block.get("source")
    inner = source if isinstance(source, Mapping) else block
    url = inner.get("image_url") or inner.get("url") or ""
    data = inner.get("data") or (url.get("url") if isinstance(url, Mapping) else url) or ""
    match = INLINE_DATA.match(data) if isinstance(data, str) else None
    media = match[1] if match else text_of(inner.get("media_type")) or text_of(block.get("type"))
    size = len(match[2] if match else data) * 3 // 4 if isinstance(data, str) else 0
    return Attachment(media or "unknown", where, size)
