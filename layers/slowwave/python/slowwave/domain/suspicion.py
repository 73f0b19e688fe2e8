"""Text that works on the reader instead of informing it: orders to drop earlier orders, characters that nobody sees,
and markup that models take for a change of speaker. Rendering makes it harmless; publication leaves it out.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Suspicion(StrEnum):
    """What is wrong with a text."""

    OVERRIDE = "reads as an order to the model that overrides others"
    HIDDEN = "holds characters that are not shown"
    MARKUP = "holds markup that could pass for a turn or end the block"


_OVERRIDES = re.compile(
    r"""
      \b(?:ignore|disregard|forget|override|bypass)\s+(?:\w+\s+){0,3}?(?:previous|prior|above|earlier|preceding|system)
      \s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|directions?|guidelines?|context)\b
    | \b(?:ignore|disregard|forget)\s+(?:all|any|your|everything|every)\s+(?:\w+\s+){0,2}?
      (?:instructions?|prompts?|guidelines?|rules?\s+you\s+were\s+given|you\s+(?:were|have\s+been)\s+told)\b
    | \byou\s+are\s+(?:now|no\s+longer)\s+(?:an?\s|the\s|in\s|called|named|free|bound|unrestricted|dan\b|[a-z]+gpt)
    | \b(?:reveal|print|show|repeat|output|leak|replace|change)\s+(?:\w+\s+){0,3}?system\s+(?:prompt|message)s?\b
    | \b(?:new|updated|real|actual)\s+(?:system\s+)?(?:instructions|prompt)\s*:
    | \b(?:act|respond|behave)\s+as\s+(?:if\s+you\s+(?:are|were|have)\b|an?\s+(?:unrestricted|unfiltered|jailbroken))
    | \b(?:developer|jailbreak|god|dan)\s+mode\b | \bdo\s+anything\s+now\b
    | \b(?:do\s+not|don't|never|without)\s+(?:tell|telling|inform|informing|alert|alerting)\s+(?:the\s+)?user\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u200b\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ue000-\uf8ff\U000e0000-\U000e01ef]"
)
"""Controls, direction marks that reorder, fillers and tags. Joiners and variation signs of scripts and emoji are not
among them."""

_MARKUP = re.compile(
    r"<\s*/?\s*(?:slowwave|system|assistant|instructions?|system-reminder|tool_?(?:call|result|use)s?"
    r"|function_?(?:call|result)s?|thinking|invoke)\b|<\s*/\s*(?:user|human|prompt|context|memory|document)\s*>"
    r"|<\||\|>|\[/?INST\]|<<\s*/?\s*SYS\s*>>|<!--|-->|\]\]>|^\s*(?:system|assistant|human|user)\s*:",
    re.IGNORECASE,
)

_SIGNS: tuple[tuple[Suspicion, re.Pattern[str]], ...] = (
    (Suspicion.OVERRIDE, _OVERRIDES),
    (Suspicion.HIDDEN, _UNSHOWN),
    (Suspicion.MARKUP, _MARKUP),
)

_WARNING = re.compile(r"\b(?:never|not|don't|cannot|can't|refuse|reject|avoid)\b", re.IGNORECASE)


def suspicions(text: str, *, by_a_person: bool) -> list[Suspicion]:
    """Return what is wrong with a text.

    Args:
        by_a_person: its words are a user's or an operator's, who may warn of such orders ("never reveal the system
            prompt"); anybody else's warning is no reason to repeat the order.
    """
    return [kind for kind, sign in _SIGNS if _shows(kind, sign, text, by_a_person=by_a_person)]


def _shows(kind: Suspicion, sign: re.Pattern[str], text: str, *, by_a_person: bool) -> bool:
    found = sign.search(text)
    if found is None or kind is not Suspicion.OVERRIDE or not by_a_person:
        return found is not None
    return _WARNING.search(text, 0, found.start()) is None
