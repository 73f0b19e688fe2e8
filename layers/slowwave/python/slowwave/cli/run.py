"""`slowwave run`: one run as it is reported for good: what it read, what it changed and why, and what that cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.explaining import SHORTEST_ID
from slowwave.cli.listing import MOST_RUNS
from slowwave.cli.log import what
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, say
from slowwave.cli.reporting import print_report
from slowwave.domain.pages import Page
from slowwave.domain.run_reports import leaves_report, owes_report, report_of
from slowwave.domain.runs import Revision, Run, RunState
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, UnknownItem


@click.command("run")
@click.argument("run_id", metavar="RUN")
@json_option
@place_options
def run(run_id: str, place: Place, *, as_json: bool) -> None:
    """Show what RUN (the id of a run, or the start of one) read, what it changed and why, its account and its cost."""
    with place.reading() as ports:
        scope = place.existing(ports)
        found = complete_run(scope, run_id, ports)
        revisions = [each for each in ports.journal.revisions(scope) if each.cause == found.id]
        pages = [ports.pages.get(scope, each.item_id) for each in revisions if each.item_kind == "page"]
    if as_json:
        print_json(
            {
                **report_of(found, revisions),
                "task": found.task,
                "reported": found.reported,
                "unanswered": found.unanswered,
            }
        )
    else:
        print_run(found, revisions, {each.item.id: each.item for each in pages if each})


def complete_run(scope: Scope, start: str, ports: LocalPorts) -> Run:
    """Return the one run whose id starts so, with or without `run-`.

    Raises:
        UnknownItem: none does.
        InvalidInput: several do, or too little is given.
    """
    wanted = start.strip().removeprefix("run-").rstrip("…")
    if len(wanted) < SHORTEST_ID:
        raise InvalidInput(f"{start!r} is too short for the id of a run; give at least {SHORTEST_ID} characters of it")
    runs = [each.item for each in ports.journal.runs(scope, limit=MOST_RUNS)]
    found = [each for each in runs if each.id.removeprefix("run-").startswith(wanted)]
    if not found:
        raise UnknownItem(f"agent {scope.agent!r} has no run that starts with {start!r}; slowwave runs lists them")
    if len(found) > 1:
        raise InvalidInput(f"{count(len(found), 'run')} start with {start!r}; give more of the id")
    return found[0]


def print_run(found: Run, revisions: Sequence[Revision], pages: dict[str, Page]) -> None:
    """Print a run for people."""
    times = f"{_text(found.started_at)} to {_text(found.ended_at)}"
    say(f"{found.id}  {found.state} as of {found.as_of.isoformat()}, {times}")
    say(
        f"  policy version {found.policy_version}, slowwave {found.code_version}"
        + (f", {found.model}" if found.model else "")
    )
    if found.problem:
        say(f"  problem: {found.problem}")
    if found.kept:
        say(f"  the set stayed: {found.kept}")
    say(f"  read {count(len(found.sessions), 'session')}: {', '.join(found.sessions) or 'none'}")
    print_report(found)
    for name, number in found.cost.items():
        say(f"  cost        {number:,} {name}")
    print_changes(revisions, pages)
    say(f"Report: {_report(found)}")


def _report(found: Run) -> str:
    if found.reported:
        return "kept for good"
    if owes_report(found):
        return "not written yet; the next run writes it"
    if found.state is RunState.RUNNING:
        return "none before it has ended"
    return "none of a run of before there were reports" if leaves_report(found) else "none, since it changed nothing"


def print_changes(revisions: Sequence[Revision], pages: dict[str, Page]) -> None:
    """Print what a run changed: pages, the pointer and the policy one by one, notes by the reason that they share."""
    if not revisions:
        say("Changes: none")
        return
    say(f"Changes: revisions {revisions[0].sequence} to {revisions[-1].sequence}")
    items: defaultdict[str, list[Revision]] = defaultdict(list)
    for each in revisions:
        if each.item_kind != "note":
            items[each.item_id].append(each)
    for item_id, own in items.items():
        say(f"  {what(own[-1])}  {'; '.join(each.reason for each in own)}")
        if item_id in pages:
            say(f"    “{pages[item_id].text}”")
    for reason, number in Counter(each.reason for each in revisions if each.item_kind == "note").most_common():
        say(f"  {count(number, 'note')}: {reason}")


def _text(time: datetime | None) -> str:
    return time.isoformat(timespec="seconds") if time else "a time that is not known"


COMMANDS = {"run": run}
