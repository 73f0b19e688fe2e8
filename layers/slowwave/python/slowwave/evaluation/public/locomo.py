"""LoCoMo: long conversations between two people over many sessions, with the turns that answer each question (Maharana
and others, "Evaluating Very Long-Term Conversational Memory of LLM Agents", 2024).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from slowwave.domain.records import Actor
from slowwave.errors import InvalidInput
from slowwave.evaluation.public.corpus import ADVERSARIAL, Conversation, Question, Unit, read

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: ADVERSARIAL}
TIME = "%I:%M %p on %d %B, %Y"

_SESSION = re.compile(r"session_(\d+)")
_TURN = re.compile(r"D:?(\d+):(\d+)")


def load(data: Path) -> tuple[Conversation, ...]:
    """Read `locomo/conv-*.json` of a data folder.

    Raises:
        InvalidInput: there are none, or one is not a conversation of LoCoMo.
    """
    paths = sorted((data / "locomo").glob("conv-*.json"))
    if not paths:
        raise InvalidInput(f"there is no locomo/conv-*.json in {str(data)!r}; give the data's place with --data")
    return tuple(read(path, _conversation, "a conversation of LoCoMo") for path in paths)


def _conversation(raw: Any) -> Conversation:
    talk = raw["conversation"]
    numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.fullmatch(key)))
    units = tuple(
        _unit(turn, str(number), talk[f"session_{number}_date_time"])
        for number in numbers
        for turn in talk[f"session_{number}"]
    )
    known = {unit.source for unit in units}
    asked = (_question(f"{raw['sample_id']}/{place}", each, known) for place, each in enumerate(raw["qa"]))
    return Conversation(raw["sample_id"], units, tuple(each for each in asked if each.gold))


def _unit(turn: Any, session: str, when: str) -> Unit:
    """Both speakers are people, so both are users."""
    image = f" [shares image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    text = f"{turn['text']}{image}"
    said = f"{turn['speaker']}: {text}"
    time = datetime.strptime(when, TIME).replace(tzinfo=UTC)
    return Unit(turn["dia_id"], session, time, Actor.USER, text, f"[{when}] {said}", said)


def _question(name: str, raw: Any, known: set[str]) -> Question:
    """Evidence that names no turn is left out; some entries hold several turns, or a turn with leading zeros."""
    cited = (turn for entry in raw.get("evidence", []) for turn in _TURN.findall(entry))
    gold = frozenset(f"D{int(session)}:{int(turn)}" for session, turn in cited) & known
    return Question(name, raw["question"], CATEGORIES[raw["category"]], gold)
