"""`slowwave evaluate working-set`: whether memory names the files that a coding session reads again."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from slowwave.bootstrap import now
from slowwave.cli.evaluating import Report, data_option, named, progress, report_options
from slowwave.evaluation.files.reporting import working_set


@click.command("working-set")
@data_option
@report_options
def name_files(data: Path | None, report: Report) -> None:
    """Before each public coding session, ask who names the files that it reads again."""
    with ExitStack() as stack:
        result = working_set(
            named(data),
            draw=report.out is not None,
            progress=lambda sessions: stack.enter_context(progress(sessions, "working-set")),
            clock=now,
        )
    report.give(result, "working-set")


COMMANDS = {"working-set": name_files}
