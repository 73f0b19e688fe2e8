"""Sentences of documents: definitions, decisions, requirements, limits, and what holds of an entity. They are facts as
the document states them, never conventions.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import CONTINUED, WE
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.sections import is_decision
from slowwave.adapters.local.rules.slots import is_subject
from slowwave.adapters.local.rules.values import is_value, read_value, trimmed
from slowwave.domain.claims import Polarity, Skeleton, Span, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, split_environment, stem, stem_phrase, words_of

MAX_TERM_WORDS = 6
NOT_TERM = re.compile(
    r"^(?:it|its|this|that|these|those|there|here|he|she|they|their|his|her|such|both|most|some|many|we|you|i|what|"
    r"which|who|one|if|when|note|the (?:following|above|first|second|reason|result|idea|goal|problem|point|question|"
    r"only|main|next|last|same|rest|former|latter|longest|largest|team|author))\b",
    re.IGNORECASE,
)
UNCERTAIN = re.compile(
    r"\b(?:considered|rejected|proposed?|proposes|could|might|would|should we|option|alternativel?y?|not decided|tbd|"
    r"todo|planned|will|perhaps|for example|e\.g\.|at that time|recently|until then|therefore)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\s(?:never|not)\s")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_AFTERTHOUGHT = re.compile(r"\s+since then$", re.IGNORECASE)
NUMERAL = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)?%?(?:\s[a-zA-Z]+)?(?![\w-])")
CUT_OFF = re.compile(r"\b(?:of|by|with|to|in|on|at|for|from|a|an|the|and|or|than|as|its|their)$", re.IGNORECASE)
_BARE = re.compile(
    r"^(?:the|an?|each|every|all|no|only|any|do(?:es)?(?: not)?|don't|never|always)$|^(?:do|does|don't|never)\b",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(r"^(?:not|never|yet|been|to|\w+ed)\b", re.IGNORECASE)


def stated(key: Key, statement: str, category: str, support: tuple[Span, ...] = ()) -> Draft:
    """A draft of what a document states, without links and line breaks."""
    plain = _AFTERTHOUGHT.sub("", _LINK.sub(r"\1", " ".join(statement.split())))
    return Draft(key, plain, category, standing=Standing.FACT, skeleton=Skeleton.DOCUMENT, support=support)


def definition(hit: Hit) -> Draft | None:
    """Read "A ledger is a list of all transactions"."""
    term, what = hit.raw("term"), hit.raw("what")
    if NOT_TERM.match(term) or not 1 <= len(words_of(term)) <= MAX_TERM_WORDS or len(words_of(what)) < 3:
        return None
    if _is_cut_off(hit.clause.raw):
        return None
    proper = all(
        word[0].isupper() for word in re.sub(r"^(?:the|an?)\s+", "", term, flags=re.IGNORECASE).split()
    ) and not re.match(r"an?\s", term, re.IGNORECASE)
    return stated(definition_key(term, what), hit.clause.raw, "entity" if proper else "concept")


def definition_key(term: str, what: str) -> Key:
    """The key of a definition; its value is the first words of what defines."""
    value = Value(ValueKind.TEXT, " ".join(stem_phrase(_AFTERTHOUGHT.sub("", what)).split()[:12]))
    return Key(normalize_subject(term, Skeleton.DOCUMENT), "definition", "", value)


def value_is(hit: Hit) -> Draft | None:
    """Read "The retention period is 30 days"."""
    scope = scoped(hit.raw("value"), hit.clause.condition)
    subject, value = hit.raw("subject"), trimmed(scope.text)
    if (
        NOT_TERM.match(subject)
        or not is_subject(subject)
        or not value
        or not is_value(normalize_subject(subject) or "x", value)
    ):
        return None
    name, place = split_environment(normalize_subject(subject, Skeleton.DOCUMENT))
    qualifier = " ".join(sorted(part for part in (place, scope.qualifier, scope.path) if part))
    return stated(Key(name, "is", qualifier, read_value(value)), hit.clause.raw, "concept")


def decision(hit: Hit) -> Draft | None:
    """Read "The committee decided to close the office"."""
    words = hit.raw("words")
    if not 2 <= len(words_of(words)) <= 25:
        return None
    denied = re.match(r"(?:not to|against)\s+", words, re.IGNORECASE)
    polarity = Polarity.DENY if denied else Polarity.AFFIRM
    return stated(
        Key(stem_phrase(words[denied.end() :] if denied else words), "decision", "", polarity=polarity),
        hit.clause.raw,
        "decision",
    )


def requirement(hit: Hit) -> Draft | None:
    """Read "Visitors must sign in"."""
    subject, words = hit.raw("subject"), hit.raw("words")
    if NOT_TERM.match(subject) or len(words_of(subject)) > MAX_TERM_WORDS or _BARE.match(subject):
        return None
    if subject.lower().endswith((" that", " which", " who")) or _is_cut_off(hit.clause.raw):
        return None
    polarity = Polarity.DENY if re.search(r"not|never|cannot", hit.raw("modal"), re.IGNORECASE) else Polarity.AFFIRM
    scope = scoped(words, hit.clause.condition, places=False)
    return stated(
        Key(normalize_subject(subject, Skeleton.DOCUMENT), "must", stem_phrase(scope.text), polarity=polarity),
        hit.clause.raw,
        "concept",
    )


def _is_cut_off(text: str) -> bool:
    """Whether a bracket or a line's end took away what the sentence goes on with."""
    return bool(CUT_OFF.search(text)) or text.count("(") != text.count(")")


def amount_of(text: str) -> Value:
    """The first number of a text with its unit; what a limit is compared by."""
    found = NUMERAL.search(text)
    return read_value(found.group()) if found else Value()


def without_amount(text: str) -> str:
    """The stems of a text without its numbers, so that two limits of one thing share a key."""
    return stem_phrase(NUMERAL.sub(" ", text))


def holds(hit: Hit) -> Draft | None:
    """Read "A stream gets a snapshot every 200 events": what holds of a thing, with its number as the value."""
    subject, rest = hit.raw("subject"), hit.raw("rest")
    if hit.has(CONTINUED, WE) or NOT_TERM.match(subject) or UNCERTAIN.search(hit.clause.sentence):
        return None
    if not 1 <= len(words_of(subject)) <= 10 or len(words_of(rest)) < 2 or subject.lower().endswith((" that", " who")):
        return None
    unfinished = re.match(r"ha(?:s|ve)\b", hit.raw("verb"), re.IGNORECASE) and _UNFINISHED.match(rest)
    if _BARE.match(subject) or unfinished or _is_cut_off(hit.clause.raw):
        return None
    amount = amount_of(subject)
    amount = amount if amount.text else amount_of(rest)
    verb = _NEGATION.sub(" ", hit.raw("verb"))
    polarity = Polarity.DENY if hit.raw("neg") or verb != hit.raw("verb") else Polarity.AFFIRM
    key = Key(
        normalize_subject(NUMERAL.sub(" ", subject), Skeleton.DOCUMENT),
        stem(words_of(verb)[-1 if re.match(r"(?:is|are)\b", verb) else 0]),
        without_amount(rest),
        amount,
        polarity,
    )
    return stated(key, hit.clause.raw, "decision" if is_decision(hit.heading) else "concept")
