"""Exact tests of what a line of text shows: a value, its withdrawal, the scope that must stand with it.

They read surface strings only, so they score any memory, rewritten or not. A withdrawal is recognized narrowly: words
that deny the value itself, next to it. Whoever says "4137 ms is documented nowhere" still shows 4137 ms. So does who
puts something there ("drop it in #ops"), asks ("isn't 4137 ms the timeout"), misses it in work under review ("the diff
does not use it") or says that another thing is over ("4137 ms since the old limit was wrong").
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
    rf"was until recently|used to be|is over for|deni(?:es|ed)|(?:it|this|that) was never|"
    rf"(?:is|does|do|was|are)n['’]?t)|n['’]t)(?:\W+|\b){_FILLER}[\"'`“”*(\[]*$",
    re.IGNORECASE,
)
# The value must be the object of these: after a preposition of place it is where a thing goes ("drop it in X").
_REMOVED = re.compile(
    r"\b(?:forget|drop(?:ped|ping)?|stop(?:ped)? using|retract(?:s|ed)?|withdr[ae]wn?|take back|rul(?:e|es|ed|ing) out)"
    r"\W+(?:(?:a|an|the|about|of|use|using|port|client|its|every)\W+){0,3}[\"'`“”*(\[]*$",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"(?:n['’]?t|\b(?:not|never|nobody|cannot|without|dont))\s+(?:(?:ever|just|have|has|be|been|to|we|you|should|can|may|must)\s+)*$",
    re.IGNORECASE,
)
# A question in the negative suggests the value: verb first, then its subject, be it a pronoun or the value itself.
_SUBJECT = r"(?:it|that|this|there|we|you|they)\b"
_OPENING = r"(?:^|[:(\[\"“‘]|\s['`])\W*(?:(?:so|but|and|wait|hm+|well|ok|okay|hey|then)\W+)*"
_VERB = r"(?:is|are|was|were|does|did|has|have|had|should|could|would)"
_ASKED = re.compile(
    rf"{_OPENING}(?:(?:{_VERB}|do|ca|wo)n['’]?t\s+{_SUBJECT}|{_VERB}\s+{_SUBJECT}\s+not\b|why\s+(?:not\b|don['’]?t\b))",
    re.IGNORECASE,
)
_VERB_FIRST = re.compile(rf"{_OPENING}{_VERB}n['’]?t\s+(?:\w+\W+){{0,3}}[\"'`“”*(\[]*$", re.IGNORECASE)
_PREDICATE = re.compile(
    r"^[\"'`“”*)\]]*\s+(?:the|a|an|our|its|your|their|still|already|what|where|right|correct|supposed)\b", re.IGNORECASE
)
# What work under review does not do is what it lacks, not what is not so.
_LACKED = re.compile(
    r"\b(?:diff|patch|pr|pull request|merge request|change ?set|commit|branch|draft)\s+(?:\w+\s+){0,2}?"
    r"(?:(?:is|are|was|does|do|did|has)(?:n['’]?t|\s+not)\b)\W+(?:\w+\W+){0,3}[\"'`“”*(\[]*$",
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
# Here something else becomes the subject, so what follows is not said of the value.
_OTHER = (
    r"(?:since|because|after|before|when|whenever|while|until|till|once|if|unless|although|though|whereas|so|"
    r"(?:and|now)\s+(?:that|this|these|those|the|its|our|your|their|all|everything|nobody)\b|"
    r"as\s+(?:the|our|that|this)\s+(?:old|other|former|previous|last)\b)\b"
)
_DENIED_AFTER = re.compile(
    rf"^[\"'`“”*)\]]*\s+(?:(?!{_OTHER})\w+\W+){{0,4}}?(?:no longer\b|any ?more\b|"
    r"(?:is|was|are|were|has been|have been|got)\s+(?:now\s+|all\s+|since\s+|definitely\s+)?"
    r"(?:wrong|gone|void|over|out|retired|dropped|replaced|withdrawn|superseded|denied|rejected|switched off|obsolete|"
    r"outdated|out of date|stale|off the table|ruled out|a mistake|a typo|invalid|retracted|no more|expired|history|"
    r"revoked|dead|given up|too \w+)\b|"
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
    """The words of the clause before and after each occurrence, with the mark if it ends as a question."""
    for match in _pattern(value).finditer(line):
        before, after = line[: match.start()], line[match.end() :]
        cuts = [cut.end() for cut in _CLAUSE.finditer(before)]
        end = _CLAUSE.search(after)
        yield before[cuts[-1] if cuts else 0 :], after[: end.start() + (end[0] == "?")] if end else after


def _asked(before: str, after: str) -> bool:
    """Whether the words ask in the negative ("isn't it X", "isn't X the port") instead of denying ("isn't X")."""
    if _ASKED.search(before):
        return True
    return bool(_VERB_FIRST.search(before) and (_PREDICATE.search(after) or after.endswith("?")))


def _denied_before(before: str, after: str) -> bool:
    if removed := _REMOVED.search(before):
        return not _KEPT.search(before[: removed.start()])
    return bool(_DENIED_BEFORE.search(before)) and not _asked(before, after) and not _LACKED.search(before)


def _withdrawn(before: str, after: str) -> bool:
    return bool(
        _denied_before(before, after)
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
