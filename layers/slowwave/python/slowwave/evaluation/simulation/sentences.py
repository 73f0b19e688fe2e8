"""Which sentences of a text hold given words: what an extractor that knows the truth cites."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")


def spoken(text: str, parts: Sequence[str]) -> tuple[int, int] | None:
    """Return the shortest run of whole sentences that holds the first of these words and, where they stand, the others.

    Code points; None when the first is missing.
    """
    found = [where for part in parts if (where := place(part, text))]
    if not parts or place(parts[0], text) is None:
        return None
    first, last = min(start for start, _ in found), max(end for _, end in found)
    breaks = [each.end() for each in _BREAK.finditer(text)]
    start = max((each for each in breaks if each <= first), default=0)
    end = min((each for each in breaks if each >= last), default=len(text))
    return start, end - (len(text[:end]) - len(text[:end].rstrip()))


def place(part: str, text: str) -> tuple[int, int] | None:
    """Where a text has these words, at the start of a sentence too, where they begin with a capital."""
    found = re.search(re.escape(part), text, re.IGNORECASE)
    return found.span() if found else None
