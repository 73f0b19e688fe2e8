"""What a sequence is made of: sessions with what was said in them, the tasks asked between them, and what a memory has
to show for each. The files that hold them are described in the README of this folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from slowwave.domain.claims import Skeleton
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.evaluation.simulation.events import Reason

VERSION = 1
"""Of the format and of the packaged set: figures of two versions are never compared."""


class Split(StrEnum):
    """Whether a sequence may be looked at while slowwave is being improved."""

    DEVELOPMENT = "development"
    HELD_OUT = "held-out"


class Expectation(StrEnum):
    """What has to become of a text over the consolidation cycles."""

    DEMOTED = "demoted"
    STABLE = "stable"


class Speaker(StrEnum):
    """Who or what an event comes from, as the files name it."""

    USER = "user"
    OPERATOR = "operator"
    ASSISTANT = "assistant"
    TOOL = "tool"
    WEB = "web"
    FILE = "file"
    DOCUMENT = "document"


ROLES: dict[Speaker, tuple[Actor, Kind, Origin]] = {
    Speaker.USER: (Actor.USER, Kind.MESSAGE, Origin.USER),
    Speaker.OPERATOR: (Actor.OPERATOR, Kind.MESSAGE, Origin.OPERATOR),
    Speaker.ASSISTANT: (Actor.ASSISTANT, Kind.MESSAGE, Origin.ASSISTANT),
    Speaker.TOOL: (Actor.TOOL, Kind.TOOL_RESULT, Origin.TOOL),
    Speaker.WEB: (Actor.TOOL, Kind.TOOL_RESULT, Origin.WEB),
    Speaker.FILE: (Actor.TOOL, Kind.TOOL_RESULT, Origin.FILE),
}
"""What the records of a speaker are; a document is read by its own reader."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing said or seen.

    Attributes:
        id: unique in its sequence; empty where nothing refers to it.
        time: when it happened, aware.
        command, name: of the tool that was called.
        path: of the file that was read, or of the document.
        dated: when a document was written, if its text does not say so.
        chatter: the block of ordinary work that it is part of; a block arrives at once.
    """

    id: str
    speaker: Speaker
    text: str
    time: datetime
    name: str = ""
    command: str = ""
    path: str = ""
    failed: bool = False
    dated: datetime | None = None
    chatter: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """A string that has to be shown, and the event (or session of a transcript) that taught it."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Forbid:
    """A string that must not be shown as valid, and why.

    Attributes:
        by: the event that took it back; empty where it was never right.
    """

    text: str
    reason: Reason
    by: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """What an agent is about to do, in words, and what its memory has to show."""

    name: str
    text: str
    needs: tuple[Need, ...]
    forbids: tuple[Forbid, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """One session of one tenant.

    Attributes:
        before: tasks asked when it starts, after whatever consolidation did since the session before.
        after: tasks asked when it has ended.
        transcript: the file that holds what was said, instead of events.
    """

    id: str
    start: datetime
    tenant: str
    before: tuple[Task, ...]
    events: tuple[Event, ...]
    after: tuple[Task, ...]
    transcript: Path | None = None


@dataclass(frozen=True, slots=True)
class Cycle:
    """What has to become of a text, asked for after each session of its tenant from `since` on.

    Attributes:
        since: the event that taught a text that has to stay, or took back one that has to go.
        within: consolidation cycles after which a demoted text is gone for good.
    """

    task: str
    expect: Expectation
    text: str
    since: str
    within: int = 2


@dataclass(frozen=True, slots=True)
class Sequence:
    """Sessions in order, with the tasks between them."""

    id: str
    skeletons: tuple[Skeleton, ...]
    split: Split
    about: str
    sessions: tuple[Session, ...]
    cycles: tuple[Cycle, ...]
    path: Path

    @property
    def kind(self) -> Skeleton:
        """The skeleton it is reported under: its first."""
        return self.skeletons[0]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, in the order they are asked."""
        return tuple(task for session in self.sessions for task in (*session.before, *session.after))


@dataclass(frozen=True, slots=True)
class Taught:
    """One delivery: the records that an event became, and when they arrive."""

    session: Session
    id: str
    records: tuple[Record, ...]
    at: datetime
