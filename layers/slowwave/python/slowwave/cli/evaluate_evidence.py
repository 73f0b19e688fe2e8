"""`slowwave evaluate evidence`: evidence recall on LoCoMo, BEAM or LongMemEval."""

from __future__ import annotations

from pathlib import Path

import click

from slowwave.bootstrap import now
from slowwave.cli.evaluating import Report, data_option, named, progress, report_options
from slowwave.errors import InvalidInput
from slowwave.evaluation.public import beam, locomo, longmemeval
from slowwave.evaluation.public.corpus import Conversation
from slowwave.evaluation.public.scoring import BUDGETS
from slowwave.evaluation.public.study import evidence

LOADERS = {"locomo": ("LoCoMo", locomo.load), "beam": (f"BEAM {beam.SIZE}", beam.load)}
FROM_A_FILE = "longmemeval"


@click.command()
@data_option
@click.option("--dataset", type=click.Choice([*LOADERS, FROM_A_FILE]), default="locomo", show_default=True)
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="LongMemEval's JSON file.")
@click.option("--budget", "budgets", type=click.IntRange(min=50), multiple=True, default=BUDGETS, show_default=True,
              help="Tokens of what is shown; may be given several times.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), help="Only the first conversations.")
@click.option("--no-dense", is_flag=True, help="Leave out the arms that embed every text; they take most of the time.")
@report_options
def evidence_command(
    data: Path | None, dataset: str, file: Path | None, budgets: tuple[int, ...], limit: int | None, report: Report,
    *, no_dense: bool,
) -> None:  # fmt: skip
    """Ask every question of a public data set, and count the evidence that each memory shows inside a budget."""
    title, conversations = _loaded(data, dataset, file)
    conversations = conversations[:limit]
    with progress(sum(len(each.questions) for each in conversations), dataset) as advance:
        result = evidence(
            title,
            conversations,
            sorted(set(budgets)),
            dense=not no_dense,
            draw=report.out is not None,
            progress=advance,
            clock=now,
        )
    report.give(result, f"evidence-{dataset}")


def _loaded(data: Path | None, dataset: str, file: Path | None) -> tuple[str, tuple[Conversation, ...]]:
    if dataset == FROM_A_FILE:
        if file is None:
            raise InvalidInput("name LongMemEval's JSON file with --file")
        return "LongMemEval", longmemeval.load(file)
    title, load = LOADERS[dataset]
    return title, load(named(data))


COMMANDS = {"evidence": evidence_command}
