"""`slowwave export` and `slowwave import-archive`: agents in one file, from a home or an account into another."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pydantic import ValidationError

from slowwave import bootstrap
from slowwave.adapters.archive.exporting import Embeddings, export
from slowwave.adapters.archive.importing import Imported, Wanted, import_archive
from slowwave.adapters.archive.served import Served
from slowwave.bootstrap import LocalPorts, Ports
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, say
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, UnknownItem
from slowwave.online.verifying import Verdict, verify
from slowwave.settings import PlaceSettings

if TYPE_CHECKING:
    from collections.abc import Callable

ACCOUNT_HELP = (
    "Work on a deployment instead of a home: region, table prefix and buckets from AWS_REGION, SLOWWAVE_TABLE_PREFIX,"
    " SLOWWAVE_RAW_BUCKET and SLOWWAVE_SETS_BUCKET, credentials as the AWS tools find them."
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A place that is open: its ports, and where it keeps embeddings, which an account does not."""

    ports: Ports
    embeddings: Embeddings | None


def account_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --aws, passed on as `account`."""
    return click.option("--aws", "account", is_flag=True, help=ACCOUNT_HELP)(command)


@click.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@account_option
@json_option
@place_options
def export_(file: Path, place: Place, *, account: bool, as_json: bool) -> int:
    """Write everything of the agent, or of every agent of the tenant, to the new FILE.

    The same state gives the same bytes, wherever it is kept. The file holds raw records: whatever was said. An agent
    that slowwave verify finds fault with is written as it is, and no import takes it: exit 1.
    """
    with _open(place, account=account, write=False) as opened:
        scopes = _scopes(place, opened.ports)
        with click.progressbar(length=0, label="Exporting", file=sys.stderr) as bar:
            done = export(file, scopes, opened.ports.storage, opened.embeddings, progress=bar.update)
        verdicts = {scope: _verified(scope, opened.ports) for scope in scopes}
    size = file.stat().st_size
    if as_json:
        agents = [{**_as_dict(each), "intact": verdicts[each.scope].intact} for each in done]
        print_json({"file": str(file), "bytes": size, "agents": agents})
    else:
        for each in done:
            held = f"{count(each.items, 'item')} and {count(each.objects, 'object')}"
            say(f"Exported agent {each.scope.agent!r}: {held}.")
            if not verdicts[each.scope].intact:
                _print_findings(each.scope.agent, verdicts[each.scope])
        say(f"  {file!s}, {size:,} bytes")
    return 0 if all(each.intact for each in verdicts.values()) else 1


@click.command("import-archive")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@account_option
@json_option
@place_options
def import_archive_(file: Path, place: Place, *, account: bool, as_json: bool) -> int:
    """Bring in the agents of FILE, or the one named with --agent, into a place that does not have them.

    All of FILE is checked before anything is written. Stopped, the same command goes on where it was. At the end each
    agent is verified as slowwave verify does it.
    """
    wanted = Wanted(place.tenant, place.agent)
    with _open(place, account=account, write=True) as opened:
        with click.progressbar(length=2 * file.stat().st_size, label="Importing", file=sys.stderr) as bar:
            done = import_archive(
                file,
                wanted,
                opened.ports.storage,
                opened.embeddings,
                opened.ports.erased,
                judge=lambda scope, kept: _verified(scope, kept).findings,
                progress=bar.update,
            )
        verdicts = {each.held.scope: _verified(each.held.scope, opened.ports) for each in done}
    if as_json:
        print_json([_imported(each, verdicts[each.held.scope]) for each in done])
    else:
        for each in done:
            _print(each, verdicts[each.held.scope])
    return 0 if all(each.intact for each in verdicts.values()) else 1


@contextmanager
def _open(place: Place, *, account: bool, write: bool) -> Iterator[Opened]:
    if account:
        yield Opened(bootstrap.aws(_settings()), None)
        return
    with place.writing() if write else place.reading() as ports:
        yield Opened(ports, ports.embeddings)


def _settings() -> PlaceSettings:
    try:
        return PlaceSettings.parse(os.environ)
    except ValidationError as error:
        missing = ", ".join(sorted(str(each["loc"][0]) for each in error.errors()))
        raise InvalidInput(f"--aws needs {missing} in the environment, as the deployment's functions have") from error


def _scopes(place: Place, ports: Ports) -> list[Scope]:
    if isinstance(ports, LocalPorts) and place.agent is not None:
        return [place.existing(ports)]
    known = sorted(ports.registry.agents(place.tenant))
    chosen = [scope for scope in known if place.agent in (None, scope.agent)]
    if not chosen:
        named = f"no agent {place.agent!r}" if place.agent else "no agent yet"
        raise UnknownItem(f"tenant {place.tenant!r} has {named} here; there is nothing to export")
    return chosen


def _verified(scope: Scope, kept: Ports | Served) -> Verdict:
    return verify(scope, archive=kept.archive, journal=kept.journal, reports=kept.reports, sets=kept.sets)


def _print(done: Imported, verdict: Verdict) -> None:
    held, agent = done.held, done.held.scope.agent
    if done.items or done.objects:
        left = held.items - done.items + held.objects - done.objects
        before = f" ({left:,} were here)" if left else ""
        say(f"Imported agent {agent!r}: {count(done.items, 'item')} and {count(done.objects, 'object')}{before}.")
    else:
        say(f"Agent {agent!r} is here already, and as the archive has it; nothing was written.")
    if verdict.intact:
        say(f"  intact: the chain ends at {verdict.end.sequence} with {verdict.end.hash[:12]}")
    else:
        _print_findings(agent, verdict)


def _print_findings(agent: str, verdict: Verdict) -> None:
    command = shlex.join(("slowwave", "verify", "--agent", agent))
    say(f"  NOT INTACT, {count(len(verdict.findings), 'finding')}, and no import takes it so: see {command}")


def _imported(done: Imported, verdict: Verdict) -> dict[str, Any]:
    new = {"new_items": done.items, "new_objects": done.objects}
    return {**_as_dict(done.held), **new, "intact": verdict.intact, "chain": verdict.end.hash}


def _as_dict(held: Any) -> dict[str, Any]:
    return {"agent": held.scope.agent, **{name: value for name, value in asdict(held).items() if name != "scope"}}


COMMANDS = {"export": export_, "import-archive": import_archive_}
