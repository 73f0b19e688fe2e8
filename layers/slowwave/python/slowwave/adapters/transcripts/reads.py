"""What a reader yields: records, and for what gave none, the line and the reason, so that a file always adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from slowwave.domain.records import Actor, Attachment, Kind, Origin, Record, ToolUse
from slowwave.errors import InvalidRecord

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.domain.scope import Scope

MAX_LINE_BYTES = 16 * 2**20
"""A longer line or message is failed without being held in memory."""

MAX_FILE_BYTES = 64 * 2**20
"""Formats that are one JSON document are loaded whole, up to this size."""

MAX_TEXT_CHARS = 1_000_000
"""A longer text becomes an attachment pointer."""

Progress = Callable[[int], None]
"""Called with the number of bytes read so far."""


class Reason(StrEnum):
    """Why a line gave no record."""

    # Skipped: nothing an agent, a user or a tool said.
    EMPTY = "empty line"
    FILE_HEADER = "file header"
    UNKNOWN_TYPE = "unknown type"
    NO_TEXT = "no text"
    SESSION_METADATA = "session metadata"
    HARNESS_EVENT = "harness event"
    DUPLICATE_EVENT = "duplicate event"
    ENCRYPTED = "encrypted reasoning"
    UNDATED_SUMMARY = "summary without time"
    # Failed: it may have said something, and it cannot be used.
    INVALID_UTF8 = "invalid utf-8"
    INVALID_JSON = "invalid json"
    TRUNCATED = "truncated line"
    TOO_LONG = "line too long"
    TOO_DEEP = "nested too deeply"
    NOT_AN_OBJECT = "not an object"
    UNEXPECTED_SHAPE = "unexpected shape"
    MISSING_TIME = "missing time"
    ZONELESS_TIME = "time without zone"
    UNREADABLE_TIME = "unreadable time"
    INVALID_RECORD = "invalid record"
    ORIGIN_NOT_ALLOWED = "origin not allowed for actor"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that carries nothing to remember."""

    reason: Reason
    line: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """A line that could not be read; it must be reported."""

    reason: Reason
    line: int
    detail: str = ""


Read = Record | Skipped | Failed


@dataclass(frozen=True, slots=True)
class Unit:
    """One source line, message or section and what became of it; `results` is never empty.

    Attributes:
        line: the first line of the unit, or the number of the message where the file is one JSON document; from 1.
        offset: bytes of the file read up to and including this unit.
    """

    line: int
    offset: int
    results: tuple[Read, ...]


class Unreadable(InvalidRecord):
    """One unit cannot be used; caught by the reader, which yields `Failed` and goes on."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Source:
    """What a reader knows beside the bytes.

    Attributes:
        name: the path as the caller wants to see it.
        stem: the session when the file names none.
        base_time: the time of everything in a file without times.
        document_time: the time of a document that states none (its modification time, if the caller wants that).
    """

    scope: Scope
    name: str
    stem: str
    base_time: datetime | None = None
    document_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A record to be: everything but scope, session, time and place."""

    actor: Actor
    kind: Kind
    origin: Origin
    text: str
    tool: ToolUse | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)


Piece = Part | Skipped | Failed
Units = Iterator[Unit]


@dataclass(frozen=True, slots=True)
class Place:
    """Where and when a message stands in its session; `sequence` counts on over its parts."""

    session: str
    time: datetime
    sequence: int = 0
    source_id: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


def place(pieces: list[Piece], scope: Scope, at: Place) -> tuple[Read, ...]:
    """Turn parts into records in order; a source id gets the part's index when there is more than one part."""
    count = sum(isinstance(piece, Part) for piece in pieces)
    results: list[Read] = []
    index = 0
    for piece in pieces:
        if not isinstance(piece, Part):
            results.append(piece)
            continue
        source_id = f"{at.source_id}/{index}" if at.source_id and count > 1 else at.source_id
        results.append(
            Record(
                scope=scope,
                session=at.session,
                actor=piece.actor,
                kind=piece.kind,
                origin=piece.origin,
                text=piece.text,
                event_time=at.time,
                sequence=at.sequence + index,
                source_id=source_id,
                tool=piece.tool,
                attachments=piece.attachments,
                metadata={**at.metadata, **piece.metadata},
            )
        )
        index += 1
    return tuple(results)
