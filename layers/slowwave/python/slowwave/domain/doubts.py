"""Words of change that could not be read: what they may be about is held back until somebody says it clearly.

A reader that misses one wording of a correction in two would go on showing what was corrected. So words that tell of a
change and name a known value, or another value of its kind beside its subject, unsettle what was said before
them: it waits, and a person is asked. Only a person's words do so; nobody else can silence what a person said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from slowwave.domain.claims import Claim, Evidence, Lane, Polarity, Signal, Value, ValueKind
from slowwave.domain.counts import listed, without_counts
from slowwave.domain.endings import WITHDRAWN
from slowwave.domain.shapes import BARE, is_peculiar, marks, names, shape, shapes
from slowwave.domain.trust import is_direct, may_bind
from slowwave.domain.turns import turns
from slowwave.domain.wording import roots

UNCLEAR: Final = "unclear"
"""Category of a claim whose words tell of a change and were not understood."""

UNREAD: Final = "its words tell of a change and could not be read"
UNSETTLED: Final = "words that came later tell of a change and could not be read"

_ENDS: Final = (
    r"no longer|any ?more|any longer",
    r"does(?: not|n['’]?t) (?:apply|hold|count|stand)",
    rf"{WITHDRAWN}|withdrew|taken back|took back",
    r"(?:is|are|was|were|now|and) (?:now )?void|not valid(?=\W*$|[,.;]| (?:any|as|for|now|since)\b)|invalid",
    r"nothing (?:replaces|in its place)|no (?:\w+ )?(?:replacement|alternative|substitute|successor)",
    r"there(?:['’]s| is| are) (?:now |currently )?no (?:[\w-]+ ){1,3}(?:for|of)",
    r"leave (?:it|that|this|the \w+) (?:empty|blank|open|out)|(?:do not|don['’]?t) fill (?:it|that|this|the \w+) in",
)
_CHANGES: Final = (
    *_ENDS,
    r"now|instead|from now on|from today|changed|changes to|switched|moved|migrated|replaced?|upgraded|bumped|raised",
    r"lowered|reverted|rolled back|back to|returns? to|returned to|went with|went to|went over to|settled on|ended up",
    r"became|used to (?:be|have|run|live|listen|go|sit|use|belong|point|take|wait)|took over|takes over|handed over",
    r"dropped|gone|retired|dead|disbanded|given up|forget|ditched|swapped|renamed|superseded|undo|undid|undone",
    r"wrong|outdated|out of date|obsolete|incorrect|mistaken|mistakes?|typo|not (?:right|correct|true|valid|current)",
    r"misunderst(?:ood|anding)|mis(?:read|spoke|typed|said|remembered)|mixed (?:\w+ )?up|scratch that|nope|actually",
    r"never ?mind|correction|corrected|oops|sorry|my bad|wipe|erase|should (?:be|read|say|have been)",
    r"in (?:actual )?fact|as a matter of fact|in reality",
)
MOVED: Final = re.compile(r"\d\s?\w{0,4}\s?(?:->|=>|→|⇒|➜)\s?\S?\w*\d")
"""An amount before an arrow and an amount after it: "30 s -> 45 s"."""
CHANGED: Final = re.compile(rf"\b(?:{'|'.join(_CHANGES)})(?!\w)|{MOVED.pattern}", re.IGNORECASE)
"""Words that tell of a change, or of a mistake."""

_FORGET: Final = r"(?:forget|wipe|delete|erase|remove|strike|scrub|drop)\b"
_KEPT: Final = (
    r"(?:you (?:have|know|remember|saved|stored|noted|keep)|(?:i|we)(?:['’]ve| have)? (?:ever |just )?"
    r"(?:told|said|mentioned)|memory|remember(?:ed)?|your notes)\b"
)
ENDED: Final = re.compile(
    rf"\b(?:(?:{'|'.join(_ENDS)})(?!\w)|{_FORGET}[^.;]*\b{_KEPT}|{_KEPT}[^.;]*\b{_FORGET})", re.IGNORECASE
)
"""Words that end something and need to name no value: it does not apply, or is to be forgotten."""


MISTAKEN: Final = re.compile(
    r"\b(?:by mistake|mistakenly|mistaken(?: for)?|a mistake|in error|a (?:typo|slip)|wrong(?:ly)?|incorrect(?:ly)?|"
    r"outdated|not (?:right|correct|true)|mixed (?:\w+ )?up|confused|instead of|rather than|in place of)\b",
    re.IGNORECASE,
)
"""Words by which a value was said in error or gives way to another."""

NARROWED: Final = re.compile(
    r"\b(?:only|nowhere else|not elsewhere|exclusively|solely|not in general)\b", re.IGNORECASE
)
"""Words that let a value hold in fewer places than before."""


def is_unclear(claim: Claim) -> bool:
    """Whether a claim holds unclear words of change."""
    return claim.category == UNCLEAR


def unsettles(doubt: Claim, claim: Claim) -> bool:
    """Whether unclear words may be about a claim: they say that it has turned (see `turns`), or end what it is about;
    tell of a change of its value, or put another of its kind beside it; or name one of its kind and the thing that it
    is of ("billing port" is of billing). A value of several words is meant wherever it is said to be a mistake or over;
    one that many things have needs the thing beside it. A number without a unit may be of anything: without a word of
    change the whole subject must be named. A number that counts something else ("1200 open tickets") is no value, and a
    sentence that lists things reaches of each only the slot that it names. Who only repeats a value doubts nothing.

    Never a safety rule: what protects is not held back because of what nobody understood.
    """
    if not is_unclear(doubt) or is_unclear(claim) or claim.lane is Lane.SAFETY or claim.polarity is Polarity.DENY:
        return False
    told = CHANGED.search(doubt.statement) is not None
    if turns(doubt.statement, claim):
        return True
    words = _words(doubt.statement)
    thing, rest = thing_of(claim.key.subject)
    if rest and {thing, *rest} <= words and ENDED.search(doubt.statement):
        return True
    if claim.value.kind is ValueKind.NONE:
        shared = marks(claim.statement) & marks(doubt.statement)
        return told and bool(shared) and bool(words & _words(claim.statement) - shared)
    kind = shape(claim.value)
    if is_peculiar(claim.value) and names(doubt.statement, claim.value):
        over = told or any(each.search(doubt.statement) for each in (ENDED, NARROWED))
        gone = _is_a_name(claim.value) and any(each.search(doubt.statement) for each in (ENDED, MISTAKEN))
        others = without_words(doubt.statement, f"{claim.key.subject} {claim.value.text}")
        return gone or (over and (bool(kind) or thing in words)) or (bool(kind) and kind in shapes(others))
    others = without_counts(doubt.statement, _words(f"{claim.key.subject} {claim.value.unit} {claim.statement}"))
    if not kind or thing not in words or kind not in shapes(without_words(others, claim.key.subject)):
        return False
    rest = rest or _words(claim.key.qualifier)
    if thing in listed(doubt.statement) and not (rest and rest <= words):
        return False
    return kind != BARE or told or (bool(rest) and words >= rest)


def _is_a_name(value: Value) -> bool:
    """Whether a value has several words that mean something: it alone says what is meant, as "Breton and Catalan"."""
    return value.kind is ValueKind.TEXT and len(_words(value.text)) > 1


def without_words(text: str, subject: str) -> str:
    """Return the text without the words of a subject: the name of a thing is no value of it."""
    named = "|".join(map(re.escape, sorted(subject.split(), key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{named})(?![\w-])", " ", text, flags=re.IGNORECASE)


def thing_of(subject: str) -> tuple[str, frozenset[str]]:
    """Return the root of the thing that a subject is of, and of its other words: "billing port" and "port on billing"
    are of billing.
    """
    before, joint, after = subject.partition(" on ")
    ordered = roots(f"{after} {before}" if joint else subject)
    return (ordered[0], frozenset(ordered[1:])) if ordered else ("", frozenset())


def holding(asserting: Sequence[Evidence], doubts: Iterable[Evidence]) -> Evidence | None:
    """Return the doubt that holds against an assertion, or None: said by a person after the last direct word for it."""
    direct = max((each.order for each in asserting if is_direct(each)), default=None)
    latest = direct or max(each.order for each in asserting)
    open_ = (each for each in doubts if each.signal is Signal.UNCLEAR and may_bind(each.origin) and each.order > latest)
    return min(open_, key=lambda each: each.order, default=None)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(roots(text))
