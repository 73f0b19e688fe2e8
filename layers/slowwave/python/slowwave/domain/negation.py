"""Which words of a sentence are affirmed and which are dismissed: the reach of "not", "never" or "instead of".

A lexical reading, strict where it is sure and open where it is not; it never asks a model.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

NEGATORS = frozenset(
    "not no never none nothing neither nor without cannot can't don't doesn't didn't won't wouldn't shouldn't mustn't "
    "isn't aren't wasn't weren't hasn't haven't couldn't needn't dont doesnt didnt cant wont shouldnt mustnt isnt "
    "arent wasnt werent hasnt havent couldnt wouldnt neednt avoid stop forbid forbidden hate hates dislike "
    "dislikes".split()
)
CONTRASTS = frozenset(
    "instead rather over than anymore longer gone removed obsolete dropped wrong forget scratch "
    "strike nope ignore disregard void deprecated retired left off away rid against ditched abandoned stopped "
    "quit cancel".split()
)
"""Words that deny one thing in favour of another; they stand for a negation of what they dismiss."""

_BACKWARD = frozenset("anymore longer gone removed obsolete dropped wrong forget".split())
"""Contrasts whose reach cannot be told from the order of words."""

_DISMISSING = {("instead", "of"), ("rather", "than")}
_CHOOSING = frozenset("prefer prefers preferred choose chose pick use uses using".split())
_AUXILIARY = frozenset("is are was were be been am should must can may will would could do does did shall".split())
_RESTARTING = frozenset("but use uses using prefer prefers run runs instead always only just i we it they you".split())
_SENTENCE_END = re.compile(r"[.!?;\n—–]")
_TOKEN = re.compile(
    r"(?<![^\s(\[\"'`=,])[-−](?=\d)\w+(?:[./:+-]+\w+|,(?=\d)\w+)*"
    r"|[^\W_]\w*(?:['./:@+-]+\w+|(?<=\d),(?=\d)\w+)*(?:\+{1,2}(?!\w)|#(?!\w))?"
    r"|[%$€£¥°]|[<>]=?|[≤≥]|[!=]="
)


class Side(StrEnum):
    """What a sentence does with a word."""

    AFFIRMED = "affirmed"
    DISMISSED = "dismissed"
    OPEN = "open"  # cannot be told


@dataclass(frozen=True, slots=True)
class Word:
    """A word, numeral, sign or identifier, and its side."""

    text: str
    side: Side = Side.AFFIRMED
    after: str = ""

    def agrees(self, other: Word) -> bool:
        """Whether both stand on the same side, as far as can be told."""
        return self.side is other.side or Side.OPEN in (self.side, other.side)


def split(text: str) -> list[Word]:
    """Split into words with the text between each and the next; curly apostrophes and composed letters are as one."""
    plain = unicodedata.normalize("NFC", text).replace("’", "'")
    found = list(_TOKEN.finditer(plain))
    ends = [*(match.start() for match in found), len(plain)][1:]
    return [
        Word(match.group().replace("−", "-"), after=plain[match.end() : end])
        for match, end in zip(found, ends, strict=True)
    ]


def sided(text: str) -> list[Word]:
    """Split into words, each with the side its sentence puts it on."""
    sentence: list[Word] = []
    done: list[Word] = []
    for word in split(text):
        sentence.append(word)
        if _SENTENCE_END.search(word.after):
            done += _sides(sentence)
            sentence = []
    return done + _sides(sentence)


def _sides(sentence: list[Word]) -> list[Word]:
    if any(word.text.lower() in _BACKWARD for word in sentence):
        return [replace(word, side=Side.OPEN) for word in sentence]
    sides: list[Side] = []
    side = Side.AFFIRMED
    before = ""
    for word, following in pairwise([*sentence, Word("")]):
        text = word.text.lower()
        if side is not Side.AFFIRMED and text in _RESTARTING and (before in (",", "and") or text == "but"):
            side = Side.AFFIRMED
        elif side is Side.DISMISSED and before == ",":
            side = Side.OPEN
        if text in NEGATORS and _denies_what_came_before(text, sentence, len(sides)):
            sides = [Side.OPEN] * len(sides)
        sides.append(side)
        if _dismisses(text, following.text.lower(), sentence[: len(sides)]):
            side = Side.DISMISSED
        before = "," if "," in word.after else text
    return [replace(word, side=each) for word, each in zip(sentence, sides, strict=True)]


def _dismisses(text: str, following: str, so_far: list[Word]) -> bool:
    chosen = text == "over" and any(word.text.lower() in _CHOOSING for word in so_far)
    return text in NEGATORS or (text, following) in _DISMISSING or chosen


def _denies_what_came_before(text: str, sentence: list[Word], place: int) -> bool:
    """Whether a negation stands in the predicate: "tabs are not allowed" says as much about the tabs."""
    return "'" in text or text == "cannot" or (place > 0 and sentence[place - 1].text.lower() in _AUXILIARY)
