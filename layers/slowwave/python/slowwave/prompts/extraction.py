"""What an extraction shows a model, and its reply: a list of proposed candidates, each validated alone, so that a bad
item never costs the others, and a bad reply no other reply.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from slowwave.domain import record_json
from slowwave.domain.claims import Candidate, Span
from slowwave.domain.hashing import canonical_json
from slowwave.domain.windows import Window

VERSION = "extraction-1"

ITEMS_A_RECORD: Final = 3
CHARACTERS_AN_ITEM: Final = 10
"""A reply may hold so many items for each fresh record, and one more for so many characters of it: several times what
the rules find in the densest text. A model that goes on beyond that has lost its way."""

LARGEST_BYTES: Final = 20_000
"""Of one item in canonical JSON: all items of one commit must fit what a store takes at once."""

LONGEST_TEXT: Final = 1_000
"""Characters of any text of an item; a statement has fewer."""

MOST_DENIED: Final = 8
"""Claims that the words of one item may deny."""

UNREADABLE: Final = "cannot be read"
REPEATED: Final = "proposed twice in one reply"
BEYOND: Final = "beyond what one reply may hold"
"""Why an item is not used; each is counted as failed in the account of the run."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a reply is worth: the candidates in its order, and how many items are not used, by reason."""

    candidates: tuple[Candidate, ...] = ()
    unused: Mapping[str, int] = field(default_factory=dict)


def shown(window: Window) -> str:
    """Return the text that a model is shown of a window, whose tokens are counted: the records, and which are new."""
    records = [record_json.encode(record) for record in window.records]
    return canonical_json({"version": VERSION, "records": records, "new": sorted(window.fresh)}).decode()


def replied(items: Sequence[Mapping[str, Any]]) -> str:
    """Return a reply as text, whose tokens are counted."""
    return json.dumps(items, ensure_ascii=False, separators=(",", ":"), default=str)


@cache
def _adapter() -> TypeAdapter[Candidate]:
    return TypeAdapter(Candidate)


def encode(candidate: Candidate) -> dict[str, Any]:
    """Return a candidate as a JSON-ready reply item."""
    encoded: dict[str, Any] = _adapter().dump_python(candidate, mode="json")
    return encoded


def items_of(reply: object) -> tuple[Any, ...]:
    """Return the items of a reply; one that is no list is one item that nobody can read."""
    if isinstance(reply, Sequence) and not isinstance(reply, str | bytes | bytearray):
        return tuple(reply)
    return (f"a reply of type {type(reply).__name__}, which is no list",)


def read(reply: object, window: Window) -> Proposal:
    """Return what a reply proposes for a window, whatever it is."""
    items = items_of(reply)
    fresh = (len(each.text) for each in window.records if each.id in window.fresh)
    most = sum(ITEMS_A_RECORD + characters // CHARACTERS_AN_ITEM for characters in fresh)
    candidates: dict[Candidate, None] = {}
    unused: Counter[str] = Counter({BEYOND: max(len(items) - most, 0)})
    for item in items[:most]:
        candidate = parse(item, window)
        if candidate is None or candidate in candidates:
            unused[REPEATED if candidate else UNREADABLE] += 1
        else:
            candidates[candidate] = None
    return Proposal(tuple(candidates), {reason: count for reason, count in unused.items() if count})


def parse(item: Mapping[str, Any], window: Window) -> Candidate | None:
    """Return the candidate of one reply item, or None when it is malformed or points outside the window.

    An item may cite as its own words only a fresh record's, and as support only records of the same window.
    """
    try:
        candidate = _adapter().validate_python(item)
    except (ValidationError, TypeError):
        return None
    lengths = {record.id: len(record.text) for record in window.records}
    cited_well = all(_is_inside(span, lengths) for span in (candidate.span, *candidate.support))
    is_own = candidate.span.record_id in window.fresh
    return candidate if cited_well and is_own and 0 <= candidate.importance <= 1 and _is_storable(candidate) else None


def _is_storable(candidate: Candidate) -> bool:
    """Whether it is of a size that a store takes, every text can be encoded and printed, every time stands in UTC."""
    claims = (candidate.claim, *candidate.denies)
    times = [time for claim in claims for time in (claim.valid_from, claim.valid_until) if time]
    encoded = encode(candidate)
    try:
        size = len(canonical_json(encoded))
        placed = all(time.utcoffset() is not None and time.astimezone(UTC) for time in times)
    except (UnicodeEncodeError, OverflowError):
        return False
    lines = (claim.statement for claim in claims)
    return (
        placed
        and size <= LARGEST_BYTES
        and len(candidate.denies) <= MOST_DENIED
        and all(map(_is_plain, _texts(encoded)))
        and not any("\n" in line or "\r" in line for line in lines)
    )


def _texts(value: Any) -> Iterator[str]:
    """Iterate over every text in JSON-ready data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _is_plain(text: str) -> bool:
    """Whether it is of a length that says something, and controls nothing where it is shown: of all control characters
    it may hold white space alone.
    """
    return len(text) <= LONGEST_TEXT and all(each in "\n\r\t" or unicodedata.category(each) != "Cc" for each in text)


def _is_inside(span: Span, lengths: Mapping[str, int]) -> bool:
    return 0 <= span.start < span.end <= lengths.get(span.record_id, 0)
