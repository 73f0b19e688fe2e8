"""`slowwave consolidate`: run every stage for each agent that has something to do, and say where each candidate
ended.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from pathlib import Path

import click

from slowwave.bootstrap import LocalPorts, now
from slowwave.cli.options import ZONED_TIME, Place, json_option, place_options
from slowwave.cli.output import count, print_json
from slowwave.cli.projecting import bill_options, print_projection, projection_as_dict, read_prices
from slowwave.cli.reporting import as_dict, print_report, summary
from slowwave.domain.holding import holding
from slowwave.domain.runs import Run, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt, InvalidInput
from slowwave.projecting import project
from slowwave.runner import consolidate as run_stages

MAX_SCOPES = 1000

MOST_AHEAD = timedelta(days=3653)
"""How far ahead of the clock a run may be made: a note is looked at for every month until then."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asked of a run: the task at hand, which of its limits they lift, and whether it is only tried."""

    task: str = ""
    released: bool = False
    gated: bool = True
    over_rollback: bool = False
    dry: bool = False


UNATTENDED = Asked()
"""A run that nobody asked anything of."""


@click.command()
@click.option("--as-of", type=ZONED_TIME, help="The run's time; records after it are left for later. [default: now]")
@click.option("--dry-run", is_flag=True, help="Say what it would do and cost; write nothing.")
@click.option("--task", default="", help="The task at hand; notes that are relevant to it do not fade.")
@click.option("--release", is_flag=True, help="Let it retire more than the blast radius allows; the run records it.")
@click.option("--no-gate", is_flag=True, help="Publish without asking the probes of the scope; the run records it.")
@click.option("--over-rollback", is_flag=True, help="Publish over a set that was rolled back to; the run records it.")
@bill_options
@json_option
@place_options
def consolidate(
    as_of: datetime | None,
    task: str,
    model: str,
    prices: Path | None,
    place: Place,
    *,
    dry_run: bool,
    release: bool,
    no_gate: bool,
    over_rollback: bool,
    as_json: bool,
) -> None:
    """Turn new records into notes, pages and a published injection set."""
    as_of, known = _near(as_of or now()), read_prices(prices)
    if model and not dry_run:
        raise InvalidInput("--model only says which bill --dry-run projects; leave it out, or add --dry-run")
    with place.writing(persist=not dry_run) as ports:
        if place.agent or not place.agents(ports):
            place.existing(ports)
        scopes = ready(place, ports, as_of)
        if over_rollback:
            scopes += [each for each in rolled_back(place, ports) if each not in scopes]
        asked = Asked(task, released=release, gated=not no_gate, over_rollback=over_rollback, dry=dry_run)
        bills = [project(scope, as_of, ports, model=model) for scope in scopes] if dry_run else []
        paid = dry_run and bool(model or ports.model.priced)
        left = 0 if scopes else sum(ports.records.count(scope)["unread"] for scope in place.agents(ports))
        if not scopes:
            refuse_incomplete(place, ports)
        reports = [run_one(scope, as_of, ports, asked, quiet=as_json) for scope in scopes if not paid]
    if as_json:
        told = [as_dict(report) for report in reports]
        projected = [projection_as_dict(each, known) for each in bills]
        pairs = zip_longest(projected, told)
        print_json([{"projection": each, "run": run} for each, run in pairs] if dry_run else told)
        return
    if not scopes:
        click.echo(nothing_to_do(as_of, left))
    for each, tried in zip_longest(bills, reports) if dry_run else ():
        print_projection(each, known, tried)
    if dry_run:
        click.echo("Dry run: nothing was written.")


def _near(as_of: datetime) -> datetime:
    """Refuse a time that is no more than a slip of the pen: everything would have faded by then, and stayed so."""
    if as_of > now() + MOST_AHEAD:
        raise InvalidInput(f"--as-of {as_of.isoformat()} lies more than ten years ahead; nothing was done")
    return as_of


def refuse_incomplete(place: Place, ports: LocalPorts) -> None:
    """Refuse to say that there is nothing to do in a home of which files are gone.

    Raises:
        Corrupt: some are.
    """
    gone = ports.missing()
    if gone:
        raise Corrupt(
            f"the home {str(place.home)!r} lacks {count(len(gone), 'object file')} that its journal names, first "
            f"{str(gone[0])!r}; restore them from a backup"
        )


def nothing_to_do(as_of: datetime, left: int) -> str:
    """Return why there is no run, with how many unread records lie after its time."""
    if not left:
        return "Nothing to do: no new records and nothing due."
    return f"Nothing to do as of {as_of.isoformat()}: {count(left, 'unread record')} after that time, left for later."


def ready(place: Place, ports: LocalPorts, as_of: datetime) -> list[Scope]:
    """Return the scopes among those meant that have something to do."""
    wanted = set(place.agents(ports))
    return [scope for scope in ports.registry.ready(as_of, limit=MAX_SCOPES) if scope in wanted]


def rolled_back(place: Place, ports: LocalPorts) -> list[Scope]:
    """Return the scopes among those meant that a person rolled back and no run has published over since."""
    return [scope for scope in place.agents(ports) if holding(ports.journal.pointer(scope))]


def run_one(scope: Scope, as_of: datetime, ports: LocalPorts, asked: Asked = UNATTENDED, *, quiet: bool = False) -> Run:
    """Consolidate one scope, showing each stage as it goes and the account at the end."""
    if not quiet:
        click.echo(f"Consolidating agent {scope.agent!r} as of {as_of.isoformat()}")

    live = not quiet and sys.stderr.isatty()

    def observe(stage: Stage, report: Run) -> None:
        if live:
            click.echo(f"\r\033[K  {stage}: {summary(stage, report)}", nl=False, err=True)

    try:
        report = run_stages(
            scope,
            as_of,
            ports,
            observe=observe,
            query=asked.task,
            released=asked.released,
            gated=asked.gated,
            over_rollback=asked.over_rollback,
        )
    finally:
        if live:
            click.echo("\r\033[K", nl=False, err=True)
    if not quiet:
        print_report(report, dry=asked.dry)
    return report


COMMANDS = {"consolidate": consolidate}
