"""Words of change that could not be read: what they may be about is held back until somebody says it clearly.

A reader that misses one wording of a correction in two would go on showing what was corrected. So words that tell of a
change and name a known value, or another value of its kind beside its subject, unsettle what was said before
them: it waits, and a person is asked. Only a person's words do so; nobody else can silence what a person said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from slowwave.domain.claims import Claim, Evidence, Lane, Polarity, Signal, Value, ValueKind
from slowwave.domain.trust import is_direct, may_bind
from slowwave.domain.wording import UNITS, roots

UNCLEAR: Final = "unclear"
"""Category of a claim whose words tell of a change and were not understood."""

PECULIAR: Final = 4
"""Characters from which a value alone says what is meant: many things have a 30."""

UNREAD: Final = "its words tell of a change and could not be read"
UNSETTLED: Final = "words that came later tell of a change and could not be read"

_TOKEN: Final = re.compile(r"#?[^\W_][\w./:@+-]*\w(?:/[\w./-]+)?|/[\w./-]+\w|[^\W_]")
_NUMBER: Final = re.compile(r"(?<![\w.-])(?P<number>\d+(?:[.,]\d+)*)\s?(?P<unit>[a-z%]+)?", re.IGNORECASE)
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)+", re.IGNORECASE)


def is_unclear(claim: Claim) -> bool:
    """Whether a claim holds unclear words of change."""
    return claim.category == UNCLEAR


def unsettles(doubt: Claim, claim: Claim) -> bool:
    """Whether unclear words may be about a claim: they name its value, or one of its kind and the thing that it is of,
    which a subject begins with: "billing port".

    Never a safety rule: what protects is not held back because of what nobody understood.
    """
    if not is_unclear(doubt) or is_unclear(claim) or claim.lane is Lane.SAFETY or claim.polarity is Polarity.DENY:
        return False
    kind = shape(claim.value)
    if not kind:
        return False
    if len(claim.value.text) >= PECULIAR and _names(doubt.statement, claim.value):
        return True
    thing = roots(claim.key.subject)[:1]
    return bool(thing) and thing[0] in roots(doubt.statement) and kind in shapes(doubt.statement)


def holding(asserting: Sequence[Evidence], doubts: Iterable[Evidence]) -> Evidence | None:
    """Return the doubt that holds against an assertion, or None: said by a person after the last direct word for it."""
    direct = max((each.order for each in asserting if is_direct(each)), default=None)
    latest = direct or max(each.order for each in asserting)
    open_ = (each for each in doubts if each.signal is Signal.UNCLEAR and may_bind(each.origin) and each.order > latest)
    return min(open_, key=lambda each: each.order, default=None)


def shape(value: Value) -> str:
    """Return what a value looks like, so that two can be compared; empty for plain words, which look like any other."""
    if value.kind is ValueKind.NUMBER:
        return f"number {UNITS.get(value.unit.lower(), value.unit.lower())}"
    if value.kind in (ValueKind.VERSION, ValueKind.PATH, ValueKind.DATE):
        return value.kind.value
    return next(iter(shapes(value.text)), "")


def shapes(text: str) -> frozenset[str]:
    """Return the shapes of the values that a text names."""
    numbers = {
        f"number {UNITS.get(unit, unit if len(unit) <= len('mb') else '')}"
        for match in _NUMBER.finditer(text)
        for unit in [(match["unit"] or "").lower()]
    }
    return frozenset(numbers | {found for token in _TOKEN.findall(text) if (found := _form(token))})


def _form(token: str) -> str:
    if token.startswith("#"):
        return "channel"
    if _VERSION.fullmatch(token):
        return ValueKind.VERSION.value
    if "/" in token:
        return ValueKind.PATH.value
    if "-" in token and any(each.isalpha() for each in token):
        return "hyphenated"
    return "camel" if re.search(r"[a-z][A-Z]", token) else ""


def _names(text: str, value: Value) -> bool:
    """Whether a text has the very value, whole."""
    return re.search(rf"(?<![\w-]){re.escape(value.text)}(?![\w-])", text, re.IGNORECASE) is not None
