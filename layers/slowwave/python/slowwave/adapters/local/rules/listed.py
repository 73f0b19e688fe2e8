"""Lines of a document that give a name and its value: "Notice period: three months". Whose it is stands in the headings
above, so they are part of the key, without their years and numbers, and the nearest is part of the statement.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.amounts import MOMENT, is_measured, numbers, without_date
from slowwave.adapters.local.rules.documents import NOT_TERM, UNCERTAIN, is_generic, stated, value_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.slots import SECRET
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Signal, Skeleton
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

MAX_NAME_WORDS = 5
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<words>[^\n]{3,90}?)[ \t#]*(?:\n|$)")
_VERSION = re.compile(
    r"\bv?\d+(?:[./-]\d+)*\b|[,(]\s*(?:draft|copy|audited|revised|version|edition)\b.*", re.IGNORECASE
)
_NOT_NAME = re.compile(
    rf"^(?:note|notes|example|examples|tip|warning|hint|todo|tbd|fixme|status|see|usage|source|update|updated|edit|q|a|"
    rf"step|figure|table|question|answer|for|to|in|on|at|with|by|do|if|when|this|these|the following|new|special)\b|"
    rf"^(?:{VERBS}) \w",
    re.IGNORECASE,
)
_HOLDERS = frozenset("owner region manager supplier provider contact location currency office venue".split())
"""Names whose value is a name; any other entry needs an amount, a day or a time."""

_NAME = re.compile(r"(?:team )?[A-Z][\w&.'’-]*(?: [\w&.'’-]+){0,3}|[a-z]+(?:-[a-z0-9]+)+")


def _listed(hit: Hit) -> Draft | None:
    name, said = hit.raw("name").strip("*_` "), without_date(hit.raw("value").strip("*_ "))
    subject = normalize_subject(name, Skeleton.DOCUMENT)
    if _NOT_NAME.match(name) or NOT_TERM.match(name) or SECRET.search(name) or UNCERTAIN.search(hit.clause.sentence):
        return None
    if is_generic(subject) or not 1 <= len(words_of(name)) <= MAX_NAME_WORDS or not _is_slot(subject, said):
        return None
    value = value_of(subject, said, said)
    if value is None:
        return None
    key = Key(subject, "is", stem_phrase(_VERSION.sub(" ", hit.heading.replace(" > ", " "))), value)
    draft = stated(key, f"{name}: {hit.raw('value')}", "concept")
    heading = _HEADING.match(next(iter(hit.heard()), ""))
    if heading is None:
        return draft
    return replace(draft, statement=f"{draft.statement} ({heading['words']})", beside=(heading.span("words"),))


def _is_slot(subject: str, value: str) -> bool:
    """Whether the value shows that it is one, or the name is one of a holder or place."""
    opens = MOMENT.match(value) or next((each.start() == 0 for each in numbers(value)), False)
    if opens and is_measured(value):
        return True
    return not _HOLDERS.isdisjoint(subject.split()) and bool(_NAME.fullmatch(value))


PATTERNS = (
    Pattern(
        "document.listed",
        rx(
            r"^\*{0,2}(?P<name>[\w`][\w`&'’/ -]{1,50}?)(?:\*\*|__)?:(?:\*\*|__)?\s+"
            r"(?P<value>(?:[^,;:()]|,(?=\d)|(?<=\d):(?=\d)){1,60})$"
        ),
        Signal.STATEMENT,
        0.5,
        _listed,
        yes=(
            Says("- Notice period: three months", "notice period | is |", "+3 month"),
            Says("## Lease of 2026\n\n- **Monthly rent**: 1,200 euros", "monthly rent | is | leas of", "+1200 EUR"),
            Says("Opening hours: 09:00 to 17:30", "opening hour | is |", "+09:00 to 17:30"),
            Says("# Billing API\n\nRegion: eu-west-1", "region | is | bill api", "+eu-west-1"),
        ),
        no=(
            "Note: 30 days",
            "- Example: 30 days",
            "- Default: 30 seconds",
            "Notice period: three months?",
            "Password: 12345678",
            "- Notice period: to be decided",
            "- target: `pathname`",
            "- Author: Take some credit",
            "Clear the table: 30 days",
            "TODO: 3 weeks",
        ),
    ),
)
