"""How acts of people look in an explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.domain.act_json import because
from slowwave.domain.acts import Act
from slowwave.domain.holding import holding
from slowwave.domain.records import Record
from slowwave.domain.scope import Scope
from slowwave.domain.secrets import redact
from slowwave.domain.setchecks import lines


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
        click.echo(f"  {each['at'].isoformat()}  {each['act']} by {each['by']}{name}, record {each['record']}{reason}")


def told_of_rollback(scope: Scope, ids: Set[str], ports: LocalPorts) -> str:
    """Return what a rollback that holds does to an item; empty when nothing."""
    pointer = ports.journal.pointer(scope)
    mark = holding(pointer)
    if pointer is None or mark is None:
        return ""
    when = f"rolled back at {mark.at.isoformat()}"
    if ids & {*mark.despite}:
        return f"shown although its claim no longer stands: {when}"
    shown = {each.item_id for each in lines(ports.sets.get(scope, pointer.item.current))}
    before = {each.item_id for one in mark.away for each in lines(ports.sets.get(scope, one))}
    return f"not in the set that is read: {when}" if ids & (before - shown) else ""
