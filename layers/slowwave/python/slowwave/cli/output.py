"""How results look: aligned columns for people, one JSON value for programs."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

import click

CELL_WIDTH = 96


def print_json(value: Any) -> None:
    """Print a value, dataclasses and times included, as indented JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False, default=_plain))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[Any]], *, empty: str = "There are none.") -> None:
    """Print rows under headings in aligned columns; long cells are cut, the last column is not.

    Where there are no rows it prints the sentence `empty`.
    """
    cells = [[*(_cut(str(cell)) for cell in row[:-1]), visible(str(row[-1]))] for row in rows]
    if not cells:
        click.echo(empty)
        return
    widths = [max(len(each) for each in column) for column in zip(headings, *cells, strict=True)]
    for row in [list(headings), *cells]:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def count(number: int, noun: str) -> str:
    """Return `1 record`, `1,234 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def visible(text: str) -> str:
    """Return the text with control and direction characters shown as a replacement character."""
    return "".join("\ufffd" if unicodedata.category(each) in ("Cc", "Cf", "Co", "Cs") else each for each in text)


def say(text: str) -> None:
    """Print one line that holds words of others."""
    click.echo(visible(text))


def _cut(text: str) -> str:
    text = visible(text)
    return text if len(text) <= CELL_WIDTH else f"{text[: CELL_WIDTH - 1]}…"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"cannot print {type(value).__name__} as JSON")
