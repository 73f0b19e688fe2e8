"""What every public data set becomes: conversations of units, and questions that name the sources of their evidence. It
must not know which data set it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from slowwave.domain.records import Actor
from slowwave.errors import InvalidInput

ADVERSARIAL = "adversarial"
"""Category of questions about what was never said; shown apart and never in a total."""
UNIT_WORDS = 160
"""Long messages are cut at paragraphs into units of about this size."""
OVERLONG = 1.5
"""A single paragraph of more than this many units is cut between words."""

T = TypeVar("T")

_PARAGRAPH = re.compile(r"\n\n+|\n(?=[-*#\d])")


@dataclass(frozen=True, slots=True)
class Unit:
    """What a retrieval may show at a time.

    Attributes:
        source: the message it is a piece of; gold evidence names sources.
        time: when it was said; data sets without zones are taken as UTC.
        rendered: as it is shown, which is what its tokens are counted on.
        indexed: as it is ranked.
    """

    source: str
    session: str
    time: datetime
    actor: Actor
    text: str
    rendered: str
    indexed: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its evidence.

    Attributes:
        gold: the sources that hold the evidence.
        new, old: of an update, the sources of the current statement only and of the superseded one only.
        sides: of a contradiction, the sources of each side.
    """

    id: str
    text: str
    category: str
    gold: frozenset[str]
    new: frozenset[str] = frozenset()
    old: frozenset[str] = frozenset()
    sides: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """One history and what is asked about it."""

    id: str
    units: tuple[Unit, ...]
    questions: tuple[Question, ...]


def pieces(text: str) -> list[str]:
    """Cut a message at paragraphs, list items and headings into pieces of about `UNIT_WORDS` words."""
    found: list[str] = []
    current = ""
    for paragraph in _PARAGRAPH.split(text):
        part = paragraph
        if current and len((current + part).split()) > UNIT_WORDS:
            found.append(current)
            current = ""
        while len(words := part.split()) > UNIT_WORDS * OVERLONG:
            found.append(" ".join(words[:UNIT_WORDS]))
            part = " ".join(words[UNIT_WORDS:])
        current = f"{current}\n{part}".strip()
    return [*found, current] if current else found or [""]


def chat_units(source: str, session: str, time: datetime, actor: Actor, text: str) -> list[Unit]:
    """Return the units of one message between a user and an assistant."""
    return [Unit(source, session, time, actor, piece, f"{actor}: {piece}", piece) for piece in pieces(text)]


def read(path: Path, parse: Callable[[Any], T], what: str) -> T:
    """Read one JSON file into what it describes.

    Args:
        what: the file's content, for the message.

    Raises:
        InvalidInput: there is no such file, or it does not hold that.
    """
    try:
        return parse(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InvalidInput(
            f"cannot read {str(path)!r} ({error.strerror}); give the data's place with --data"
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(f"{str(path)!r} is not {what}: {type(error).__name__}: {error}") from error
