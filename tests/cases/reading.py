"""Read the YAML files of governance cases; `HOW TO READ AND ADD A CASE` at the top of each says what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

from slowwave.domain.acts import ActKind
from slowwave.domain.records import Actor, Kind, Origin, Record
from tests.unit.stages.world import SCOPE

FOLDER = Path(__file__).parent
MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)

SPEAKERS: Mapping[str, tuple[Actor, Origin, Kind]] = {
    "user": (Actor.USER, Origin.USER, Kind.MESSAGE),
    "operator": (Actor.OPERATOR, Origin.OPERATOR, Kind.MESSAGE),
    "assistant": (Actor.ASSISTANT, Origin.ASSISTANT, Kind.MESSAGE),
    "tool": (Actor.TOOL, Origin.TOOL, Kind.TOOL_RESULT),
    "web": (Actor.TOOL, Origin.WEB, Kind.TOOL_RESULT),
    "file": (Actor.TOOL, Origin.FILE, Kind.TOOL_RESULT),
    "document": (Actor.SYSTEM, Origin.FILE, Kind.DOCUMENT),
}

_LINE = re.compile(
    rf"(?:day (?P<day>\d+) )?(?P<session>\S+) (?P<who>{'|'.join(SPEAKERS)})(?P<act> act)?: (?P<text>.*)", re.DOTALL
)
_EXPECTED = ("settled", "assumed", "not_settled", "gone", "never", "also")


@dataclass(frozen=True)
class Act:
    """What a person does by hand to the note that holds some words."""

    kind: ActKind
    words: str
    actor: Actor
    at: datetime


@dataclass(frozen=True)
class Case:
    """A log with what must come out of it; see the top of any file for each kind of entry."""

    kind: str
    id: str
    log: tuple[Record | Act, ...]
    as_of: datetime
    settled: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    not_settled: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    notes: int | None = None

    @property
    def name(self) -> str:
        return f"{self.kind}: {self.id}"


def read_cases() -> tuple[Case, ...]:
    """Every case of every file, in the order of the files."""
    return tuple(case for path in sorted(FOLDER.glob("*.yaml")) for case in _cases(path))


def _cases(path: Path) -> Iterator[Case]:
    content = yaml.safe_load(path.read_text("utf-8"))
    for entry in content["cases"]:
        try:
            yield _case(content["kind"], entry)
        except (KeyError, ValueError) as error:
            raise ValueError(f"{path.name}, case {entry.get('id')!r}: {error}") from error


def _case(kind: str, entry: Mapping[str, Any]) -> Case:
    unknown = set(entry) - {"id", "log", "as_of", "notes", *_EXPECTED}
    if unknown:
        raise ValueError(f"no such entry: {', '.join(sorted(unknown))}")
    log = tuple(_events(entry["log"]))
    last = max(each.at if isinstance(each, Act) else each.event_time for each in log)
    as_of = MONDAY + timedelta(days=entry["as_of"], hours=12) if "as_of" in entry else last + timedelta(days=1)
    expected = {name: tuple(map(str, entry.get(name, ()))) for name in _EXPECTED}
    return Case(kind, entry["id"], log, as_of, notes=entry.get("notes"), **expected)


def _events(log: str) -> Iterator[Record | Act]:
    at, session = MONDAY - timedelta(days=1), ""
    for line in re.split(r"\n(?!\s)", log.strip("\n")):
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"this line does not begin with a session and a speaker: {line!r}")
        at = at + timedelta(minutes=10) if match["session"] == session else at + timedelta(days=1)
        if match["day"]:
            at = MONDAY + timedelta(days=int(match["day"]), hours=at.hour - 9, minutes=at.minute)
        session = match["session"]
        actor, origin, kind = SPEAKERS[match["who"]]
        text = re.sub(r"\n {2}", "\n", match["text"])
        if match["act"]:
            done, words = text.split(" ", 1)
            yield Act(ActKind(done), words, actor, at)
        else:
            yield Record(SCOPE, session, actor, kind, origin, text, at)
