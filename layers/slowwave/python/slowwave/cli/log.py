"""`slowwave log`: who changed what, why and when, from the chain of revisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.acted import own_words, print_acts
from slowwave.cli.explaining import complete, explanation
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import print_json, print_table
from slowwave.cli.settled import acts_on, told
from slowwave.domain.acts import DENYING
from slowwave.domain.history import ERASURE, RUN
from slowwave.domain.records import Record
from slowwave.domain.runs import Revision
from slowwave.domain.scope import Scope

SHOWN = 20
"""Revisions shown without a limit of one's own."""

WHOLE = ("pointer", "policy")
"""Items of which a scope has one, named by their kind."""

SHORT = 16
"""Characters of a run's id that people read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A revision with who made it: a run, a user or operator by name if they gave one, an erasure, or the planner; and
    why in the words of who acted, if they gave any.
    """

    who: str
    revision: Revision
    words: str = ""


@click.command("log")
@click.argument("item", required=False)
@click.option("--limit", type=click.IntRange(min=1), default=SHOWN, show_default=True, help="How many, the newest.")
@json_option
@place_options
def log(item: str | None, limit: int, place: Place, *, as_json: bool) -> None:
    """Show who changed what, why and when, the newest last; of ITEM alone when one is given.

    ITEM is the id of a page or note, the start of one, `pointer` or `policy`. What people did to it follows.
    """
    with place.reading() as ports:
        scope = place.existing(ports)
        whole = item is None or item in WHOLE
        item_id = item if item is None or whole else complete(scope, item, ports)
        newest = islice(ports.journal.revisions(scope, item_id, newest_first=True), limit)
        found = entries(scope, list(newest)[::-1], ports)
        acts = () if item_id is None or whole else explanation(scope, item_id, ports).acts
    if as_json:
        print_json([_as_dict(each) for each in found])
        return
    print_table(
        ["#", "when", "who", "what", "state", "why"],
        [
            (
                each.revision.sequence,
                each.revision.at.isoformat(timespec="seconds"),
                each.who[:SHORT] if each.who.startswith(RUN) else each.who,
                what(each.revision),
                each.revision.state,
                _why(each),
            )
            for each in found
        ],
    )
    print_acts(acts)


def entries(scope: Scope, revisions: Sequence[Revision], ports: LocalPorts) -> list[Entry]:
    """Return revisions with who made each."""
    causes = {each.cause for each in revisions}
    acts = ports.records.get(scope, sorted(each for each in causes if not each.startswith((RUN, ERASURE))))
    return [
        Entry(who(each.cause, acts), each, own_words(acts.get(each.cause)) or answers(scope, each, ports))
        for each in revisions
    ]


def answers(scope: Scope, revision: Revision, ports: LocalPorts) -> str:
    """Return what people did to a note since the revision before, which the run that wrote this one answered; empty
    for what no run wrote, and for what its reason says itself.
    """
    note = ports.notes.get(scope, revision.item_id) if revision.cause.startswith(RUN) else None
    acts = [act for act in acts_on(scope, note.item, ports) if act.kind not in DENYING] if note else []
    if not acts:
        return ""
    earlier = (
        each.at for each in ports.journal.revisions(scope, revision.item_id) if each.sequence < revision.sequence
    )
    since = max(earlier, default=None)
    answered = [act for act in acts if act.event_time <= revision.at and (since is None or act.event_time > since)]
    return ", ".join(told(scope, act, ports) for act in answered)


def who(cause: str, acts: Mapping[str, Record]) -> str:
    """Return who stands behind a cause.

    Args:
        acts: the records of acts, by id.
    """
    if cause in acts:
        record = acts[cause]
        name = record.metadata.get("actor", "")
        return f"{record.actor} ({name})" if name else str(record.actor)
    return f"erasure {cause}" if cause.startswith(ERASURE) else cause


def what(revision: Revision) -> str:
    """Return the item of a revision as people read it."""
    kind, item_id = revision.item_kind, revision.item_id
    return f"{kind if kind == item_id else f'{kind} {item_id[:10]}'} v{revision.to_version}"


def _why(entry: Entry) -> str:
    """The reason without the state, which stands beside it."""
    reason = entry.revision.reason.removeprefix(f"{entry.revision.state}: ")
    words = f": {entry.words}" if entry.words else ""
    return reason + words + (" (erased)" if entry.revision.erased else "")


def _as_dict(entry: Entry) -> dict[str, Any]:
    revision = entry.revision
    return {
        "sequence": revision.sequence,
        "at": revision.at,
        "who": entry.who,
        "cause": revision.cause,
        "kind": revision.item_kind,
        "item": revision.item_id,
        "version": revision.to_version,
        "state": revision.state,
        "reason": revision.reason,
        "because": entry.words,
        "erased": revision.erased,
        "hash": revision.hash,
    }


COMMANDS = {"log": log}
