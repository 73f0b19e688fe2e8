"""Sentences that open by taking something back: "scratch that, too slow", "no, she quit", "no wait, Oslo". What follows
is the value that holds where it is of the kind of the one before; else it is a reason or a statement of its own, and
what was said before is taken back all the same.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.joints import IMPERATIVE
from slowwave.adapters.local.rules.pattern import Draft, Hit, Pattern, Recent, Says, rx
from slowwave.adapters.local.rules.retractions import NEAR, like, rejecting, replacing
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.adapters.local.rules.vocabulary import ADJECTIVES
from slowwave.domain.claims import Signal

_FILLED = r"(?:(?:h+m+|uh|um|oh|ah|ok(?:ay)?|sorry|well|so|and|but|hey|oops|ugh)[\s,.!–—-]+)*"
_THAT = r"(?:(?:no|ok|actually|wait),? )?(?:scratch|strike|disregard) that"
_NO = r"(?:actually,? no|no,? wait|wait,? no|no,? sorry|nope|nah|no)"
_LEAD = (
    r"(?:(?:it(?:'s| is| should be)|that(?:'s| should be)|they(?:'re| are)|make (?:it|that)|i meant?(?: to say)?|"
    r"i said|let's (?:use|go with|take|do|make it|call it)|(?:please )?(?:use|take|go with)|we(?:'ll)? use|"
    r"rather|actually|sorry|wait|now) )*"
)
_KEEPS = re.compile(
    loosely(
        r"(?:thanks?|thank you|thx|problem|worries|need|really|seriously|joke|kidding|keep|leave|still|same|"
        r"(?:it|that|this)(?:'s| is) (?:right|correct|fine|ok(?:ay)?|good|it|all|true|still|also|not)|"
        r"(?:it|that|this) (?:stays|holds|stands|works)|"
        r"i(?:'m)? (?:like|love|agree|mean it|checked|sure|am|do|did|don't|didn't|think|will|want|need|just)|"
        r"wait (?:for|until|till)|you\b|nothing\b)"
    ),
    re.IGNORECASE,
)
"""What takes nothing back, or answers something else."""

_REASON = re.compile(
    loosely(
        r"(?:(?:that|this|it|those|these|they|he|she|there)(?:'s|'re)?\b|i (?:was|misread|mixed|misspoke|got|pasted|"
        r"copied)\b|(?:too|so|very|not|no longer|totally|completely|clearly|just)\b|(?:my (?:mistake|bad|fault|error)|"
        r"(?:\w+ ){0,2}(?:typo|mistake|error|mix-?up|copy[ -]?paste(?: error)?|(?:wrong|old|other|previous) (?:one|"
        r"value|file|name|line|env|environment))|wrong|outdated|obsolete|stale|deprecated)[\s.!]*$)"
    ),
    re.IGNORECASE,
)
"""Why a value was taken back: what somebody did, a judgement, a mistake."""

_MOST_WORDS = 5
"""Words behind a mere "no" that may still be the reason; a longer sentence speaks of something else."""


def taken_back(hit: Hit) -> Draft | None:
    """Read "scratch that, …", "no, …" after the statement it is about."""
    start, end = hit.clause.start, hit.clause.end
    here = [each for each in hit.recent() if not each.records_ago and start <= each.span.start < end]
    before = [each for each in hit.recent() if each not in here and each.records_ago <= NEAR]
    rest = hit.raw("rest")
    plainly = hit.raw("that") != ""
    if not before or not (plainly or _answers(hit, before[0], rest)):
        return None
    value = trimmed(hit.raw("value"))
    found = like(before, value) if value and not here else None
    if found and found is before[0]:
        at = (start + hit.match.start("value"), start + hit.match.end("value"))
        return _at(replacing(found, read_value(value), value), at)
    if here and (not plainly or any(_touches(each, other) for each in here for other in before)):
        return None
    if not (plainly or _is_reason(rest)):
        return None
    return _at(rejecting(before[0]), (start + hit.match.start("back"), start + hit.match.end("back")))


def _at(draft: Draft, at: tuple[int, int]) -> Draft:
    return replace(draft, at=at)


def _answers(hit: Hit, before: Recent, rest: str) -> bool:
    """Whether a mere "no" is about what was said before: nothing that it could answer stands between, it does not
    keep what was said, and asks for nothing.
    """
    if _KEEPS.match(rest) or "?" in hit.clause.text or (IMPERATIVE.match(rest) and not hit.raw("lead")):
        return False
    between = hit.heard()[1] if before.records_ago > 1 and len(hit.heard()) > 1 else ""
    return not between or ("?" not in between and before.claim.value.text in between.lower())


def _is_reason(rest: str) -> bool:
    words = rest.split()
    judged = len(words) == 1 and words[0].strip(".!").lower() in ADJECTIVES
    return len(words) <= _MOST_WORDS and (judged or _REASON.match(rest) is not None)


def _touches(one: Recent, other: Recent) -> bool:
    """Whether what was said here already says something of what was said before."""
    return (one.claim.key.subject, one.claim.key.attribute) == (other.claim.key.subject, other.claim.key.attribute)


PATTERNS = (
    Pattern(
        "reject.opening",
        rx(
            rf"^{_FILLED}(?P<back>(?P<that>{_THAT})|{_NO})\s*(?:[,.;:!–—]+|\s-+)\s*"
            rf"(?P<rest>(?P<lead>{_LEAD})(?P<value>[^,;()]{{1,60}}?)(?:[,;(].*?)?)[\s.!)]*$"
        ),
        Signal.REJECTION,
        0.8,
        taken_back,
        yes=(
            Says("The base branch is develop. || scratch that, too slow.", "base branch | is |", "-develop"),
            Says("The schema owner is Lena. || no, she quit.", "schema owner | is |", "-lena"),
            Says("The schema owner is Lena. || no, Marta.", "schema owner | is |", "+marta"),
            Says("The cache ttl is 60 seconds. || hmm no, 90 seconds", "cache ttl | is |", "+90 s"),
            Says("I live in Berlin. || no wait, Oslo", "user | home |", "+oslo"),
            Says(
                "The test database is pg-test-1. || scratch that, let's use pg-test-2",
                "test database | is |",
                "+pg-test-2",
            ),
        ),
        no=(
            "scratch that, too slow.",
            "The schema owner is Lena. || no, thanks.",
            "The schema owner is Lena. || no, run the tests first",
            "The schema owner is Lena. || no, that's fine",
            "The schema owner is Lena. || no?",
        ),
    ),
)
"""What is read of a sentence after its own statements."""
