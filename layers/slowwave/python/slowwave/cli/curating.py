"""`slowwave pin|unpin|keep|forget|confirm|reject|consolidate-note` and `slowwave pending`: what a person does to a note
by hand, and what waits for them to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.explaining import complete
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import print_json, say
from slowwave.cli.settled import acts_on, is_so, told, unanswered
from slowwave.domain.acts import ORIGINS, ActKind
from slowwave.domain.conflict import compatible
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.overtaking import OVERTAKEN, overtaker
from slowwave.domain.pages import PageState
from slowwave.domain.records import Actor
from slowwave.domain.scope import Scope
from slowwave.online import curate
from slowwave.online.curate import Applied, Wish

HELP: Mapping[ActKind, str] = {
    ActKind.PIN: "Keep ITEM for good: it does not fade. A pin makes nothing more trusted.",
    ActKind.UNPIN: "Let ITEM fade again as anything else does.",
    ActKind.KEEP: "Let ITEM fade more slowly.",
    ActKind.FORGET: "Take ITEM out of memory; only an instruction said later brings it back.",
    ActKind.CONFIRM: "Say that ITEM is so: it settles what waits in contradiction.",
    ActKind.REJECT: "Say that ITEM is wrong; only an instruction said later brings it back.",
    ActKind.CONSOLIDATE: "Put ITEM on a page now, with the standing it has: consolidates at once.",
}

DONE: Mapping[ActKind, str] = {
    ActKind.PIN: "Pinned",
    ActKind.UNPIN: "Unpinned",
    ActKind.KEEP: "Kept",
    ActKind.FORGET: "Forgotten",
    ActKind.CONFIRM: "Confirmed",
    ActKind.REJECT: "Rejected",
    ActKind.CONSOLIDATE: "Marked for a page",
}

ALREADY: Mapping[ActKind, str] = {
    ActKind.PIN: "Pinned already",
    ActKind.UNPIN: "Not pinned, so nothing to undo",
    ActKind.KEEP: "Kept already",
    ActKind.FORGET: "Out of memory already",
    ActKind.REJECT: "Out of memory already",
    ActKind.CONSOLIDATE: "On a page already",
}

AT_ONCE = "It is gone from the next read on; the next run takes it out of the set."
NEXT_RUN = "This takes effect with the next run: slowwave consolidate."
NO_NEWS = "Nothing changes by it; that it was said again is kept, with its reason."


def command(kind: ActKind) -> click.Command:
    """Return the command of one kind of act."""

    @click.command(name_of(kind), help=f"{HELP[kind]} ITEM is the id of a page or note, or the start of one.")
    @click.argument("item")
    @click.option("--because", default="", help="Your reason, kept with the record of the act.")
    @click.option(
        "--as", "actor", type=click.Choice([each.value for each in ORIGINS]), default=Actor.USER.value,
        show_default=True, help="Who you are: only an operator may undo what an operator set.",
    )  # fmt: skip
    @json_option
    @place_options
    def act(item: str, because: str, actor: str, place: Place, *, as_json: bool) -> None:
        with place.writing() as ports:
            scope = place.existing(ports)
            wish = Wish(kind, complete(scope, item, ports), Actor(actor), because=because)
            known = already(scope, wish, ports)
            applied = curate.run(scope, wish, **ports.taken_by(curate.run))
            if as_json:
                print_json({**applied.to_message(), "already": sorted(known)})
            else:
                print_applied(applied, known)
            if kind is ActKind.CONSOLIDATE:
                from slowwave.cli.consolidating import run_one

                run_one(scope, ports.clock(), ports, quiet=as_json)

    return act


def name_of(kind: ActKind) -> str:
    """Return the name of an act's command; `consolidate` alone is the run."""
    return "consolidate-note" if kind is ActKind.CONSOLIDATE else kind.value


def already(scope: Scope, wish: Wish, ports: LocalPorts) -> set[str]:
    """Return the notes that are as the act would have them; empty where nothing has the id, which the act says."""
    page, pointer = ports.pages.get(scope, wish.item_id), ports.journal.pointer(scope)
    found = [ports.notes.get(scope, each) for each in (page.item.note_ids if page else (wish.item_id,))]
    withheld = pointer.item.withheld if pointer else frozenset()
    known = set()
    for note in (each.item for each in found if each):
        written = ports.pages.get(scope, note.page_id) if note.page_id else None
        on_page = written is not None and written.item.state is PageState.ACTIVE
        is_out = note.state is NoteState.REJECTED or note.id in withheld
        if is_so(wish.kind, ORIGINS[wish.actor], acts_on(scope, note, ports), is_out=is_out, on_page=on_page):
            known.add(note.id)
    return known


def print_applied(applied: Applied, known: Set[str]) -> None:
    """Say what was done and from when it counts, and of which notes it was so before."""
    for note in applied.notes:
        done = ALREADY[applied.kind] if note.id in known else DONE[applied.kind]
        page = f", {note.page_id}" if note.id in known and applied.kind is ActKind.CONSOLIDATE else ""
        say(f"{done}: “{note.claim.wording}” ({note.id}{page})")
    if known >= {note.id for note in applied.notes}:
        click.echo(NO_NEWS)
    elif applied.kind is not ActKind.CONSOLIDATE:
        click.echo(AT_ONCE if applied.at_once else NEXT_RUN)


@click.command()
@json_option
@place_options
def pending(place: Place, *, as_json: bool) -> None:
    """List what waits for your decision, with what it contradicts; settle it with confirm or reject."""
    with place.reading() as ports:
        scope = place.existing(ports)
        waiting = [*decisions(scope, ports)]
    if as_json:
        print_json(
            [
                {**_side(note), "because": because, "contradicts": [_side(each) for each in others], "settled": settled}
                for note, because, others, settled in waiting
            ]
        )
        return
    if not waiting:
        click.echo("Nothing waits for a decision. What waits to be said again is in slowwave notes.")
    for note, because, others, settled in waiting:
        say(f"{note.id}  {_date(note)}  “{note.claim.wording}”")
        say(f"  decided: {settled}; the next run settles it" if settled else f"  waits: {because}")
        for other in others:
            say(f"  contradicts {other.id}  {_date(other)}  “{other.claim.wording}” ({other.state})")
    if not all(settled for *_, settled in waiting):
        click.echo("Decide with slowwave confirm ID or slowwave reject ID.")


def decisions(scope: Scope, ports: LocalPorts) -> Iterator[tuple[Note, str, list[Note], str]]:
    """Yield each note that waits for a decision, why, what it contradicts, and the decision that no run has read yet;
    empty where none was made.
    """
    for note, because, others in (*contradictions(scope, ports), *held_back(scope, ports)):
        act = unanswered(scope, note, ports)
        yield note, because, others, told(scope, act, ports) if act else ""


def contradictions(scope: Scope, ports: LocalPorts) -> Iterator[tuple[Note, str, list[Note]]]:
    """Yield each note that waits, why, and the living notes that it cannot be true together with."""
    for stored in ports.notes.all(scope, state=NoteState.PENDING):
        note = stored.item
        rivals = (each.item for each in ports.notes.group(scope, note.group_id).notes)
        living = (each for each in rivals if each.state in (NoteState.ACTIVE, NoteState.PENDING))
        yield note, note.because, [each for each in living if not compatible(note.claim, each.claim)]


def held_back(scope: Scope, ports: LocalPorts) -> Iterator[tuple[Note, str, list[Note]]]:
    """Yield each note whose line the current set leaves out for a later word, why, and the note of that word."""
    pointer = ports.journal.pointer(scope)
    if pointer is None or not pointer.item.current:
        return
    for line in ports.sets.get(scope, pointer.item.current).left_out:
        later = overtaker(line)
        note, other = (_note_of(scope, each, ports) if later else None for each in (line.item_id, later))
        if note and other:
            yield note, OVERTAKEN, [other]


def _note_of(scope: Scope, item_id: str, ports: LocalPorts) -> Note | None:
    page = ports.pages.get(scope, item_id)
    stored = ports.notes.get(scope, page.item.note_ids[0] if page else item_id)
    return stored.item if stored else None


def _side(note: Note) -> dict[str, Any]:
    return {
        "id": note.id,
        "statement": note.claim.statement,
        "said": note.latest.event_time if note.latest else None,
        "origin": note.latest.origin if note.latest else None,
        "state": note.state,
        "because": note.because,
    }


def _date(note: Note) -> str:
    return note.latest.event_time.date().isoformat() if note.latest else "no date"


COMMANDS = {**{name_of(kind): command(kind) for kind in ActKind}, "pending": pending}
