"""Sentences of documents that need what stands around them: listed terms, what takes up a term, titles of decisions."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.amounts import amount_of, without_amount, without_numbers
from slowwave.adapters.local.rules.documents import (
    CUT_OFF,
    MAX_TERM_WORDS,
    NOT_TERM,
    UNCERTAIN,
    definition_key,
    stated,
)
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import CONTINUED
from slowwave.adapters.local.rules.sections import is_decision, is_glossary
from slowwave.domain.claims import Skeleton, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem, stem_phrase, words_of

_CLAUSE = re.compile(
    r"^(?:(?!\b(?:that|which|where|whose|who|when)\b)[^,;:])*\b(?:is|are|must|should)\b", re.IGNORECASE
)
_NEXT_SENTENCE = 3
"""Code points between a sentence and the one that takes up its subject."""


def _with_article(term: str) -> str:
    """The term as a sentence begins with it: "Read model" gives "A read model", "SLA" and "tokens" stay."""
    words = term.split()
    if "/" in term or any(word[0] in '`"' or word[1:] != word[1:].lower() for word in words) or words[-1].endswith("s"):
        return term
    plain = f"{words[0].lower()}{term[len(words[0]) :]}"
    return ("An " if plain[0] in "aeiou" else "A ") + plain


def listed_term(hit: Hit) -> Draft | None:
    """Read the list item "**Event**: an immutable statement …": "An event is an immutable statement …"."""
    term, what = hit.raw("term").strip("*` "), hit.raw("what")
    if not (hit.raw("mark") or is_glossary(hit.heading)) or NOT_TERM.match(term) or len(words_of(what)) < 3:
        return None
    if _CLAUSE.match(what) or CUT_OFF.search(what):
        return None
    name = _with_article(term)
    verb = "are" if words_of(term)[-1].endswith("s") and name == term else "is"
    return stated(definition_key(term, what), f"{name} {verb} {what}", "concept")


def taken_up(hit: Hit) -> Draft | None:
    """Read "It can be dropped at any time" right after the sentence that defines what "it" is; that sentence is its
    support. Where another sentence stands between, "it" may be anything.
    """
    before = next(iter(hit.recent()), None)
    if before is None or before.records_ago or before.claim.key.attribute != "definition":
        return None
    if not 0 <= hit.clause.start - before.span.end <= _NEXT_SENTENCE:
        return None
    subject = re.split(r"\s(?:is|are)\s", before.claim.statement, maxsplit=1)[0]
    rest = hit.raw("rest")
    owner = f"{subject}'s {hit.raw('part')}" if hit.raw("part") else subject
    said = f"{owner} {hit.raw('verb')} {rest}"
    attribute = " ".join(part for part in (stem_phrase(hit.raw("part")), stem(words_of(hit.raw("verb"))[0])) if part)
    key = Key(before.claim.key.subject, attribute, without_amount(rest), amount_of(rest))
    return stated(key, said, "concept", (before.span,))


def titled(hit: Hit) -> Draft | None:
    """Read the title of a decision that is a sentence: "Events are the source of truth"."""
    subject, rest = hit.raw("subject"), hit.raw("rest")
    title = hit.heading.rsplit(" > ", maxsplit=1)[-1]
    if not is_decision(hit.heading) or not title.endswith(hit.clause.raw) or NOT_TERM.match(subject):
        return None
    key = Key(
        normalize_subject(without_numbers(subject), Skeleton.DOCUMENT),
        "decision",
        without_amount(rest),
        amount_of(rest),
    )
    return stated(key, hit.clause.raw, "decision")


def replaced(hit: Hit) -> Draft | None:
    """Read "Orders moved from rows to an event store on 12 March", "X is replaced by Y"."""
    subject, new = hit.raw("subject"), hit.raw("new")
    if hit.has(CONTINUED) or NOT_TERM.match(subject) or UNCERTAIN.search(hit.clause.sentence):
        return None
    if len(words_of(subject)) > MAX_TERM_WORDS or len(words_of(new)) > 8:
        return None
    name = normalize_subject(subject, Skeleton.DOCUMENT)
    return stated(Key(name, "now", "", Value(ValueKind.TEXT, stem_phrase(new))), hit.clause.raw, "decision")
