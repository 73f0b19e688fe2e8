"""`slowwave notes|pages|runs|sets`: what there is, as a table or as JSON."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.acted import own_words
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import print_json, print_table, say
from slowwave.cli.reporting import as_dict as run_as_dict
from slowwave.domain.claims import Skeleton
from slowwave.domain.holding import holding
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import Page, PageState
from slowwave.domain.references import refers_to
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope

MOST_RUNS = 1000


@click.command()
@click.option("--state", type=click.Choice([each.value for each in NoteState]), help="Only notes in this state.")
@json_option
@place_options
def notes(state: str | None, place: Place, *, as_json: bool) -> None:
    """List notes: candidate lessons and what became of them."""
    with place.reading() as ports:
        scope = place.existing(ports)
        found = [each.item for each in ports.notes.all(scope, state=NoteState(state) if state else None)]
    if as_json:
        print_json([note_as_dict(note) for note in found])
        return
    rows = [(note.id, note.state, note.claim.standing, note.sessions, note.claim.wording) for note in found]
    none = f"No note is {state}." if state else "No notes yet: they come with slowwave consolidate."
    print_table(["note", "state", "standing", "sessions", "statement"], rows, empty=none)


@click.command()
@click.option("--state", type=click.Choice([each.value for each in PageState]), help="Only pages in this state.")
@click.option("--tree", is_flag=True, help="Show the directory of each skeleton, and which pages refer to which.")
@click.option("--by-time", is_flag=True, help="Sort by the last evidence, newest first.")
@json_option
@place_options
def pages(state: str | None, place: Place, *, tree: bool, by_time: bool, as_json: bool) -> None:
    """List knowledge pages, as a table or as their directory."""
    with place.reading() as ports:
        scope = place.existing(ports)
        found = all_pages(scope, ports, PageState(state) if state else None)
    none = f"No page is {state}." if state else "No pages yet; slowwave notes lists what was noted."
    if by_time:
        found.sort(key=lambda page: page.last_time, reverse=True)
    if as_json:
        print_json([page_as_dict(page) for page in found])
    elif tree and found:
        _print_tree(sorted(found, key=lambda page: (page.skeleton, page.directory)))
    else:
        rows = [(page.id, page.state, page.lane, page.directory, page.text) for page in found]
        print_table(["page", "state", "lane", "directory", "text"], rows, empty=none)


@click.command()
@json_option
@place_options
def runs(place: Place, *, as_json: bool) -> None:
    """List consolidation runs with their accounts, newest first."""
    with place.reading() as ports:
        scope = place.existing(ports)
        found = [each.item for each in ports.journal.runs(scope, limit=MOST_RUNS)]
    if as_json:
        print_json([run_as_dict(run) for run in found])
        return
    rows = [
        (run.id, run.as_of.isoformat(), run.state, run.account.inputs, run.account.promoted, _of_set(run))
        for run in found
    ]
    print_table(
        ["run", "as of", "state", "inputs", "promoted", "set"],
        rows,
        empty="No runs yet: slowwave consolidate makes one.",
    )


def _of_set(run: Run) -> str:
    kept = f"kept: {run.kept}" if run.kept else ""
    return " ".join(each for each in (run.published[:12], kept) if each) or "-"


@click.command()
@json_option
@place_options
def sets(place: Place, *, as_json: bool) -> None:
    """List published injection sets, oldest first; * marks the current one."""
    with place.reading() as ports:
        scope = place.existing(ports)
        pointer = ports.journal.pointer(scope)
        current = pointer.item.current if pointer else ""
        mark = holding(pointer)
        words = own_words(ports.records.get(scope, [mark.record_id]).get(mark.record_id)) if mark else ""
        found = [(each, at, ports.sets.get(scope, each)) for each, at in ports.sets.hashes(scope)]
    described = [
        {"set": each, "current": each == current, "written": at, "stable": len(s.stable), "pool": len(s.pool)}
        for each, at, s in found
    ]
    if mark is not None:
        for each in described:
            each["rolled_back"] = mark.at if each["current"] else None
            each["because"] = words if each["current"] else ""
            each["rolled_away"] = mark.at if each["set"] in mark.away else None
    if as_json:
        print_json(described)
        return
    rows = [("*" if d["current"] else "", d["set"], d["written"], d["stable"], d["pool"]) for d in described]
    print_table(
        ["", "set", "written", "stable", "pool"], rows, empty="No sets yet: slowwave consolidate publishes one."
    )
    if mark is not None:
        away = ", ".join(each[:12] for each in mark.away)
        say(f"Rolled back at {mark.at.isoformat()} from {away}" + (f": {words}" if words else "."))


def all_pages(scope: Scope, ports: LocalPorts, state: PageState | None = None) -> list[Page]:
    """Return the pages of every skeleton, by directory then id."""
    found = [each.item for skeleton in Skeleton for each in ports.pages.all(scope, skeleton, state=state)]
    return sorted(found, key=lambda page: (page.skeleton, page.directory, page.id))


def note_as_dict(note: Note) -> dict[str, Any]:
    """Return a note as JSON-ready data."""
    claim = note.claim
    return {
        "id": note.id,
        "state": note.state,
        "because": note.because,
        "statement": claim.statement,
        "key": [claim.key.subject, claim.key.attribute, claim.key.qualifier],
        "polarity": claim.polarity,
        "value": {"kind": claim.value.kind, "text": claim.value.text, "unit": claim.value.unit},
        "standing": claim.standing,
        "confirmation": note.confirmation,
        "lane": claim.lane,
        "protected": claim.protected,
        "sessions": note.sessions,
        "evidence": note.evidence_count,
        "importance": note.importance,
        "utility": note.utility,
        "marked": note.marked,
        "successor": note.successor,
        "page": note.page_id,
        "due_at": note.due_at,
    }


def page_as_dict(page: Page) -> dict[str, Any]:
    """Return a page as JSON-ready data."""
    return {
        "id": page.id,
        "state": page.state,
        "because": page.because,
        "skeleton": page.skeleton,
        "directory": page.directory,
        "title": page.title,
        "text": page.text,
        "body": page.body,
        "lane": page.lane,
        "standing": page.standing,
        "confirmation": page.confirmation,
        "importance": page.importance,
        "sessions": page.sessions,
        "evidence": page.evidence_count,
        "notes": page.note_ids,
        "successor": page.successor,
        "last": page.last_time,
    }


def _print_tree(found: list[Page]) -> None:
    texts = {page.id: page.text for page in found}
    for skeleton, shelf in groupby(found, key=lambda page: page.skeleton):
        click.echo(f"{skeleton}")
        for directory, members in groupby(shelf, key=lambda page: page.directory):
            say(f"  {directory or '(not placed)'}")
            for page in members:
                stale = "" if page.state is PageState.ACTIVE else f"  [{page.state}: {page.because}]"
                say(f"    {page.id[:10]}  {page.text}{stale}")
                for name in refers_to(page):
                    say(f"      see {name[:10]}  {texts.get(name, '(not shown)')}")


COMMANDS = {"notes": notes, "pages": pages, "runs": runs, "sets": sets}
