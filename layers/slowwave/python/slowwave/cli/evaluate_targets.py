"""`slowwave evaluate targets`: the results of a folder beside what slowwave set out to reach."""

from __future__ import annotations

from pathlib import Path

import click

from slowwave.evaluation import targets


@click.command("targets")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def compare(folder: Path) -> None:
    """Write targets.md beside the results of FOLDER: what was reached and what was missed, by how much and why.

    It also says which of them other code than this measured; nothing is measured again.
    """
    tell(folder)


def tell(folder: Path) -> None:
    """Write and print the table, and name the results of other code."""
    results = targets.read(folder)
    written = targets.document(results)
    (folder / targets.FILE).write_text(written, "utf-8")
    click.echo(written, nl=False)
    other = targets.stale(results)
    click.echo(f"Measured by other code than this: {', '.join(other) or 'none'}", err=True)


COMMANDS = {"targets": compare}
