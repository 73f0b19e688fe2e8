"""`slowwave rollback`: have an earlier set back, and say what of it did not come and what came though it had been
superseded.
"""

from __future__ import annotations

from collections.abc import Iterable

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.explaining import SHORTEST_ID
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, say
from slowwave.domain.acts import ORIGINS
from slowwave.domain.injection import SetItem
from slowwave.domain.records import Actor
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, UnknownItem
from slowwave.online import rollback as online
from slowwave.online.rollback import PREVIOUS, Outcome, Wish

CURRENT = "current"
"""Names the set that is read now."""

SHORT = 12
"""Characters of a set's hash that people read."""


@click.command("rollback")
@click.option("--to", "asked", required=True, help="The set: its hash, the start of it, or `previous`.")
@click.option("--because", default="", help="Your reason, kept with the record of the act.")
@click.option(
    "--as", "actor", type=click.Choice([each.value for each in ORIGINS]), default=Actor.USER.value,
    show_default=True, help="Who you are: only an operator may roll back past what an operator set.",
)  # fmt: skip
@json_option
@place_options
def rollback(asked: str, because: str, actor: str, place: Place, *, as_json: bool) -> None:
    """Have an earlier set back, without what was forgotten or rejected since."""
    with place.writing() as ports:
        scope = place.existing(ports)
        wish = Wish(complete_set(scope, asked, ports), Actor(actor), because=because)
        outcome = online.run(scope, wish, **ports.taken_by(online.run))
    if as_json:
        print_json(outcome.to_message())
    else:
        print_outcome(scope, outcome)


def complete_set(scope: Scope, start: str, ports: LocalPorts) -> str:
    """Return the hash that starts so, or of the `current` set; `previous` stays.

    Raises:
        UnknownItem: no set starts so, or none is current.
        InvalidInput: several do, or too few characters are given.
    """
    if start == PREVIOUS:
        return start
    if start == CURRENT:
        pointer = ports.journal.pointer(scope)
        if pointer is None or not pointer.item.current:
            raise UnknownItem(f"agent {scope.agent!r} has no current set; slowwave sets lists them")
        return pointer.item.current
    if len(start) < SHORTEST_ID:
        raise InvalidInput(f"{start!r} is too short to name a set; give at least {SHORTEST_ID} characters of its hash")
    found = [each for each, _ in ports.sets.hashes(scope) if each.startswith(start)]
    if not found:
        raise UnknownItem(f"agent {scope.agent!r} has no set that starts with {start!r}; slowwave sets lists them")
    if len(found) > 1:
        raise InvalidInput(f"{len(found)} sets start with {start!r}; give more characters of the hash")
    return found[0]


def print_outcome(scope: Scope, outcome: Outcome) -> None:
    """Say what is read now, and how it differs from the set that was asked for."""
    shown = outcome.set_hash[:SHORT]
    if outcome.found is None:
        click.echo(f"Agent {scope.agent!r} reads set {shown} already: it is the current one; nothing was written.")
        return
    click.echo(f"Rolled back agent {scope.agent!r} from set {outcome.away[:SHORT]} to {outcome.asked[:SHORT]}.")
    found = outcome.found
    if found.withheld:
        click.echo(f"  not back: {count(len(found.withheld), 'line')} that people took out")
    for each in found.left_out:
        click.echo(f"  not back: {each.item_id}, {each.because}")
    _print_lines("back because you asked, though superseded", found.superseded)
    _print_lines("a safety rule that is not in it", outcome.without)
    if outcome.set_hash != outcome.asked:
        click.echo(f"  so it is published as set {shown}")
    click.echo("The next read shows it. A run publishes over it on news, or told to: consolidate --over-rollback.")


def _print_lines(what: str, found: Iterable[SetItem]) -> None:
    for item in found:
        say(f"  {what}: “{item.text}” ({item.item_id})")


COMMANDS = {"rollback": rollback}
