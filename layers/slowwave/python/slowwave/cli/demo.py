"""`slowwave demo`: the main job on the sample transcripts, from words to injected lines and back to the words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

import click

from slowwave.adapters.transcripts import detect
from slowwave.bootstrap import LocalPorts
from slowwave.cli.agent import create
from slowwave.cli.consolidating import ready, run_one
from slowwave.cli.explaining import Explanation, explanation, print_explanation
from slowwave.cli.importing import import_files, sensible_skeletons
from slowwave.cli.injecting import rendered_block
from slowwave.cli.listing import all_pages
from slowwave.cli.options import Place, place_options
from slowwave.cli.output import count, say
from slowwave.domain.pages import PageState
from slowwave.domain.rendering import SHORT_ID
from slowwave.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample agent: the folder of its sessions, a task to ask for, and the times it is consolidated at.

    The times are fixed, so that the demo ends the same whenever it is run.
    """

    agent: str
    folder: str
    task: str
    times: tuple[datetime, ...]


LAST = datetime(2026, 3, 16, 9, tzinfo=UTC)

SAMPLES = (
    Sample(
        "shop-coder",
        "coding",
        "fix the order history endpoint in src/orders",
        (datetime(2026, 3, 7, 9, tzinfo=UTC), LAST),
    ),
    Sample("assistant", "assistant", "plan my training week", (LAST,)),
    Sample("shop-docs", "document", "how far may a projection lag behind", (LAST,)),
)


@click.command()
@place_options
def demo(place: Place) -> None:
    """Import the sample transcripts, consolidate them, and explain what is injected."""
    with as_file(files("slowwave.cli") / "samples") as samples, place.writing() as ports:
        for sample in SAMPLES:
            _show(sample, samples / sample.folder, place, ports)
    click.echo(
        "\nGo on with --agent NAME: slowwave explain ID, slowwave notes, slowwave pages --tree, slowwave runs,\n"
        "or with your own: slowwave import PATH --agent NAME, slowwave consolidate, slowwave inject --task TEXT."
    )


def _show(sample: Sample, folder: Path, place: Place, ports: LocalPorts) -> None:
    scope = Scope(place.tenant, sample.agent)
    click.secho(f"\n=== Agent {scope.agent} ===", bold=True)
    _import(scope, folder, ports)
    done = [_consolidate(scope, time, place, ports) for time in sample.times]
    if not any(done):
        click.echo("Nothing to consolidate: no new records and nothing due.")
    rendered = rendered_block(scope, ports, task=sample.task)
    click.secho(
        f"\nWhat the agent reads for “{sample.task}” ({rendered.tokens} of {rendered.budget} tokens):", bold=True
    )
    click.echo(rendered.text, nl=False)
    explained = [explanation(scope, item.item_id, ports) for item in (*rendered.stable, *rendered.task)]
    click.secho("\nWhere each line comes from:", bold=True)
    _print_sources(explained)
    _print_demoted(scope, ports)
    if explained:
        click.secho("\nThe first line in full:", bold=True)
        print_explanation(explained[0])


def _import(scope: Scope, folder: Path, ports: LocalPorts) -> None:
    formats = {path: detect(path) for path in sorted(folder.iterdir()) if path.is_file()}
    if ports.registry.policy(scope) is None:
        create(scope, sensible_skeletons(formats.values()), ports)
    tally = import_files(formats, scope, ports)
    click.echo(
        f"Imported {count(tally.files, 'file')}: {tally.stored:,} records stored, {tally.duplicate:,} known, "
        f"{tally.skipped.total():,} lines skipped, {tally.failed.total():,} failed"
    )


def _consolidate(scope: Scope, as_of: datetime, place: Place, ports: LocalPorts) -> bool:
    """Consolidate as of one time, unless that was done before."""
    if not ready(Place(place.home, place.tenant, scope.agent), ports, as_of):
        return False
    run_one(scope, as_of, ports)
    return True


def _print_sources(explained: Iterable[Explanation]) -> None:
    for each in explained:
        item_id = each.page.id if each.page else each.notes[0].id
        because = each.page.because if each.page else each.notes[0].because
        first = next(cited.evidence for cited in each.cited if not cited.denies)
        quotes = [cited.quote for cited in each.cited if cited.evidence == first and not cited.denies]
        said = " … ".join(f"«{' '.join(quote.split())}»" for quote in quotes)
        say(f"  {item_id[:SHORT_ID]}  {first.event_time:%Y-%m-%d} {first.origin}: {said} ({because})")


def _print_demoted(scope: Scope, ports: LocalPorts) -> None:
    stale = all_pages(scope, ports, PageState.STALE)
    if stale:
        click.secho("\nNo longer believed, and kept to explain:", bold=True)
    for page in stale:
        say(f"  {page.id[:SHORT_ID]}  {page.text} ({page.confirmation}; {page.because})")


COMMANDS = {"demo": demo}
