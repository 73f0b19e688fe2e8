"""Words that say that something known holds no longer and not what holds instead: an arrangement that is history, a
slot that has changed since, a person who left or whom somebody stands in for. What they name waits until a person says
how it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from slowwave.domain.claims import Claim, ValueKind
from slowwave.domain.endings import PAST, WITHDRAWN
from slowwave.domain.wording import roots

_ADVERBS: Final = r"(?:(?:now|since|just|all|also|already|recently|meanwhile|finally|officially|long) )*"
_WHEN: Final = (
    r"(?:,? (?:now|since(?: then)?|again|too|as well|recently|already|meanwhile|in the meantime|yesterday|for good|"
    r"last \w+|as of \w+|by the way|btw|from now on))*"
)
_THING: Final = r"(?:the|our|my) (?P<what>[\w`'’-]+(?: [\w`'’-]+){0,5}?)"
_LEADS: Final = (
    r"(?:^|[.!?;]\s)\W*(?:(?:also|and|but|oh|ok|okay|so|btw|by the way|fyi|update|well|sadly|note that)[,:]? )*"
)

_PAST: Final = re.compile(
    rf"{_LEADS}{_THING}(?:['’]s| is| are| was| were| has been| have been| got) {_ADVERBS}(?:{PAST}|{WITHDRAWN}){_WHEN}"
    r"(?=\s*(?:[.!;]|$))",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(
    rf"{_LEADS}{_THING} (?:(?:has|have|had|was|were|got) {_ADVERBS}(?:been )?(?:changed|replaced|updated|revised|"
    rf"rotated|renamed)|changed|(?:is|are) {_ADVERBS}(?:different|not the same|another one)){_WHEN}"
    r"(?=\s*(?:[.!;]|$))",
    re.IGNORECASE,
)
_NAME: Final = r"[A-Z][\w'’-]+?(?: [A-Z][\w'’-]+)?"
_AWAY: Final = (
    r"(?!.{0,40}\b(?:today|tonight|tomorrow|this (?:week|morning|afternoon|evening)|for (?:an hour|the day))\b)"
    r"(?:now )?(?:on (?:\w+ )?(?:leave|vacation|holiday|sabbatical)|away|out|off)\b.{0,40}[,;.]"
)
"""Away for longer: for a day, a task stays with whom it is."""
_STANDS_IN: Final = (
    r"(?:covers?|fills? in|stands? in|steps? in|takes? over|took over|does|handles?|(?:is|will be) (?:covering|"
    r"filling in|standing in|stepping in|taking over|doing|handling|running))\b"
)
_LEFT: Final = re.compile(
    rf"\b(?P<who>{_NAME})(?:['’]s| is| has)? (?:"
    r"(?:left(?: us| the (?:company|team|project|org))?|quit|resigned|retired|stepped down|is stepping down)"
    r"(?=\W*$|[,.;]| (?:last|in|at|and|this|yesterday|so)\b)"
    r"|no longer works? (?:here|with us)|moved to (?:another|a different) team"
    rf"|{_AWAY} (?:so |and |meanwhile )?{_NAME} {_STANDS_IN})"
)


@lru_cache(maxsize=1024)
def ended_thing(text: str) -> str:
    """Return what a sentence calls past and nothing more: "standup" of "the standup is history"; empty otherwise."""
    found = _PAST.search(text)
    return found["what"] if found else ""


@lru_cache(maxsize=1024)
def changed_slot(text: str) -> str:
    """Return what a sentence says to be different by now, without a value of it; empty otherwise."""
    found = _CHANGED.search(text)
    return found["what"] if found else ""


@lru_cache(maxsize=1024)
def replaced_person(text: str) -> str:
    """Return the name of who left, or is away while somebody else is named who does their work; empty otherwise."""
    found = _LEFT.search(text)
    return found["who"] if found else ""


def turns(text: str, claim: Claim) -> bool:
    """Whether a sentence says that a claim holds no longer: of the whole of its subject, or of the person it names."""
    named = ended_thing(text) or changed_slot(text)
    if named and frozenset(roots(named)) == frozenset(roots(claim.key.subject)):
        return True
    person = replaced_person(text)
    return bool(person) and claim.value.kind is ValueKind.TEXT and person.lower() == claim.value.text.lower()
