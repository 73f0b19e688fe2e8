"""What a claim says, as sets that compare: its content words by their roots, and the facts in which two look-alikes
differ (numbers, units, environments, times, places, conditions). Pure text rules; it knows no note and no page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from slowwave.domain.claims import Claim
from slowwave.domain.keys import ENVIRONMENTS, is_path, normalize_path, singular, stem, words_of

FILLER: Final = frozenset(
    "the a an our your their its his her my this that these those please pls plz always should must shall is are was "
    "were be been being will would do does did to of for with in on at as by use uses used using it we you they i "
    "us user users user's and also just really too now still currently here there run runs".split()
)
"""Words that carry grammar or emphasis. Words that limit, deny, permit, order in time or prefer are not among them."""

NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}

UNITS: Final = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "s"),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), "min"),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "h"),
    **dict.fromkeys(("d", "day", "days"), "d"),
    **dict.fromkeys(("week", "weeks"), "week"),
    **dict.fromkeys(("month", "months"), "month"),
    **dict.fromkeys(("year", "years"), "year"),
    **dict.fromkeys(("kb", "kilobyte", "kilobytes"), "kb"),
    **dict.fromkeys(("mb", "megabyte", "megabytes"), "mb"),
    **dict.fromkeys(("gb", "gigabyte", "gigabytes"), "gb"),
    **dict.fromkeys(("%", "percent"), "percent"),
    **dict.fromkeys(("eur", "euro", "euros"), "eur"),
    **dict.fromkeys(("usd", "dollar", "dollars"), "usd"),
}

_TIMES: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september "
    "october november december morning evening night noon midnight weekend daily weekly monthly hourly nightly "
    "yearly today tomorrow yesterday spring summer autumn winter".split()
)
_LIMITS: Final = frozenset(
    "before after until since during while unless except only if when least most more less under over above below "
    "within between first last may can might could from into without".split()
)
_ORDERING: Final = frozenset("before after from into over than instead to until since above below under".split())
_NEGATING: Final = frozenset("not no never without avoid stop cannot don't doesn't won't shouldn't mustn't".split())
_TOKEN: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d]+|%")
_QUANTITY: Final = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)*)(ms|sec|s|min|h|kb|mb|gb)\b", re.IGNORECASE)
_ROOTED: Final = (("ations", 5), ("ation", 5), ("ments", 4), ("ment", 4))


@dataclass(frozen=True, slots=True)
class Wording:
    """The words and facts of one claim.

    Attributes:
        words: roots of all its content words; `bound`: those of its value and condition; `core`: those of its subject
            and value.
        facts: what must be equal, each with its kind.
        said: the content words of the statement alone, in order where order carries meaning, else sorted.
    """

    words: frozenset[str]
    bound: frozenset[str]
    core: frozenset[str]
    facts: frozenset[str]
    said: tuple[str, ...]


@lru_cache(maxsize=4096)
def wording(claim: Claim) -> Wording:
    """Return the wording of a claim."""
    key = claim.key
    texts = (key.subject, key.qualifier, claim.value.text, claim.statement)
    value = frozenset(roots(claim.value.text))
    return Wording(
        words=frozenset(word for text in texts for word in roots(text)),
        bound=value | frozenset(roots(key.qualifier)),
        core=value | frozenset(roots(key.subject)),
        facts=_facts(claim),
        said=_said(claim.statement),
    )


def roots(text: str) -> list[str]:
    """Return the content words of a text in order, each by its root: `Indentation` and `indenting` are `indent`."""
    return [root(word) for word in _content(text)]


def _content(text: str) -> list[str]:
    apart = _QUANTITY.sub(r"\1 \2", text)
    return [word for word in words_of(apart) if word not in FILLER and root(word)]


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return the root of a word; a path or a name with signs keeps its form."""
    if is_path(word):
        return normalize_path(word)
    plain = word.removesuffix("'s").rstrip("'")
    for ending, least in _ROOTED:
        rest = plain.removesuffix(ending)
        if rest != plain and len(rest) >= least and rest.isalpha():
            return stem(rest)
    return UNITS.get(plain) or stem(NUMBERS.get(plain, plain))


def _said(statement: str) -> tuple[str, ...]:
    words = [_spelled(word) for word in _content(statement)]
    ordered = any(word in _ORDERING for word in words_of(statement))
    return tuple(words) if ordered else tuple(sorted(set(words)))


def _spelled(word: str) -> str:
    """The root, with the final e that roots lack: a plan is no plane."""
    plain = singular(word)
    return plain if plain == f"{root(word)}e" else root(word)


def _facts(claim: Claim) -> frozenset[str]:
    """The facts of the statement, or of key and value where there is none."""
    key = claim.key
    spoken = claim.statement or f"{key.subject} {key.qualifier} {claim.value.text}"
    whole = words_of(f"{spoken} {key.qualifier}")
    places = {normalize_path(word) for word in whole if is_path(word)} | {claim.module}
    tokens = [token for word in whole if not is_path(word) for token in _TOKEN.findall(word)]
    found = {f"place {place}" for place in places if place}
    found |= {f"unit {UNITS[claim.value.unit.lower()]}"} if claim.value.unit.lower() in UNITS else set()
    for token in tokens:
        found |= _fact(token)
    return frozenset(found)


def _fact(token: str) -> set[str]:
    plain = token.removesuffix("s") if token.removesuffix("s") in _TIMES else token
    kinds = {
        "number": NUMBERS.get(plain, plain if plain[0].isdigit() else ""),
        "unit": UNITS.get(plain, ""),
        "environment": ENVIRONMENTS.get(plain, ""),
        "time": plain if plain in _TIMES else "",
        "limit": plain if plain in _LIMITS else "",
    }
    return {f"{kind} {value}" for kind, value in kinds.items() if value}
