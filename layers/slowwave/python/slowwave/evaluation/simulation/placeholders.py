"""What a template of each act must and may name, and in whose voice it speaks: the contract with writers of styles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slowwave.domain.records import Actor, Kind, Origin
from slowwave.evaluation.simulation.events import Act


class Voice(StrEnum):
    """Who speaks. A page of the web and a file come into a session as results of a tool."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    WEB = "web"
    FILE = "file"


SOURCES: dict[Voice, tuple[Actor, Kind, Origin]] = {
    Voice.USER: (Actor.USER, Kind.MESSAGE, Origin.USER),
    Voice.ASSISTANT: (Actor.ASSISTANT, Kind.MESSAGE, Origin.ASSISTANT),
    Voice.TOOL: (Actor.TOOL, Kind.TOOL_RESULT, Origin.TOOL),
    Voice.WEB: (Actor.TOOL, Kind.TOOL_RESULT, Origin.WEB),
    Voice.FILE: (Actor.TOOL, Kind.TOOL_RESULT, Origin.FILE),
}

VOICES: dict[Act, tuple[Voice, ...]] = {
    Act.ASSUME: (Voice.ASSISTANT,),
    Act.OBSERVE: (Voice.TOOL,),
    Act.DOCUMENT: (Voice.FILE,),
    Act.POISON: (Voice.TOOL, Voice.WEB),
    Act.INJECTION: (Voice.USER, Voice.FILE),
    Act.SECRET: (Voice.USER, Voice.TOOL),
    Act.WRONG: (Voice.TOOL, Voice.ASSISTANT),
}
"""Acts whose templates are sorted by voice. All others are the user's, and sorted by attribute."""

CHATTERERS = (Voice.USER, Voice.ASSISTANT, Voice.TOOL)


@dataclass(frozen=True, slots=True)
class Names:
    """Placeholders that a template must have, and those that it may have."""

    must: frozenset[str]
    may: frozenset[str] = frozenset()


def _names(must: str, may: str = "") -> Names:
    return Names(frozenset(must.split()), frozenset(may.split()))


_SAID = _names("entity attribute value")
_SCOPED = _names("entity attribute value scope")
_MAY_NAME_OLD = _names("entity attribute value", "old")
_WITHDRAWN = _names("entity attribute", "old")

PLACEHOLDERS: dict[Act, Names] = {
    **dict.fromkeys(Act, _SAID),
    Act.CORRECT: _names("entity attribute value old"),
    Act.UPDATE: _MAY_NAME_OLD,
    Act.REVERT: _MAY_NAME_OLD,
    Act.CONVENIENCE: _MAY_NAME_OLD,
    Act.RETRACT: _WITHDRAWN,
    Act.FORGET: _WITHDRAWN,
    **dict.fromkeys((Act.NARROW, Act.EXCEPTION, Act.CONDITIONAL, Act.ONE_OFF), _SCOPED),
    Act.TEMPORARY: _names("entity attribute value until"),
    Act.CONFIRM: _names("value", "entity attribute"),
    Act.DENY: _names("", "old entity attribute"),
    Act.APPROVE: _names("entity attribute value approver"),
    Act.LEAVE: _names("approver"),
    Act.TOTAL: _names("entity attribute value", "delta"),
    Act.NEGATE: _names("entity attribute old"),
    Act.SECRET: _names("secret"),
    Act.ALIAS: _names("entity alias"),
    Act.CHATTER: _names("", "entity"),
}
QUESTION = _names("entity attribute")
SCOPED_QUESTION = _names("entity attribute scope")

FREQUENT = (Act.ASSERT, Act.RESTATE, Act.CORRECT, Act.CORRECT_BARE, Act.UPDATE)
MIN_FREQUENT = 6
MIN_RARE = 3
MIN_CHATTER = 12
