"""An act as the text of its record, and back. The record is the only source: what a person did is read from it again by
every replay.

    {"act": "forget", "because": "wrong project", "notes": {"n-1f…": "g-07…"}}
    {"act": "rollback", "because": "answers got worse", "set": "7b729892…"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from slowwave.domain.acts import DENYING, ORIGINS, SESSION, Act, ActKind, Rollback, ScopeActKind
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.records import Actor, Kind, Record
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidRecord


def encode(kind: ActKind, notes: Mapping[str, str], because: str = "") -> str:
    """Return the text of an act's record.

    Args:
        notes: group id by note id.
        because: the person's own words for it; they stay in the record.
    """
    return canonical_json({"act": kind.value, "notes": dict(notes), "because": because}).decode()


def encode_rollback(set_hash: str, because: str = "") -> str:
    """Return the text of the record of a rollback to this set."""
    return canonical_json({"act": ScopeActKind.ROLLBACK.value, "set": set_hash, "because": because}).decode()


def act_record(scope: Scope, text: str, *, actor: Actor, name: str, at: datetime) -> Record:
    """Return the record of an act with this text.

    Args:
        name: who the user or operator is; may be empty.
    """
    return Record(
        scope=scope,
        session=SESSION,
        actor=actor,
        kind=Kind.ACT,
        origin=ORIGINS[actor],
        text=text,
        event_time=at,
        metadata={"actor": name} if name else {},
    )


def because(record: Record) -> str:
    """Return the person's own words for an act, empty when they gave none."""
    return str(_data(record).get("because", ""))


def wordless(record: Record) -> Record | None:
    """Return the act of a record without a word of who made it, if it took something out of memory: the notes that it
    names, by hash, and its time and role. None for any other record. A record without words is its own.
    """
    try:
        acts = parse(record) if record.kind is Kind.ACT else ()
    except InvalidRecord:
        return None
    if not acts or acts[0].kind not in DENYING:
        return None
    text = encode(acts[0].kind, {act.note_id: act.group_id for act in acts})
    bare = act_record(record.scope, text, actor=record.actor, name="", at=record.event_time)
    return replace(bare, sequence=record.sequence)


def parse(record: Record) -> tuple[Act, ...]:
    """Return the acts of a record, one a note; none when it is an act on the scope as a whole.

    Raises:
        InvalidRecord: it is no act of a person, or its text was not made by `encode`.
    """
    data = _act_data(record)
    if data.get("act") in list(ScopeActKind):
        return ()
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


def rollback_of(record: Record) -> Rollback | None:
    """Return the rollback that a record is; None when it is another act.

    Raises:
        InvalidRecord: it is no act of a person, or a rollback that names no set.
    """
    data = _act_data(record)
    if data.get("act") != ScopeActKind.ROLLBACK:
        return None
    target = data.get("set")
    if not isinstance(target, str):
        raise InvalidRecord(f"record {record.id!r} is a rollback that names no set")
    return Rollback(record.scope, record.id, record.order[0], record.origin, target)


def rollback_in(records: Iterable[Record]) -> Rollback | None:
    """Return the last rollback among those records that are acts and can be read."""
    found: list[Rollback] = []
    for record in records:
        with suppress(InvalidRecord):
            read = rollback_of(record) if record.kind is Kind.ACT else None
            found += [read] if read else []
    return max(found, key=lambda each: each.order, default=None)


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


def _act_data(record: Record) -> Mapping[str, Any]:
    if record.kind is not Kind.ACT or ORIGINS.get(record.actor) is not record.origin:
        raise InvalidRecord(f"record {record.id!r} is no act of a user or operator")
    return _data(record)


def _data(record: Record) -> Mapping[str, Any]:
    try:
        data = json.loads(record.text)
    except ValueError as error:
        raise InvalidRecord(f"record {record.id!r} is an act whose text is not JSON") from error
    if not isinstance(data, dict):
        raise InvalidRecord(f"record {record.id!r} is an act whose text is no JSON object")
    return data
