"""`slowwave evaluate all`: every experiment with the options that a release is measured by."""

from __future__ import annotations

from pathlib import Path

import click

from slowwave.cli.evaluate_targets import tell
from slowwave.cli.evaluating import data_option, evaluate, made, named, rows_option
from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation.study import CURVES, STANDINGS, TUNED, UNSEEN

CURVE_ARMS = [part for each in CURVES for part in ("--memory", str(each))]

OTHER_HANDS = ("workaday", *UNSEEN)
"""Wordings that were written apart from every rule; fewer histories of each show how far the others' figures carry."""


def _styles(*names: str) -> list[str]:
    return [part for name in names for part in ("--style", name)]


RELEASE: tuple[tuple[str, ...], ...] = (
    ("tasks",),
    ("evidence", "--dataset", "locomo"),
    ("evidence", "--dataset", "beam"),
    ("precision",),
    ("working-set",),
    ("growth",),
    ("simulate", *_styles(*OTHER_HANDS), "--seeds", "3", "--name", "simulation-wordings"),
    ("simulate", "--style", TUNED, "--seeds", "2", "--name", "simulation-extractors", *CURVE_ARMS),
    ("simulate", *_styles(*(style for style in STANDINGS if style not in OTHER_HANDS))),
)
"""Each experiment with its options, the shortest first."""

ON_DATA = frozenset({"evidence", "precision", "working-set"})

SETS = ("locomo", "beam", "precisionmembench", "sessions/specstory")
"""What they read of the data folder, looked for before the long work starts."""


@click.command("all")
@data_option
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder of the results.")
@rows_option
@click.pass_context
def everything(ctx: click.Context, data: Path | None, out: Path, rows: Path | None) -> None:
    """Run every experiment and write its tables and pictures; takes about two hours and a half on two cores."""
    place = named(data)
    missing = [each for each in SETS if not (place / each).is_dir()]
    if missing:
        raise InvalidInput(f"there is no {', '.join(missing)} in {str(place)!r}; give the data's place with --data")
    options_of = {
        **dict.fromkeys(ON_DATA, ("--data", str(place))),
        "simulate": ("--rows", str(made(rows))) if rows else (),
    }
    made(out)
    for number, (name, *options) in enumerate(RELEASE, 1):
        click.echo(f"[{number}/{len(RELEASE)}] slowwave evaluate {' '.join((name, *options))}", err=True)
        arguments = [name, *options, "--out", str(out), *options_of.get(name, ())]
        evaluate.main(arguments, parent=ctx.parent, standalone_mode=False, prog_name="evaluate")
    tell(out)


COMMANDS = {"all": everything}
