"""Find what a sentence speaks of: the slots it names, whose they are, and the values in it; and draw the sentence
with one sign for each, so that a frame is matched on the words between them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from slowwave.adapters.local.rules.frame_table import OLD_AFTER, OLD_BEFORE, TO_FOLLOWS
from slowwave.adapters.local.rules.mention_table import (
    AS,
    GENITIVE,
    HEADING,
    HEADS,
    HOLDER,
    ITS,
    LEADING,
    NAMELESS,
    NO_SLOT,
    OF,
    OF_VALUE,
    OPENERS,
    REQUESTED,
    USED_WITH,
    VALUE,
    WITHOUT,
)
from slowwave.adapters.local.rules.vocabulary import FLEETING, VERBS
from slowwave.domain.keys import DETERMINERS, ENVIRONMENTS, singular, words_of

SLOT, VALUED, OLD, NONE = "Ⓢ", "Ⓥ", "Ⓞ", "Ⓝ"
"""The signs of a slot, of a value, of one that is over, and of an entity that has no such slot."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A slot or a value where it stands in the sentence.

    Attributes:
        start, end: offsets in the sentence.
        entity, attribute: of a slot.
        named_at: where the entity of the slot stands when it stands elsewhere.
        lexical: whether the attribute is a noun that names a slot.
    """

    sign: str
    start: int
    end: int
    entity: str = ""
    attribute: str = ""
    named_at: tuple[int, int] | None = None
    lexical: bool = False


@dataclass(frozen=True, slots=True)
class Sketch:
    """A sentence with a sign for each mention, and where every character of it comes from."""

    text: str
    origins: tuple[int, ...]
    mentions: tuple[Mention, ...]

    def at(self, position: int) -> Mention | None:
        """The mention whose sign stands at a position of the sketch."""
        start = self.origins[position]
        found = (each for each in self.mentions if each.start == start)
        return next(found, None) if self.text[position] in (SLOT, VALUED, OLD, NONE) else None

    def source(self, position: int) -> int:
        """The offset in the sentence of a position of the sketch."""
        return self.origins[position] if position < len(self.origins) else self.origins[-1] + 1


def slots_of(text: str) -> list[Mention]:
    """The slots that a sentence names, in order; a longer reading takes the words from a shorter."""
    found = [_mention(NONE, match) for match in WITHOUT.finditer(text) if is_lexical(match["a"])]
    for match in REQUESTED.finditer(text):
        name = _requested(match)
        if name and _free(match, found):
            found.append(Mention(SLOT, match.start(), match.end(), match["e"], name, lexical=True))
    for pattern in (OF, GENITIVE):
        found += [_mention(SLOT, match) for match in pattern.finditer(text) if _names(match) and _free(match, found)]
    for match in (each for pattern in (ITS, *_HOLDERS) for each in pattern.finditer(text)):
        holder = _holder(text, match)
        name = _core(match["a"])
        stated = _STATED.match(text, match.end()) and not FLEETING.search(name)
        if _GIVEN.search(text, 0, match.start()):
            continue
        placed = match["det"].lower() == "the" and _PLACED.search(text, 0, match.start())
        if holder and _free(match, found) and (stated or (is_lexical(name) and not placed)):
            end = match.start("a") + len(name)
            start = match.start() if match["det"] else match.start("a")
            found.append(Mention(SLOT, start, end, holder[0], name, holder[1], lexical=is_lexical(name)))
    return sorted(found, key=lambda each: each.start)


_HOLDERS = {AS: (HEADING, HOLDER, USED_WITH), NAMELESS: (HEADING,), OF_VALUE: (HOLDER,)}
"""Attributes without "its" or "the", and what names the thing that each is of."""


def _requested(match: re.Match[str]) -> str:
    """The attribute of "timeout for requests to billing"; nothing where another word stands before its noun."""
    what = singular(f"{match['of'].lower()}s")
    first, _, noun = match["a"].lower().rpartition(" ")
    return f"{first or what} {noun}" if is_lexical(noun) and first in ("", what, "request") else ""


_GIVEN = re.compile(r"\b(?:unless|if|when(?:ever)?|while|as long as)\s+$", re.IGNORECASE)
"""Before a condition, whose subject is no attribute."""
_PLACED = re.compile(r"\b(?:in|on|at|under|within|during|from)\s+$", re.IGNORECASE)
"""Before a thing that says where, and is nothing's attribute."""
_STATED = re.compile(r"\s+(?:is|are|becomes?|became|stays?|should be|must be)\b|\s*[:=]", re.IGNORECASE)


def _core(attribute: str) -> str:
    """The attribute up to its last slot noun: what follows it is no part of the name."""
    words = attribute.split()
    last = max((place for place, word in enumerate(words, 1) if is_lexical(word)), default=len(words))
    return " ".join(words[:last])


def _mention(sign: str, match: re.Match[str]) -> Mention:
    return Mention(sign, match.start(), match.end(), match["e"], match["a"], lexical=is_lexical(match["a"]))


def is_lexical(attribute: str) -> bool:
    """Whether the last word of an attribute is a noun that names a slot."""
    last = words_of(attribute)[-1] if words_of(attribute) else ""
    return last in HEADS or singular(last) in HEADS


def _names(match: re.Match[str]) -> bool:
    """Whether a match names a slot of something: not a part, an amount, or a thing of the moment."""
    attribute = match["a"]
    last = singular(words_of(attribute)[-1])
    over = _OVER.search(f"{match['det'] or ''}{attribute}")
    if last in NO_SLOT or over or (FLEETING.search(attribute) and last != "version"):
        return False
    joint = match.groupdict().get("joint") or "of"
    if joint.lower() == "in":
        return is_lexical(attribute) and bool(match["det"]) and words_of(match["e"])[-1] not in ENVIRONMENTS
    return is_lexical(attribute) or bool(match["det"] and joint.lower() == "of")


_OVER = re.compile(r"\b(?:old|previous|former|earlier)\b", re.IGNORECASE)
"""What makes an attribute one that is past."""


def _free(match: re.Match[str], taken: Sequence[Mention]) -> bool:
    return all(match.end() <= each.start or each.end <= match.start() for each in taken)


def _holder(text: str, match: re.Match[str]) -> tuple[str, tuple[int, int]] | None:
    """The entity that "its" or "the" before an attribute belongs to, and where it was named."""
    before = text[: match.start()]
    apart = match["det"].lower() == "the"
    patterns = _HOLDERS.get(match.re) or ((HEADING, LEADING, USED_WITH) if apart else (HEADING, HOLDER, USED_WITH))
    found = (each for pattern in patterns for each in pattern.finditer(before.rstrip() + " "))
    named = [each for each in found if not set(words_of(each["e"])) <= set(ENVIRONMENTS) | DETERMINERS]
    if not named:
        return None
    nearest = max(named, key=lambda each: each.start("e"))
    return nearest["e"], nearest.span("e")


_VERB = re.compile(VERBS)


def values_of(text: str, taken: Sequence[Mention]) -> Iterator[Mention]:
    """The values in the words that no slot takes; the first word of a sentence has its capital for nothing."""
    position = 0
    while match := VALUE.search(text, position):
        start, end = match.span()
        while end > start and text[end - 1] in " .":
            end -= 1
        first = text[start:end].split(maxsplit=1)[0]
        opens = first.lower() in OPENERS or (start == 0 and _VERB.fullmatch(first.lower()) is not None)
        if opens and first[:1].isupper():
            position = start + len(first)
            continue
        position = max(end, start + 1)
        if all(end <= each.start or each.end <= start for each in taken):
            yield Mention(VALUED, start, end)


@lru_cache(maxsize=64)
def sketch(text: str, *, with_slots: bool = True) -> Sketch:
    """Draw a sentence: its slots, its values, and which of the values are over."""
    slots = slots_of(text) if with_slots else []
    places = [place for each in slots if (place := each.named_at)]
    taken = [*slots, *(Mention(VALUED, *place) for place in places)]
    mentions = sorted([*slots, *values_of(text, taken)], key=lambda each: each.start)
    drawn, origins, position = [], [], 0
    for each in mentions:
        drawn.append(text[position : each.start] + each.sign)
        origins += [*range(position, each.start), each.start]
        position = each.end
    drawn.append(text[position:])
    origins += range(position, len(text))
    return Sketch(_aged("".join(drawn)), tuple(origins) or (0,), tuple(mentions))


def _aged(drawn: str) -> str:
    """The drawing with another sign for the values that the words around them take back."""
    signs = list(drawn)
    for position, sign in enumerate(drawn):
        if sign == VALUED:
            before, after = drawn[max(0, position - 60) : position], drawn[position + 1 : position + 60]
            moved = re.search(r"\bfrom $", before) and TO_FOLLOWS.match(after)
            if moved or OLD_BEFORE.search(before) or OLD_AFTER.match(after):
                signs[position] = OLD
    return "".join(signs)
