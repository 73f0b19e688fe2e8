"""LangGraph states and checkpoints: one JSON document with the messages of a thread.

A state is `{config.configurable.thread_id, ts, values.messages}`, a checkpoint keeps them in `channel_values`. A
message is `{type, data}`, flat, or a serialized constructor. Its id is unique in its thread, so a later checkpoint of
the same thread repeats the same records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.transcripts.blocks import Speaker, call_part, flatten, read_content, result_part, text_of
from slowwave.adapters.transcripts.lines import load
from slowwave.adapters.transcripts.reads import Failed, Part, Piece, Reason, Skipped, Source, Unit, Units
from slowwave.adapters.transcripts.speech import ASSISTANT, FILE_NOTICE, USER, SlashCommands
from slowwave.adapters.transcripts.timeline import Timeline
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

SPEAKERS: Final[Mapping[str, Part]] = {
    "human": USER,
    "user": USER,
    "ai": ASSISTANT,
    "assistant": ASSISTANT,
    "system": FILE_NOTICE,
}
STATUS_IS_ERROR: Final = {"error": True, "success": False}
TIME_PATHS: Final = (
    ("additional_kwargs", "timestamp"),
    ("response_metadata", "timestamp"),
    ("timestamp",),
    ("created_at",),
)
MESSAGE_PATHS: Final = (
    ("values", "messages"),
    ("channel_values", "messages"),
    ("checkpoint", "channel_values", "messages"),
)
SESSION_PATHS: Final = (("config", "configurable", "thread_id"), ("configurable", "thread_id"), ("thread_id",))
SESSION_TIME_PATHS: Final = (("ts",), ("created_at",), ("checkpoint", "ts"))


def read_langgraph(path: Path, source: Source) -> Units:
    """Yield one unit a message.

    Raises:
        InvalidInput: the document is too large, or has no list of messages.
    """
    state = load(path)
    messages = find(state, MESSAGE_PATHS)
    if not isinstance(messages, list):
        raise InvalidInput(f"{source.name!r} has no list of messages under values or channel_values")
    return _messages(state, messages, source, path.stat().st_size)


def find(value: Any, paths: tuple[tuple[str, ...], ...]) -> Any:
    """Return the first value that is there and not empty under one of the paths."""
    for path in paths:
        found = value
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        if found not in (None, ""):
            return found
    return None


def _messages(state: Any, messages: list[Any], source: Source, size: int) -> Iterator[Unit]:
    session = text_of(find(state, SESSION_PATHS)) or source.stem
    commands = SlashCommands()
    timeline = Timeline(source, session, find(state, SESSION_TIME_PATHS))
    for number, message in enumerate(messages, 1):
        kind, data = _unwrap(message)
        message_id = text_of(data.get("id"))
        source_id = f"{session}/{message_id}" if message_id else None
        pieces = commands.follow(_pieces(kind, data, number), data.get("content"), None)
        results = timeline.put(pieces, find(data, TIME_PATHS), number, source_id)
        yield Unit(number, size, results or (Skipped(Reason.NO_TEXT, number),))


def _unwrap(message: Any) -> tuple[str, Mapping[str, Any]]:
    """Return the type and the fields of a message in any of its three forms."""
    if not isinstance(message, Mapping):
        return "", {}
    names = message.get("id")
    kwargs = message.get("kwargs")
    if isinstance(names, list) and names and isinstance(kwargs, Mapping):
        return str(names[-1]).removesuffix("Chunk").removesuffix("Message").lower(), kwargs
    data = message.get("data")
    return str(message.get("type") or message.get("role")), data if isinstance(data, Mapping) else message


def _pieces(kind: str, data: Mapping[str, Any], number: int) -> list[Piece]:
    if not data:
        return [Failed(Reason.NOT_AN_OBJECT, number, "a message without fields")]
    if kind == "tool":
        return [_result(data, number)]
    if kind not in SPEAKERS:
        return [Skipped(Reason.UNKNOWN_TYPE, number, f"type {kind!r}")]
    # Calls are listed in `tool_calls`; blocks that repeat them in the content would count twice.
    content = data.get("content")
    if isinstance(content, list):
        content = [each for each in content if not (isinstance(each, Mapping) and each.get("type") == "tool_use")]
    spoken = read_content(content, Speaker(SPEAKERS[kind], number))
    calls = data.get("tool_calls") or []
    if not isinstance(calls, list):
        return [*spoken, Failed(Reason.UNEXPECTED_SHAPE, number, "tool_calls is not a list")]
    return [*spoken, *(_call(call, number) for call in calls)]


def _call(call: Any, number: int) -> Piece:
    if not isinstance(call, Mapping):
        return Failed(Reason.UNEXPECTED_SHAPE, number, "a tool call that is not an object")
    return call_part(text_of(call.get("id")), text_of(call.get("name")), call.get("args"))


def _result(data: Mapping[str, Any], number: int) -> Part:
    text, attachments = flatten(data.get("content"), f"message {number}")
    error = STATUS_IS_ERROR.get(str(data.get("status")))
    part = result_part(text_of(data.get("tool_call_id")), text, name=text_of(data.get("name")), error=error)
    return Part(part.actor, part.kind, part.origin, part.text, part.tool, attachments)
