"""Markdown tables of estimates, so that no figure is printed without its interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from slowwave.evaluation.statistics import Estimate

DIGITS = 3
NOTHING = "–"

Value: TypeAlias = Estimate | float | int | str | None


def count(number: int, noun: str) -> str:
    """Return `1 seed`, `10 seeds`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def cell(value: Value, digits: int = DIGITS, *, signed: bool = False) -> str:
    """Return `mean [low, high]`, a plain number or text, or a dash for what was not measured.

    Args:
        signed: write the sign of a difference, plus too.
    """
    sign = "+" if signed else ""
    if value is None:
        return NOTHING
    if isinstance(value, Estimate):
        return f"{value.mean:{sign}.{digits}f} [{value.low:{sign}.{digits}f}, {value.high:{sign}.{digits}f}]"
    if isinstance(value, float):
        return f"{value:{sign}.{digits}f}"
    return str(value).replace("|", "\\|").replace("\n", " ")


def markdown(
    headings: Sequence[str], rows: Iterable[Sequence[Value]], digits: int = DIGITS, *, signed: bool = False
) -> str:
    """Return a table, ending with a line break; numbers stand to the right, the first column to the left."""
    lines = [[cell(value, digits, signed=signed) for value in row] for row in rows]
    rule = ["---", *("---:" for _ in headings[1:])]
    return "".join(f"| {' | '.join(line)} |\n" for line in (list(headings), rule, *lines))
