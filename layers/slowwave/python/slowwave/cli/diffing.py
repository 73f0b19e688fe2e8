"""`slowwave diff`: what another set shows, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.acted import rollback_words
from slowwave.cli.listing import MOST_RUNS
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import print_json, say
from slowwave.cli.rolling_back import SHORT, complete_set
from slowwave.cli.settled import acts_on, last_of, told
from slowwave.domain.acts import DENYING
from slowwave.domain.injection import InjectionSet
from slowwave.domain.scope import Scope
from slowwave.domain.set_diff import How, LineChange, file_changes, line_changes, publications, reason_for
from slowwave.errors import UnknownItem
from slowwave.online.rollback import PREVIOUS

WITHHELD = "withheld: words that it stood on were erased"
SIGNS = {How.REMOVED: "-", How.ADDED: "+", How.CHANGED: "~"}


@dataclass(frozen=True, slots=True)
class Told:
    """A difference with its reason, where the chain knows one."""

    change: LineChange
    because: str = ""


@click.command()
@click.argument("before")
@click.argument("after")
@json_option
@place_options
def diff(before: str, after: str, place: Place, *, as_json: bool) -> None:
    """Show what the set AFTER shows and BEFORE does not, and why.

    A set is named by its hash, the start of it, `current` or `previous`.
    """
    with place.reading() as ports:
        scope = place.existing(ports)
        names = [named_set(scope, each, ports) for each in (before, after)]
        one, other = (ports.sets.get(scope, each) for each in names)
        lines = [*_told(scope, names, other, line_changes(one, other), ports)]
        files = [Told(each) for each in file_changes(one, other)]
    if as_json:
        shown = {"lines": lines, "files": files}
        parts = {name: [_as_dict(each) for each in found] for name, found in shown.items()}
        print_json({"before": names[0], "after": names[1], **parts})
    else:
        print_diff(names, lines, files)


def named_set(scope: Scope, name: str, ports: LocalPorts) -> str:
    """Return the hash of the set that is meant; raises `UnknownItem` or `InvalidInput` when none or several are."""
    if name != PREVIOUS:
        return complete_set(scope, name, ports)
    pointer = ports.journal.pointer(scope)
    if pointer is None or not pointer.item.previous:
        raise UnknownItem(f"agent {scope.agent!r} has no previous set; slowwave sets lists them")
    return pointer.item.previous


def _told(
    scope: Scope, names: Sequence[str], after: InjectionSet, changes: Sequence[LineChange], ports: LocalPorts
) -> Iterator[Told]:
    pointer = ports.journal.pointer(scope)
    if pointer is None or not changes:
        return
    runs = [each.item for each in ports.journal.runs(scope, limit=MOST_RUNS)]
    known = publications(list(ports.journal.revisions(scope, "pointer")), runs, pointer.item)
    since, until = (known[each].sequence if each in known else None for each in names)
    mark = pointer.item.rollback
    rolled = mark is not None and names[1] in known and known[names[1]].rolled_back
    act = rollback_words(scope, mark, ports) if mark and rolled else ""
    left_out = {each.item_id: each.because for each in after.left_out}
    for each in changes:
        if each.how is How.REMOVED and each.item_id in pointer.item.withheld:
            yield Told(each, why_withheld(scope, each.item_id, ports))
        elif each.how is How.REMOVED and each.item_id in left_out:
            yield Told(each, left_out[each.item_id])
        elif act:
            yield Told(each, act)
        else:
            revisions = ports.journal.revisions(scope, each.item_id)
            yield Told(each, reason_for(each.how, revisions, since=since, until=until))


def why_withheld(scope: Scope, item_id: str, ports: LocalPorts) -> str:
    """Return which act took an item out of every read, and why in the words of who did it; without one, an erasure."""
    page = ports.pages.get(scope, item_id)
    notes = [ports.notes.get(scope, each) for each in (page.item.note_ids if page else (item_id,))]
    acts = [act for note in notes if note for act in acts_on(scope, note.item, ports)]
    last = last_of(acts, DENYING)
    return f"withheld: {told(scope, last, ports)}" if last else WITHHELD


def print_diff(names: list[str], lines: list[Told], files: list[Told]) -> None:
    """Print what differs, and of what both have what changed."""
    click.echo(f"{names[0][:SHORT]} → {names[1][:SHORT]}")
    for each in lines:
        say(f"{SIGNS[each.change.how]} {each.change.text} [{each.change.item_id[:10]}]")
        for name, (one, other) in each.change.fields.items():
            say(f"    {name}: {one or 'none'} → {other or 'none'}")
        if each.because:
            say(f"    because: {each.because}")
    for each in files:
        say(f"{SIGNS[each.change.how]} file {each.change.item_id} ({each.change.text})")
    if not (lines or files):
        click.echo("Both show the same.")
        return
    hows = [each.change.how for each in (*lines, *files)]
    click.echo(", ".join(f"{hows.count(how):,} {how}" for how in How if how in hows))


def _as_dict(told: Told) -> dict[str, object]:
    change = told.change
    fields = {name: {"before": one, "after": other} for name, (one, other) in change.fields.items()}
    return {"how": change.how, "item": change.item_id, "text": change.text, "fields": fields, "because": told.because}


COMMANDS = {"diff": diff}
