"""Sentences of documents: definitions, decisions, requirements. They are facts as the document states them, never
conventions.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DECISION
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.slots import is_subject
from slowwave.adapters.local.rules.values import is_value, read_value, trimmed
from slowwave.domain.claims import Polarity, Signal, Skeleton, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, split_environment, stem_phrase, words_of

_MAX_TERM_WORDS = 6
_NOT_TERM = re.compile(
    r"^(?:it|this|that|these|those|there|here|he|she|they|we|you|i|what|which|who|one|if|when|note|the (?:following|"
    r"above|first|second|reason|result|idea|goal|problem|point|question|only|main|next|last|same|rest))\b",
    re.IGNORECASE,
)


def _stated(key: Key, statement: str, category: str) -> Draft:
    return Draft(key, statement, category, standing=Standing.FACT, skeleton=Skeleton.DOCUMENT)


def _definition(hit: Hit) -> Draft | None:
    term, what = hit.raw("term"), hit.raw("what")
    if _NOT_TERM.match(term) or not 1 <= len(words_of(term)) <= _MAX_TERM_WORDS or len(words_of(what)) < 3:
        return None
    proper = all(
        word[0].isupper() for word in re.sub(r"^(?:the|an?)\s+", "", term, flags=re.IGNORECASE).split()
    ) and not re.match(r"an?\s", term, re.IGNORECASE)
    value = Value(ValueKind.TEXT, " ".join(stem_phrase(what).split()[:12]))
    return _stated(
        Key(normalize_subject(term, Skeleton.DOCUMENT), "definition", "", value),
        hit.clause.raw,
        "entity" if proper else "concept",
    )


def _value(hit: Hit) -> Draft | None:
    scope = scoped(hit.raw("value"), hit.clause.condition)
    subject, value = hit.raw("subject"), trimmed(scope.text)
    if (
        _NOT_TERM.match(subject)
        or not is_subject(subject)
        or not value
        or not is_value(normalize_subject(subject) or "x", value)
    ):
        return None
    name, place = split_environment(normalize_subject(subject, Skeleton.DOCUMENT))
    qualifier = " ".join(sorted(part for part in (place, scope.qualifier, scope.path) if part))
    return _stated(Key(name, "is", qualifier, read_value(value)), hit.clause.raw, "concept")


def _decision(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if not 2 <= len(words_of(words)) <= 25:
        return None
    denied = re.match(r"(?:not to|against)\s+", words, re.IGNORECASE)
    polarity = Polarity.DENY if denied else Polarity.AFFIRM
    return _stated(
        Key(stem_phrase(words[denied.end() :] if denied else words), "decision", "", polarity=polarity),
        hit.clause.raw,
        "decision",
    )


def _requirement(hit: Hit) -> Draft | None:
    subject, words = hit.raw("subject"), hit.raw("words")
    if _NOT_TERM.match(subject) or len(words_of(subject)) > _MAX_TERM_WORDS:
        return None
    polarity = Polarity.DENY if re.search(r"not|never|cannot", hit.raw("modal"), re.IGNORECASE) else Polarity.AFFIRM
    scope = scoped(words, hit.clause.condition, places=False)
    return _stated(
        Key(normalize_subject(subject, Skeleton.DOCUMENT), "must", stem_phrase(scope.text), polarity=polarity),
        hit.clause.raw,
        "concept",
    )


PATTERNS = (
    Pattern(
        "document.decision",
        rx(
            r"^(?:(?:the|our) \w+(?: team| board| committee)? )?(?:have |has )?(?:decided|agreed|chosen|"
            r"resolved) (?:to |on |that )?(?P<words>.+)$"
        ),
        Signal.STATEMENT,
        0.6,
        _decision,
        yes=(
            Says("The committee decided to close the Lyon office.", "clos lyon offic | decision |"),
            Says("The finance team has agreed to keep paper records.", "keep paper record | decision |"),
            Says("Our board decided against remote voting.", "remot vot | decision |", "-"),
        ),
        no=(
            "Has the board decided to close it?",
            "If the board decided to close it, staff would leave.",
            "The board may decide.",
        ),
    ),
    Pattern(
        "document.agreed",
        rx(r"^(?P<words>.+)$"),
        Signal.STATEMENT,
        0.6,
        _decision,
        yes=(
            Says("We decided to keep paper records.", "keep paper record | decision |"),
            Says("Decision: adopt quarterly planning.", "adopt quarter plan | decision |"),
            Says("We have agreed to pay in euros.", "pay in euro | decision |"),
        ),
        no=(
            "Have we decided to keep them?",
            "They say we decided to keep them.",
            "Suppose we decided to keep paper records.",
        ),
        needs=frozenset({DECISION}),
    ),
    Pattern(
        "document.requirement",
        rx(
            r"^(?P<subject>[^,;:()]{2,70}?) (?P<modal>must not|must never|must|shall not|shall|is required to|"
            r"are required to|cannot|may not) (?P<words>.+)$"
        ),
        Signal.STATEMENT,
        0.5,
        _requirement,
        yes=(
            Says("Visitors must sign in at the front desk.", "visitor | must | sign in at front desk"),
            Says("Contractors must not enter the server room.", "contractor | must | enter server room", "-"),
            Says("Each supplier shall provide a tax certificate.", "supplier | must | provid tax certificat"),
        ),
        no=("Must visitors sign in?", "It must rain.", "Suppose visitors must sign in."),
    ),
    Pattern(
        "document.definition",
        rx(
            r"^(?P<term>(?:(?:the|an?) )?[\w`&'’./-]+(?: [\w`&'’./-]+){0,5}?) (?:\([^()]{1,40}\) )?(?:is|are|"
            r"refers to|means|denotes|is defined as) (?P<what>(?:an?|the|any|one of|our) .{6,300})$"
        ),
        Signal.STATEMENT,
        0.5,
        _definition,
        yes=(
            Says(
                "A ledger is a list of all transactions in order.",
                "ledger | definition |",
                "+list of transaction in order",
            ),
            Says(
                "Helios is the billing platform of the northern region.",
                "helios | definition |",
                "+bill platform of northern region",
            ),
            Says(
                "Churn refers to the share of customers who leave.",
                "churn | definition |",
                "+shar of customer who leav",
            ),
        ),
        no=(
            "It is a list of things.",
            "Is a ledger a list of things?",
            "This is a test of it.",
            "Imagine a ledger is a list.",
        ),
    ),
    Pattern(
        "document.value",
        rx(r"^(?P<subject>[^,;:()=?]{2,70}?) (?:is|are|equals|defaults to|was set to) (?P<value>[^,;()]{1,80})$"),
        Signal.STATEMENT,
        0.5,
        _value,
        yes=(
            Says("The retention period is 30 days.", "retention period | is |", "+30 day"),
            Says("The owner of the archive is Maria Chen.", "archive owner | is |", "+maria chen"),
            Says("The default port is 8080.", "default port | is |", "+8080"),
        ),
        no=("The result is bad.", "Is the retention period 30 days?", "It is 30 days."),
    ),
)
