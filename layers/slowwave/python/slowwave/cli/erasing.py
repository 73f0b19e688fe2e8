"""`slowwave erase`: show what would go with somebody's words, and erase exactly that once it is confirmed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.consolidating import run_one
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, say
from slowwave.domain.erasure import NAME_KEYS, By, Subject
from slowwave.domain.erasure_orders import Order, Outcome
from slowwave.domain.erasure_plan import Plan
from slowwave.domain.erasures import Erasure, new_key
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, UnknownItem
from slowwave.stages import erase as stage

KINDS: Mapping[str, tuple[str, str]] = {
    "records": ("raw records", "what was said, word for word"),
    "acts": ("acts", "forget, confirm, pin and the like, which these records made"),
    "observations": ("observations", "what was read out of the records"),
    "notes": ("notes", "lessons that stand on the records"),
    "pages": ("pages", "what was published of those notes"),
    "sets": ("published sets", "those that quote them"),
    "replies": ("replies", "what a model that was shown them answered"),
    "tombstones": ("tombstones", "what was kept out because of them"),
    "namings": ("namings", "two names that they said mean one thing"),
    "listings": ("index entries", "they find notes by their words"),
    "memberships": ("cluster entries", "notes that faded together"),
    "looks": ("looks", "dates on which a note was looked at for its relevance"),
    "openings": ("openings", "first messages of sessions"),
    "session files": ("file lists", "files that a session touched"),
    "run reports": ("runs", "their report names them; they are named no more"),
    "reports": ("locked reports", "reports of runs that name their session"),
    "revisions": ("audit entries", "their content is taken out, the chain stays"),
}
"""The name of each count of a plan or a receipt, which fits one as well as many, and what it is; in the order told."""


@click.command()
@click.option("--session", multiple=True, help="Erase what was said in this session; may be given again.")
@click.option("--actor", multiple=True, help="Erase what this actor said: a role (user, …) or a name.")
@click.option("--record", multiple=True, help="Erase this record; may be given again.")
@click.option("--match", multiple=True, help="Erase every record that holds this text, whatever its case.")
@click.option("--confirm", default="", metavar="HASH", help="Carry out the plan of this hash.")
@click.option(
    "--receipt", "receipt_file", type=click.Path(dir_okay=False, path_type=Path), help="Save the receipt in this file."
)
@json_option
@place_options
def erase(confirm: str, receipt_file: Path | None, place: Place, *, as_json: bool, **named: Sequence[str]) -> None:
    """Erase somebody's words everywhere: first show the plan, then, confirmed by its hash, carry it out."""
    subject = _subject(named)
    if subject is None and not confirm:
        raise InvalidInput("say whose words go: --session ID, --actor NAME, --record ID or --match TEXT")
    if receipt_file and not receipt_file.absolute().parent.is_dir():
        raise InvalidInput(f"there is no directory for the receipt {str(receipt_file)!r}; nothing was erased")
    with place.writing() as ports:
        scope = place.existing(ports)
        before = ports.eraser.erasure(scope, confirm) if confirm else None
        outcome = carry_out(Order(scope, subject, confirm, ports.new_owner()), ports)
        if outcome.erasure is None:
            _refuse_unknown(subject, outcome.plan, scope)
            if as_json:
                print_json(outcome.to_message())
            else:
                receipt = ("--receipt", str(receipt_file)) if receipt_file else ()
                _show(outcome.plan, scope, subject, (*_again(place, named), *receipt))
            return
        given = outcome.to_message()
        if receipt_file:
            _save(receipt_file, given)
        if as_json:
            print_json(given)
        else:
            _print_receipt(outcome.erasure, given, again=before == outcome.erasure)
        run_one(scope, _last_time(scope, ports), ports, quiet=as_json)


def _last_time(scope: Scope, ports: LocalPorts) -> datetime:
    """The time of the last run: what is published now differs from it by the erasure and by nothing else."""
    return next((each.item.as_of for each in ports.journal.runs(scope, limit=1)), ports.clock())


def carry_out(order: Order, ports: LocalPorts) -> Outcome:
    """Plan or carry out an erasure in a home."""
    return stage.run(order, **ports.taken_by(stage.run), new_key=new_key, scrub=ports.scrub)


def _subject(named: Mapping[str, Sequence[str]]) -> Subject | None:
    given = [Subject(By(name), tuple(values)) for name, values in named.items() if values]
    if len(given) > 1:
        raise InvalidInput("--session, --actor, --record and --match are different erasures; name one of them")
    return given[0] if given else None


def _refuse_unknown(subject: Subject | None, plan: Plan | None, scope: Scope) -> None:
    """Refuse a plan for records of which one is not there: an id is copied, and a wrong one is a mistake."""
    if subject and subject.by is By.RECORD:
        unknown = [each for each in subject.names if plan is None or each not in plan.records]
        if unknown:
            raise UnknownItem(f"agent {scope.agent!r} has no record {unknown[0]!r}; nothing was erased")


def _again(place: Place, named: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The options of this call, as they are given again with the hash of its plan."""
    agent = ("--agent", place.agent) if place.agent is not None else ()
    return (*agent, *place.options, *(part for name in named for value in named[name] for part in (f"--{name}", value)))


def _nothing(scope: Scope, subject: Subject | None) -> str:
    """That nothing goes, and for an actor where it was looked for."""
    if subject is None or subject.by is not By.ACTOR:
        return f"Nothing of agent {scope.agent!r} matches; nothing was erased."
    return (
        f"Nothing of agent {scope.agent!r} is by that actor, looked for in the role and in the metadata under "
        f"{', '.join(sorted(NAME_KEYS))}; nothing was erased. --match TEXT looks in all texts."
    )


def _show(plan: Plan | None, scope: Scope, subject: Subject | None, options: Sequence[str]) -> None:
    if plan is None or not plan.records:
        say(_nothing(scope, subject))
        return
    say(f"This would erase from agent {scope.agent!r}")
    _print_counts(plan.counts())
    if plan.left:
        click.echo(f"{count(len(plan.left), 'note')} of these stand on other words too: folded again from those alone.")
    if plan.freed:
        click.echo(f"{count(len(plan.freed), 'note')} that these words had replaced or denied will hold again.")
    if plan.denials:
        acts = count(len(plan.denials), "act")
        click.echo(f"What {acts} of these took out of memory stays out: the time and role stay, their words go.")
    if plan.reread:
        click.echo(f"{count(len(plan.reread), 'record')} said after them will be read again without them.")
    say(f"Nothing was erased yet. To erase: slowwave erase {shlex.join(options)} --confirm {plan.hash}")


def _print_counts(counts: Mapping[str, int]) -> None:
    for kind, number in sorted(counts.items(), key=lambda each: [*KINDS, each[0]].index(each[0])):
        name, meaning = KINDS.get(kind, (kind, ""))
        if number:
            click.echo(f"  {name:<15} {number:>6,}  {meaning}".rstrip())


def _save(path: Path, given: Mapping[str, Any]) -> None:
    try:
        path.write_text(f"{json.dumps(given, indent=2, ensure_ascii=False)}\n", "utf-8")
    except OSError as error:
        raise InvalidInput(
            f"it is erased, but the receipt could not be written to {str(path)!r}: {error.strerror}; "
            f"run the same command again with another --receipt"
        ) from error


def _print_receipt(erasure: Erasure, given: Mapping[str, Any], *, again: bool) -> None:
    when = f" already, at {erasure.at.isoformat(timespec='seconds')}" if again else ""
    say(f"Erased{when} from agent {erasure.scope.agent!r}, receipt {erasure.id}")
    _print_counts(erasure.counts)
    click.echo("The same records are refused when they come again.")
    click.echo(f"Recovery of tables, where a deployment has it, forgets them by {given['recoverable_until'][:10]}.")
    click.echo("Copies and exports made before keep what they held.")


COMMANDS = {"erase": erase}
