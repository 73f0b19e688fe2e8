"""Sentences of documents: definitions, decisions, requirements, limits, and what holds of an entity. They are facts as
the document states them, never conventions.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import CONTINUED, WE
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.sections import is_decision, is_glossary
from slowwave.adapters.local.rules.slots import is_subject
from slowwave.adapters.local.rules.values import is_value, read_value, trimmed
from slowwave.domain.claims import Polarity, Skeleton, Span, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, split_environment, stem, stem_phrase, words_of

_MAX_TERM_WORDS = 6
_NOT_TERM = re.compile(
    r"^(?:it|its|this|that|these|those|there|here|he|she|they|their|his|her|such|both|most|some|many|we|you|i|what|"
    r"which|who|one|if|when|note|the (?:following|above|first|second|reason|result|idea|goal|problem|point|question|"
    r"only|main|next|last|same|rest|former|latter|longest|largest|team|author))\b",
    re.IGNORECASE,
)
_UNCERTAIN = re.compile(
    r"\b(?:considered|rejected|proposed?|proposes|could|might|would|should we|option|alternativel?y?|not decided|tbd|"
    r"todo|planned|will|perhaps|for example|e\.g\.|at that time|recently|until then|therefore)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\s(?:never|not)\s")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_AFTERTHOUGHT = re.compile(r"\s+since then$", re.IGNORECASE)
_NUMERAL = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)?%?(?:\s[a-zA-Z]+)?(?![\w-])")
_NEXT_SENTENCE = 3
"""Code points between a sentence and the one that takes up its subject."""


def _stated(key: Key, statement: str, category: str, support: tuple[Span, ...] = ()) -> Draft:
    plain = _AFTERTHOUGHT.sub("", _LINK.sub(r"\1", " ".join(statement.split())))
    return Draft(key, plain, category, standing=Standing.FACT, skeleton=Skeleton.DOCUMENT, support=support)


def _with_article(term: str) -> str:
    """The term as a sentence begins with it: "Read model" gives "A read model", "SLA" and "tokens" stay."""
    words = term.split()
    if any(word[0] in '`"' or word[1:] != word[1:].lower() for word in words) or words[-1].endswith("s"):
        return term
    plain = f"{words[0].lower()}{term[len(words[0]) :]}"
    return ("An " if plain[0] in "aeiou" else "A ") + plain


def definition(hit: Hit) -> Draft | None:
    """Read "A ledger is a list of all transactions"."""
    term, what = hit.raw("term"), hit.raw("what")
    if _NOT_TERM.match(term) or not 1 <= len(words_of(term)) <= _MAX_TERM_WORDS or len(words_of(what)) < 3:
        return None
    proper = all(
        word[0].isupper() for word in re.sub(r"^(?:the|an?)\s+", "", term, flags=re.IGNORECASE).split()
    ) and not re.match(r"an?\s", term, re.IGNORECASE)
    return _stated(_definition_key(term, what), hit.clause.raw, "entity" if proper else "concept")


def _definition_key(term: str, what: str) -> Key:
    value = Value(ValueKind.TEXT, " ".join(stem_phrase(_AFTERTHOUGHT.sub("", what)).split()[:12]))
    return Key(normalize_subject(term, Skeleton.DOCUMENT), "definition", "", value)


def listed_term(hit: Hit) -> Draft | None:
    """Read the list item "**Event**: an immutable statement …": "An event is an immutable statement …"."""
    term, what = hit.raw("term").strip("*` "), hit.raw("what")
    if not (hit.raw("mark") or is_glossary(hit.heading)) or _NOT_TERM.match(term) or len(words_of(what)) < 3:
        return None
    name = _with_article(term)
    verb = "are" if words_of(term)[-1].endswith("s") and name == term else "is"
    return _stated(_definition_key(term, what), f"{name} {verb} {what}", "concept")


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
    key = Key(before.claim.key.subject, attribute, _without_amount(rest), _amount(rest))
    return _stated(key, said, "concept", (before.span,))


def value_is(hit: Hit) -> Draft | None:
    """Read "The retention period is 30 days"."""
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


def decision(hit: Hit) -> Draft | None:
    """Read "The committee decided to close the office"."""
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


def requirement(hit: Hit) -> Draft | None:
    """Read "Visitors must sign in"."""
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


def _amount(text: str) -> Value:
    """The first number of a text with its unit; what a limit is compared by."""
    found = _NUMERAL.search(text)
    return read_value(found.group()) if found else Value()


def _without_amount(text: str) -> str:
    return stem_phrase(_NUMERAL.sub(" ", text))


def holds(hit: Hit) -> Draft | None:
    """Read "A stream gets a snapshot every 200 events": what holds of a thing, with its number as the value."""
    subject, rest = hit.raw("subject"), hit.raw("rest")
    if hit.has(CONTINUED, WE) or _NOT_TERM.match(subject) or _UNCERTAIN.search(hit.clause.sentence):
        return None
    if not 1 <= len(words_of(subject)) <= 10 or len(words_of(rest)) < 2 or subject.lower().endswith((" that", " who")):
        return None
    amount = _amount(subject)
    amount = amount if amount.text else _amount(rest)
    verb = _NEGATION.sub(" ", hit.raw("verb"))
    polarity = Polarity.DENY if hit.raw("neg") or verb != hit.raw("verb") else Polarity.AFFIRM
    key = Key(
        normalize_subject(_NUMERAL.sub(" ", subject), Skeleton.DOCUMENT),
        stem(words_of(verb)[-1 if re.match(r"(?:is|are)\b", verb) else 0]),
        _without_amount(rest),
        amount,
        polarity,
    )
    return _stated(key, hit.clause.raw, "decision" if is_decision(hit.heading) else "concept")


def replaced(hit: Hit) -> Draft | None:
    """Read "Orders moved from rows to an event store on 12 March", "X is replaced by Y"."""
    subject, new = hit.raw("subject"), hit.raw("new")
    if hit.has(CONTINUED) or _NOT_TERM.match(subject) or _UNCERTAIN.search(hit.clause.sentence):
        return None
    if len(words_of(subject)) > _MAX_TERM_WORDS or len(words_of(new)) > 8:
        return None
    name = normalize_subject(subject, Skeleton.DOCUMENT)
    return _stated(Key(name, "now", "", Value(ValueKind.TEXT, stem_phrase(new))), hit.clause.raw, "decision")


def titled(hit: Hit) -> Draft | None:
    """Read the title of a decision that is a sentence: "Events are the source of truth"."""
    subject, rest = hit.raw("subject"), hit.raw("rest")
    title = hit.heading.rsplit(" > ", maxsplit=1)[-1]
    if not is_decision(hit.heading) or not title.endswith(hit.clause.raw) or _NOT_TERM.match(subject):
        return None
    key = Key(
        normalize_subject(_NUMERAL.sub(" ", subject), Skeleton.DOCUMENT),
        "decision",
        _without_amount(rest),
        _amount(rest),
    )
    return _stated(key, hit.clause.raw, "decision")
