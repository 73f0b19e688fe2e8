"""Which format a file has. The content decides; the name only tells a document from something unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.transcripts.lines import is_json, lines, load, parse
from slowwave.adapters.transcripts.reads import MAX_FILE_BYTES, MAX_LINE_BYTES
from slowwave.adapters.transcripts.specstory_split import SESSION, read_header
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

    from slowwave.adapters.transcripts.lines import Line

LINES_LOOKED_AT: Final = 50
DOCUMENT_SUFFIXES: Final = frozenset({".md", ".markdown", ".mdx", ".txt", ".text", ".rst", ".adoc", ""})
UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


class Format(StrEnum):
    """The formats that can be read; the values are the names for `--format`."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    OPENAI = "openai"
    LANGGRAPH = "langgraph"
    SPECSTORY = "specstory"
    SWE_AGENT = "swe-agent"
    SLOWWAVE = "slowwave"
    DOCUMENT = "document"


CLAUDE_CODE_FIELDS: Final = frozenset({"parentUuid", "isSidechain", "sessionId", "leafUuid", "isSnapshotUpdate"})
CODEX_TYPES: Final = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})


def _has_messages(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("messages"), list)


def _has_states(value: Mapping[str, Any]) -> bool:
    inner = value.get("values") or value.get("channel_values") or value.get("checkpoint")
    return isinstance(inner, Mapping) and ("messages" in inner or "channel_values" in inner)


SHAPES: Final[tuple[tuple[Format, Callable[[Mapping[str, Any]], bool]], ...]] = (
    (Format.SLOWWAVE, lambda value: "actor" in value and "event_time" in value),
    (Format.SWE_AGENT, lambda value: isinstance(value.get("trajectory") or value.get("history"), list)),
    (Format.LANGGRAPH, _has_states),
    (Format.CLAUDE_CODE, lambda value: "type" in value and not CLAUDE_CODE_FIELDS.isdisjoint(value)),
    (Format.CODEX, lambda value: value.get("type") in CODEX_TYPES and "payload" in value),
    (Format.OPENAI, _has_messages),
    (Format.OPENAI, lambda value: "role" in value and "content" in value),
)
"""What the objects of each format look like; the first that fits counts."""


def detect(path: Path) -> Format:
    """Return the format of a file.

    Raises:
        InvalidInput: nothing fits; the message lists the names for `--format`.
    """
    head = _head(path)
    if not head:
        raise InvalidInput(f"{path.name!r} is empty")
    if b"\0" in head[0].data or head[0].data.startswith(UTF16_MARKS):
        raise InvalidInput(f"{path.name!r} is not UTF-8 text; convert it first")
    found = _from_json(path, head) if _first(head)[:1] in (b"{", b"[") else None
    found = found or _from_text(path, head)
    if found is None and path.stat().st_size > MAX_FILE_BYTES and _first(head)[:1] in (b"{", b"["):
        load(path)  # says that one document of this size cannot be read
    if found is None:
        names = ", ".join(Format)
        raise InvalidInput(f"cannot tell the format of {path.name!r}; pass --format with one of: {names}")
    return found


def _head(path: Path) -> list[Line]:
    """Return the first lines, and no more of them than one long line may hold."""
    some = islice(lines(path), LINES_LOOKED_AT)
    return list(takewhile(lambda line: line.number == 1 or line.offset <= MAX_LINE_BYTES, some))


def classify(value: Any) -> Format | None:
    """Return the format that a JSON value belongs to, or nothing."""
    if isinstance(value, list):
        return next((found for each in value[:3] if (found := classify(each))), None)
    if not isinstance(value, Mapping):
        return None
    return next((known for known, fits in SHAPES if fits(value)), None)


def _first(head: list[Line]) -> bytes:
    return next((data for line in head if (data := line.data.strip())), b"{" if head[0].too_long else b"")


def _from_json(path: Path, head: list[Line]) -> Format | None:
    """Try lines if the first line is a value, else one document: a line inside it may look like another format."""
    first = next(line for line in head if line.data.strip() or line.too_long)
    if not is_json(first):
        try:
            return classify(load(path))
        except InvalidInput:
            pass  # a log whose first line is broken, or a document that is too large to load
    return next((found for line in head if is_json(line) and (found := classify(parse(line)))), None)


def _from_text(path: Path, head: list[Line]) -> Format | None:
    texts = [line.data.decode(errors="replace") for line in head]
    if any(read_header(text) or SESSION.fullmatch(text) for text in texts):
        return Format.SPECSTORY
    looks_like_json = _first(head)[:1] in (b"{", b"[") and path.suffix.lower() not in {".md", ".txt"}
    return Format.DOCUMENT if path.suffix.lower() in DOCUMENT_SUFFIXES and not looks_like_json else None
