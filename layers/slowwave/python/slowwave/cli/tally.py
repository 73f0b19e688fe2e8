"""What an import counted, and how it looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from slowwave.cli.output import count, say
from slowwave.domain.scope import Scope

SHOWN_FAILURES = 20
"""Lines that tell what failed and where; the rest is counted."""


@dataclass
class Tally:
    """What became of everything that was read; `read` is the sum of the four counts.

    Attributes:
        failures: of each failed line where it is and why; `failing`: the same by the reason.
        passed_over: files of a directory that are in no known format.
    """

    files: int = 0
    stored: int = 0
    duplicate: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    failing: dict[str, list[tuple[Path, str]]] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Records, skipped lines and failed lines."""
        return self.stored + self.duplicate + self.skipped.total() + self.failed.total()

    def fail(self, reason: str, path: Path, place: str) -> None:
        """Count a failure and keep where it was: the file, and the place in it (`:12`)."""
        self.failed[reason] += 1
        self.failures.append(f"{path.name}{place}: {reason}")
        self.failing.setdefault(reason, []).append((path, place))


def print_tally(tally: Tally, scope: Scope, said: str) -> None:
    """Print it for people, with what was said of the agent before."""
    if said:
        click.echo(said)
    click.echo(f"Read {count(tally.files, 'file')} for agent {scope.agent!r}")
    if tally.passed_over:
        names = ", ".join(tally.passed_over)
        click.echo(f"  passed over {count(len(tally.passed_over), 'file')} of no known format: {names}")
    click.echo(f"  read       {tally.read:>8,}")
    click.echo(f"  stored     {tally.stored:>8,}")
    click.echo(f"  duplicate  {tally.duplicate:>8,}")
    click.echo(f"  skipped    {tally.skipped.total():>8,}{_reasons(tally.skipped)}")
    click.echo(f"  failed     {tally.failed.total():>8,}{_reasons(tally.failed)}")
    told = list(_by_reason(tally))
    for failure in told[:SHOWN_FAILURES]:
        say(failure)
    if len(told) > SHOWN_FAILURES:
        click.echo(f"    and {len(told) - SHOWN_FAILURES:,} more; --json lists every line")
    if tally.failed:
        others = "All other lines are stored. " if tally.stored + tally.duplicate else ""
        click.echo(f"{others}Mend these and import the files again: nothing is stored twice.")


def _by_reason(tally: Tally) -> Iterator[str]:
    """Yield each reason once, and under it how many lines of which file it holds for; a line alone is told whole."""
    paths = {path for places in tally.failing.values() for path, _ in places}
    alike = Counter(path.name for path in paths)
    names = {path: path.name if alike[path.name] == 1 else str(path) for path in paths}
    for reason, places in tally.failing.items():
        if len(places) == 1:
            ((path, place),) = places
            yield f"    {names[path]}{place}: {reason}"
            continue
        yield f"    {reason}"
        for path, number in Counter(path for path, _ in places).items():
            first = next(place for each, place in places if each == path)
            where = f"line {first[1:]}" if first.startswith(":") else first.strip()
            yield f"      {names[path]}: {count(number, 'line')}, first {where}"


def _reasons(counts: Counter[str]) -> str:
    kinds = Counter(reason.partition(" (")[0] for reason in counts.elements())  # where in the line is told below
    return f"   ({', '.join(f'{kind} {number:,}' for kind, number in kinds.most_common())})" if kinds else ""


def as_dict(tally: Tally, scope: Scope) -> dict[str, Any]:
    """Return it as JSON-ready data."""
    return {
        "agent": scope.agent,
        "files": tally.files,
        "passed_over": tally.passed_over,
        "read": tally.read,
        "stored": tally.stored,
        "duplicate": tally.duplicate,
        "skipped": dict(tally.skipped),
        "failed": dict(tally.failed),
        "failures": tally.failures,
    }
