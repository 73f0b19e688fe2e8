"""What tells a standing wish from one for the task at hand: the words around it, in its sentence and its record."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Hit
from slowwave.adapters.local.rules.peelings import ANYMORE, CORRECTION, DURABLE, HOUSE, LEAD, REMEMBER, WANT

LASTING = (DURABLE, REMEMBER, HOUSE, ANYMORE)
"""Flags that make an instruction last by themselves."""
STANDING = (*LASTING, WANT, CORRECTION)

_ERRAND = re.compile(
    r"\b(?:write|draft|compose|create|generate|rewrite|rephrase|revise|shorten|summari[sz]e|translate|prepare|build|"
    r"produce|give me|make me|show me|tell me|list|outline|explain|describe|help me|improve|edit|fix|"
    r"(?:can|could|would|will) you|i (?:want|need|would like|'d like) (?:you )?to)\b",
    re.IGNORECASE,
)


def is_errand(hit: Hit) -> bool:
    """Whether the rest of the record asks for something to be made: what is said of its form holds for that alone."""
    text = next(iter(hit.heard()), "")
    return bool(_ERRAND.search(text[: hit.clause.start]) or _ERRAND.search(text[hit.clause.end :]))


def before(hit: Hit) -> str:
    """The masked words of the sentence before the clause's core."""
    place = hit.clause.sentence.find(hit.clause.text)
    return hit.clause.sentence[:place] if place > 0 else ""


def opens(hit: Hit) -> bool:
    """Whether nothing but the conversation stands before the core in its sentence."""
    words = before(hit)
    while words and (match := LEAD.match(words)):
        words = words[match.end() :]
    return not words.strip()


def from_the_start(hit: Hit) -> tuple[str, tuple[int, int]]:
    """The sentence up to the end of the core, as written, and where that stands in the record."""
    text = next(iter(hit.heard()), "")
    start = text.find(hit.clause.raw, hit.clause.start)
    if start < 0:
        return hit.clause.raw, (hit.clause.start, hit.clause.end)
    first = start - len(before(hit))
    return text[first : start + len(hit.clause.raw)], (first, start + len(hit.clause.raw))
