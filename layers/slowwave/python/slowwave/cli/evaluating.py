"""`slowwave evaluate …`: the table of experiments, and what their commands share. An experiment is one module here that
reads options and calls one function of `slowwave.evaluation`.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from slowwave.cli.lazy import LazyGroup, Table
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from slowwave.evaluation import results

EXPERIMENTS: Table = {
    "evidence": ("slowwave.cli.evaluate_evidence", "Whether the words that answer a question are shown (public sets)."),
    "precision": ("slowwave.cli.evaluate_precision", "Whether what is not asked for or no longer so is left out."),
    "simulate": ("slowwave.cli.evaluate_simulate", "Whether memory helps or hurts over 500 turns of known truth."),
    "tasks": ("slowwave.cli.evaluate_tasks", "Whether later tasks find what earlier sessions taught (a fixed set)."),
    "working-set": ("slowwave.cli.evaluate_working_set", "Whether memory names the files that sessions read again."),
    "growth": ("slowwave.cli.evaluate_growth", "What grows over thousands of turns, and what does not."),
    "targets": ("slowwave.cli.evaluate_targets", "What was reached of what was set out, and which results are old."),
    "all": ("slowwave.cli.evaluate_all", "Every experiment, as a release is measured."),
}
"""Each experiment, the module it is in (imported only when it is called), and what it asks."""

NEEDS = ("matplotlib", "yaml", "numpy", "onnxruntime", "moto")
"""What slowwave[evaluation] and slowwave[local] install."""

WRITTEN = frozenset({"as_json", "out", "rows", "failures"})
"""Options that say where and how results are written, and change none."""


class Experiments(LazyGroup):
    """The experiments; without what they need, one sentence that says what to install."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        missing = [name for name in NEEDS if find_spec(name) is None]
        if missing:
            raise InvalidInput(f"evaluate needs {', '.join(missing)}; install slowwave[local,evaluation]")
        return super().get_command(ctx, cmd_name)


@click.group(cls=Experiments, table=EXPERIMENTS)
def evaluate() -> None:
    """Measure what memory shows, against retrieval, with intervals."""


@dataclass(frozen=True, slots=True)
class Report:
    """Where a result goes, and under which name."""

    as_json: bool
    out: Path | None
    name: str | None = None

    def give(self, result: results.Result, name: str) -> None:
        """Print the result; where a folder was named write it there with its pictures, and print its first table."""
        from slowwave.evaluation import results

        result = results.run_by(results.called(result, name, self.name or name), ran(click.get_current_context()))
        written = results.write(result, self.out, self.name or name) if self.out else ()
        result = result if written else replace(result, plots=())  # of pictures that are nowhere nothing is shown
        if self.as_json:
            click.echo(results.as_json(result), nl=False)
        else:
            click.echo(results.as_summary(result) if written else results.as_markdown(result), nl=False)
        for path in written:
            click.echo(f"Wrote {path}", err=self.as_json)


def ran(ctx: click.Context) -> str:
    """Return the command that gives the same figures: every option that differs from its default, but where things
    are written; of what is read its last name, since a place is a machine's own.
    """
    words = ["slowwave", "evaluate", str(ctx.info_name)]
    for option in ctx.command.params:
        name = str(option.name)
        value: Any = ctx.params[name]
        usual = ctx.get_parameter_source(name) is ParameterSource.DEFAULT or value == option.default
        if not usual and name not in WRITTEN:
            several = value if option.multiple else (value,)
            words += [word for each in several for word in (option.opts[0], *_said(each))]
    return shlex.join(words)


def _said(value: Any) -> list[str]:
    """Return what follows an option's name; nothing follows a flag's."""
    return [] if value is True else [value.resolve().name if isinstance(value, Path) else str(value)]


def made(folder: Path) -> Path:
    """Make a folder before the long work starts, so that a wrong path costs nothing.

    Raises:
        InvalidInput: it cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise InvalidInput(f"{str(folder)!r} cannot be written: {error.strerror}; name another folder") from error


def _plain(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """Refuse a name that would write outside of the folder of --out."""
    if name is not None and (not name.strip(" .") or name != Path(name).name):
        raise click.BadParameter(f"{name!r} is no name of a file; name the folder with --out")
    return name


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --json, --out and --name, passed on as one `report`."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON.")
    @click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder to write it to, with plots.")
    @click.option("--name", callback=_plain, help="Name of the files that --out writes.  [default: the experiment's]")
    @wraps(command)
    def with_report(*args: Any, as_json: bool, out: Path | None, name: str | None, **options: Any) -> Any:
        return command(*args, report=Report(as_json, made(out) if out else None, name), **options)

    return with_report


def data_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --data, the folder of the public data sets."""
    return click.option(
        "--data",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        envvar="SLOWWAVE_DATA",
        help="Folder of the public data sets. [env: SLOWWAVE_DATA]",
    )(command)


def rows_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --rows, where finished histories of a simulation are kept."""
    return click.option(
        "--rows",
        type=click.Path(file_okay=False, path_type=Path),
        help="Keep what each history gave in this folder; the same command goes on from there.",
    )(command)


def named(data: Path | None) -> Path:
    """Return the data folder.

    Raises:
        InvalidInput: none was named.
    """
    if data is None:
        raise InvalidInput("name the folder of the public data sets with --data or SLOWWAVE_DATA; slowwave has none")
    return data


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error and yield what moves it on."""
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update


COMMANDS = {"evaluate": evaluate}
