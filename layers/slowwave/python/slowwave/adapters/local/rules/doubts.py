"""What a person's sentence says of a change when no rule could read it: its words, for code to hold back what they may
be about (see `domain.doubts`).
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.clauses import Clause
from slowwave.adapters.local.rules.pattern import Key
from slowwave.adapters.local.rules.shape import skeleton_of
from slowwave.adapters.local.rules.stance import stance_of
from slowwave.domain.claims import Candidate, Claim, ClaimKey, Polarity, Signal, Span, Standing, Value
from slowwave.domain.doubts import UNCLEAR, shapes
from slowwave.domain.grounding import MAX_STATEMENT
from slowwave.domain.records import Record
from slowwave.domain.wording import roots

CHANGED = re.compile(
    r"\b(?:now|instead|no longer|any ?more|from now on|from today|changed|changes to|switched|moved|migrated|replaced|"
    r"upgraded|bumped|raised|lowered|reverted|back to|went with|settled on|ended up|became|wrong|outdated|out of date|"
    r"obsolete|scratch that|nope|actually|correction|corrected|dropped|gone|retired|forget|ditched|swapped|renamed|"
    r"superseded|mistaken|took over|takes over|handed over|oops|sorry|my bad|typo|wipe|erase)\b",
    re.IGNORECASE,
)
"""Words that tell of a change, beside whatever looks like a value."""

LONGEST = MAX_STATEMENT
"""Code points of a sentence; a longer one is a paste, and no statement."""

_SMALL = re.compile(
    r"(?<![\w.-])\d{1,3}(?![\w.,%-]|\s?(?:ms|s|sec|min|h|kb|mb|gb)\b)|\b\d{1,2}(?::\d\d)?\s?[ap]\.?m\b", re.IGNORECASE
)
"""Bare small numbers: items of a list, counts, steps; and times of day."""

_FLAG = re.compile(r"(?<!\w)(?:--?|@)[\w/.-]+|\S*/\S*-\S*|\S+-\S+\.\w+")
"""Options and names of files: what work is done on, seldom what a thing is set to."""

_PASTED = re.compile(
    r"[{}|=<>]|\d{4}-\d\d-\d\d[T ]|\w\(\w*\)|^\s*[\[(]|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b|\w\.\w+:\d"
)
"""Code, logs and prompts: nobody's words about a change."""

AMOUNTS = frozenset({"version", "channel", "hyphenated"})

NOT_MEANT = re.compile(
    r"\b(?:if|unless|whenever|in case|suppos(?:e|ing)|assum(?:e|ing)|imagine|would|could|might)\b"
    r"|\b(?:fail(?:s|ed|ing)?|crash(?:es|ed|ing)?|breaks|broke)\b"
    r"|\b(?:write|add|create|commit|log|print|tests?|checks?|assert|verify|title|rename it)\b[^.;]*\b(?:that|whether|"
    r"says?|message|titled?|called)\b|^[^:]{2,60}\b(?:claims?|says?|said|writes?|wrote|states?|reports?|from|mail|email|message|"
    r"ticket|post|page|docs?|wiki|article|comment)\b[^:]{0,30}:\s",
    re.IGNORECASE,
)
"""Suppositions, reports of trouble, words to be written somewhere, and what stands after the name of its source."""

UNCLEAR_IMPORTANCE = 0.5

SHORTEST_NAME = 3
"""Letters of a word that can name what a sentence is about."""

NAMED = 6
"""Words of a sentence that it is found by; each is looked up."""


def _weight(word: str) -> tuple[bool, int, str]:
    """What sorts the words that name a thing first: names with signs and numbers, then long words."""
    return (word.isalpha(), -len(word), word)


def _tells_of_change(text: str) -> bool:
    """Whether a sentence names an amount, or another value and a word of change."""
    if len(text) > LONGEST or _PASTED.search(text):
        return False
    text = _FLAG.sub(" ", text)
    text = _SMALL.sub(" ", text)
    found = shapes(text)
    amounts = [form for token in text.split() for form in shapes(token.strip(",.;:()'\"`")) if _is_amount(form)]
    amounts += [form for form in found if _is_amount(form) and form not in amounts]
    opposed = any(amounts.count(form) == len(("from", "to")) for form in amounts)
    return bool((found and CHANGED.search(text)) or amounts or opposed)


def _is_amount(form: str) -> bool:
    return form in AMOUNTS or (form.startswith("number ") and form != "number ")


def doubt(whole: Clause, record: Record, masked: str) -> Candidate | None:
    """The unclear words of a sentence that names a value, tells of a change, and is meant as it stands."""
    if not _tells_of_change(whole.text):
        return None
    stance = stance_of(whole.sentence, masked[whole.start : whole.end])
    if stance.blocked or stance.hedged or NOT_MEANT.search(whole.text):
        return None
    words = dict.fromkeys(roots(whole.raw))
    if not any(word.isalpha() and len(word) >= SHORTEST_NAME for word in words):
        return None
    named = " ".join(sorted(words, key=_weight)[:NAMED])
    return Candidate(
        claim=Claim(
            skeleton=skeleton_of(Key(named, UNCLEAR, "", Value())),
            key=ClaimKey(named, UNCLEAR),
            polarity=Polarity.AFFIRM,
            value=Value(),
            statement=" ".join(whole.raw.split()),
            standing=Standing.ASSUMPTION,
            category=UNCLEAR,
        ),
        span=Span(record.id, whole.start, whole.end),
        signal=Signal.UNCLEAR,
        importance=UNCLEAR_IMPORTANCE,
        pattern="doubt.change",
    )
