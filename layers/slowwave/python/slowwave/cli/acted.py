"""How acts of people look in an explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.output import say
from slowwave.domain.act_json import because
from slowwave.domain.acts import BY, DENYING, REASONS, Act
from slowwave.domain.holding import holding
from slowwave.domain.injection import RolledBack
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.records import Kind, Record
from slowwave.domain.scope import Scope
from slowwave.domain.secrets import redact
from slowwave.domain.setchecks import lines


def own_words(record: Record | None) -> str:
    """Return in one line why somebody acted, in their own words with secrets blanked; empty when they gave none, or
    the record is no act.
    """
    if record is None or record.kind is not Kind.ACT:
        return ""
    return " ".join(redact(because(record)).split())


def rollback_words(scope: Scope, mark: RolledBack, ports: LocalPorts) -> str:
    """Return who rolled back and when, and why where they said it."""
    record = ports.records.get(scope, [mark.record_id]).get(mark.record_id)
    by = f" by {BY[record.origin]}" if record is not None and record.origin in BY else ""
    words = own_words(record)
    return f"rolled back{by} at {mark.at.isoformat(timespec='seconds')}" + (f": {words}" if words else "")


def acts_as_dicts(acts: Sequence[Act], records: Mapping[str, Record]) -> list[dict[str, Any]]:
    """Return acts as JSON-ready data, with the words of who made them, secrets blanked."""
    return [
        {
            "act": act.kind,
            "note": act.note_id,
            "by": act.origin,
            "name": records[act.record_id].metadata.get("actor", ""),
            "at": act.event_time,
            "because": redact(because(records[act.record_id])),
            "record": act.record_id,
        }
        for act in acts
        if act.record_id in records
    ]


def print_acts(shown: Sequence[Mapping[str, Any]]) -> None:
    """Print what people did; nothing when they did nothing."""
    if shown:
        click.echo("Acts")
    for each in shown:
        name = f" ({each['name']})" if each["name"] else ""
        reason = f": {' '.join(each['because'].split())}" if each["because"] else ""
        say(f"  {each['at'].isoformat()}  {each['act']} by {each['by']}{name}, record {each['record']}{reason}")


def told_of_rollback(scope: Scope, ids: Set[str], ports: LocalPorts) -> str:
    """Return what a rollback that holds does to an item; empty when nothing, or people took the item out."""
    pointer = ports.journal.pointer(scope)
    mark = holding(pointer)
    if pointer is None or mark is None or ids & pointer.item.withheld:
        return ""
    when = f"rolled back at {mark.at.isoformat()}"
    if ids & {*mark.despite}:
        return f"shown although its claim no longer stands: {when}"
    shown = {each.item_id for each in lines(ports.sets.get(scope, pointer.item.current))}
    before = {each.item_id for one in mark.away for each in lines(ports.sets.get(scope, one))}
    return f"not in the set that is read: {when}" if ids & (before - shown) else ""


def told_of_leaving_out(scope: Scope, ids: Set[str], ports: LocalPorts) -> str:
    """Return why the set that is read leaves an item out; empty when it does not."""
    pointer = ports.journal.pointer(scope)
    current = ports.sets.get(scope, pointer.item.current) if pointer and pointer.item.current else None
    because = (each.because for each in (current.left_out if current else ()) if each.item_id in ids)
    return next((f"not in the set that is read: {each}" for each in because), "")


def told_of_denial(notes: Sequence[Note], acts: Sequence[Act], withheld: Set[str]) -> str:
    """Return that people took an item out and no run has answered it yet; empty when that is not so.

    Args:
        notes: those below the item; acts: what was done to them; withheld: ids that no read shows.
    """
    waiting = {note.id for note in notes if note.state is not NoteState.REJECTED and note.id in withheld}
    denying = [act for act in acts if act.kind in DENYING and act.note_id in waiting]
    if not denying:
        return ""
    last = max(denying, key=lambda act: act.order)
    when = last.event_time.isoformat(timespec="seconds")
    return f"{REASONS[last.kind]} {BY[last.origin]} at {when}, waits for the next run"
