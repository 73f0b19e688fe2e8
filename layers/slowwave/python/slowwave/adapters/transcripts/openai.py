"""OpenAI-style chats: `{session_id, started, messages}` as one document, or a line each of a chat, a list or a message.

Messages are `{role, content, tool_calls?, tool_call_id?, timestamp?}`. A log with a list of messages a line may repeat
earlier messages on later lines; they are the same records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.transcripts.blocks import Speaker, call_part, flatten, read_content, result_part, text_of
from slowwave.adapters.transcripts.lines import Line, is_json, json_units, lines, load
from slowwave.adapters.transcripts.reads import (
    Failed,
    Part,
    Piece,
    Read,
    Reason,
    Skipped,
    Source,
    Unit,
    Units,
    Unreadable,
)
from slowwave.adapters.transcripts.speech import ASSISTANT, FILE_NOTICE, THINKING, USER, SlashCommands
from slowwave.adapters.transcripts.timeline import Timeline
from slowwave.adapters.transcripts.times import optional_time
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

ROLES: Final[Mapping[str, Part]] = {
    "user": USER,
    "human": USER,
    "assistant": ASSISTANT,
    "ai": ASSISTANT,
    "system": FILE_NOTICE,
    "developer": FILE_NOTICE,
}
RESULT_ROLES: Final = frozenset({"tool", "function"})
OPEN_DOCUMENT: Final = (b"{", b"[")
SESSION_FIELDS: Final = ("session_id", "conversation_id", "thread_id", "id")
SESSION_TIME_FIELDS: Final = ("started", "started_at", "created_at", "created", "create_time", "timestamp")
TIME_FIELDS: Final = ("timestamp", "created_at", "create_time", "time")


def read_openai(path: Path, source: Source) -> Units:
    """Yield one unit a message of a whole document, or one a line."""
    document = _document(path)
    if document is None:
        return json_units(path, lambda value, line: _line(value, source, line))
    size = path.stat().st_size
    return (Unit(number, size, results) for number, results in _chat(document, source, None))


def _document(path: Path) -> Any:
    """Return the value of a file that is one JSON document over several lines, or nothing.

    Raises:
        InvalidInput: it is one, and too large or broken.
    """
    first = next((line for line in lines(path) if line.data.strip() or line.too_long), None)
    if first is None or is_json(first):
        return None
    if first.data.strip() in OPEN_DOCUMENT:
        return load(path)
    try:
        return load(path)
    except InvalidInput:
        return None  # a log whose first line is broken


def _line(value: Any, source: Source, line: Line) -> tuple[Read, ...]:
    if not isinstance(value, Mapping | list):
        raise Unreadable(Reason.NOT_AN_OBJECT, type(value).__name__)
    return tuple(read for _, results in _chat(value, source, line.number) for read in results)


def _chat(value: Any, source: Source, line: int | None) -> Iterator[tuple[int, tuple[Read, ...]]]:
    """Yield the number of each message and what became of it; on a line, all are reported for the line."""
    chat = value if isinstance(value, Mapping) else {}
    is_message = "role" in chat
    messages = [chat] if is_message else chat.get("messages", []) if chat else _flat(value)
    if not isinstance(messages, list):
        raise Unreadable(Reason.UNEXPECTED_SHAPE, "messages is not a list")
    session = next((text_of(chat[name]) for name in SESSION_FIELDS if not is_message and chat.get(name)), source.stem)
    started = next((chat[name] for name in SESSION_TIME_FIELDS if not is_message and chat.get(name)), None)
    timeline = Timeline(source, session or source.stem, started)
    commands = SlashCommands()
    for index, message in enumerate(messages):
        number = line or index + 1
        time = _first(message, TIME_FIELDS)
        content = message.get("content") if isinstance(message, Mapping) else None
        pieces = commands.follow(message_pieces(message, number), content, _known(time))
        yield number, timeline.put(pieces, time, number) or (Skipped(Reason.NO_TEXT, number),)


def message_pieces(message: Any, number: int) -> list[Piece]:
    """Read one message: its reasoning, its content and its tool calls, in that order."""
    if not isinstance(message, Mapping):
        return [Failed(Reason.NOT_AN_OBJECT, number, f"message is a {type(message).__name__}")]
    role = str(message.get("role", "")).lower()
    if role in RESULT_ROLES:
        text, attachments = flatten(message.get("content"), f"line {number}")
        part = result_part(text_of(message.get("tool_call_id")), text, name=text_of(message.get("name")))
        return [Part(part.actor, part.kind, part.origin, part.text, part.tool, attachments)]
    if role not in ROLES:
        return [Skipped(Reason.UNKNOWN_TYPE, number, f"role {message.get('role')!r}")]
    reasoning = message.get("reasoning_content")
    thinking = read_content(reasoning, Speaker(THINKING, number)) if isinstance(reasoning, str) else []
    return [*thinking, *read_content(message.get("content"), Speaker(ROLES[role], number)), *_calls(message, number)]


def _calls(message: Mapping[str, Any], number: int) -> list[Piece]:
    calls = message.get("tool_calls") or []
    if isinstance(message.get("function_call"), Mapping):
        calls = [{"id": "", "function": message["function_call"]}]
    if not isinstance(calls, list):
        return [Failed(Reason.UNEXPECTED_SHAPE, number, "tool_calls is not a list")]
    return [_call(call, number) for call in calls]


def _call(call: Any, number: int) -> Piece:
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(function, Mapping):
        return Failed(Reason.UNEXPECTED_SHAPE, number, "a tool call without a function")
    return call_part(text_of(call.get("id")), text_of(function.get("name")), function.get("arguments"))


def _flat(value: list[Any]) -> list[Any]:
    return [message for each in value for message in (each if isinstance(each, list) else [each])]


def _first(message: Any, names: tuple[str, ...]) -> Any:
    return next((message[name] for name in names if message.get(name)), None) if isinstance(message, Mapping) else None


def _known(time: Any) -> datetime | None:
    try:
        return optional_time(time)
    except Unreadable:
        return None
