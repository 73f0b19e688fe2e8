"""`slowwave evaluate simulate`: hundreds of turns of a project whose every truth is known, through every memory."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from slowwave.bootstrap import now
from slowwave.cli.evaluating import Report, made, progress, report_options, rows_option
from slowwave.errors import InvalidInput
from slowwave.evaluation.results import Meter
from slowwave.evaluation.simulation import study
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.rows import Row
from slowwave.evaluation.simulation.setups import SETUPS
from slowwave.evaluation.simulation.style import styles

CADENCES = {"turn": Cadence.TURN, "close": Cadence.CLOSE}


class Memory(click.ParamType[study.Memory]):
    """The name of a memory and when it consolidates: `slowwave:turn`."""

    name = "memory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> study.Memory:
        if isinstance(value, study.Memory):
            return value
        setup, _, cadence = str(value).rpartition(":")
        if setup not in SETUPS or cadence not in CADENCES:
            self.fail(
                f"{value!r} is no memory; write NAME:turn or NAME:close with one of {'; '.join(SETUPS)}", param, ctx
            )
        return study.Memory(setup, CADENCES[cadence])


@click.command()
@click.option("--turns", type=click.IntRange(min=50), default=500, show_default=True, help="Length of a history.")
@click.option("--seeds", type=click.IntRange(min=1), default=10, show_default=True, help="Histories a style.")
@click.option("--first-seed", type=int, default=1, show_default=True, help="Others than these for a release.")
@click.option("--budget", type=click.IntRange(min=100), default=300, show_default=True, help="Tokens of a read.")
@click.option(
    "--style", "chosen", type=click.Choice(styles()), multiple=True, help="Only these wordings. [default: all]"
)
@click.option("--memory", "memories", type=Memory(), multiple=True, metavar="NAME:turn|close",
              help="Run this memory beside retrieval, consolidating after every turn or when a session closes; may be "
              "given several times. [default: slowwave at both, and with a gold extractor]")  # fmt: skip
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Processes.")
@click.option(
    "--failures", type=click.Path(dir_okay=False, path_type=Path), help="Write every failed probe to this file."
)
@rows_option
@report_options
def simulate(
    turns: int, seeds: int, first_seed: int, budget: int, chosen: tuple[str, ...], memories: tuple[study.Memory, ...],
    jobs: int, failures: Path | None, rows: Path | None, report: Report,
) -> None:  # fmt: skip
    """Run simulated histories through slowwave and through retrieval, and count what each puts before a question.

    A history states, corrects, withdraws and misstates values over many turns; every label is true by construction.
    """
    meter = Meter()
    if failures:
        _made(failures)
    plan = study.Study(
        styles=chosen or styles(),
        seeds=tuple(range(first_seed, first_seed + seeds)),
        turns=turns,
        budget=budget,
        memories=memories or study.MAIN,
        jobs=jobs,
        folder=made(rows) if rows else None,
    )
    with progress(len(plan.parts), "Simulating") as advance:
        found = study.run(plan, advance)
    if failures:
        _write(failures, found)
    report.give(study.result(plan, found, meter, now()), "simulation")


def _made(path: Path) -> None:
    """Make the file before the long work starts, so that a wrong path costs nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be written: {error.strerror}; name another file") from error


def _write(path: Path, rows: Iterable[Row]) -> None:
    """Write what was wrong or missing, one probe a line, to be read one by one."""
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in study.failures(rows)), "utf-8")


COMMANDS = {"simulate": simulate}
