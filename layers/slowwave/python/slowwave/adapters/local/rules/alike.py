"""Whether words that follow a statement could be the value of the same slot, or only say why it was taken back: "no,
Marta" after an owner, and neither "no, she quit" nor "no, too slow".
"""

from __future__ import annotations

import re
from enum import StrEnum

from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.values import is_adjectival, read_value
from slowwave.adapters.local.rules.vocabulary import ADJECTIVES
from slowwave.domain.claims import Claim, Value, ValueKind
from slowwave.domain.keys import ENVIRONMENTS, unquoted

MOST_WORDS = 4
"""Words of a value that stands alone behind a correction."""


class Form(StrEnum):
    """What a value of words looks like."""

    MARKED = "marked"  # one token with a digit, a sign or a capital inside
    NAME = "name"  # every word with a capital
    WORD = "word"
    PHRASE = "phrase"


_MARKED = re.compile(r"[\w@.-]*(?:\d|[_./:@#-])[\w./:@#+-]*[\w/]|#[\w-]+|[a-z]+[A-Z]\w*")
_COMPOUND = re.compile(r"(?:out-of|up-to|copy-|mis-?|non-|half-|semi-|over-|under-|so-|old-|well-|long-|too-)[a-z-]+")
_SMALL = frozenset("of and the de van von la".split())
_SAYS_SOMETHING = frozenset(
    "i i'm you you're he he's she she's it it's its we we're they they're this that that's these those there "
    "there's one ones who who's what which my your his her our their me him them us myself is are was were be been "
    "has have had do does did would should must cannot can't don't doesn't didn't won't isn't wasn't aren't not no "
    "nope yes too so very just only again more less already never always please because since if when while though "
    "but or if mistake typo error oops sorry wait thanks nonsense whatever nothing nobody something someone anything "
    "everything everyone another mine yours later soon ago yesterday tomorrow tonight left quit resigned bad wrong "
    "outdated obsolete stale deprecated better worse old wasn't enough done".split()
)
"""Words of a clause, a reason or a judgement: with one of them, what was said is no value."""

_OPPOSITES = frozenset("true false on off yes enabled disabled enable disable none".split())
_MEASURES = (
    frozenset("ms s min h day week month year".split()),
    frozenset("B KB KiB MB MiB GB TB".split()),
    frozenset("USD EUR GBP".split()),
)
"""Units that measure the same."""


def alike(old: str, new: str) -> bool:
    """Whether two values, as written, are of one kind: numbers of one measure, two dates, two names, two identifiers;
    a plain word beside a plain word when it judges nothing.
    """
    one, other = read_value(old), read_value(new)
    words = new.split()
    if not words or len(words) > MOST_WORDS or one == other:
        return False
    numbers = {ValueKind.NUMBER, ValueKind.VERSION}
    if one.kind in numbers or other.kind in numbers:
        return {one.kind, other.kind} <= numbers and _measures_alike(one, other)
    if ValueKind.DATE in (one.kind, other.kind):
        return one.kind is other.kind
    if new.startswith("`"):
        return True
    if ValueKind.PATH in (one.kind, other.kind):
        return one.kind is other.kind or ("/" in new and {form_of(old), form_of(new)} <= {Form.MARKED, Form.WORD})
    if one.kind is other.kind is ValueKind.ENUM:
        return choice_of(old)[0] == choice_of(new)[0]
    return _words_alike(old, new)


def _measures_alike(one: Value, other: Value) -> bool:
    if not other.unit or one.unit == other.unit:
        return True
    return any({one.unit, other.unit} <= measure for measure in _MEASURES)


def _words_alike(old: str, new: str) -> bool:
    before, after = form_of(old), form_of(new)
    if _says_something(new, after):
        return {old.lower(), new.lower()} <= _OPPOSITES
    if after is Form.PHRASE:
        shared = set(old.lower().split()) & set(new.lower().split())
        return before in (Form.PHRASE, Form.NAME) and bool(shared) and len(old.split()) == len(new.split())
    if before is Form.PHRASE:
        return after is Form.NAME and any(word[:1].isupper() for word in old.split())
    return before in (after, Form.WORD)


def _says_something(text: str, form: Form) -> bool:
    """Whether words are a clause, a reason, a judgement or an adjective."""
    words = [word.strip(".!'\"").replace("’", "'").lower() for word in text.split()]
    if any(word in _SAYS_SOMETHING or word.endswith("n't") for word in words):
        return True
    if form is Form.MARKED:
        return _COMPOUND.fullmatch(text) is not None
    if form is Form.NAME:
        return len(words) == 1 and words[0] in ADJECTIVES
    return words[0] not in ENVIRONMENTS and (
        words[0] in ADJECTIVES or words[0].endswith(("ing", "ed")) or any(map(is_adjectival, words))
    )


def form_of(text: str) -> Form:
    """What a value looks like, as written."""
    words = unquoted(text).split()
    if len(words) == 1 and _MARKED.fullmatch(words[0]):
        return Form.MARKED
    if words and all(word[:1].isupper() or word in _SMALL for word in words):
        return Form.NAME
    return Form.WORD if len(words) == 1 else Form.PHRASE


def written(claim: Claim) -> str:
    """The value of a claim as its statement writes it, with its unit."""
    value = claim.value
    if value.kind is ValueKind.DATE:
        words = claim.statement.rstrip(".").split()
        runs = (" ".join(words[first : first + size]) for size in (1, 2, 3, 4) for first in range(len(words)))
        return next((run for run in runs if read_value(run) == value), value.text)
    unit = r"(?:\s?[a-zA-Z%]+)?" if value.unit and value.kind is ValueKind.NUMBER else ""
    sought = re.escape(value.text).replace(r"\ ", r"\s+")
    found = re.search(rf"(?<!\w){sought}{unit}(?!\w)", claim.statement, re.IGNORECASE)
    return found.group() if found else f"{value.text} {value.unit}".strip()
