"""Which things a stretch of talk names, so that a slot said right after without its own is read of the only one."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.frame_table import OLD_TOLD
from slowwave.adapters.local.rules.mention_table import THING
from slowwave.adapters.local.rules.mentions import NONE, sketch, slots_of
from slowwave.domain.keys import ENVIRONMENTS, normalize_subject, words_of

_CHANGED = r"(?:updat|chang|mov|migrat|reconfigur|deploy|redeploy|upgrad|adjust|edit|touch)ed"
_POINTED = re.compile(
    rf"\b(?:for|of|in|on|at|with|about|{_CHANGED})\s+(?P<e>(?!(?:the|our|my|this)\s+(?:other|last|next|new|old)\b){THING})",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?<!\S)(?P<e>[A-Za-z]\w*(?:[-_]\w+)+)(?= (?:is|was|has|had|got|needs|changed)\b)")
_AND = re.compile(rf"\s+(?:and|or|&)\s+{THING}", re.IGNORECASE)
_TOLD = re.compile(rf"\b{_CHANGED}\b", re.IGNORECASE)
_NO_THING = re.compile(
    r"\b(?:it|this|that|these|those|them|everything|things?|stuff|all|us|me|you|ones?|people|team|others?|task|work|"
    r"page|meeting|call|chat|standup|hours?|days?|weeks?|months?|reasons?|moment|way|meantime|general|fact|place|"
    r"\w+day|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"favou?r|mind|purpose|production|everybody|everyone)s?$|^\d",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"^(?:the|our|my|this)\s", re.IGNORECASE)
_KIND_OF_THING = re.compile(r"\b(?:service|api|app|job|worker|server|pipeline|gateway|client|cluster|module)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


def sentence_before(said: str) -> str:
    """The last sentence of what was said before; empty when nothing was."""
    return _SENTENCE.split(said.strip())[-1]


def things_in(sentence: str) -> list[re.Match[str]]:
    """The places where a sentence names a thing that can have slots: "for billing", else what it speaks of."""
    pointed = [match for match in _POINTED.finditer(sentence) if _is_thing(match["e"])]
    return pointed or [*_SUBJECT.finditer(sentence)]


def _is_thing(name: str) -> bool:
    common = _DEFINITE.match(name) and not _KIND_OF_THING.search(name.lower())
    return not (common or _NO_THING.search(name) or name.lower() in ENVIRONMENTS or not words_of(name))


def only_thing(sentence: str) -> tuple[str, int] | None:
    """The one thing that a sentence tells a change of, as written, and where it stands; nothing where it names
    several or changes nothing.
    """
    slots = [each for each in slots_of(sentence) if each.sign != NONE]
    named = {normalize_subject(each.entity): each.entity for each in slots}
    if not named and (_TOLD.search(sentence) or OLD_TOLD.search(sketch(sentence).text)):
        places = things_in(sentence)
        if any(_AND.match(sentence, each.end()) for each in places):
            return None
        named = {normalize_subject(each["e"]): each["e"] for each in places}
    if len(named) != 1:
        return None
    (name,) = named.values()
    return name, sentence.index(name)
