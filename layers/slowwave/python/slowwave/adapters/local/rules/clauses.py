"""Cut a sentence into clauses and peel off the conversation around what is said, keeping what the peelings mean as
flags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowwave.adapters.local.rules.joints import CONDITIONS, EVERY_TIME, IMPERATIVE, REASON
from slowwave.adapters.local.rules.peelings import (
    CONDITION,
    CONTINUED,
    CORRECTION,
    DURABLE,
    GIVEN,
    GIVEN_IF,
    GIVEN_TOO,
    HOUSE,
    LEAD,
    REMEMBER,
    RENEWS,
    TAIL,
    WE,
)
from slowwave.adapters.local.rules.reach import is_alternative, uncancelled
from slowwave.adapters.local.rules.sentences import sentences
from slowwave.adapters.local.rules.splices import cuts


@dataclass(frozen=True, slots=True)
class Clause:
    """The core of one thing said.

    Attributes:
        text, raw: the core, masked and as written; of equal length.
        start, end: offsets in the record of the clause with everything peeled off it.
        sentence: the masked sentence around it, for its stance.
        condition: a leading "when …," or "in …," as written, which the core holds under.
    """

    text: str
    raw: str
    start: int
    end: int
    sentence: str
    flags: frozenset[str] = frozenset()
    condition: str = ""


_REQUEST = re.compile(
    r"[,;] (?:(?:so|and) )?(?:can|could|would|will) you (?:please |also )*"
    r"(?!(?:please |also )*(?:verify|check|double|confirm|tell|look|find|see|say|explain|remind|test|ask|show|think)\b)"
    r"[a-z]+\b[^?]*\?\s*$",
    re.IGNORECASE,
)
"""What is asked for because of what was stated; who asks to check it is not sure of it."""

_OPENER = re.compile(
    r"(?:(?:just )?to (?:be (?:clear|precise|exact)|confirm|clarify|recap|repeat(?: myself)?|reiterate)|"
    r"(?:just )?for (?:the record|clarity|reference)|(?:just )?so (?:you know|we(?:['’]re| are) clear)|as a reminder)"
    r"[,:]\s+",
    re.IGNORECASE,
)
"""What only says that something is said once more, or plainly."""

MAX_PEELS = 8
MAX_TAIL = 90


def sentences_of(masked: str, raw: str) -> Iterator[Clause]:
    """Yield the sentences of a masked text whole, in order; `raw` is the text before masking, of the same length."""
    for start, end in uncancelled(masked, sentences(masked)):
        flags: set[str] = set()
        first = start
        for _ in range(MAX_PEELS):
            match = LEAD.match(masked, first, end)
            if match is None or match.end() >= end:
                break
            flags.add(match.lastgroup or "")
            first = match.end()
        yield Clause(masked[start:end], raw[start:end], start, end, masked[start:end], frozenset(flags))


def without_opener(whole: Clause) -> Clause:
    """A sentence without the words that only open it: "for the record, the port is 8443"."""
    match = _OPENER.match(whole.text)
    if match is None:
        return whole
    first = match.end()
    return replace(
        whole, text=whole.text[first:], raw=whole.raw[first:], start=whole.start + first, sentence=whole.text[first:]
    )


def without_request(whole: Clause) -> Clause:
    """A sentence without what it asks for at its end: "…, can you update the docs?"."""
    match = _REQUEST.search(whole.text)
    if match is None:
        return whole
    end = match.start()
    text, raw = whole.text[:end], whole.raw[:end]
    return replace(whole, text=text, raw=raw, end=whole.start + end, sentence=text)


def clauses(masked: str, raw: str, whole: Clause) -> Iterator[Clause]:
    """Yield the clauses of one sentence of a masked text, in order, peeled."""
    start, end, sentence = whole.start, whole.end, whole.sentence
    inherited: frozenset[str] = frozenset()
    position = start
    for match in [*cuts(masked, start, end), None]:
        stop = match.start() if match else end
        if match and _opens(masked, position, match.end(), end):
            continue
        if stop - position > 1 and not is_alternative(masked, start, position, stop):
            clause = _peeled(masked, raw, position, stop, sentence, inherited)
            inherited |= clause.flags & {DURABLE, HOUSE, CORRECTION, REMEMBER}
            if position == start and not IMPERATIVE.match(clause.text):
                inherited |= {CONTINUED}
            yield clause
        if match and match.group().strip(" ,").lower() == "so":
            inherited -= {CONTINUED}
        position = match.end() if match else end


def _opens(masked: str, start: int, split: int, end: int) -> bool:
    """Whether the words before a split only open what follows: "from now on,", "when writing SQL,"."""
    for _ in range(MAX_PEELS):
        match = LEAD.match(masked, start, end) or CONDITIONS.match(masked, start, end)
        if match is None or match.lastgroup == WE:
            return False
        start = match.end()
        if start >= split:
            return True
    return False


def without_reason(text: str) -> int:
    """The length of the text before "because …", "so that …" and the like."""
    match = REASON.search(text, 8) if len(text) > 8 else None
    return match.start() if match else len(text)


def _peeled(masked: str, raw: str, start: int, end: int, sentence: str, inherited: frozenset[str]) -> Clause:
    flags = set(inherited)
    first, last = start, end
    condition = ""
    for _ in range(MAX_PEELS):
        match = LEAD.match(masked, first, last) or (
            None if condition or WE in flags else CONDITIONS.match(masked, first, last)
        )
        if match is None or match.end() >= last:
            break
        name = match.lastgroup or ""
        if name in (CONDITION, GIVEN, GIVEN_IF, GIVEN_TOO):
            condition = raw[match.start(name) : match.end(name)]
            flags.add(CONDITION)
            if EVERY_TIME.match(condition):
                flags.add(DURABLE)
        flags.add(name)
        if name in RENEWS:
            flags.discard(CONTINUED)
        first = match.end()
    for _ in range(2):
        tail = TAIL.search(masked, max(first, last - MAX_TAIL), last)
        if tail is None or tail.start() <= first:
            break
        flags.add(tail.lastgroup or "")
        last = tail.start()
    reason = first + without_reason(masked[first:last])
    if reason < last:
        last, end = reason, reason
    while last > first and masked[last - 1] in " \t\n.!,;:*_":
        last -= 1
    return Clause(masked[first:last], raw[first:last], start, end, sentence, frozenset(flags), condition)
