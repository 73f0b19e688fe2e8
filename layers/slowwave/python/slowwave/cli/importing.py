"""`slowwave import`: transcripts and documents into the raw layer, with an exact account of every line."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from slowwave.adapters.transcripts import Failed, Format, Skipped, detect, read
from slowwave.bootstrap import LocalPorts, now
from slowwave.cli.agent import create
from slowwave.cli.options import DEFAULT_AGENT, ZONED_TIME, Place, json_option, place_options
from slowwave.cli.output import count, print_json, visible
from slowwave.cli.tally import Tally, as_dict, print_tally
from slowwave.domain.claims import Skeleton
from slowwave.domain.erasures import ERASED
from slowwave.domain.records import Record
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, Unavailable
from slowwave.online.capture import MAX_BATCH, store

READABLE_SUFFIXES = frozenset({".jsonl", ".json", ".md", ".markdown", ".txt", ".traj"})
"""What a directory is searched for; a file that is named is read whatever it is called."""


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH…")
@click.option(
    "--format", "file_format", type=click.Choice([each.value for each in Format]), help="Read every file as this."
)
@click.option("--time", "base_time", type=ZONED_TIME, help="Time of what states none, with a zone.")
@json_option
@place_options
def import_(
    paths: Sequence[Path], file_format: str | None, base_time: datetime | None, place: Place, *, as_json: bool
) -> int:
    """Read transcripts and documents at PATH (files or directories) into the raw layer.

    Reads Claude Code and Codex session logs, OpenAI and LangGraph messages, SpecStory markdown, SWE-agent
    trajectories, slowwave record JSONL, and markdown or text documents. Reading the same again stores nothing twice.
    Exits with 1 when a line failed; every other line is stored.
    """
    formats, passed_over = _formats(paths, Format(file_format) if file_format else None)
    if not formats:
        raise InvalidInput(f"no transcript or document under {', '.join(map(str, paths))}")
    scope: Scope | None = None
    try:
        with place.writing() as ports:
            scope, said = _agent(place, ports, formats.values())
            tally = import_files(formats, scope, ports, base_time=base_time)
            unkept = unkept_skeletons(scope, formats.values(), ports)
    except Unavailable as error:
        raise Unavailable(f"{error}{_so_far(scope, place)}") from error
    tally.passed_over = passed_over
    if as_json:
        print_json(as_dict(tally, scope))
    else:
        print_tally(tally, scope, said)
    if unkept:
        _warn(scope, unkept, place)
    return 1 if tally.failed else 0


def _so_far(scope: Scope | None, place: Place) -> str:
    """Return how many records the agent of an import that could not end holds, as the home has it on the disk."""
    if scope is None:
        return ""
    with place.reading() as ports:
        held = ports.records.count(scope)["records"]
    return f"; agent {scope.agent!r} holds {count(held, 'record')}"


def import_files(
    formats: dict[Path, Format], scope: Scope, ports: LocalPorts, *, base_time: datetime | None = None
) -> Tally:
    """Store the records of these files in batches, showing progress on a terminal; one bad line costs no other."""
    tally = Tally(files=len(formats))
    total = sum(path.stat().st_size for path in formats)
    with click.progressbar(length=total, label="Importing", file=sys.stderr) as bar:
        for path, file_format in formats.items():
            done = 0

            def advance(position: int) -> None:
                nonlocal done
                bar.update(position - done)
                done = position

            results = read(path, scope, file_format, base_time=base_time, progress=advance)
            for batch in _batches(_records(results, path, tally)):
                _store(batch, path, scope, ports, tally)
            bar.update(path.stat().st_size - done)
    return tally


def _store(batch: list[Record], path: Path, scope: Scope, ports: LocalPorts, tally: Tally) -> None:
    receipt = store(batch, scope=scope, records=ports.records, registry=ports.registry, now=now())
    tally.stored += receipt.stored
    tally.duplicate += receipt.duplicate
    for position, reason in (receipt.failed or {}).items():
        if reason == ERASED:
            tally.skipped[reason] += 1
        else:
            tally.fail(reason, path, f" at {batch[position].event_time.isoformat()}")


def _records(results: Iterable[Any], path: Path, tally: Tally) -> Iterator[Record]:
    """Pass records on and count everything else."""
    for each in results:
        if isinstance(each, Skipped):
            tally.skipped[str(each.reason)] += 1
        elif isinstance(each, Failed):
            detail = f" ({each.detail})" if each.detail else ""
            tally.fail(f"{each.reason}{detail}", path, f":{each.line}")
        else:
            yield each


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    batch: list[Record] = []
    for record in records:
        batch.append(record)
        if len(batch) == MAX_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _formats(paths: Iterable[Path], given: Format | None) -> tuple[dict[Path, Format], list[str]]:
    """The format of every file, and the files of directories that have none; a file that was named must have one."""
    formats: dict[Path, Format] = {}
    passed_over: list[str] = []
    for path in paths:
        if path.is_file():
            formats[path] = given or detect(path)
            continue
        if not path.is_dir():
            raise InvalidInput(f"{str(path)!r} is neither a file nor a directory")
        for file in sorted(each for each in path.rglob("*") if _is_readable(each)):
            try:
                formats[file] = given or detect(file)
            except InvalidInput:
                passed_over.append(str(file.relative_to(path)))
    return formats, passed_over


def _is_readable(path: Path) -> bool:
    """Whether a file of a directory is read: links may lead anywhere, and are not followed."""
    return path.is_file() and not path.is_symlink() and path.suffix.lower() in READABLE_SUFFIXES


def _agent(place: Place, ports: LocalPorts, formats: Iterable[Format]) -> tuple[Scope, str]:
    """The agent to import for: the one named or the only one, made with a sensible policy when it does not exist."""
    known = list(ports.registry.agents(place.tenant))
    if place.agent is None and known:
        return place.existing(ports), ""
    scope = Scope(place.tenant, DEFAULT_AGENT if place.agent is None else place.agent)
    if ports.registry.policy(scope):
        return scope, ""
    skeletons = sensible_skeletons(formats)
    create(scope, skeletons, ports)
    kept = ", ".join(skeletons)
    return scope, f"Created agent {scope.agent!r} with {kept} knowledge; change it with slowwave agent set."


def sensible_skeletons(formats: Iterable[Format]) -> tuple[Skeleton, ...]:
    """Return the shapes of knowledge that these files call for: sessions teach both kinds, documents their own."""
    kinds = set(formats)
    sessions = (Skeleton.CODING, Skeleton.ASSISTANT) if kinds - {Format.DOCUMENT} else ()
    documents = (Skeleton.DOCUMENT,) if Format.DOCUMENT in kinds else ()
    return (*sessions, *documents)


def unkept_skeletons(scope: Scope, formats: Iterable[Format], ports: LocalPorts) -> tuple[Skeleton, ...]:
    """Return all shapes that an agent should keep if it keeps none that some of these files call for; else nothing."""
    stored = ports.registry.policy(scope)
    kept = stored.item.skeletons if stored else ()
    missing = {each for shapes in map(sensible_skeletons, zip(formats)) if not {*shapes} & {*kept} for each in shapes}
    return (*kept, *(each for each in Skeleton if each in missing)) if missing else ()


def _warn(scope: Scope, skeletons: Sequence[Skeleton], place: Place) -> None:
    """Say before any run that it will learn nothing from files, for what it has read it does not read again."""
    command = shlex.join(("slowwave", "agent", "set", scope.agent, f"skeletons={','.join(skeletons)}", *place.options))
    said = f"agent {scope.agent!r} keeps no knowledge of a kind that these files hold, and a run reads a record once"
    click.echo(visible(f"slowwave: {said}; before the next slowwave consolidate, run {command}"), err=True)


COMMANDS = {"import": import_}
