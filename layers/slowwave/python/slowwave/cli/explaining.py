"""`slowwave explain`: why an item is believed, from the injected line back to the words it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.acted import acts_as_dicts, print_acts, told_of_denial, told_of_leaving_out, told_of_rollback
from slowwave.cli.listing import all_pages, note_as_dict, page_as_dict
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, say, visible
from slowwave.domain import grounding
from slowwave.domain.claims import Confirmation, Evidence, Span
from slowwave.domain.intake import words
from slowwave.domain.notes import Note, Observation
from slowwave.domain.pages import Page
from slowwave.domain.records import Record
from slowwave.domain.runs import Revision
from slowwave.domain.scope import Scope
from slowwave.domain.secrets import redact
from slowwave.errors import InvalidInput, UnknownItem

CONTEXT = 80
"""Code points shown on each side of a quote."""

SHORTEST_ID = 4


@dataclass(frozen=True, slots=True)
class Cited:
    """One piece of evidence with its words in their context, secrets blanked.

    Attributes:
        before, quote, after: the words around the span, of it, and behind it.
        intact: whether the record still holds exactly the words that were cited.
    """

    evidence: Evidence
    span: Span
    denies: bool
    before: str
    quote: str
    after: str
    intact: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that stands behind an item: its page if it has one, its notes, their evidence, the revisions, and what
    people did to it, what a rollback does, whether it was taken out and waits for a run to answer that, and why the set
    that is read leaves it out.
    """

    page: Page | None
    notes: tuple[Note, ...]
    cited: tuple[Cited, ...]
    revisions: tuple[Revision, ...]
    acts: tuple[dict[str, Any], ...] = ()
    withheld: str = ""
    rollback: str = ""
    left_out: str = ""


@click.command()
@click.argument("item")
@json_option
@place_options
def explain(item: str, place: Place, *, as_json: bool) -> None:
    """Show why ITEM (the id of a page or note, or the start of one) is believed."""
    with place.reading() as ports:
        scope = place.existing(ports)
        found = explanation(scope, item, ports)
    if as_json:
        print_json(_as_dict(found))
    else:
        print_explanation(found)


def explanation(scope: Scope, item: str, ports: LocalPorts) -> Explanation:
    """Return what stands behind an item.

    Raises:
        UnknownItem: no page or note of the scope has an id that starts so.
        InvalidInput: several do.
    """
    item_id = complete(scope, item, ports)
    stored = ports.pages.get(scope, item_id)
    page = stored.item if stored else None
    note_ids = page.note_ids if page else (item_id,)
    known = [ports.notes.get(scope, note_id) for note_id in note_ids]
    notes = tuple(each.item for each in known if each)
    if page is None and notes and notes[0].page_id:
        linked = ports.pages.get(scope, notes[0].page_id)
        page = linked.item if linked else None
    groups = [ports.notes.group(scope, group_id) for group_id in dict.fromkeys(note.group_id for note in notes)]
    observations = [each for group in groups for each in group.observations]
    acts = [act for group in groups for act in group.acts if act.note_id in note_ids]
    ids = {*note_ids, *([page.id] if page else [])}
    revisions = sorted(
        (revision for each in ids for revision in ports.journal.revisions(scope, each)), key=lambda each: each.sequence
    )
    about = [each for each in observations if each.note_id in note_ids]
    made = acts_as_dicts(acts, ports.records.get(scope, sorted({act.record_id for act in acts})))
    told = (told_of_rollback(scope, ids, ports), told_of_leaving_out(scope, ids, ports))
    pointer = ports.journal.pointer(scope)
    denied = told_of_denial(notes, acts, pointer.item.withheld if pointer else frozenset())
    return Explanation(page, notes, tuple(_cited(scope, about, ports)), tuple(revisions), tuple(made), denied, *told)


def complete(scope: Scope, item: str, ports: LocalPorts) -> str:
    """Return the one id of a page or note that starts with these characters."""
    wanted = item.strip().strip("[]").rstrip("…")
    if len(wanted) < SHORTEST_ID:
        raise InvalidInput(f"{item!r} is too short for an id; give at least {SHORTEST_ID} characters of it")
    ids = [page.id for page in all_pages(scope, ports)] + [each.item.id for each in ports.notes.all(scope)]
    found = [each for each in ids if each.startswith(wanted)]
    if not found:
        raise UnknownItem(f"no page or note of agent {scope.agent!r} has an id that starts with {item!r}")
    if len(found) > 1:
        raise InvalidInput(f"{item!r} fits {count(len(found), 'item')} ({', '.join(found[:4])}); give more of the id")
    return found[0]


def _cited(scope: Scope, observations: Sequence[Observation], ports: LocalPorts) -> Iterator[Cited]:
    spans = [(each, span, digest) for each in observations for span, digest in each.evidence.cited()]
    records = ports.records.get(scope, sorted({span.record_id for _, span, _ in spans}))
    for observation, span, digest in spans:
        record = records.get(span.record_id)
        if record is not None:
            yield _in_context(observation, span, digest, record)


def _in_context(observation: Observation, span: Span, digest: str, record: Record) -> Cited:
    shown = redact(record.text)
    return Cited(
        evidence=observation.evidence,
        span=span,
        denies=observation.denies,
        before=shown[max(0, span.start - CONTEXT) : span.start],
        quote=words(shown, span),
        after=shown[span.end : span.end + CONTEXT],
        intact=bool(grounding.check_hash(words(record.text, span), digest)),
    )


def print_explanation(found: Explanation) -> None:
    """Print an explanation for people."""
    if found.withheld:
        say(f"withheld: {found.withheld}")
    if found.page:
        page = found.page
        say(f"{page.id}  page, {page.state}")
        say(f"  “{page.text}”")
        shelf = f"{page.lane} lane · {page.skeleton}: {page.directory}"
        say(f"  {page.standing} · {_confirmed(page.confirmation)} · {shelf}")
        say(f"  because: {page.because}" + (f"; replaced by {page.successor}" if page.successor else ""))
    for note in found.notes:
        claim = note.claim
        key = " / ".join(part for part in (claim.key.subject, claim.key.attribute, claim.key.qualifier) if part)
        say(f"{note.id}  note, {note.state}")
        say(f"  “{claim.wording}”")
        say(f"  {claim.standing} · {_confirmed(note.confirmation)} · {count(note.sessions, 'session')} · key: {key}")
        say(f"  because: {note.because}" + (f"; replaced by {note.successor}" if note.successor else ""))
    for told in filter(None, (found.rollback, found.left_out)):
        say(f"  {told}")
    say("Evidence")
    for each in found.cited:
        _print_cited(each)
    print_acts(found.acts)
    say("Revisions")
    for revision in found.revisions:
        say(
            f"  #{revision.sequence}  {revision.at.isoformat()}  {revision.item_id[:10]} v{revision.to_version}"
            f"  {revision.reason}  ({revision.cause})"
        )


def _confirmed(how: Confirmation) -> str:
    return "not confirmed" if how is Confirmation.NONE else how


def _print_cited(cited: Cited) -> None:
    evidence = cited.evidence
    role = "denies" if cited.denies else ("asserts" if cited.span == evidence.span else "supports")
    say(f"  {evidence.event_time.isoformat()}  session {evidence.session}")
    say(f"    {role}, {evidence.signal} by {evidence.origin}, record {cited.span.record_id}" + _damage(cited))
    say(f"    …{_flat(cited.before)}«{_flat(cited.quote)}»{_flat(cited.after)}…")


def _damage(cited: Cited) -> str:
    return "" if cited.intact else "  NOT INTACT: the record does not hold the words that were cited"


def _flat(text: str) -> str:
    return visible(text.replace("\r", " ").replace("\n", " ").replace("\t", " "))


def _as_dict(found: Explanation) -> dict[str, Any]:
    return {
        "page": page_as_dict(found.page) if found.page else None,
        "notes": [note_as_dict(note) for note in found.notes],
        "evidence": [
            {
                "record": each.span.record_id,
                "start": each.span.start,
                "end": each.span.end,
                "session": each.evidence.session,
                "time": each.evidence.event_time,
                "origin": each.evidence.origin,
                "signal": each.evidence.signal,
                "denies": each.denies,
                "before": each.before,
                "quote": each.quote,
                "after": each.after,
                "intact": each.intact,
            }
            for each in found.cited
        ],
        "acts": found.acts,
        "rollback": found.rollback,
        "withheld": found.withheld,
        "left_out": found.left_out,
        "revisions": [
            {
                "sequence": each.sequence,
                "item": each.item_id,
                "version": each.to_version,
                "at": each.at,
                "state": each.state,
                "reason": each.reason,
                "cause": each.cause,
            }
            for each in found.revisions
        ],
    }


COMMANDS = {"explain": explain}
