"""Exact tests of what a line of text shows: a value, its withdrawal, the scope that must stand with it.

They read surface strings only, so they score any memory, rewritten or not. A withdrawal is recognized narrowly: words
that deny the value itself, next to it. Whoever says "4137 ms is documented nowhere" still shows 4137 ms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_BOUNDARY = r"[\w-]"

_FILLER = (
    r"(?:(?:a|an|the|on|in|at|to|by|of|via|with|as|be|being|been|any ?more|longer|use|using|used|run|running|runs|go|"
    r"going|goes|through|set|port|about|from|its|it|is|was|client|every|read|reads|keep|remember|belong|belongs)\W+){0,3}"
)
_DENIED_BEFORE = re.compile(
    rf"(?:\b(?:not|no longer|never been|instead of|rather than|formerly|previously|replac(?:es|ed|ing)|"
    rf"supersed(?:es|ed|ing)|forget|dropp?(?:ed|ing)?|stop(?:ped)? using|retract(?:s|ed)?|withdr[ae]wn?|"
    rf"was until recently|used to be|is over for|deni(?:es|ed)|(?:it|this|that) was never)|n['’]t)"
    rf"(?:\W+|\b){_FILLER}[\"'`“”*(\[]*$",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(r"\((?:it |which )?(?:was|formerly|previously|before|old)\W+$", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\W+$", re.IGNORECASE)
_TO = re.compile(r"^\W*to\b", re.IGNORECASE)
_DENIED_AFTER = re.compile(
    r"^[\"'`“”*)\]]*\s+(?:\w+\W+){0,4}?(?:no longer\b|any ?more\b|"
    r"(?:is|was|are|were|has been|have been|got)\s+(?:now\s+|all\s+|since\s+)?"
    r"(?:wrong|gone|void|over|out|retired|dropped|replaced|withdrawn|superseded|denied|rejected|switched off|obsolete|"
    r"outdated|out of date|a mistake|invalid|retracted|no more|expired|history|revoked|too \w+)\b|"
    r"(?:is|was)\s+not\s+(?:the|a|an|right|correct|true|valid|in|used|current|its|our)\b|"
    r"(?:isn|wasn)['’]t\s+(?:the|a|an|right|correct|true|valid|in|used|current|its|our)\b|didn['’]t work)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;,.!?\n](?=\s|$)|\s[–—-]\s|\bbut\b|\binstead\b(?! of)|\band (?=it['’]?s|now|use)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
_LIGHT = frozenset("a an the in on at of for to and or is are it its we i this that while when only with by".split())


@lru_cache(maxsize=65536)
def _pattern(value: str) -> re.Pattern[str]:
    """Match the value as a whole: no letter, digit or hyphen next to it, and no further part of a number or a path."""
    tail = r"(?!/\w)" if value.startswith("/") else ""
    return re.compile(rf"(?<!{_BOUNDARY})(?<!\w\.){re.escape(value)}(?!{_BOUNDARY})(?!\.\w){tail}")


def shows(text: str, value: str) -> bool:
    """Whether the text has the value, in the stated case, with word and hyphen boundaries."""
    return bool(value) and value in text and _pattern(value).search(text) is not None


def _around(line: str, value: str) -> Iterator[tuple[str, str]]:
    """The words of the clause before and after each occurrence."""
    for match in _pattern(value).finditer(line):
        before, after = line[: match.start()], line[match.end() :]
        cuts = [cut.end() for cut in _CLAUSE.finditer(before)]
        end = _CLAUSE.search(after)
        yield before[cuts[-1] if cuts else 0 :], after[: end.start()] if end else after


def _withdrawn(before: str, after: str) -> bool:
    return bool(
        _DENIED_BEFORE.search(before)
        or _PARENTHESIS.search(before)
        or (_FROM.search(before) and _TO.search(after))
        or _DENIED_AFTER.search(after)
    )


def withdraws(line: str, value: str) -> bool:
    """Whether the line shows the value only to take it back ("not X", "no longer X", "from X to Y", "X is void")."""
    if not shows(line, value):
        return False
    return all(_withdrawn(before, after) for before, after in _around(line, value))


def states_scope(line: str, scope: str) -> bool:
    """Whether every content word of the scope stands in the line, in any order and case."""
    words = {word.casefold() for word in _WORD.findall(line)}
    wanted = {word.casefold() for word in _WORD.findall(scope)} - _LIGHT
    return bool(wanted) and wanted <= words
