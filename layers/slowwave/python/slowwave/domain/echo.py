"""Our own output, seen again in a transcript: where it stands, and how it is blanked before anything reads the text.

Memory that is extracted from memory confirms itself, so neither the block nor a line quoted from it is ever evidence.
Blanking keeps every offset: each character becomes a line break, which no sentence crosses.
"""

from __future__ import annotations

import re

_BLOCK = re.compile(
    r"<\s{0,9}slowwave\b[^<>]{0,200}>.*?(?:<\s{0,9}/\s{0,9}slowwave\s{0,9}>|\Z)", re.DOTALL | re.IGNORECASE
)
"""A block, or what is left of one that was cut off before its end."""

_ITEM_ID = re.compile(r"\[[pn]-[0-9a-f]{8,32}\]")


def echoes(text: str) -> list[tuple[int, int]]:
    """Return the spans (start, end) of our own output, in code points; they may overlap.

    A line is ours up to the last item id in it: that is how the lines of a block end, and how people and agents quote
    them.
    """
    found = [match.span() for match in _BLOCK.finditer(text)] if "<" in text else []
    ids = _ITEM_ID.finditer(text) if "[" in text else ()
    return found + [(text.rfind("\n", 0, match.start()) + 1, match.end()) for match in ids]


def without_echoes(text: str) -> str:
    """Return the text with our own output blanked, at the same length."""
    shown = list(text)
    for start, end in echoes(text):
        shown[start:end] = "\n" * (end - start)
    return "".join(shown)


def overlaps(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a part of a text touches any of these spans."""
    return any(start < stop and begin < end for begin, stop in spans)
