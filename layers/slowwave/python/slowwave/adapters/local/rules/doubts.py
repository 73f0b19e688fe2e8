"""What a person's sentence says of a change when no rule could read it: its words, for code to hold back what they may
be about (see `domain.doubts`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from slowwave.adapters.local.rules.clauses import Clause
from slowwave.adapters.local.rules.doubt_table import COMPOUND, FLAG, NOT_MEANT, PASTED, POLITE, REQUEST
from slowwave.adapters.local.rules.frame_scopes import settled
from slowwave.adapters.local.rules.pattern import Key
from slowwave.adapters.local.rules.shape import skeleton_of
from slowwave.adapters.local.rules.stance import stance_of
from slowwave.adapters.local.rules.vocabulary import FLEETING, SLOT_NOUNS
from slowwave.domain.claims import Candidate, Claim, ClaimKey, Polarity, Signal, Span, Standing, Value
from slowwave.domain.counts import without_counts
from slowwave.domain.doubts import CHANGED, ENDED, MOVED, UNCLEAR, without_words
from slowwave.domain.grounding import DISCOURSE, MAX_STATEMENT
from slowwave.domain.keys import singular, words_of
from slowwave.domain.records import Record
from slowwave.domain.shapes import BARE, shape, shapes
from slowwave.domain.turns import changed_slot, ended_thing, replaced_person
from slowwave.domain.wording import roots

LONGEST = MAX_STATEMENT
"""Code points of a sentence; a longer one is a paste, and no statement."""

_SMALL = re.compile(
    r"(?<![\w.-])\d{1,3}(?![\w%-]|[.,]\d|\s?(?:ms|s|sec|min|h|kb|mb|gb)\b)|\b\d{1,2}(?::\d\d)?\s?[ap]\.?m\b",
    re.IGNORECASE,
)
"""Bare small numbers: items of a list, counts, steps; and times of day."""

_LONG = re.compile(r"(?<![\w.-])\d{4,}(?!\w|[.-]\w)")
"""A number that is no count of a few."""

_GROUPED = re.compile(r"(?<=\d)[,'](?=\d{3}\b)")
"""What parts the thousands of a number."""

_REPLACED = re.compile(
    r"(?:, (?:and )?not|\b(?:instead of|rather than|no longer|(?:up|down|\w+ed) from))\s\S+", re.IGNORECASE
)
"""A value that is told to hold no longer, beside the one that does."""

AMOUNTS = frozenset({"version", "channel", "hyphenated", "hyphenated number"})

_NAMED = re.compile(r"(?<=[\w,:]\s)(?!I\b)[A-Z][a-z]+\s(?:and\s)?(?:[A-Z][a-z]+|\d{1,2}:\d\d)|\bteam\s[A-Z]\w+")
"""Names of several words, and times of a day of the week: what looks like no amount and is a value all the same."""

_POINTS_BACK = re.compile(
    r"(?:that|this|it|hence|these|those|its|instead|rather|the (?:outcome|result|upshot|conclusion|"
    r"correct|right|new))\b",
    re.IGNORECASE,
)

_PASSES = re.compile(
    r"\b(?:warning|exception|failure|crash|message|packet|connection|file|folder|line|row|page|window|button|popup|space|"
    r"gap|noise|pain|headache|cat|dog|food|milk|coffee|rain|sun|cake)s?$",
    re.IGNORECASE,
)
"""What comes and goes, and is no arrangement."""

_LAUGHTER = re.compile(r"\b(?:lo+l|lmao|rofl|haha\w*)\b|[😂🤣🙄😜😉😏🤪]|;-?\)", re.IGNORECASE)
_WHEN = re.compile(
    r"(?<!for )(?<!just )(?<!only )\b(?:today|tonight|tomorrow|"
    r"this (?:week|month|morning|afternoon|evening|weekend))\b",
    re.IGNORECASE,
)
"""When something changed, or how things stand. "Just for today" is another thing."""

_UNTIL = re.compile(r"\buntil (?:then|further notice|(?:we|i|you|that|the \w+)\b[^,.;]{0,40})", re.IGNORECASE)
"""How long something that has ended stays so."""

STILL_TOLD = frozenset({"question", "past"})
"""Stances in which words of change tell of one all the same: "what I said of X is wrong", "X used to be 5, now 7"."""

UNCLEAR_IMPORTANCE = 0.5

FRAGMENT = 6
"""Words up to which a sentence may be a fragment, that needs the one beside it to say something."""

SHORTEST_NAME = 3
"""Letters of a word that can name what a sentence is about."""

NAMED = 12
"""Words of a sentence that it is found by; each is looked up."""

_HEADS = re.compile(
    r"\b(?:of|for|on|in|at|from|to|that|and|is|has)\s+(?:the\s+|our\s+)?([\w-]+)|([\w-]+)['’]s\b", re.IGNORECASE
)
"""Where a sentence names what it is about: "the timeout of billing", "billing's timeout"."""


def _names(text: str) -> list[str]:
    """The words that a sentence is found by: names with signs and numbers, then what stands where things are named,
    then long words.
    """
    heads = {word for match in _HEADS.finditer(text) for word in roots(match[1] or match[2])}
    words = dict.fromkeys(roots(text))
    return sorted(words, key=lambda word: (word.isalpha(), word not in heads, -len(word), word))[:NAMED]


def _tells_of_change(text: str) -> bool:
    """Whether a sentence ends something, names an amount, or another value and a word of change."""
    if len(text) > LONGEST or PASTED.search(text):
        return False
    if ENDED.search(text) or MOVED.search(text) or _turns(text):
        return True
    changed = CHANGED.search(text) or REQUEST.search(text)
    text = _SMALL.sub(" ", COMPOUND.sub(" ", FLAG.sub(" ", text)))
    text = text if changed else without_counts(text)
    found = shapes(text)
    amounts = [form for token in text.split() for form in shapes(token.strip(",.;:()'\"`")) if _is_amount(form)]
    amounts += [form for form in found if _is_amount(form) and form not in amounts]
    opposed = any(amounts.count(form) == len(("from", "to")) for form in amounts)
    return bool(((found or _NAMED.search(text)) and changed) or amounts or opposed)


def _turns(text: str) -> bool:
    """Whether a sentence says of an arrangement that it is past, of a slot that it is another by now, or of a person
    that somebody else does their work.
    """
    ended, changed = ended_thing(text), changed_slot(text)
    if ended:
        return not FLEETING.search(ended) and not _PASSES.search(ended)
    slots = {singular(word) for word in words_of(changed)}
    return bool(replaced_person(text)) or (bool(slots & SLOT_NOUNS) and not FLEETING.search(changed))


def _is_amount(form: str) -> bool:
    return form in AMOUNTS or form.startswith(BARE)


def _is_meant(whole: Clause, masked: str) -> bool:
    """Whether a sentence is meant as it stands. Who laughs, says when, or asks kindly means it; a belief is enough to
    doubt another; a question without its sign is none where it tells of a change.
    """
    told = any(words.search(whole.text) for words in (CHANGED, ENDED, REQUEST))
    over = ENDED.search(whole.text) is not None

    def plainly(text: str) -> str:
        text = _UNTIL.sub(" ", text) if over else text
        text = _WHEN.sub(" ", POLITE.sub(" ", REQUEST.sub(r"\g<asked>", text) if told else text))
        return _LAUGHTER.sub(" ", text) if told else text

    blocked = stance_of(plainly(settled(whole.sentence)), plainly(settled(masked[whole.start : whole.end]))).blocked
    if blocked and not (told and blocked in STILL_TOLD and "?" not in whole.text):
        return False
    return not NOT_MEANT.search(plainly(_said(whole.text)))


def _said(text: str) -> str:
    """The sentence up to the end of the part that names its last value: what trails behind is no condition of it."""
    parts = re.split(r"(?<=[,;:])\s", text)
    valued = [place for place, part in enumerate(parts) if shapes(part)]
    return " ".join(parts[: valued[-1] + 1]) if valued else text


def names_another(sentence: str, said: Sequence[Candidate]) -> bool:
    """Whether a sentence names a value of the same kind as one that was read of it, and nothing read accounts for it:
    one of the two is meant and the other replaced, and which is which was not understood.
    """
    claims = [claim for each in said for claim in (each.claim, *each.denies)]
    told = (f"{each.key.subject} {each.key.qualifier} {each.value.text} v{each.value.text}" for each in claims)
    others = _REPLACED.sub(" ", without_words(_GROUPED.sub("", sentence), " ".join(told)))
    kinds = {shape(each.value) for each in claims} - {""}
    return any(kind in shapes(others) and (kind != BARE or _LONG.search(others)) for kind in kinds)


def doubts(
    wholes: Sequence[Clause], unread: Iterable[int], record: Record, masked: str, changing: Container[int] = ()
) -> list[Candidate]:
    """The unclear words of the sentences of a record that no rule could read.

    Args:
        unread: the places of those among all its sentences.
        changing: places of sentences that take their own value back.
    """
    open_ = frozenset(unread)
    telling = [
        place
        for place in sorted(open_)
        if (place in changing or _tells_of_change(wholes[place].text))
        and _is_meant(wholes[place], masked)
        and not _only_adds(wholes, place, open_)
    ]
    made = (_doubt(_with_fragments(wholes, place, record.text), record) for place in telling)
    return [each for each in made if each is not None]


def _only_adds(wholes: Sequence[Clause], place: int, unread: frozenset[int]) -> bool:
    """Whether a fragment that names no value follows a sentence that was read: "it was cancelled. Leave it empty"."""
    text = wholes[place].text
    return place > 0 and place - 1 not in unread and len(text.split()) <= FRAGMENT and not shapes(text)


def _with_fragments(wholes: Sequence[Clause], place: int, text: str) -> tuple[int, int]:
    """Where the words of a sentence begin and end, with a sentence beside it on its line where one of the two is a
    fragment or this one points back: "No, 8080. For the port of billing." An answer before the words is none of them.
    """
    start, end = wholes[place].start, wholes[place].end
    for beside in (wholes[each] for each in (place - 1, place + 1) if 0 <= each < len(wholes)):
        first, last = min(start, beside.start), max(end, beside.end)
        short = min(len(wholes[place].text.split()), len(beside.text.split())) <= FRAGMENT
        back = beside.start < wholes[place].start and _POINTS_BACK.match(wholes[place].text)
        if (short or back) and last - first <= LONGEST and "\n" not in text[first:last]:
            start, end = first, last
    answer = DISCOURSE.match(text, start, end)
    return (answer.end() if answer else start), end


def _doubt(at: tuple[int, int], record: Record) -> Candidate | None:
    raw = record.text[slice(*at)]
    words = _names(raw)
    if not any(word.isalpha() and len(word) >= SHORTEST_NAME for word in words):
        return None
    named = " ".join(words)
    return Candidate(
        claim=Claim(
            skeleton=skeleton_of(Key(named, UNCLEAR, "", Value())),
            key=ClaimKey(named, UNCLEAR),
            polarity=Polarity.AFFIRM,
            value=Value(),
            statement=" ".join(raw.split()),
            standing=Standing.ASSUMPTION,
            category=UNCLEAR,
        ),
        span=Span(record.id, *at),
        signal=Signal.UNCLEAR,
        importance=UNCLEAR_IMPORTANCE,
        pattern="doubt.change",
    )
