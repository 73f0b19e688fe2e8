"""Sequences out of YAML files, each refused with one sentence if anything about it is not as described."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import yaml

from slowwave.domain.claims import Skeleton
from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation.events import Reason
from slowwave.evaluation.tasks.chatter import blocks
from slowwave.evaluation.tasks.checking import check
from slowwave.evaluation.tasks.fields import Fields, brief
from slowwave.evaluation.tasks.format import (
    VERSION,
    Cycle,
    Event,
    Expectation,
    Forbid,
    Need,
    Sequence,
    Session,
    Speaker,
    Split,
    Task,
)

SUFFIXES = (".yaml", ".yml")
SEQUENCE = frozenset({"version", "id", "skeletons", "split", "about", "sessions", "cycles"})
SESSION = frozenset({"id", "start", "tenant", "before", "events", "after", "transcript"})
EVENT = frozenset({*(each.value for each in Speaker), "id", "at", "name", "command", "path", "failed", "dated"})
CHATTER = frozenset({"chatter"})
TASK = frozenset({"id", "task", "needs", "forbids"})
CYCLE = frozenset({"task", "expect", "text", "since", "within"})
BY = " by "
"""Between the reason of a forbidden string and the event that took it back."""
TENANT = "one"
"""Whose session it is where none is named."""
LONGEST = 300
"""Characters of what the reader of YAML says about a file."""


def packaged() -> tuple[Sequence, ...]:
    """Return the set that comes with slowwave."""
    with as_file(files("slowwave.evaluation") / "tasks" / "sequences") as folder:
        return read_folder(folder)


def read_folder(folder: Path) -> tuple[Sequence, ...]:
    """Return the sequences of every YAML file under a folder, by id.

    Raises:
        InvalidInput: there is none, one is not as described, or two have the same id.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    if not paths:
        raise InvalidInput(f"no sequence under {str(folder)!r}: it needs files that end in .yaml")
    return _distinct(read_file(path, path.relative_to(folder)) for path in paths)


def read_file(path: Path, name: Path | None = None) -> Sequence:
    """Return the sequence of one file.

    Args:
        name: what to call the file in messages.

    Raises:
        InvalidInput: it is not as described.
    """
    shown = str(name or path)
    try:
        value = yaml.load(path.read_text("utf-8"), Loader=_Loader)  # noqa: S506 - it is a safe loader
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{shown}: is no YAML: {' '.join(str(error).split())[:LONGEST]}") from error
    except RecursionError as error:
        raise InvalidInput(f"{shown}: is nested too deeply to be read") from error
    ident = value.get("id", "without id") if isinstance(value, dict) else "without id"
    where = f"{shown}: sequence {brief(ident)}"
    sequence = _sequence(Fields.of(where, value, SEQUENCE), path)
    check(sequence, where)
    return sequence


class _Loader(yaml.SafeLoader):
    """A safe loader that refuses a field given twice, of which YAML would drop the first without a word; an alias, with
    which a short file could stand for one of any size; and a value that cannot be what it is written as.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for place, key in enumerate(seen) if key in seen[:place]), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"{brief(twice)} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.get_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "aliases are not followed; write it out", mark)
        return super().compose_node(parent, index)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
        try:
            return super().construct_object(node, deep)
        except (ValueError, OverflowError, AttributeError, KeyError, TypeError) as error:
            said = f"{brief(node.value)} is not the time or number that it looks like; mend it, or put it in quotes"
            raise yaml.constructor.ConstructorError(None, None, said, node.start_mark) from error


def _distinct(sequences: Iterable[Sequence]) -> tuple[Sequence, ...]:
    found: dict[str, Sequence] = {}
    for each in sequences:
        if each.id in found:
            raise InvalidInput(f"{each.path.name}: sequence {each.id!r} has the id of {found[each.id].path.name}")
        found[each.id] = each
    return tuple(sorted(found.values(), key=lambda each: each.id))


def _sequence(fields: Fields, path: Path) -> Sequence:
    if fields.number("version", 0) != VERSION:
        fields.refuse(f"needs {VERSION} in field 'version', not {brief(fields.values.get('version'))}")
    skeletons = fields.several("skeletons", lambda _, item: fields.chosen("skeletons", item, Skeleton))
    if not skeletons:
        fields.refuse("needs at least one of coding, assistant, document in field 'skeletons'")
    return Sequence(
        fields.text("id"),
        skeletons,
        fields.choice("split", Split, Split.DEVELOPMENT),
        fields.text("about"),
        fields.several("sessions", lambda place, item: _session(fields, place, item, path)),
        fields.several("cycles", lambda place, item: _cycle(fields, place, item)),
        path,
    )


def _session(sequence: Fields, place: int, value: Any, path: Path) -> Session:
    ident = value.get("id", f"number {place}") if isinstance(value, dict) else f"number {place}"
    fields = Fields.of(f"{sequence.where}, session {brief(ident)}", value, SESSION)
    start = fields.time("start")
    transcript = fields.text("transcript", "")
    if transcript and fields.values.get("events"):
        fields.refuse("has both 'events' and a 'transcript'; leave one out")
    if not transcript and not fields.values.get("events"):
        fields.refuse("needs 'events' or a 'transcript'")
    if transcript and not (path.parent / transcript).is_file():
        fields.refuse(f"names in field 'transcript' a file that is not there: {brief(transcript)}")
    return Session(
        fields.text("id"),
        start,
        fields.text("tenant", TENANT),
        fields.several("before", lambda number, item: _task(fields, f"before {number}", item)),
        _events(fields, start),
        fields.several("after", lambda number, item: _task(fields, f"after {number}", item)),
        path.parent / transcript if transcript else None,
    )


def _events(session: Fields, start: datetime) -> tuple[Event, ...]:
    """The events of a session, with ordinary work where it is named; each happens a minute after the one before."""
    found: list[Event] = []

    def add(place: int, item: Any) -> None:
        if not isinstance(item, dict) or "chatter" not in item:
            found.append(_event(f"{session.where}, event {place}", item, start, len(found)))
            return
        fields = Fields.of(f"{session.where}, event {place}", item, CHATTER)
        name = fields.text("chatter")
        if name not in blocks():
            fields.refuse(f"names in field 'chatter' no block there is: {brief(name)}")
        for said in blocks()[name]:
            found.append(replace(_event(f"chatter {name!r}", said, start, len(found)), chatter=name))

    session.several("events", add)
    return tuple(found)


def _event(where: str, value: Any, start: datetime, minute: int) -> Event:
    fields = Fields.of(where, value, EVENT)
    speakers = [each for each in Speaker if each.value in fields.values]
    if len(speakers) != 1:
        fields.refuse(f"needs exactly one of {', '.join(Speaker)} with the text")
    minutes = fields.number("at", minute)
    try:
        time = start + timedelta(minutes=minutes)
    except OverflowError:
        fields.refuse("happens after the end of the calendar: give an earlier 'start', or fewer minutes in field 'at'")
    return Event(
        fields.text("id", ""),
        speakers[0],
        fields.text(speakers[0].value),
        time,
        fields.text("name", ""),
        fields.text("command", ""),
        fields.text("path", ""),
        fields.flag("failed"),
        fields.optional_time("dated"),
    )


def _task(session: Fields, name: str, value: Any) -> Task:
    fields = Fields.of(f"{session.where}, task {name!r}", value, TASK)
    needs = tuple(Need(text, source) for text, source in fields.pairs("needs"))
    forbids = tuple(_forbid(fields, text, said) for text, said in fields.pairs("forbids"))
    if not needs and not forbids:
        fields.refuse("needs something in field 'needs' or 'forbids'")
    session_id = session.values.get("id")
    return Task(fields.text("id", f"{session_id} {name}"), fields.text("task"), needs, forbids)


def _forbid(fields: Fields, text: str, said: str) -> Forbid:
    reason, _, by = said.partition(BY)
    return Forbid(text, fields.chosen("forbids", reason, Reason), by)


def _cycle(sequence: Fields, place: int, value: Any) -> Cycle:
    fields = Fields.of(f"{sequence.where}, cycle {place}", value, CYCLE)
    expect = fields.choice("expect", Expectation)
    return Cycle(fields.text("task"), expect, fields.text("text"), fields.text("since"), fields.number("within", 2))
