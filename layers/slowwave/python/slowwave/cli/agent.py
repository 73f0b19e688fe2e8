"""`slowwave agent init|set|show|list`: the versioned policy that says how an agent's memory behaves."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import click

from slowwave.bootstrap import LocalPorts, now
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, print_table, visible
from slowwave.cli.settings import MEANINGS, allowed, is_assignment, setting, shown
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, UnknownItem
from slowwave.online import agents


@click.group()
def agent() -> None:
    """Create an agent, or show or change its policy."""


@agent.command(short_help="Create an agent with the defaults.")
@click.argument("name")
@click.option(
    "--skeleton",
    "skeletons",
    multiple=True,
    required=True,
    type=click.Choice([each.value for each in Skeleton]),
    help="Shape of its knowledge; may be given several times.",
)
@json_option
@place_options
def init(name: str, skeletons: tuple[str, ...], place: Place, *, as_json: bool) -> None:
    """Create the agent NAME with the defaults."""
    scope = Scope(place.tenant, name)
    with place.writing() as ports:
        if ports.registry.policy(scope):
            raise InvalidInput(f"agent {name!r} exists; change it with slowwave agent set {name}")
        policy = create(scope, tuple(Skeleton(each) for each in dict.fromkeys(skeletons)), ports)
    if as_json:
        print_json(_as_dict(Versioned(policy, 1)))
        return
    click.echo(f"Created agent {name!r} with {', '.join(dict.fromkeys(skeletons))} knowledge (policy version 1).")


@agent.command("set", short_help="Change settings of an agent.")
@click.argument("words", nargs=-1, required=True, metavar="[NAME] SETTING=VALUE…")
@json_option
@place_options
def set_(words: tuple[str, ...], place: Place, *, as_json: bool) -> None:
    """Change settings of the agent NAME, which may be left out while there is only one.

    `slowwave agent show` lists them.
    """
    name, assignments = (None, words) if is_assignment(words[0]) else (words[0], words[1:])
    if not assignments:
        raise InvalidInput(f"say what to change: slowwave agent set {shlex.quote(words[0])} SETTING=VALUE")
    changes = dict(setting(each) for each in assignments)
    with place.writing() as ports:
        scope = _meant(name, place, ports)
        stored = _policy(scope, ports)
        changed = replace(stored.item, **changes)
        if changed != stored.item:
            reason = f"settings changed: {', '.join(sorted(changes))}"
            put = Put(changed, stored.version, reason)
            ports.ledger.commit(scope, [put], cause="operator", at=now(), lease=None, now=now())
        known = ports.records.count(scope)
    version = stored.version + (changed != stored.item)
    if as_json:
        print_json(_as_dict(Versioned(changed, version)))
    elif version == stored.version:
        click.echo(f"Nothing to change: policy version {version} already says so.")
    else:
        click.echo(f"Agent {scope.agent!r} is now at policy version {version}; the next run uses it.")
    added = [each for each in changed.skeletons if each not in stored.item.skeletons]
    if added and known["records"] > known["unread"]:
        _say_unread(changed, added, known["records"] - known["unread"], place, err=as_json)


def _say_unread(policy: AgentPolicy, added: Sequence[Skeleton], read: int, place: Place, *, err: bool) -> None:
    """Say what an agent keeps none of the new knowledge of, and how to have it: a run reads new records only."""
    shapes = [part for each in policy.skeletons for part in ("--skeleton", each.value)]
    command = shlex.join(("slowwave", "agent", "init", "NAME", *shapes, *place.options))
    unread = f"{count(read, 'record')} that runs have read before are not read again"
    click.echo(visible(f"It keeps {', '.join(added)} knowledge of what it hears from now on: {unread}."), err=err)
    told = f"To have it of them too, make another agent ({command}) and import their files for that one."
    click.echo(visible(told), err=err)


@agent.command(short_help="Show the policy of an agent, and what each setting means.")
@click.argument("name", required=False)
@json_option
@place_options
def show(name: str | None, place: Place, *, as_json: bool) -> None:
    """Show the policy of the agent NAME, which may be left out while there is only one, and what each setting means."""
    with place.reading() as ports:
        stored = _policy(_meant(name, place, ports), ports)
    if as_json:
        print_json(_as_dict(stored))
        return
    click.echo(f"Agent {stored.item.scope.agent}, policy version {stored.version}")
    settings = [(name, shown(value), allowed(name), MEANINGS[name]) for name, value in _settings(stored.item).items()]
    print_table(["setting", "value", "may be", "what it is"], settings)


@agent.command("list")
@json_option
@place_options
def list_(place: Place, *, as_json: bool) -> None:
    """List the agents of a tenant."""
    with place.reading() as ports:
        policies = [_policy(scope, ports) for scope in ports.registry.agents(place.tenant)]
    rows = [(each.item.scope.agent, each.version, shown(each.item.skeletons)) for each in policies]
    if as_json:
        print_json([{name: _as_dict(each)[name] for name in ("agent", "version", "skeletons")} for each in policies])
        return
    print_table(["agent", "policy", "skeletons"], rows, empty="No agents yet: slowwave import PATH makes one.")


def create(scope: Scope, skeletons: tuple[Skeleton, ...], ports: LocalPorts) -> AgentPolicy:
    """Write the first policy of an agent and return it."""
    policy = AgentPolicy(scope, skeletons)
    agents.create(policy, ledger=ports.ledger, now=now())
    return policy


def _meant(name: str | None, place: Place, ports: LocalPorts) -> Scope:
    """The agent that is named as an argument or, as with every other command, with --agent."""
    if name is None:
        return place.existing(ports)
    if place.agent not in (None, name):
        raise InvalidInput(f"two agents are named, {name!r} and --agent {place.agent!r}; name one of them")
    return Scope(place.tenant, name)


def _settings(policy: AgentPolicy) -> dict[str, Any]:
    return {name: value for name, value in asdict(policy).items() if name != "scope"}


def _as_dict(stored: Versioned[AgentPolicy]) -> dict[str, Any]:
    return {"agent": stored.item.scope.agent, "version": stored.version, **_settings(stored.item)}


def _policy(scope: Scope, ports: LocalPorts) -> Versioned[AgentPolicy]:
    stored = ports.registry.policy(scope)
    if stored is None:
        raise UnknownItem(
            f"there is no agent {scope.agent!r}; create it with slowwave agent init {scope.agent} --skeleton coding"
        )
    return stored


COMMANDS = {"agent": agent}
