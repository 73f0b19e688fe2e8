"""Exact tests of what a line of text shows: a value, its withdrawal, the scope that must stand with it.

They read surface strings only, so they score any memory, rewritten or not. A withdrawal is recognized narrowly: words
that deny the value itself, next to it. Whoever says "4137 ms is documented nowhere" still shows 4137 ms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from slowwave.evaluation.simulation.events import Act, Event

_BOUNDARY = r"[\w-]"

_FILLER = (
    r"(?:(?:a|an|the|on|in|at|to|by|of|via|with|as|be|being|been|any ?more|longer|use|using|used|run|running|runs|go|"
    r"going|goes|through|set|port|about|from|for|its|it|is|was|client|every|read|reads|keep|remember|belongs?|sent|"
    r"waits?|owned|take|back)\W+){0,3}"
)
_DENIED_BEFORE = re.compile(
    rf"(?:\b(?:not|no longer|never been|instead of|rather than|formerly|previously|"
    rf"forget|dropp?(?:ed|ing)?|stop(?:ped)? using|retract(?:s|ed)?|withdr[ae]wn?|take back|"
    rf"was until recently|used to be|is over for|deni(?:es|ed)|(?:it|this|that) was never|"
    rf"(?:is|does|do|was|are)n['’]?t)|n['’]t)(?:\W+|\b){_FILLER}[\"'`“”*(\[]*$",
    re.IGNORECASE,
)
_REPLACED = re.compile(r"\b(?:replac|supersed)(?:es?|ed|ing)\s+(?:the\s+)?[\"'`“”*]*$", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:^\W*(?:it |which )?was|\((?:it |which )?(?:was|formerly|previously|before|old))\W+$", re.IGNORECASE
)
_FROM = re.compile(r"\bfrom\W+$", re.IGNORECASE)
_TO = re.compile(r"^\W*to\b", re.IGNORECASE)
_ARROW = re.compile(r"^[\"'`“”*)\]]*\s*(?:=>|->|→)")
_OBJECT = r"(?:the|a|an|right|correct|true|valid|in|used|current|its|our)\b"
_DENIED_AFTER = re.compile(
    r"^[\"'`“”*)\]]*\s+(?:\w+\W+){0,4}?(?:no longer\b|any ?more\b|"
    r"(?:is|was|are|were|has been|have been|got)\s+(?:now\s+|all\s+|since\s+|definitely\s+)?"
    r"(?:wrong|gone|void|over|out|retired|dropped|replaced|withdrawn|superseded|denied|rejected|switched off|obsolete|"
    r"outdated|out of date|a mistake|a typo|invalid|retracted|no more|expired|history|revoked|dead|given up|too \w+)\b|"
    rf"(?:is|was)\s+not\s+{_OBJECT}|(?:is|was)n['’]?t\s+{_OBJECT}|didn['’]?t work|does(?: not|n['’]?t) apply\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;,.!?\n](?=\s|$)|\s[–—-]\s|\bbut\b|\binstead\b(?! of)|\band (?=it['’]?s|now|use|not\b|no longer)", re.IGNORECASE
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
        or _REPLACED.search(before)
        or _ASIDE.search(before)
        or (_FROM.search(before) and _TO.search(after))
        or _ARROW.search(after)
        or _DENIED_AFTER.search(after)
    )


def withdraws(line: str, value: str, withdrawals: Iterable[str] = ()) -> bool:
    """Whether the line shows the value only to take it back ("not X", "no longer X", "from X to Y", "X is void").

    Args:
        withdrawals: texts known to withdraw the value, however they word it (see `withdrawals_of`); a line that holds
            the whole of one, spaces aside, withdraws it too.
    """
    if not shows(line, value):
        return False
    known = [" ".join(text.split()) for text in withdrawals]
    plain = " ".join(line.split())
    for text in known:
        plain = plain.replace(text, "")
    return all(_withdrawn(before, after) for before, after in _around(plain, value))


def withdrawals_of(events: Iterable[Event]) -> dict[str, tuple[str, ...]]:
    """The texts that withdraw a value, by value: true by construction where wording is too free for `withdraws`."""
    found: dict[str, tuple[str, ...]] = {}
    for event in events:
        if event.old and event.act is not Act.CONVENIENCE:
            found[event.old] = (*found.get(event.old, ()), event.text)
    return found


def states_scope(line: str, scope: str) -> bool:
    """Whether every content word of the scope stands in the line, in any order and case."""
    words = {word.casefold() for word in _WORD.findall(line)}
    wanted = {word.casefold() for word in _WORD.findall(scope)} - _LIGHT
    return bool(wanted) and wanted <= words
