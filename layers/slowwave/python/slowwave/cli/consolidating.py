"""`slowwave consolidate`: run every stage for each agent that has something to do, and say where each candidate
ended.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click

from slowwave.bootstrap import LocalPorts, now
from slowwave.cli.gating import gate_as_dict, gate_summary
from slowwave.cli.options import ZONED_TIME, Place, json_option, place_options
from slowwave.cli.output import count, print_json
from slowwave.cli.projecting import bill_options, carried_over, print_projection, projection_as_dict, read_prices
from slowwave.domain.holding import holding
from slowwave.domain.intake import Discard
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.projecting import project
from slowwave.runner import consolidate as run_stages

MAX_SCOPES = 1000

PHRASES: Mapping[Stage, Mapping[str, str]] = {
    Stage.EXTRACT: {"records": "record", "candidates": "candidate", "acts": "act"},
    Stage.VERIFY: {"keys": "claim key", "notes": "note change"},
    Stage.DECAY: {"due": "due note", "consolidated": "consolidated", "retired": "retired", "expired": "expired"},
    Stage.DISTILL: {"promoted": "page written", "stale": "page marked stale"},
    Stage.REORGANIZE: {"placed": "page placed"},
    Stage.PUBLISH: {"stable": "resident line", "pool": "candidate line", "left_out": "left out"},
}
"""What each stage is summed up by, in this order; counts without a phrase stay in the JSON."""


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
    as_of, known = as_of or now(), read_prices(prices)
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
        reports = [run_one(scope, as_of, ports, asked, quiet=as_json) for scope in scopes if not paid]
    if as_json:
        told = [as_dict(report) for report in reports]
        projected = [projection_as_dict(each, known) for each in bills]
        pairs = zip_longest(projected, told)
        print_json([{"projection": each, "run": run} for each, run in pairs] if dry_run else told)
        return
    if not scopes:
        click.echo(nothing_to_do(as_of, left))
    for each in bills:
        print_projection(each, known)
    if dry_run:
        click.echo("Dry run: nothing was written.")


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


def print_report(report: Run, *, dry: bool = False) -> None:
    """Print what each stage did, or `dry` would do, and the account, which adds up."""
    for stage in Stage:
        click.echo(f"  {stage:<11} {summary(stage, report)}")
    if report.published:
        click.echo(f"  gate        {gate_summary(report)}")
    account = report.account
    click.echo(
        f"  account     {account.inputs:,} inputs = {account.promoted:,} promoted + {account.merged:,} merged"
        f" + {account.rejected:,} rejected + {account.pending:,} pending + {account.failed:,} failed"
    )
    for reason, number in sorted(account.reasons.items(), key=lambda each: (-each[1], each[0])):
        where = f" (skeletons in slowwave agent show {report.scope.agent})"
        hint = where if reason.startswith(Discard.SKELETON) else ""
        click.echo(f"              rejected {number:,}: {reason}{hint}")
    if report.tokens:
        shown, replied = (report.count(Stage.EXTRACT, name) for name in ("tokens_shown", "tokens_replied"))
        click.echo(f"  tokens      {shown:,} shown to {report.model}, {replied:,} replied")
    for cap, number in report.carried.items():
        click.echo(f"  carried     {carried_over(cap, number)}")
    if report.state is RunState.COMPLETED:
        click.echo(f"  run {report.id}: {outcome(report, dry=dry)}")


def outcome(report: Run, *, dry: bool = False) -> str:
    """Return what became of the set, or would."""
    kept = f"kept: {report.kept}" if report.kept else ""
    verb = "would publish" if dry else "published"
    published = f"{verb} set {report.published[:12]}" if report.published else ""
    return ", ".join(each for each in (published, kept) if each) or "the set is unchanged"


def summary(stage: Stage, report: Run) -> str:
    """Return what a stage did in a few words."""
    counts = report.counts.get(stage.value, {})
    parts = [_phrase(counts[name], noun) for name, noun in PHRASES[stage].items() if counts.get(name)]
    return ", ".join(parts) or "nothing to do"


def as_dict(report: Run) -> dict[str, Any]:
    """Return a report as JSON-ready data."""
    account = report.account
    return {
        "agent": report.scope.agent,
        "run": report.id,
        "as_of": report.as_of,
        "state": report.state,
        "policy_version": report.policy_version,
        "published": report.published,
        "kept": report.kept,
        "problem": report.problem,
        "task": report.task,
        "released": report.released,
        "gated": report.gated,
        "over_rollback": report.over_rollback,
        "gate": gate_as_dict(report),
        "sessions": report.sessions,
        "tokens": report.tokens,
        "carried": dict(report.carried),
        "stages": report.counts,
        "account": {
            "inputs": account.inputs,
            "promoted": account.promoted,
            "merged": account.merged,
            "rejected": account.rejected,
            "pending": account.pending,
            "failed": account.failed,
            "reasons": account.reasons,
        },
    }


def _phrase(number: int, noun: str) -> str:
    head, _, rest = noun.partition(" ")
    if noun in ("consolidated", "retired", "expired", "left out"):
        return f"{number:,} {noun}"
    if head == "page" and rest:
        return f"{count(number, 'page')} {rest}"
    return count(number, noun)


COMMANDS = {"consolidate": consolidate}
