"""Whether words say what a claim says: invariant 1, checked when a claim is written and again before it is published.

The check is lexical and strict on purpose: it never asks a model. A sentence passes only if every numeral, name,
identifier and content word
of it stands in its evidence, in the same order, with the same negation. Frame words ("the user's", "prefers") may be
added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from slowwave.domain.claims import Claim, Polarity
from slowwave.domain.endings import OVER, WITHDREW
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.negation import CONTRASTS, NEGATORS, Side, Word, sided, split

MAX_STATEMENT = 400
"""Code points of a statement; a longer one is not one testable sentence."""

FRAME_WORDS = frozenset(
    "the a an and or of to in on at for with as is are was be by it its this that these those user user's users "
    "prefer prefers goal constraint preference decision convention run runs use uses using instead rather than when "
    "then should must may can has have does do who which they their observed works work fails failed per".split()
)
"""Words a statement may add to its evidence: they carry grammar, not content."""

RETRACTS = frozenset("delete deleted erase erased remove unlearn wipe skip omit".split())
"""Words that may carry a denial ("delete the port from your memory", "skip the bullet points") and never stand for a
negation elsewhere: in "never delete backups" they are what is forbidden.
"""

_BETWEEN = r"(?:(?:now|just|also|all|both|finally|already|since|therefore|officially) )*"
_CANCELS = re.compile(
    rf"\b(?:(?:is|are|was|were|been|be|being|got) {_BETWEEN}(?:{OVER}|expired)|"
    rf"(?:we|i|they)(?:['’]ve| have)? {_BETWEEN}(?:{WITHDREW}))\b",
    re.IGNORECASE,
)
"""Words that end what a sentence is about: what it says of it, or what somebody did."""

_CAMEL = re.compile(r"[a-z][A-Z]")
_VOWEL = re.compile(r"[aeiouy]|[^\x00-\x7f]")
DISCOURSE = re.compile(
    r"^\s*(?:(?:(?:well|wait|oh|hm+|oops|sorry|actually),? )?no"
    r"(?=\s*[,.:;!—–-]|\s+(?:it|its|it's|i|im|i'm|we|you|they|that|thats|that's|the|use|not)\b)|"
    r"nope|nah|not quite)\b[\s,.:;!—–-]+",
    re.IGNORECASE,
)
"""An answer before the words themselves: "no, it's 45 s". In "no meetings before 10" it is part of them."""


class Ungrounded(StrEnum):
    """Why a claim does not stand on its evidence."""

    TOO_LONG = "statement too long"
    EMPTY = "no content in statement or span"
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
    if not _content(split(claim.statement)) or not span_text.strip():
        return Grounding(Ungrounded.EMPTY)
    if len(claim.statement) > MAX_STATEMENT:
        return Grounding(Ungrounded.TOO_LONG)
    source = [sided(DISCOURSE.sub("", span_text)), *(_open(split(text)) for text in support_texts)]
    parts = (claim.statement, claim.trigger, claim.approach, claim.counterexample)
    problems = (_check_words(part, source) for part in parts if part)
    worded = next((each for each in problems if not each), Grounding())
    return worded if not worded else _check_polarity(claim, source)


def check_line(text: str, quotes: Sequence[str]) -> Grounding:
    """Check that an injected line holds only words of what it quotes, in their order."""
    return _check_words(text, [split(each) for each in quotes])


def check_hash(text: str, expected: str) -> Grounding:
    """Check that the words of a span are still the words that were cited."""
    return Grounding() if sha256_hex(text) == expected else Grounding(Ungrounded.HASH)


def _open(words: Sequence[Word]) -> list[Word]:
    """Words of a supporting span: whether they are affirmed is for the claim's own words to say."""
    return [replace(word, side=Side.OPEN) for word in words]


def _content(words: Iterable[Word]) -> list[Word]:
    return [word for word in words if word.text.lower() not in FRAME_WORDS | NEGATORS]


def _check_words(sentence: str, source: Sequence[Sequence[Word]]) -> Grounding:
    wanted = _content(split(sentence))
    present = {_stem(word.text) for part in source for word in part}
    for word in wanted:
        if _stem(word.text) not in present:
            return Grounding(_kind_of(word.text, sentence), word.text)
    return Grounding() if _stands_in(wanted, source, _same_word) else Grounding(Ungrounded.ORDER)


def _stands_in(wanted: Sequence[Word], source: Sequence[Sequence[Word]], same: Callable[[Word, Word], bool]) -> bool:
    """Whether the words stand in the source in their order: its own span read first, or what supports it first."""
    orders = {(*range(len(source)),), (*range(1, len(source)), 0)}
    readings = ([word for part in order for word in source[part]] for order in sorted(orders))
    return any(_is_subsequence(wanted, reading, same) for reading in readings)


def _same_word(one: Word, other: Word) -> bool:
    return _stem(one.text) == _stem(other.text)


def _same_side(one: Word, other: Word) -> bool:
    return _same_word(one, other) and one.agrees(other)


def _is_affirmed(one: Word, other: Word) -> bool:
    return _same_word(one, other) and one.side is other.side is Side.AFFIRMED


def _check_polarity(claim: Claim, source: Sequence[Sequence[Word]]) -> Grounding:
    stated = sided(claim.statement)
    says_no, states_no = _has(source[0], NEGATORS), _has(stated, NEGATORS)
    contrasted = _has(source[0], CONTRASTS) or _has(stated, CONTRASTS)
    if states_no and not says_no and not contrasted:
        return Grounding(Ungrounded.POLARITY, "added negation")
    if not _stands_in(_content(stated), source, _same_side):
        return Grounding(Ungrounded.POLARITY, "affirms what is dismissed, or dismisses what is affirmed")
    excused = contrasted or claim.counterexample or claim.approach
    if says_no and not states_no and not excused and not _stands_in(_content(stated), source, _is_affirmed):
        return Grounding(Ungrounded.POLARITY, "lost negation")
    ends = _has(source[0], RETRACTS) or _cancels(source[0])
    if claim.polarity is Polarity.DENY and not (says_no or contrasted or ends):
        return Grounding(Ungrounded.POLARITY, "denial without a negation")
    return Grounding()


def _has(words: Iterable[Word], listed: frozenset[str]) -> bool:
    return any(word.text.lower() in listed for word in words)


def _cancels(words: Sequence[Word]) -> bool:
    """Whether the words say that something was cancelled: of their subject, or as what somebody did."""
    return _CANCELS.search(" ".join(word.text for word in words)) is not None


def _kind_of(token: str, sentence: str) -> Ungrounded:
    if any(each.isdigit() for each in token):
        return Ungrounded.NUMERAL
    inside = not sentence.lstrip("\"'`*- ").startswith(token)
    if (inside and token[0].isupper()) or any(each in token for each in "_./:@") or token[1:] != token[1:].lower():
        return Ungrounded.IDENTIFIER
    return Ungrounded.WORD


@cache
def _stem(token: str) -> str:
    """Fold case and the commonest English endings; numerals and identifiers, camelCase among them, keep their form."""
    word = token.lower().removesuffix("'s")
    if not word.isalpha() or _CAMEL.search(token):
        return word
    if word in ("goes", "does"):
        return word[:2]
    for ending in ("ies", "es", "s", "ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and _VOWEL.search(rest):
            word = rest
            break
    return re.sub("[ey]$", "", word) if len(word) > 3 else word


def _is_subsequence(wanted: Sequence[Word], within: Sequence[Word], same: Callable[[Word, Word], bool]) -> bool:
    rest = iter(within)
    return all(any(same(each, other) for other in rest) for each in wanted)
