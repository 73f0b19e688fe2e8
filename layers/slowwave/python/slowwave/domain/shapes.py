"""What values look like, so that two of a kind are known for that: numbers by their unit, versions, paths, channels,
names with signs. Plain words look like any other and have no shape.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from slowwave.domain.claims import Value, ValueKind
from slowwave.domain.wording import UNITS

PECULIAR: Final = 4
"""Characters from which a value alone says what is meant: many things have a 30."""

BARE: Final = "number "
"""The shape of a number without a unit: a port, a count, an amount of nothing in particular."""

_TOKEN: Final = re.compile(r"#?[^\W_][\w./:@+-]*\w(?:/[\w./-]+)?|/[\w./-]+\w|[^\W_]")
_NUMBER: Final = re.compile(r"(?<![\w.-])(?P<number>\d+(?:[.,]\d+)*)\s?(?P<unit>[a-z%]+)?", re.IGNORECASE)
_NO_UNITS: Final = frozenset("a an as at be by do for he i if in is it me my no of on or so to up us we pm am".split())
"""Short words that follow a number and do not measure it."""

_RATE: Final = re.compile(
    r"(?<![\w.-])\d+(?:[.,]\d+)*\s?[a-z]+(?:\s(?:per|an?|every|each)\s|\s?/\s?)(?P<time>[a-z]+)\b", re.IGNORECASE
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)+", re.IGNORECASE)


def is_peculiar(value: Value) -> bool:
    """Whether a value alone says what is meant, or nearly: it has a form of its own, or several words."""
    return len(value.text) >= PECULIAR and (bool(shape(value)) or " " in value.text)


def marks(text: str) -> frozenset[str]:
    """Return what a text names that hardly anything else has: long numbers, channels, versions, names with number and
    sign.
    """
    found = (token.rstrip(".,:") for token in _TOKEN.findall(text))
    return frozenset(token.lower() for token in found if len(token) >= PECULIAR and _is_mark(token))


def _is_mark(token: str) -> bool:
    return (token.isdecimal() and not _YEAR.fullmatch(token)) or _form(token) in (
        "channel",
        ValueKind.VERSION.value,
        "hyphenated",
        "hyphenated number",
    )


def shape(value: Value) -> str:
    """Return what a value looks like, so that two can be compared; empty for plain words, which look like any other."""
    if value.kind is ValueKind.NUMBER:
        return _measured(value.unit)
    if value.kind in (ValueKind.VERSION, ValueKind.PATH, ValueKind.DATE):
        return value.kind.value
    return next(iter(shapes(value.text)), "")


@lru_cache(maxsize=4096)
def shapes(text: str) -> frozenset[str]:
    """Return the shapes of the values that a text names."""
    numbers = {
        _measured(match["unit"] or "") for match in _NUMBER.finditer(text) if not _YEAR.fullmatch(match["number"])
    }
    rates = {_measured(f"each {match['time']}") for match in _RATE.finditer(text)} - {BARE}
    return frozenset(numbers | rates | {found for token in _TOKEN.findall(text) if (found := _form(token))})


def _measured(unit: str) -> str:
    """The shape of a number with a unit: "request minute" is a number each minute, and a word that is no unit none."""
    *counted, last = unit.lower().split() or [""]
    known = UNITS.get(last, last if len(last) <= len("mb") and last not in _NO_UNITS and not counted else "")
    return f"number each {known}" if counted and known else f"{BARE}{known}"


def _form(token: str) -> str:
    if token.startswith("#"):
        return "channel"
    if _VERSION.fullmatch(token):
        return ValueKind.VERSION.value
    if "/" in token:
        return ValueKind.PATH.value
    if "-" in token and any(each.isalpha() for each in token):
        return "hyphenated number" if token[-1].isdecimal() else "hyphenated"
    return "camel" if re.search(r"[a-z][A-Z]", token) else ""


def names(text: str, value: Value) -> bool:
    """Whether a text has the very value, whole."""
    if value.text.lower() not in text.lower():
        return False
    return re.search(rf"(?<![\w-]){re.escape(value.text)}(?![\w-])", text, re.IGNORECASE) is not None
