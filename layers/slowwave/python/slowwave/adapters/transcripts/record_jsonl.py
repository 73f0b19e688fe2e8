"""Slowwave's own import format: one record a line, as `domain.record_json` describes it.

    {"session": "s-1", "actor": "user", "text": "Use tabs.", "event_time": "2026-01-12T15:08:38+01:00"}

Optional: `kind`, `origin`, `source_id`, `sequence`, `tool`, `attachments`, `metadata`. `event_time` may also be an
epoch number. An origin may lower what the words may become, but not raise it: only the actor `user` may claim the
origin user, only the actor `operator` the origin operator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slowwave.adapters.transcripts.blocks import point_at_large
from slowwave.adapters.transcripts.lines import Line, json_units
from slowwave.adapters.transcripts.reads import Part, Read, Reason, Source, Units, Unreadable
from slowwave.adapters.transcripts.times import parse_time
from slowwave.domain.record_json import decode, may_claim
from slowwave.errors import InvalidRecord

if TYPE_CHECKING:
    from pathlib import Path


def read_record_jsonl(path: Path, source: Source) -> Units:
    """Yield one unit a line."""
    return json_units(path, lambda value, line: _line(value, source, line))


def _line(value: Any, source: Source, line: Line) -> tuple[Read, ...]:
    if not isinstance(value, Mapping):
        raise Unreadable(Reason.NOT_AN_OBJECT, type(value).__name__)
    time = parse_time(value.get("event_time"))
    try:
        record = decode({**value, "event_time": time.isoformat()}, source.scope)
    except InvalidRecord as error:
        raise Unreadable(Reason.INVALID_RECORD, str(error)) from error
    if not may_claim(record.actor, record.origin):
        raise Unreadable(Reason.ORIGIN_NOT_ALLOWED, f"{record.origin} claimed by {record.actor}")
    part = Part(record.actor, record.kind, record.origin, record.text, record.tool, record.attachments)
    slim = point_at_large(part, f"line {line.number}")
    if isinstance(slim, Part) and slim is not part:
        record = replace(record, text=slim.text, attachments=slim.attachments)
    return (record,)
