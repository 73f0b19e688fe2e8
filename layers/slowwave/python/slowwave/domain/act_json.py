"""An act as the text of its record, and back. The record is the only source: what a person did is read from it again by
every replay.

    {"act": "forget", "because": "wrong project", "notes": {"n-1f…": "g-07…"}}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from slowwave.domain.acts import ORIGINS, Act, ActKind
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.records import Kind, Record
from slowwave.errors import InvalidRecord


def encode(kind: ActKind, notes: Mapping[str, str], because: str = "") -> str:
    """Return the text of an act's record.

    Args:
        notes: group id by note id.
        because: the person's own words for it; they stay in the record.
    """
    return canonical_json({"act": kind.value, "notes": dict(notes), "because": because}).decode()


def because(record: Record) -> str:
    """Return the person's own words for an act, empty when they gave none."""
    return str(_data(record).get("because", ""))


def parse(record: Record) -> tuple[Act, ...]:
    """Return the acts of a record, one a note.

    Raises:
        InvalidRecord: it is no act of a person, or its text was not made by `encode`.
    """
    if record.kind is not Kind.ACT or ORIGINS.get(record.actor) is not record.origin:
        raise InvalidRecord(f"record {record.id!r} is no act of a user or operator")
    data = _data(record)
    notes = data.get("notes")
    if data.get("act") not in list(ActKind) or not isinstance(notes, dict):
        raise InvalidRecord(f"record {record.id!r} names no act that is known")
    return tuple(
        Act(
            scope=record.scope,
            kind=ActKind(data["act"]),
            note_id=str(note_id),
            group_id=str(group_id),
            origin=record.origin,
            event_time=record.order[0],
            sequence=record.sequence,
            record_id=record.id,
            length=len(record.text),
            hash=sha256_hex(record.text),
        )
        for note_id, group_id in sorted(notes.items())
    )


def acts_in(records: Iterable[Record]) -> tuple[tuple[Act, ...], int]:
    """Return the acts of those records that are acts, and how many of these cannot be read."""
    found: list[Act] = []
    unreadable = 0
    for record in records:
        try:
            found += parse(record) if record.kind is Kind.ACT else ()
        except InvalidRecord:
            unreadable += 1
    return tuple(found), unreadable


def _data(record: Record) -> Mapping[str, Any]:
    try:
        data = json.loads(record.text)
    except ValueError as error:
        raise InvalidRecord(f"record {record.id!r} is an act whose text is not JSON") from error
    if not isinstance(data, dict):
        raise InvalidRecord(f"record {record.id!r} is an act whose text is no JSON object")
    return data
