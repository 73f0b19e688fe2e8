"""What an extraction shows a model, and its reply: a list of proposed candidates, each validated alone, so that a bad
item never costs the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from slowwave.domain import record_json
from slowwave.domain.claims import Candidate, Span
from slowwave.domain.hashing import canonical_json
from slowwave.domain.windows import Window

VERSION = "extraction-1"


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
    """Whether every text of it is Unicode that can be encoded, and every time has a zone."""
    claims = (candidate.claim, *candidate.denies)
    times = [time for claim in claims for time in (claim.valid_from, claim.valid_until) if time]
    try:
        canonical_json(encode(candidate))
    except UnicodeEncodeError:
        return False
    return all(time.utcoffset() is not None for time in times)


def _is_inside(span: Span, lengths: Mapping[str, int]) -> bool:
    return 0 <= span.start < span.end <= lengths.get(span.record_id, 0)
