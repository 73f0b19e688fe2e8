"""Whether words say what a claim says: invariant 1, checked when a claim is written and again before it is published.

The check is lexical and strict on purpose: it never asks a model. A sentence passes only if every numeral, name,
identifier and content word
of it stands in its evidence, in the same order, with the same negation. Frame words ("the user's", "prefers") may be
added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from slowwave.domain.claims import Claim, Polarity
from slowwave.domain.hashing import sha256_hex

MAX_STATEMENT = 400
"""Code points of a statement; a longer one is not one testable sentence."""

FRAME_WORDS = frozenset(
    "the a an and or of to in on at for with as is are was be by it its this that these those user user's users "
    "prefer prefers goal constraint preference decision convention run runs use uses using instead rather than when "
    "then should must may can has have does do who which they their observed works work fails failed per".split()
)
"""Words a statement may add to its evidence: they carry grammar, not content."""

NEGATORS = frozenset(
    "not no never none nothing neither nor without cannot can't don't doesn't didn't won't wouldn't shouldn't mustn't "
    "isn't aren't wasn't weren't avoid stop forbid forbidden".split()
)
CONTRASTS = frozenset("instead rather over than anymore longer gone removed obsolete dropped wrong forget".split())
"""Words that deny one thing in favour of another; they stand for a negation of what they dismiss."""

_TOKEN = re.compile(r"[^\W_][\w]*(?:['’./:@+-]+\w+)*|\d[\d.,:/-]*", re.UNICODE)
_DISCOURSE = re.compile(r"^\s*(?:no|nope|nah|not quite|well no)\b[\s,.:;!—–-]+", re.IGNORECASE)


class Ungrounded(StrEnum):
    """Why a claim does not stand on its evidence."""

    TOO_LONG = "statement too long"
    EMPTY = "empty statement or span"
    HASH = "evidence hash differs"
    NUMERAL = "numeral not in evidence"
    IDENTIFIER = "name or identifier not in evidence"
    WORD = "content word not in evidence"
    ORDER = "word order differs from evidence"
    POLARITY = "negation differs from evidence"


@dataclass(frozen=True, slots=True)
class Grounding:
    """The outcome: grounded when `problem` is None; `word` names the first offending token."""

    problem: Ungrounded | None = None
    word: str = ""

    def __bool__(self) -> bool:
        return self.problem is None


def check(claim: Claim, span_text: str, support_texts: Sequence[str] = ()) -> Grounding:
    """Check every sentence of a claim against the words of its evidence.

    Args:
        claim: the claim; its statement, trigger, approach and counterexample are checked.
        span_text: the text of the primary span.
        support_texts: the texts of the support spans, in order.
    """
    if not claim.statement.strip() or not span_text.strip():
        return Grounding(Ungrounded.EMPTY)
    if len(claim.statement) > MAX_STATEMENT:
        return Grounding(Ungrounded.TOO_LONG)
    source = [span_text, *support_texts]
    parts = (claim.statement, claim.trigger, claim.approach, claim.counterexample)
    problems = (_check_words(part, source) for part in parts if part)
    worded = next((each for each in problems if not each), Grounding())
    return worded if not worded else _check_polarity(claim, source)


def check_hash(text: str, expected: str) -> Grounding:
    """Check that the words of a span are still the words that were cited."""
    return Grounding() if sha256_hex(text) == expected else Grounding(Ungrounded.HASH)


def _check_words(sentence: str, source: Sequence[str]) -> Grounding:
    wanted = [each for each in tokens(sentence) if each.lower() not in FRAME_WORDS | NEGATORS]
    orders = [[_stem(each) for each in tokens(" ".join(order))] for order in _readings(source)]
    present = set(orders[0])
    for token in wanted:
        if _stem(token) not in present:
            return Grounding(_kind_of(token, sentence), token)
    stems = [_stem(each) for each in wanted]
    if not any(_is_subsequence(stems, order) for order in orders):
        return Grounding(Ungrounded.ORDER)
    return Grounding()


def _readings(source: Sequence[str]) -> Iterable[Sequence[str]]:
    """The orders in which spans may be read: the claim's own words first, or what supports them first."""
    yield source
    if len(source) > 1:
        yield [*source[1:], source[0]]


def _check_polarity(claim: Claim, source: Sequence[str]) -> Grounding:
    said = {each.lower().replace("’", "'") for each in tokens(_DISCOURSE.sub("", source[0]))}
    stated = {each.lower().replace("’", "'") for each in tokens(claim.statement)}
    says_no, states_no = bool(said & NEGATORS), bool(stated & NEGATORS)
    contrasted = bool((said | stated) & CONTRASTS)
    if states_no and not says_no and not contrasted:
        return Grounding(Ungrounded.POLARITY, "added negation")
    if (
        says_no
        and not states_no
        and not contrasted
        and not any(part for part in (claim.counterexample, claim.approach))
    ):
        return Grounding(Ungrounded.POLARITY, "lost negation")
    if claim.polarity is Polarity.DENY and not (says_no or contrasted):
        return Grounding(Ungrounded.POLARITY, "denial without a negation")
    return Grounding()


def tokens(text: str) -> list[str]:
    """Split into words, numerals, identifiers and paths, without surrounding punctuation."""
    return [each.rstrip(".,:;/-'’") for each in _TOKEN.findall(text)]


def _kind_of(token: str, sentence: str) -> Ungrounded:
    if any(each.isdigit() for each in token):
        return Ungrounded.NUMERAL
    inside = not sentence.lstrip("\"'`*- ").startswith(token)
    if (inside and token[0].isupper()) or any(each in token for each in "_./:@") or token[1:] != token[1:].lower():
        return Ungrounded.IDENTIFIER
    return Ungrounded.WORD


def _stem(token: str) -> str:
    """Fold case and the commonest English endings; identifiers and numerals keep their form."""
    word = token.lower().replace("’", "'").removesuffix("'s")
    if any(not each.isalpha() for each in word):
        return word
    for ending in ("ies", "es", "s", "ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word.rstrip("ey") if len(word) > 3 else word


def _is_subsequence(wanted: Sequence[str], within: Sequence[str]) -> bool:
    rest = iter(within)
    return all(any(each == other for other in rest) for each in wanted)
