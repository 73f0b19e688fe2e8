"""`slowwave demo`: the main job on the sample transcripts, from words to injected lines and back to the words."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

import click

from slowwave.adapters.transcripts import detect
from slowwave.bootstrap import LocalPorts
from slowwave.cli.agent import create
from slowwave.cli.consolidating import ready, run_one
from slowwave.cli.explaining import explanation, print_explanation
from slowwave.cli.importing import import_files, sensible_skeletons
from slowwave.cli.injecting import rendered_block
from slowwave.cli.options import Place, place_options
from slowwave.cli.output import count
from slowwave.domain.scope import Scope

AS_OF = datetime(2026, 3, 16, 9, tzinfo=UTC)
"""The demo's time: fixed, so that it ends the same whenever it is run."""

AGENTS = {
    "shop-coder": ("coding", "fix the order history endpoint in src/orders"),
    "assistant": ("assistant", "plan my training week"),
    "shop-docs": ("document", "how late may a projection be"),
}
"""Each sample agent: the folder of its sessions, and a task to ask for."""


@click.command()
@place_options
def demo(place: Place) -> None:
    """Import the sample transcripts, consolidate them, and explain what is injected."""
    with as_file(files("slowwave.cli") / "samples") as samples, place.writing() as ports:
        for name, (folder, task) in AGENTS.items():
            _show(Scope(place.tenant, name), samples / folder, task, place, ports)
    click.echo("Go on: slowwave explain ID --agent NAME, slowwave notes, slowwave pages --tree, slowwave runs.")


def _show(scope: Scope, folder: Path, task: str, place: Place, ports: LocalPorts) -> None:
    click.secho(f"\n=== Agent {scope.agent} ===", bold=True)
    formats = {path: detect(path) for path in sorted(folder.iterdir()) if path.is_file()}
    if ports.registry.policy(scope) is None:
        create(scope, sensible_skeletons(formats.values()), ports)
    tally = import_files(formats, scope, ports)
    click.echo(
        f"Imported {count(tally.files, 'file')}: {tally.stored:,} records stored, {tally.duplicate:,} known, "
        f"{tally.skipped.total():,} lines skipped, {tally.failed.total():,} failed"
    )
    if ready(Place(place.home, place.tenant, scope.agent), ports, AS_OF):
        run_one(scope, AS_OF, ports)
    else:
        click.echo("Nothing to consolidate: no new records and nothing due.")
    rendered = rendered_block(scope, ports, task=task)
    click.secho(
        f"\nWhat the agent reads for the task “{task}” ({rendered.tokens} of {rendered.budget} tokens):", bold=True
    )
    click.echo(rendered.text, nl=False)
    click.secho("\nWhere the first line comes from:", bold=True)
    for item in (*rendered.stable, *rendered.task)[:1]:
        print_explanation(explanation(scope, item.item_id, ports))


COMMANDS = {"demo": demo}
