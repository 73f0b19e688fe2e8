"""`slowwave agent init|set|show|list`: the versioned policy that says how an agent's memory behaves."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields, replace
from enum import StrEnum
from typing import Any

import click

from slowwave.bootstrap import LocalPorts, now
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, print_table, visible
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import RANGES, TOKENIZERS, AgentPolicy, DecayCurve, DecayView, GatePreset
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, UnknownItem
from slowwave.online import agents

CHOICES: dict[str, type[StrEnum]] = {
    "gate_preset": GatePreset,
    "decay_view": DecayView,
    "decay_curve": DecayCurve,
}
"""The types of settings that are one of a few words."""

WORDS: dict[str, Iterable[str]] = {**CHOICES, "tokenizer": TOKENIZERS, "inject_assumptions": ("true", "false")}
"""What a setting that is no number may be."""
SETTABLE = tuple(field.name for field in fields(AgentPolicy) if field.name not in ("scope", "skeletons"))


@click.group()
def agent() -> None:
    """Create an agent, or show or change its policy."""


@agent.command()
@click.argument("name")
@click.option(
    "--skeleton",
    "skeletons",
    multiple=True,
    required=True,
    type=click.Choice([each.value for each in Skeleton]),
    help="Shape of its knowledge; may be given several times.",
)
@place_options
def init(name: str, skeletons: tuple[str, ...], place: Place) -> None:
    """Create the agent NAME with the defaults."""
    scope = Scope(place.tenant, name)
    with place.writing() as ports:
        if ports.registry.policy(scope):
            raise InvalidInput(f"agent {name!r} exists; change it with slowwave agent set {name}")
        create(scope, tuple(Skeleton(each) for each in dict.fromkeys(skeletons)), ports)
    click.echo(f"Created agent {name!r} with {', '.join(dict.fromkeys(skeletons))} knowledge (policy version 1).")


@agent.command("set")
@click.argument("name")
@click.argument("settings", nargs=-1, required=True, metavar="SETTING=VALUE…")
@json_option
@place_options
def set_(name: str, settings: tuple[str, ...], place: Place, *, as_json: bool) -> None:
    """Change settings of the agent NAME; `slowwave agent show NAME` lists them."""
    scope = Scope(place.tenant, name)
    with place.writing() as ports:
        stored = _policy(scope, ports)
        changes = dict(_setting(each) for each in settings)
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
        click.echo(f"Agent {name!r} is now at policy version {version}; the next run uses it.")
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


@agent.command()
@click.argument("name", required=False)
@json_option
@place_options
def show(name: str | None, place: Place, *, as_json: bool) -> None:
    """Show the policy of the agent NAME, which may be left out while there is only one, and what may be set."""
    with place.reading() as ports:
        stored = _policy(Scope(place.tenant, name) if name is not None else place.existing(ports), ports)
    if as_json:
        print_json(_as_dict(stored))
        return
    click.echo(f"Agent {stored.item.scope.agent}, policy version {stored.version}")
    settings = [(name, _shown(value), _allowed(name)) for name, value in _settings(stored.item).items()]
    print_table(["setting", "value", "may be"], settings)


@agent.command("list")
@json_option
@place_options
def list_(place: Place, *, as_json: bool) -> None:
    """List the agents of a tenant."""
    with place.reading() as ports:
        policies = [_policy(scope, ports) for scope in ports.registry.agents(place.tenant)]
    rows = [(each.item.scope.agent, each.version, ", ".join(each.item.skeletons)) for each in policies]
    if as_json:
        print_json([{"agent": name, "version": version, "skeletons": shapes} for name, version, shapes in rows])
        return
    print_table(["agent", "policy", "skeletons"], rows)


def create(scope: Scope, skeletons: tuple[Skeleton, ...], ports: LocalPorts) -> AgentPolicy:
    """Write the first policy of an agent and return it."""
    policy = AgentPolicy(scope, skeletons)
    agents.create(policy, ledger=ports.ledger, now=now())
    return policy


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


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or name not in (*SETTABLE, "skeletons"):
        raise InvalidInput(f"{text!r} is no setting; write NAME=VALUE with a name that slowwave agent show lists")
    try:
        return name, _parsed(name, value)
    except ValueError as error:
        raise InvalidInput(f"{value!r} is not a value of {name}; {_expected(name)}") from error


def _parsed(name: str, value: str) -> Any:
    if name == "skeletons":
        return tuple(Skeleton(each.strip()) for each in value.split(","))
    if name in CHOICES:
        return CHOICES[name](value)
    kind = type(_default(name))
    if kind is bool:
        return ("false", "true").index(value.lower()) == 1
    return kind(value)


def _default(name: str) -> Any:
    return next(field.default for field in fields(AgentPolicy) if field.name == name)


def _expected(name: str) -> str:
    if name == "skeletons":
        return f"give one or more of {', '.join(Skeleton)}, separated by commas"
    if name in CHOICES:
        return f"give one of {', '.join(CHOICES[name])}"
    return {bool: "give true or false", int: "give a whole number", float: "give a number"}.get(
        type(_default(name)), "give a text"
    )


def _allowed(name: str) -> str:
    """What a setting may be, in a few words."""
    if name == "skeletons":
        return f"one or more of {', '.join(Skeleton)}"
    if name in RANGES:
        least, most = RANGES[name]
        return f"{least:,} to {most:,}"
    return ", ".join(WORDS[name])


def _shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


COMMANDS = {"agent": agent}
