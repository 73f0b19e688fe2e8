"""Cut masked text into sentences, by code point offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_SENTENCE = 600
MIN_SENTENCE = 4

_LIST_MARK = re.compile(r"[ \t]*(?:(?:[-*+•–]|\(?\d{1,3}[.)]|\[[ xX]?\]|#{1,6})[ \t]+)*")
_BREAK = re.compile(
    r"\n[ \t]*(?=\n|[-*+•–][ \t]|\(?\d{1,3}[.)][ \t]|#{1,6}[ \t])|(?<=[.!?:;,])\n|\n(?=[ \t]*[^a-z \t])"
)
_END = re.compile(r"(?:(?<!\s)\.|[!?…])[.!?…]*[\"')\]”*_]*(?=\s)")
_ABBREVIATION = re.compile(
    r"(?<!\d )(?<!\d)(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|approx|cf|fig|resp|incl|max|min|dept|inc|"
    r"ltd|jr|sr|a\.m|p\.m)|"
    r"\b[A-Za-z])\.$",
    re.IGNORECASE,
)


def sentences(masked: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each sentence of the masked text: list marks and outer space are left out, too long ones
    dropped.
    """
    position = 0
    for match in _BREAK.finditer(masked):
        if match.start() > position:
            yield from _within(masked, position, match.start())
        position = match.end()
    if position < len(masked):
        yield from _within(masked, position, len(masked))


def _within(masked: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Sentences of one paragraph or list item."""
    mark = _LIST_MARK.match(masked, start, end)
    start = mark.end() if mark else start
    for match in _END.finditer(masked, start, end):
        if match.group() == "." and _ABBREVIATION.search(masked[max(start, match.end() - 10) : match.end()]):
            continue
        yield from _trimmed(masked, start, match.end())
        start = match.end()
    yield from _trimmed(masked, start, end)


def _trimmed(masked: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if end - start > 4 * MAX_SENTENCE:
        return
    while start < end and masked[start] in " \t\n*_>":
        start += 1
    while end > start and masked[end - 1].isspace():
        end -= 1
    if MIN_SENTENCE <= end - start <= MAX_SENTENCE:
        yield start, end
