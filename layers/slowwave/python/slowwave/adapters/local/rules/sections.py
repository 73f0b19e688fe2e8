"""The sections of a document: which of them settle anything, and their text without headings and wrapped lines."""

from __future__ import annotations

import re

_UNSETTLED = re.compile(
    r"\b(?:open (?:questions?|issues?|points?)|questions|alternatives?|options?|rejected|considered|ideas?|to-?dos?|"
    r"tbd|future(?: work)?|non-goals?|out of scope|proposals?|proposed|draft|brainstorm\w*|risks?|related|references|"
    r"see also|further reading|changelog|examples?|faq)\b",
    re.IGNORECASE,
)
_DECISIONS = re.compile(r"\b(?:decisions?|decided|adrs?|resolutions?|resolved|agreed)\b", re.IGNORECASE)
_TERMS = re.compile(
    r"\b(?:terms?|terminology|glossary|definitions?|vocabulary|concepts?|nomenclature)\b", re.IGNORECASE
)
_HEADING = re.compile(r"#{1,6}[ \t]+(?:(?:ADR|Decision|D|RFC)?[- ]?\d+(?:\.\d+)*[.:)]?[ \t]+)?", re.IGNORECASE)
_WRAPPED = re.compile(r"[ \t]*(?:[^\W\d]|\d+(?![.)\d])|`[^`]|\*\*\w|\[|\(|\"|')")


def is_settled(heading: str) -> bool:
    """Whether a section under this heading path states what holds, rather than what is asked, considered or planned."""
    return not any(_UNSETTLED.search(part) for part in heading.split(" > ")[1:] or [heading])


def is_decision(heading: str) -> bool:
    """Whether a section stands under a heading such as "Decisions"."""
    return bool(_DECISIONS.search(heading))


def is_glossary(heading: str) -> bool:
    """Whether a section lists terms."""
    return bool(_TERMS.search(heading.rsplit(" > ", maxsplit=1)[-1]))


def body(masked: str, *, decision: bool) -> str:
    """The text of a section with its wrapped lines joined and its headings blanked; under "Decisions" the words of a
    heading stay, since they say what was decided. Offsets are unchanged.
    """
    out: list[str] = []
    before = ""
    for line in masked.split("\n"):
        heading = _HEADING.match(line)
        joined = before.strip() and not _HEADING.match(before) and not heading and _WRAPPED.match(line)
        out.append((" " if joined else "\n") if out else "")
        opening = (heading.end() if decision else len(line)) if heading else 0
        out.append("\n" * opening + line[opening:])
        before = line
    return "".join(out)
