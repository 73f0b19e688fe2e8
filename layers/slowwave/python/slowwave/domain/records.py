"""Raw records: the immutable events everything else is derived from and must point back to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from slowwave.domain.hashing import short_id
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidRecord

MAX_CLOCK_LEAD = timedelta(minutes=5)
"""An event time further ahead of its arrival is quarantined: it would win every later conflict."""


FIRST_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""An event time before it was set by no clock; what it says would be looked at for every month since."""


class Actor(StrEnum):
    """Who produced the event."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"
    OPERATOR = "operator"


class Origin(StrEnum):
    """Where the words came from. It decides what they may become (see `domain.trust`)."""

    USER = "user"
    OPERATOR = "operator"
    ASSISTANT = "assistant"
    TOOL = "tool"
    WEB = "web"
    FILE = "file"
    INJECTED = "injected"


class Kind(StrEnum):
    """What the event is."""

    MESSAGE = "message"
    THINKING = "thinking"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    SUMMARY = "summary"  # a compaction or session summary: second-hand, never new evidence
    NOTICE = "notice"  # text of the harness: interruptions, command echoes, reminders
    DOCUMENT = "document"  # one section of a text or markdown file
    ACT = "act"
    FEEDBACK = "feedback"


class Outcome(StrEnum):
    """How a tool call ended, as far as the transcript shows."""

    OK = "ok"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ToolUse:
    """What a tool call or its result did. A call has name, files and command; a result has call id and outcome."""

    call_id: str
    name: str = ""
    command: str = ""
    files_read: tuple[str, ...] = ()
    files_edited: tuple[str, ...] = ()
    outcome: Outcome = Outcome.UNKNOWN


@dataclass(frozen=True, slots=True)
class Attachment:
    """A pointer to something the event carried and the record does not hold (an image, an oversized field)."""

    media_type: str
    location: str
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """One immutable raw event.

    Attributes:
        session: the run of the agent it belongs to, as the source names it.
        text: the raw words; evidence offsets are code points of it.
        event_time: when it happened; aware, in any zone.
        sequence: order among events of one source that share a time (0 where times are exact).
        source_id: the source's own id of the event, when it has one; then the id depends on nothing else.
        metadata: small strings that a reader may show and no rule depends on.
        redacted_from: id of the record this is a redacted copy of; the copy keeps that id.
        id: a hash of scope and source id, or else of session, time, sequence, actor, kind and text.

    Raises:
        InvalidRecord: the time has no zone, or the session is empty.
    """

    scope: Scope
    session: str
    actor: Actor
    kind: Kind
    origin: Origin
    text: str
    event_time: datetime
    sequence: int = 0
    source_id: str | None = None
    tool: ToolUse | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    redacted_from: str = ""
    id: str = field(init=False)

    def __post_init__(self) -> None:
        if self.event_time.utcoffset() is None:
            raise InvalidRecord(f"event time {self.event_time.isoformat()} has no zone; give an offset such as +00:00")
        if not self.session:
            raise InvalidRecord("a record needs a session id")
        object.__setattr__(self, "id", self.redacted_from or self._content_id())

    def _content_id(self) -> str:
        if self.source_id:
            return short_id("r", self.scope.key, self.source_id)
        time = self.event_time.astimezone(UTC).isoformat()
        return short_id(
            "r", self.scope.key, self.session, time, self.sequence, self.actor.value, self.kind.value, self.text
        )

    @property
    def order(self) -> tuple[datetime, int, str]:
        """The fold order: event time, then sequence, then id."""
        return (self.event_time.astimezone(UTC), self.sequence, self.id)


def redacted(record: Record, hide: Callable[[str], str]) -> Record:
    """Return the record with every text of it hidden where it must be, under the same id.

    Args:
        hide: returns a text of the same length.
    """
    shown = replace(
        record,
        text=hide(record.text),
        tool=_redacted_tool(record.tool, hide) if record.tool else None,
        attachments=tuple(replace(each, location=hide(each.location)) for each in record.attachments),
        metadata={name: hide(value) for name, value in record.metadata.items()},
        redacted_from=record.id,
    )
    return record if replace(shown, redacted_from=record.redacted_from) == record else shown


def _redacted_tool(tool: ToolUse, hide: Callable[[str], str]) -> ToolUse:
    return replace(
        tool,
        name=hide(tool.name),
        command=hide(tool.command),
        files_read=tuple(map(hide, tool.files_read)),
        files_edited=tuple(map(hide, tool.files_edited)),
    )


def is_from_the_future(record: Record, received_at: datetime) -> bool:
    """Whether the event claims a time more than five minutes after it arrived; such a record is quarantined."""
    return record.event_time - received_at > MAX_CLOCK_LEAD


def is_before_clocks(record: Record) -> bool:
    """Whether the event claims a time that no clock gave it."""
    return record.event_time < FIRST_TIME
