"""Blank a text that a speaker pastes or dictates: it is somebody else's, or meant for somebody else, and states nothing
of the speaker's own. What brings it in stays: "Summarize this article:", "Kim wrote:", a mail's header, the stamps of
a chat log, an indented block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowwave.adapters.local.rules.pasted_table import (
    ABOVE,
    CHAT_LINE,
    DELIMITED,
    GOES_ON,
    INTRODUCTION,
    LABELS,
    LIST_ITEM,
    MAIL,
    OF_FORM,
    OWN,
    REPLY,
    ROLES,
    TURN,
)

_SPACE = re.compile(r"\s*")
_CLOSING = {'"': '"', "“": "”", "«": "»", "'": "'"}
_LEAST_QUOTED = 3
"""Words between quotation marks that are a text rather than a name at the start of one."""
_FEWEST_TURNS = 2
_MOSTLY = 0.5
"""The share of a message's lines that are turns of speakers in a dialog; fewer are labels."""


def without_pasted(masked: str, raw: str) -> str:
    """The masked text with what is pasted or dictated as line breaks; `raw` is the text before masking, and the length
    stays.
    """
    parts: list[str] = []
    done = 0
    for start, end in sorted([*_introduced(masked, raw), *_mailed(masked), *_chatted(masked), *_indented(masked)]):
        if end > done:
            first = max(start, done)
            parts += [masked[done:first], "\n" * (end - first)]
            done = end
    return "".join(parts) + masked[done:]


def _introduced(masked: str, raw: str) -> Iterator[tuple[int, int]]:
    done = 0
    above = ABOVE.search(masked)
    if above:
        yield 0, above.start()
    for match in INTRODUCTION.finditer(masked):
        start = match.end()
        owned = (OWN if match["block"] else OF_FORM).search(match.group())
        if match.start() < done or owned or DELIMITED.match(raw, start):
            continue
        follows = _SPACE.match(raw, start).end()  # type: ignore[union-attr]
        if match["loose"] and LIST_ITEM.match(raw, follows):
            continue
        line = masked.find("\n", start)
        alone = match["item"] and line >= 0 and LIST_ITEM.match(masked, line + 1)
        done = line if alone else _closed(raw, follows) or _gone_on(masked, start)
        yield start, done


def _closed(raw: str, start: int) -> int:
    """Where a text between quotation marks ends; 0 for one that is not between them."""
    sign = _CLOSING.get(raw[start : start + 1])
    end = raw.find(sign, start + 1) if sign else -1
    while sign and end >= 0 and raw[end + 1 : end + 2].isalnum():
        end = raw.find(sign, end + 1)
    return end + 1 if len(raw[start : end + 1].split(None, _LEAST_QUOTED)) >= _LEAST_QUOTED else 0


def _gone_on(masked: str, start: int) -> int:
    """Where the speaker goes on in a paragraph of their own, else the end of the message."""
    for match in GOES_ON.finditer(masked, start):
        before = masked.rfind("\n", 0, max(match.start() - 1, 0)) + 1
        if match.start() > start and not masked[before : match.start()].strip():
            return match.start()
    return len(masked)


def _mailed(masked: str) -> Iterator[tuple[int, int]]:
    match = MAIL.search(masked)
    if match:
        yield match.start(), _gone_on(masked, match.end())


def _lines(text: str) -> Iterator[tuple[int, str]]:
    position = 0
    for line in text.split("\n"):
        yield position, line
        position += len(line) + 1


def _is_dialog(masked: str) -> bool:
    """Whether speakers take turns in it: "User: …", "Assistant: …", or names that come again or answer each other."""
    lines = [line for line in masked.split("\n") if line.strip()]
    turns = [match for line in lines if (match := TURN.match(line)) and match["who"].lower() not in LABELS]
    speakers = {match["who"].lower() for match in turns}
    if not len(turns) >= _FEWEST_TURNS <= len(speakers) or len(turns) < _MOSTLY * len(lines):
        return False
    known = len(speakers & ROLES) >= _FEWEST_TURNS
    return known or len(turns) > len(speakers) or any(REPLY.match(match["said"]) for match in turns)


def _chatted(masked: str) -> Iterator[tuple[int, int]]:
    """The lines with the stamp of a chat log, and the turns of a dialog, each to the next blank line."""
    dialog = _is_dialog(masked)
    inside = False
    for start, line in _lines(masked):
        opens = CHAT_LINE.match(line) or (dialog and TURN.match(line))
        inside = bool(line.strip() and (inside or opens))
        if inside:
            yield start, start + len(line)


def _indented(masked: str) -> Iterator[tuple[int, int]]:
    """Blocks indented by four spaces or a tab after a blank line, outside a list."""
    listed = inside = False
    blank = True
    for start, line in _lines(masked):
        if not line.strip():
            blank = True
            continue
        deep = line.startswith(("    ", "\t"))
        listed = listed if deep else LIST_ITEM.match(line) is not None
        inside = deep and not listed and not LIST_ITEM.match(line) and (inside or blank)
        blank = False
        if inside:
            yield start, start + len(line)
