"""Counts of things, and lists of them: "1200 open tickets" is no setting of whatever stands beside it, and a sentence
about five services at once tells of no slot that it does not name.
"""

from __future__ import annotations

import re
from typing import Final

from slowwave.domain.wording import UNITS, roots

MEASURES: Final = frozenset(
    "times attempts tries retries rows records connections workers threads replicas instances nodes items entries "
    "slots bytes cores".split()
)
"""What settings are counted in: "tries 9 times now" tells of a limit."""

_PLURALS: Final = r"people|staff|children|women|men|[a-z][a-z-]+[^\Ws]s"
_NO_NOUNS: Final = frozenset(
    "is was has does as this its his hers us yes thus plus minus versus besides perhaps always sometimes nowadays "
    "afterwards towards works replaces serves holds stands applies goes wins takes comes gets means belongs answers "
    "looks fits becomes remains stays sits runs lives needs keeps gives makes seems wants says tells ports versions "
    "these those lets thanks cheers guys".split()
)
"""Words in -s that follow a number and are counted by nobody."""

_JOINTS: Final = (
    r"(?:for|of|in|on|at|to|by|as|from|with|now|since|instead|and|or|but|not|no|the|a|an|any|it|its|this|that|these|"
    r"those|so|is|was|are|has|have|had|per|each|every|after|before|until|than|then|because|if|when|which|who|there|"
    r"over|into|via|please|sorry|again|today|also|too|just|only|out|up|down|all|some|my|our|your|their|we|i|you|they)"
)
_COUNT: Final = re.compile(
    r"(?<![\w.:/#$€£-])(?:\d+(?:[.,']\d{3})*|\d+)k? "
    rf"(?:(?!{_JOINTS}\b)[a-z][a-z-]* ){{0,2}}?(?P<noun>(?!{_JOINTS}\b)(?:{_PLURALS}))\b(?! (?:per|a|an|each|every) )"
    r"(?: (?:in|within|over|during) (?:the (?:last|past) )?(?:\d[\d.,]*\s?[a-z]+|[a-z]+)\b)?"
)
"""A number with its own noun, and the time in which that many were counted."""

_NAME: Final = r"(?:(?:the|our) )?[\w.`-]*\w`?"
_LIST: Final = re.compile(
    r"(?<![\w,])(?!(?:sorry|oops|no|nope|actually|correction|update|ok|okay|hi|hey|fyi|btw|well|wait|today|so|also|now|"
    rf"yes|yeah|right)\b){_NAME}(?:(?:, {_NAME})+,? (?:and|or|&|as well as) {_NAME}|(?:, {_NAME}){{3,}})",
    re.IGNORECASE,
)
"""Three things or more, one after the other."""


def without_counts(text: str, counted: frozenset[str] = frozenset()) -> str:
    """Return the text without the numbers that count something: people, tickets, errors.

    Args:
        counted: roots of what a setting itself is counted in, whose numbers stay: "seats" of a seat limit.
    """

    def kept(match: re.Match[str]) -> str:
        measured = match["noun"] in MEASURES | _NO_NOUNS | UNITS.keys()
        return match[0] if measured or counted & {*roots(match["noun"])} else " "

    return _COUNT.sub(kept, text)


def listed(text: str) -> frozenset[str]:
    """Return the roots of the things that a sentence names in one list of three or more."""
    return frozenset(root for match in _LIST.finditer(text) for root in roots(match[0]))
