"""`slowwave evaluate precision`: what is shown and what leaks on PrecisionMemBench."""

from __future__ import annotations

from pathlib import Path

import click

from slowwave.bootstrap import now
from slowwave.cli.evaluating import Report, data_option, named, progress, report_options
from slowwave.evaluation.public import beliefs
from slowwave.evaluation.public.precision import SYSTEMS, precision


@click.command()
@data_option
@report_options
def precision_command(data: Path | None, report: Report) -> None:
    """Show beliefs for the cases of PrecisionMemBench, and count what should, should not and must not be shown."""
    known, cases = beliefs.load(named(data))
    with progress(SYSTEMS, "precision") as advance:
        result = precision(known, cases, draw=report.out is not None, progress=advance, clock=now)
    report.give(result, "precision")


COMMANDS = {"precision": precision_command}
