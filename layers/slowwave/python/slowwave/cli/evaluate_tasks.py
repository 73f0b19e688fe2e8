"""`slowwave evaluate tasks`: the fixed task set, or sequences of one's own, through every memory."""

from __future__ import annotations

from pathlib import Path

import click

from slowwave.bootstrap import now
from slowwave.cli.evaluating import Report, progress, report_options
from slowwave.domain.claims import Skeleton
from slowwave.errors import InvalidInput
from slowwave.evaluation.tasks.arms import ARMS, named
from slowwave.evaluation.tasks.format import Sequence, Split
from slowwave.evaluation.tasks.reading import packaged, read_folder
from slowwave.evaluation.tasks.study import BUDGET, study


@click.command("tasks")
@click.option("--tasks", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of sequences of your own, instead of the set of slowwave.")  # fmt: skip
@click.option("--skeleton", type=click.Choice([each.value for each in Skeleton]), help="Only sequences of this one.")
@click.option("--split", type=click.Choice([each.value for each in Split]), help="Only sequences of this part.")
@click.option("--sequence", "ids", multiple=True, help="Only this sequence; may be given several times.")
@click.option("--arm", "arms", type=click.Choice(ARMS), multiple=True, help="Only this memory; may be repeated.")
@click.option("--budget", type=click.IntRange(min=50), default=BUDGET, show_default=True, help="Tokens shown.")
@report_options
def tasks(
    folder: Path | None, skeleton: str | None, split: str | None, ids: tuple[str, ...], arms: tuple[str, ...],
    budget: int, report: Report,
) -> None:  # fmt: skip
    """Play sessions through every memory, and ask it for tasks that need what earlier sessions taught."""
    known = read_folder(folder) if folder else packaged()
    chosen = [each for each in known if _wanted(each, skeleton, split, ids)]
    if not chosen:
        raise InvalidInput(f"no sequence is chosen; there are {', '.join(each.id for each in known)}")
    memories = named(arms)
    with progress(len(chosen) * len(memories), "Playing sequences") as advance:
        result = study(
            chosen,
            memories,
            clock=now,
            source="sequences of one's own" if folder else "the set of slowwave",
            budget=budget,
            draw=report.out is not None,
            progress=advance,
        )
    report.give(result, "tasks")


def _wanted(sequence: Sequence, skeleton: str | None, split: str | None, ids: tuple[str, ...]) -> bool:
    return (
        (skeleton is None or skeleton == sequence.kind)
        and (split is None or split == sequence.split)
        and (not ids or sequence.id in ids)
    )


COMMANDS = {"tasks": tasks}
