"""How acts of people look in an explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from slowwave.domain.act_json import because
from slowwave.domain.acts import Act
from slowwave.domain.records import Record
from slowwave.domain.secrets import redact


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
