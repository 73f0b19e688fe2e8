"""A record as one JSON object, the same for stored batches and for imported lines.

The scope stays outside of it, because a file must not choose whose memory it enters.

    {"session": "s-1", "actor": "user", "text": "Use tabs.", "event_time": "2026-01-12T15:08:38+01:00",
     "kind": "message", "origin": "user", "sequence": 0, "source_id": "e-1",
     "tool": {"call_id": "c-1", "name": "Bash", "command": "ls", "files_read": [], "files_edited": [], "outcome": "ok"},
     "attachments": [{"media_type": "image/png", "location": "line 12, block 2", "bytes": 4096}],
     "metadata": {"model": "m-1"}}

`session`, `actor`, `text` and `event_time` are required. `kind` defaults to message and `origin` to the actor's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from slowwave.domain.records import Actor, Attachment, Kind, Origin, Outcome, Record, ToolUse
from slowwave.errors import InvalidRecord

if TYPE_CHECKING:
    from slowwave.domain.scope import Scope

OWN_ORIGIN: Final[Mapping[Actor, Origin]] = {
    Actor.USER: Origin.USER,
    Actor.ASSISTANT: Origin.ASSISTANT,
    Actor.TOOL: Origin.TOOL,
    Actor.SYSTEM: Origin.FILE,
    Actor.OPERATOR: Origin.OPERATOR,
}
"""What a record without an explicit origin gets."""

SPEAKERS: Final[Mapping[Origin, frozenset[Actor]]] = {
    Origin.USER: frozenset({Actor.USER}),
    Origin.OPERATOR: frozenset({Actor.OPERATOR}),
}
"""The origins that only these actors may claim; any actor may claim the others, which allow less."""

_Choice = TypeVar("_Choice", bound=StrEnum)


def may_claim(actor: Actor, origin: Origin) -> bool:
    """Whether an imported event of this actor may carry this origin: nobody may claim words of a user but the user."""
    return origin not in SPEAKERS or actor in SPEAKERS[origin]


def encode(record: Record) -> dict[str, Any]:
    """Return the JSON object of a record, without its scope and without empty fields."""
    optional: dict[str, Any] = {
        "sequence": record.sequence or None,
        "source_id": record.source_id,
        "tool": _encode_tool(record.tool) if record.tool else None,
        "attachments": [_plain(each) for each in record.attachments] or None,
        "metadata": dict(record.metadata) or None,
    }
    return {
        "session": record.session,
        "actor": record.actor.value,
        "kind": record.kind.value,
        "origin": record.origin.value,
        "text": record.text,
        "event_time": record.event_time.isoformat(),
        **{name: value for name, value in optional.items() if value is not None},
    }


def decode(data: Any, scope: Scope) -> Record:
    """Read back what `encode` wrote, or an imported object of the same shape; unknown fields are ignored.

    Lone surrogates, which JSON can spell and UTF-8 cannot, become U+FFFD.

    Raises:
        InvalidRecord: a required field is missing or a field has the wrong type; the message names the field.
    """
    source = _object(data, "record")
    actor = _choice(Actor, source, "actor")
    return Record(
        scope=scope,
        session=_text(source, "session"),
        actor=actor,
        kind=_choice(Kind, source, "kind", Kind.MESSAGE),
        origin=_choice(Origin, source, "origin", OWN_ORIGIN[actor]),
        text=_text(source, "text"),
        event_time=_time(source),
        sequence=_integer(source, "sequence"),
        source_id=_text(source, "source_id") if source.get("source_id") is not None else None,
        tool=_decode_tool(source["tool"]) if source.get("tool") is not None else None,
        attachments=tuple(_decode_attachment(each) for each in _list(source, "attachments")),
        metadata=_decode_metadata(source.get("metadata") or {}),
    )


def clean(text: str) -> str:
    """Replace lone surrogates by U+FFFD, so that the text can be written as UTF-8; a pair becomes its character."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _encode_tool(tool: ToolUse) -> dict[str, Any]:
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in _plain(tool).items()}
    return {name: value for name, value in listed.items() if value or name == "call_id"}


def _plain(value: ToolUse | Attachment) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(value)}


def _decode_tool(data: Any) -> ToolUse:
    source = _object(data, "tool")
    return ToolUse(
        call_id=_text(source, "call_id", ""),
        name=_text(source, "name", ""),
        command=_text(source, "command", ""),
        files_read=_texts(source, "files_read"),
        files_edited=_texts(source, "files_edited"),
        outcome=_choice(Outcome, source, "outcome", Outcome.UNKNOWN),
    )


def _decode_attachment(data: Any) -> Attachment:
    source = _object(data, "attachments item")
    return Attachment(_text(source, "media_type"), _text(source, "location"), _integer(source, "bytes"))


def _decode_metadata(data: Any) -> dict[str, str]:
    source = _object(data, "metadata")
    return {clean(name): _text(source, name) for name in source}


def _object(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidRecord(f"{name} must be a JSON object, not {type(value).__name__}")
    return value


def _text(source: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = source.get(name, default)
    if not isinstance(value, str):
        problem = "is missing" if value is None else f"must be a string, not {type(value).__name__}"
        raise InvalidRecord(f"field {name!r} {problem}")
    return clean(value)


def _integer(source: Mapping[str, Any], name: str) -> int:
    value = source.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidRecord(f"field {name!r} must be a whole number, not {type(value).__name__}")
    return value


def _list(source: Mapping[str, Any], name: str) -> list[Any]:
    value = source.get(name) or []
    if not isinstance(value, list | tuple):
        raise InvalidRecord(f"field {name!r} must be a list, not {type(value).__name__}")
    return list(value)


def _texts(source: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(_text({name: each}, name) for each in _list(source, name))


def _choice(choices: type[_Choice], source: Mapping[str, Any], name: str, default: _Choice | None = None) -> _Choice:
    value = _text(source, name, default)
    try:
        return choices(value)
    except ValueError as error:
        raise InvalidRecord(f"field {name!r} is {value!r}; it must be one of {', '.join(choices)}") from error


def _time(source: Mapping[str, Any]) -> datetime:
    text = _text(source, "event_time")
    try:
        time = datetime.fromisoformat(text)
        time.astimezone(UTC)  # a time at the edge of the calendar may have no UTC equivalent
        return time
    except (ValueError, OverflowError) as error:
        raise InvalidRecord(f"field 'event_time' is {text!r}; write it as 2026-01-12T15:08:38+00:00") from error
