"""What switching a part of the system off moves: each ablation beside the full system, and which move nothing."""

from __future__ import annotations

from collections.abc import Sequence

from slowwave.evaluation.results import Table
from slowwave.evaluation.simulation.rows import Row, difference
from slowwave.evaluation.simulation.setups import ABLATIONS
from slowwave.evaluation.simulation.summary import arms_of

METRICS = ("gold in", "forbidden", "wrong, first", "wrong, latest", "right", "tokens")
SWITCHED = frozenset(each.name for each in ABLATIONS)
NOTE = (
    "Each part switched off minus {full}, paired. Without authority, attacks are believed and count as the user's word."
)
UNMOVED = (
    "Within {turns} turns these move none of the shares: {names}. What they act on is what is stored, and is measured "
    "over thousands of turns: {commands} beside `slowwave evaluate growth`."
)


def table(rows: Sequence[Row], full: str, turns: int) -> Table | None:
    """Return the differences that switching parts off makes; None where no part was.

    Args:
        full: the arm of the full system with the same extractor.
    """
    arms = [arm for arm in arms_of(rows) if _setup(arm) in SWITCHED]
    if full not in arms_of(rows) or not arms:
        return None
    lines = tuple((arm, *(difference(rows, arm, full, metric) for metric in METRICS)) for arm in arms)
    still = [_setup(arm) for arm in arms if not _moved(rows, arm, full)]
    note = " ".join([NOTE.format(full=full), *([_unmoved(still, turns)] if still else [])])
    return Table("What switching a part off moves", ("switched off", *METRICS), lines, note, signed=True)


def _moved(rows: Sequence[Row], arm: str, full: str) -> bool:
    """Whether any share differs; tokens are none."""
    found = (difference(rows, arm, full, metric) for metric in METRICS[:-1])
    return any(each.mean or each.low or each.high for each in found if each)


def _unmoved(names: Sequence[str], turns: int) -> str:
    commands = ", ".join(f'`slowwave evaluate growth --arm "{name}"`' for name in names)
    return UNMOVED.format(turns=turns, names=", ".join(names), commands=commands)


def _setup(arm: str) -> str:
    return arm.rpartition(", ")[0]
