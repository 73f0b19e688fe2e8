"""BEAM: chats of a person with an assistant, with the messages that each probing question needs, updates and
contradictions among them (Tavakoli and others, "Beyond a Million Tokens", 2025).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from slowwave.domain.records import Actor
from slowwave.errors import InvalidInput
from slowwave.evaluation.public.corpus import Conversation, Question, Unit, chat_units, read

SIZE = "100K"
UNANSWERABLE = "abstention"
UPDATE, CONTRADICTION = "knowledge_update", "contradiction_resolution"
TIME = "%B-%d-%Y"
UNDATED = "January-01-2024"
"""Taken where a chat has no time at all."""

_PLAN_INDEX = re.compile(r"\s*->->.*$")
"""A mark of the generator at the end of a user's message."""


def load(data: Path) -> tuple[Conversation, ...]:
    """Read `beam/100K/*/` of a data folder.

    Raises:
        InvalidInput: there are none, or one is not a chat of BEAM.
    """
    folders = sorted((path for path in (data / "beam" / SIZE).glob("*") if path.name.isdigit()), key=_number)
    if not folders:
        raise InvalidInput(f"there is no beam/{SIZE}/*/chat.json in {str(data)!r}; give the data's place with --data")
    return tuple(_chat(folder) for folder in folders)


def _number(folder: Path) -> int:
    return int(folder.name)


def _chat(folder: Path) -> Conversation:
    name = f"beam-{folder.name}"
    units = read(folder / "chat.json", _units, "a chat of BEAM")
    known = frozenset(unit.source for unit in units)
    questions = read(
        folder / "probing_questions.json", lambda raw: _questions(name, raw, known), "a set of questions of BEAM"
    )
    return Conversation(name, units, questions)


def _units(raw: Any) -> tuple[Unit, ...]:
    said = [(str(batch["batch_number"]), message) for batch in raw for turn in batch["turns"] for message in turn]
    when = next((message["time_anchor"] for _, message in said if message.get("time_anchor")), UNDATED)
    units: list[Unit] = []
    for session, message in said:
        when = message.get("time_anchor") or when
        time = datetime.strptime(when, TIME).replace(tzinfo=UTC)
        text = _PLAN_INDEX.sub("", message["content"])
        units += chat_units(str(message["id"]), session, time, Actor(message["role"]), text)
    return tuple(units)


def _questions(name: str, raw: Any, known: frozenset[str]) -> tuple[Question, ...]:
    found = (
        _question(f"{name}/{category}/{place}", category, each, known)
        for category, several in raw.items()
        if category != UNANSWERABLE
        for place, each in enumerate(several)
    )
    return tuple(question for question in found if question.gold)


def _question(name: str, category: str, raw: Any, known: frozenset[str]) -> Question:
    cited = raw.get("source_chat_ids", [])
    parts = {part: _ids(ids) for part, ids in cited.items()} if isinstance(cited, dict) else {}
    new, old = parts.get("updated_info", frozenset()), parts.get("original_info", frozenset())
    update = category == UPDATE and new - old and old - new
    return Question(
        name,
        raw["question"],
        category,
        _ids(cited) & known,
        new - old if update else frozenset(),
        old - new if update else frozenset(),
        tuple(parts.values()) if category == CONTRADICTION and len(parts) > 1 else (),
    )


def _ids(nested: Any) -> frozenset[str]:
    """Return all whole numbers anywhere in a nested structure, as sources."""
    if isinstance(nested, dict):
        return _ids(list(nested.values()))
    if isinstance(nested, list):
        return frozenset(each for part in nested for each in _ids(part))
    return frozenset([str(nested)]) if isinstance(nested, int) else frozenset()
