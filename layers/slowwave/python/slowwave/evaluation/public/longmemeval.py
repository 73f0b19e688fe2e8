"""LongMemEval: one question over a haystack of chat sessions, with the turns that answer it marked (Wu and others,
"LongMemEval: Benchmarking Chat Assistants on Long-Term Interactive Memory", 2024). The user brings the file.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from slowwave.domain.records import Actor
from slowwave.errors import InvalidInput
from slowwave.evaluation.public.corpus import Conversation, Question, Unit, chat_units, read

TIME = "%Y/%m/%d (%a) %H:%M"
UNANSWERABLE = "_abs"
"""Ends the id of a question whose answer was never said."""


def load(file: Path) -> tuple[Conversation, ...]:
    """Read a file of the published form: each question is a conversation of its own.

    A question without a marked turn, or one that cannot be answered, has no evidence to be found and is left out.

    Raises:
        InvalidInput: the file is not of that form, or no question in it has evidence.
    """
    found = read(file, lambda raw: tuple(map(_conversation, raw)), "a file of LongMemEval")
    answerable = tuple(each for each in found if each.questions)
    if not answerable:
        raise InvalidInput(f"no question in {str(file)!r} has a turn marked with has_answer")
    return answerable


def _conversation(raw: Any) -> Conversation:
    """Sessions stand in the order of their dates; one that stands there twice is two."""
    units: list[Unit] = []
    gold: set[str] = set()
    sessions = enumerate(
        zip(map(_time, raw["haystack_dates"]), raw["haystack_session_ids"], raw["haystack_sessions"], strict=True)
    )
    for place, (time, session, turns) in sorted(sessions, key=lambda each: each[1][0]):
        for number, turn in enumerate(turns):
            source = f"{place}/{session}#{number}"
            units += chat_units(source, f"{place}/{session}", time, Actor(turn["role"]), turn["content"])
            if turn.get("has_answer"):
                gold.add(source)
    name = raw["question_id"]
    asked = Question(name, raw["question"], raw["question_type"], frozenset(gold))
    answerable = gold and not name.endswith(UNANSWERABLE)
    return Conversation(name, tuple(units), (asked,) if answerable else ())


def _time(when: str) -> datetime:
    return datetime.strptime(when, TIME).replace(tzinfo=UTC)
