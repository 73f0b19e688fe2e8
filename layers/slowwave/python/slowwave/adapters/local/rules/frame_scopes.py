"""Where, when and until when the value of a frame holds: taken from anywhere in the sentence, never from its
subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.domain.keys import ENVIRONMENTS, normalize_qualifier

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_SCOPE = re.compile(
    r"(?P<only>\b(?:only|just) (?:valid |true |used |meant )?)?(?<![\w-])(?P<scope>(?:with(?:out)?(?= [^,;:.()ⓈⓋⓄⓃ]+? "
    r"(?:on|off|enabled|disabled|set|active)\b) |(?:in|on|for|under|during|within|"
    r"outside|inside) (?!(?:Ⓥ|Ⓢ))|while |when(?:ever)? |if |unless |as long as )[^,;:.()ⓈⓋⓄⓃ]{2,60}?)"
    r"(?=\s*(?:$|[,;:.!?()ⓈⓋⓄⓃ—–]|\b(?:and|but|or|is|are|use|uses|please|then|otherwise|only|it|its|now|from "
    r"now|the \w+ "
    r"(?:is|of)|the usual|the normal|the (?:\w+ )?Ⓢ|we (?:need|use|want|take|have|run|set)|by|with|as)\b|\bthe Ⓢ))",
    re.IGNORECASE,
)
_OWN = re.compile(r"[^,;:.!?ⓈⓋⓄ]*(?:,? (?:and |but )?only\b[^,;:.!?ⓈⓋⓄ]*)?", re.IGNORECASE)
"""What still belongs to a frame after its last word."""

_UNSCOPED = re.compile(
    r"^(?:\w+ (?:today|yesterday|tonight|now|which|whom)\b|while (?:we|i|you|they|it) (?:were|was)\b|"
    r"(?:for|during|over|in|within) (?:the )?(?:next|coming|following)\b|"
    r"for (?:\w+ )?reasons?\b|for (?:a|the|some) (?:\w+ )?(?:period|while|time)\b|"
    r"(?:on|upon) (?:reflection|(?:a |the )?(?:second|closer|other) (?:look|"
    r"thought|glance|hand))\b|"
    r"in (?:hindsight|retrospect)\b|if (?:some|any)(?:thing|one|body)\b|"
    r"if you (?:(?:have|did)(?:n['’]?t| not)|missed)\b|(?:in|on|for) (?:other|"
    r"earlier|previous)\b|in (?:the )?(?:config\w*|settings?|code|file|memory|notes?|future|past|end|general|"
    r"fact|short|docs?|overview|total|"
    r"order|case|mind|that|this|it|my|your|january|february|march|april|may|june|july|august|september|october|"
    r"november|"
    r"december|response|return|reply|effect|use|place|addition|summary|\d+)\b|on (?:\w+day|it|that|this|purpose|"
    r"top|\d+|the "
    r"\w+day)\b|for (?:now|good|sure|example|instance|me|us|you|it|that|this|them|the (?:record|moment|time|"
    r"rest)|reference|"
    r"clarity|a review|review|what|some|\d+)\b|if (?:you|i|we) (?:need|ask|want|wonder|like|can|are not sure|"
    r"forget|look)\b|"
    r"when (?:you|i|we) (?:get|have) (?:a moment|time)\b|on (?:january|february|march|april|may|june|july|"
    r"august|september|"
    r"october|november|december)\b|during the (?:migration|move)\b|within (?:the )?reason|while (?:we|i|they) "
    r"(?:test|try|check|wait|see|look|investigate|debug))",
    re.IGNORECASE,
)
_ONLY_AFTER = re.compile(r"\s*only\b(?!\s+[ⓈⓋ])", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except|apart from|other than|save)\s+$", re.IGNORECASE)
_SEEN = re.compile(
    r"^(?:if|when(?:ever)?) (?:you|we|i) (?:\w+ ){1,3}?(?=(?:in|on|while|during|under|when)\b)", re.IGNORECASE
)
_NOWHERE_ELSE = re.compile(
    loosely(
        r"\b(?:(?:and |but )?(?:nowhere|not anywhere|never anywhere|n't \w+ (?:it )?anywhere) else)\b|\bexclusively\b|"
        r"\bnot (?:in general|generally|everywhere|in any other|elsewhere)\b"
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a value holds.

    Attributes:
        start, end: of the words in the sketch that say so; equal when there are none.
        qualifier: in normal form; empty when it holds everywhere.
        only: whether the words say that it holds nowhere else.
    """

    start: int = 0
    end: int = 0
    qualifier: str = ""
    only: bool = False


def reach_of(drawn: str, frame: tuple[int, int], named: Sequence[str], *, within: bool = True) -> Reach:
    """The scope that a drawn sentence sets for the value of the frame in it.

    Args:
        drawn: the sentence with signs.
        frame: where in it the frame stands; what follows the frame's own part of the sentence is left out.
        named: entities; a phrase that names one is no scope.
        within: whether the words of the frame itself may hold the scope.
    """
    start, end = frame
    rest = _OWN.match(drawn, end)
    text = drawn[: rest.end() if rest else end]
    text = text if within else text[:start] + "Ⓢ" * (end - start) + text[end:]
    for match in _SCOPE.finditer(text):
        phrase = match["scope"].strip()
        start = match.start("scope")
        if seen := _SEEN.match(phrase):
            start += seen.end()
            phrase = phrase[seen.end() :]
        entity = any(name.lower() in phrase.lower() for name in named if name)
        qualifier = "" if _UNSCOPED.match(phrase) or entity else qualifier_of(phrase)
        if not qualifier or _EXCEPT.search(text, 0, match.start()):
            continue
        after = _ONLY_AFTER.match(text, match.end())
        only = bool(match["only"] or after) or _NOWHERE_ELSE.search(drawn) is not None
        begin = match.start("only") if match["only"] else start
        return Reach(begin, start + len(phrase), qualifier, only)
    return Reach()


def qualifier_of(phrase: str) -> str:
    """A scope in the normal form that every wording of it shares."""
    if re.match(r"(?:while|when|if|unless|as)\b", phrase, re.IGNORECASE):
        return scoped(f"x {phrase}", places=False).qualifier
    plain = re.sub(r"^\w+ (?:(?:the|our) )?", "", phrase)
    return ENVIRONMENTS.get(plain.lower(), normalize_qualifier(plain))


_NARROWED = re.compile(
    r"\b(?:except|apart from|other than|save for)\b|"
    r"\bonly (?:(?:valid|true|used|meant|appl(?:y|ies)|holds?|counts?) )?(?:in|on|for|at|when|while|during|if|under|"
    r"within|inside|from|after|before)\b|\b(?:in|on|for|at|during|under|within|inside|when|while|if) "
    r"[^,;:.!?]{2,40} only(?=\s*(?:$|[,;:.!)]))",
    re.IGNORECASE,
)


def is_narrowed(sentence: str) -> bool:
    """Whether a sentence says that what it states holds only somewhere: never to be read as holding everywhere."""
    return (_NARROWED.search(sentence) or _NOWHERE_ELSE.search(sentence)) is not None


_LIMITED = re.compile(rf"\b(?:until|till|through)\s+(?:the\s+)?(?:end\b|next\b|\w+day\b|\d|{_MONTHS})", re.IGNORECASE)
_PASSING = re.compile(
    r"\b(?:but )?(?:only |just )?(?:for now|for the (?:time being|moment)|temporarily|at the moment|right now)\b,?",
    re.IGNORECASE,
)
_NONE_NOW = re.compile(loosely(r"\b(?:no|nobody|nowhere|no longer|removed|dropped)\b|n't\b"), re.IGNORECASE)
_HAPPENED = re.compile(
    r"(?P<event>\b(?:\w+ed|came|went|got|were|was|has|have)\b[^,;.]{0,30}(?<!\bfor)) today\b", re.IGNORECASE
)


def settled(sentence: str) -> str:
    """The sentence for its stance: "for now" with a date limits a value, with a denial it says how things stand, and
    what happened "today" lasts.
    """
    if _LIMITED.search(sentence) or _NONE_NOW.search(sentence):
        sentence = _PASSING.sub("", sentence)
    return _HAPPENED.sub(r"\g<event>", sentence)
