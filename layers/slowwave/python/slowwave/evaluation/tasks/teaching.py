"""What a memory is told: the events of a session, or the records of a transcript, as they arrive in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from slowwave.adapters.transcripts import Failed, Format, Skipped, detect, read
from slowwave.adapters.transcripts.tools import call_text, tool_use
from slowwave.domain.records import Kind, Outcome, Record, ToolUse
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.evaluation.tasks.format import ROLES, Event, Sequence, Session, Speaker, Taught

SHELL = "Bash"
"""The tool that was called where none is named."""


def taught(sequence: Sequence, session: Session, scope: Scope) -> Iterator[Taught]:
    """Yield what a session delivers, in order, as records of this scope.

    Raises:
        InvalidInput: a document or transcript gives no record.
    """
    if session.transcript:
        yield from _transcript(session, session.transcript, scope)
    numbered = [(event, event.id or f"{session.id}-{place}") for place, event in enumerate(session.events, 1)]
    for chatter, group in groupby(numbered, lambda each: each[0].chatter or each[1]):
        events = list(group)
        records = [record for event, source in events for record in _recorded(event, source, sequence, session, scope)]
        yield Taught(session, chatter, tuple(records), events[-1][0].time)


def _recorded(event: Event, source: str, sequence: Sequence, session: Session, scope: Scope) -> tuple[Record, ...]:
    if event.speaker is Speaker.DOCUMENT:
        return _document(event, source, sequence, scope)
    return _said(event, source, session, scope)


def _said(event: Event, source: str, session: Session, scope: Scope) -> tuple[Record, ...]:
    """The record of an event; a tool that was called gives two, as transcripts have them."""
    actor, kind, origin = ROLES[event.speaker]
    tool = ToolUse(source, outcome=_outcome(event)) if kind is Kind.TOOL_RESULT else None
    result = Record(
        scope, session.id, actor, kind, origin, event.text, event.time, sequence=1, source_id=source, tool=tool
    )
    return (_call(event, source, session, scope), result) if tool else (result,)


def _outcome(event: Event) -> Outcome:
    return Outcome.FAILED if event.failed else Outcome.OK


def _call(event: Event, source: str, session: Session, scope: Scope) -> Record:
    actor, _, origin = ROLES[Speaker.ASSISTANT]
    given = {"command": event.command} if event.command else {"file_path": event.path}
    tool = tool_use(source, event.name or SHELL, given)
    return Record(
        scope,
        session.id,
        actor,
        Kind.TOOL_CALL,
        origin,
        call_text(tool, given),
        event.time,
        source_id=f"{source}-call",
        tool=tool,
    )


def _document(event: Event, source: str, sequence: Sequence, scope: Scope) -> tuple[Record, ...]:
    name = event.path or f"{source}.md"
    with TemporaryDirectory(prefix="slowwave-") as folder:
        path = Path(folder) / Path(name).name
        path.write_text(event.text, "utf-8")
        results = list(read(path, scope, Format.DOCUMENT, name=name, base_time=event.dated, document_time=event.time))
    failed = [each for each in results if isinstance(each, Failed)]
    if failed:
        reason = f"{failed[0].reason} {failed[0].detail}".strip()
        raise InvalidInput(
            f"{sequence.path.name}: sequence {sequence.id!r}, document {source!r} is unreadable: {reason}"
        )
    return _records(results)


def _transcript(session: Session, path: Path, scope: Scope) -> Iterator[Taught]:
    """One delivery a record of the file, in the order of the file, never earlier than it was said."""
    records = _records(read(path, scope, detect(path), base_time=session.start))
    if not records:
        raise InvalidInput(f"{path.name}: the transcript of session {session.id!r} gives no record")
    at = session.start
    for record in records:
        at = max(at, record.event_time)
        yield Taught(session, session.id, (record,), at)


def _records(results: Iterable[object]) -> tuple[Record, ...]:
    return tuple(each for each in results if not isinstance(each, (Failed, Skipped)) and isinstance(each, Record))


def end_of(session: Session, deliveries: Iterable[Taught]) -> datetime:
    """Return when the last delivery of a session has arrived."""
    return max([session.start, *(each.at for each in deliveries)])
