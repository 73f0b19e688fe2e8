"""Rows of finished parts in a folder, so that a study that was stopped goes on where it was. A part is kept under what
its figures depend on: itself, the length, the budget and the code; what other code measured is measured again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from slowwave.domain.hashing import short_id
from slowwave.evaluation.code import code_digest
from slowwave.evaluation.simulation.rows import Row


def place(folder: Path, *part: object) -> Path:
    """Return the file of one part measured by this code."""
    return folder / f"{short_id('part', code_digest(), *map(str, part))}.jsonl"


def load(path: Path) -> tuple[Row, ...] | None:
    """Return the rows of a finished part; None where there are none."""
    if not path.exists():
        return None
    return tuple(_row(json.loads(line)) for line in path.read_text("utf-8").splitlines())


def keep(path: Path, rows: Sequence[Row]) -> None:
    """Write the rows of a part; the file appears whole or not at all."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text("".join(json.dumps(asdict(row), ensure_ascii=True) + "\n" for row in rows), "utf-8")
    unfinished.replace(path)


def _row(stored: dict[str, Any]) -> Row:
    leaked = tuple((value, reason) for value, reason in stored.pop("leaked"))
    return Row(**{**stored, "lines": tuple(stored["lines"])}, leaked=leaked)
