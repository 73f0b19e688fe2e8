"""Options that commands share, and how they find the home and the agent that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

import click

from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.scope import Scope
from slowwave.errors import UnknownItem

DEFAULT_TENANT = "local"
DEFAULT_AGENT = "default"
DEFAULT_HOME = Path(".slowwave")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command works: a home, a tenant, and the agent if one was named."""

    home: Path
    tenant: str
    agent: str | None

    @property
    def options(self) -> tuple[str, ...]:
        """The options that lead to this home and tenant where they are not the usual ones, for a command to paste."""
        home = ("--home", str(self.home)) if self.home != DEFAULT_HOME else ()
        return (*home, *(("--tenant", self.tenant) if self.tenant != DEFAULT_TENANT else ()))

    @contextmanager
    def reading(self) -> Iterator[LocalPorts]:
        """Open the home to look at it; works while another process writes."""
        with local(self.home, persist=False) as ports:
            yield ports

    @contextmanager
    def writing(self, *, persist: bool = True) -> Iterator[LocalPorts]:
        """Open the home to change it; without `persist` the changes are gone when the block ends."""
        with local(self.home, persist=persist) as ports:
            yield ports

    def agents(self, ports: LocalPorts) -> list[Scope]:
        """Return the agent that was named, or every agent of the tenant."""
        if self.agent is not None:
            return [Scope(self.tenant, self.agent)]
        return list(ports.registry.agents(self.tenant))

    def existing(self, ports: LocalPorts) -> Scope:
        """Return the agent that was named, or the only one there is.

        Raises:
            UnknownItem: there is no such agent, none at all, or several to choose from.
        """
        known = list(ports.registry.agents(self.tenant))
        names = ", ".join(sorted(each.agent for each in known))
        if not known:
            raise UnknownItem(f"the home {str(self.home)!r} has no agent yet; run slowwave import PATH first")
        if self.agent is None:
            if len(known) > 1:
                raise UnknownItem(f"there are several agents ({names}); name one with --agent")
            return known[0]
        found = Scope(self.tenant, self.agent)
        if found not in known:
            raise UnknownItem(f"there is no agent {self.agent!r}; there is {names}")
        return found


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --home, --tenant and --agent, passed on as one `place`."""

    @click.option("--home", type=click.Path(file_okay=False, path_type=Path), default=DEFAULT_HOME,
                  envvar="SLOWWAVE_HOME", show_default=True, help="Directory that keeps the memory.")  # fmt: skip
    @click.option("--tenant", default=DEFAULT_TENANT, show_default=True, help="Whose agents.")
    @click.option("--agent", default=None, help="Which agent; may be left out while there is only one.")
    @wraps(command)
    def with_place(*args: Any, home: Path, tenant: str, agent: str | None, **options: Any) -> Any:
        return command(*args, place=Place(home, tenant, agent), **options)

    return with_place


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --json, passed on as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


class ZonedTime(click.ParamType[datetime]):
    """An absolute time: ISO 8601 with an offset or Z."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            time = datetime.fromisoformat(str(value).replace("Z", "+00:00"))
        except ValueError:
            self.fail(f"{value!r} is not a time; write it like 2026-03-01T09:00:00+00:00", param, ctx)
        if time.utcoffset() is None:
            self.fail(f"{value!r} has no zone; add an offset such as +00:00 or Z", param, ctx)
        try:
            return time.astimezone(UTC)
        except OverflowError:
            self.fail(f"{value!r} lies outside of the calendar; write it like 2026-03-01T09:00:00+00:00", param, ctx)


ZONED_TIME = ZonedTime()
