"""Sentences of documents: definitions, decisions, requirements, limits, and what holds of an entity. They are facts as
the document states them, never conventions.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.amounts import amount_of, is_measured, is_moment, moment_of, numbers, without_date
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.scopes import Scoped, scoped
from slowwave.adapters.local.rules.slots import is_subject
from slowwave.adapters.local.rules.values import is_value, read_value, trimmed
from slowwave.domain.claims import Polarity, Skeleton, Span, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, split_environment, stem_phrase, words_of

MAX_TERM_WORDS = 6
NOT_TERM = re.compile(
    r"^(?:it|its|this|that|these|those|there|here|he|she|they|their|his|her|such|both|most|some|many|we|you|i|what|"
    r"which|who|one|if|when|note|the (?:following|above|first|second|reason|result|idea|goal|problem|point|question|"
    r"only|main|next|last|same|rest|former|latter|longest|largest)|the (?:team|author)$)\b",
    re.IGNORECASE,
)
UNCERTAIN = re.compile(
    r"\b(?:considered|rejected|proposed?|proposes|could|might|would|should we|option|alternativel?y?|not decided|tbd|"
    r"todo|planned|will|perhaps|for example|at that time|recently|until then|therefore)\b|\be\.g\.",
    re.IGNORECASE,
)
MOST_AMOUNT_WORDS = 9
_PERIOD = re.compile(
    r"\b(?:of|in|for|during) (?:the )?(?:Q[1-4]|H[12]|(?:fiscal |financial )?(?:year )?(?:19|20)\d\d)\b"
)
"""A time that is over: what was so then stays so."""

_GENERIC = frozenset(
    "default value minimum maximum allowed supported recommended current initial possible valid normal usual limit "
    "range size length number file output input result text name type format and or upper lower duration".split()
)
"""Words that name nothing alone: whose default it is stands somewhere else."""

_PARTICIPLE = re.compile(
    r"(?:sent|made|given|read|set|found|held|kept|written|taken|done|run|seen|known|shown|built|left|put|met) ",
    re.IGNORECASE,
)
POINTING = re.compile(r"\b(?:this|these|those|it|them)\b|^then\b|^\w+s (?:the|an?|whether|how)\b", re.IGNORECASE)
"""Words that only what stands before explains, and a verb that says what some entry does: "returns the …"."""

_JOINTS = re.compile(r"\b(?:the|an?|of|for|with|&) ", re.IGNORECASE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_AFTERTHOUGHT = re.compile(r"\s+since then$", re.IGNORECASE)
CUT_OFF = re.compile(r"\b(?:of|by|with|to|in|on|at|for|from|a|an|the|and|or|than|as|its|their)$", re.IGNORECASE)
BARE = re.compile(
    r"^(?:the|an?|each|every|all|no|only|any|do(?:es)?(?: not)?|don't|never|always)$|^(?:do|does|don't|never)\b",
    re.IGNORECASE,
)


def stated(key: Key, statement: str, category: str, support: tuple[Span, ...] = ()) -> Draft:
    """A draft of what a document states, without links and line breaks."""
    plain = _AFTERTHOUGHT.sub("", _LINK.sub(r"\1", " ".join(statement.split())))
    return Draft(key, plain, category, standing=Standing.FACT, skeleton=Skeleton.DOCUMENT, support=support)


def definition(hit: Hit) -> Draft | None:
    """Read "A ledger is a list of all transactions"."""
    term, what = hit.raw("term"), hit.raw("what")
    if NOT_TERM.match(term) or not 1 <= len(words_of(term)) <= MAX_TERM_WORDS or len(words_of(what)) < 3:
        return None
    if is_cut_off(hit.clause.raw):
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
    """Read "The retention period is 30 days", "The maintenance window is on Sunday from 02:00 to 04:00"."""
    subject, said = hit.raw("subject"), without_date(hit.raw("value"))
    if hit.raw("past") and not _PERIOD.search(subject):
        return None
    scope = scoped(said, hit.clause.condition) if not is_moment(said) else Scoped(said)
    value = value_of(normalize_subject(subject) or "x", trimmed(scope.text), scope.text)
    name, place = split_environment(normalize_subject(subject, Skeleton.DOCUMENT))
    if (
        value is None
        or NOT_TERM.match(subject)
        or POINTING.search(subject)
        or not is_subject(_JOINTS.sub("", subject))
        or is_generic(name)
    ):
        return None
    qualifier = " ".join(sorted(part for part in (place, scope.qualifier, scope.path) if part))
    return stated(Key(name, "is", qualifier, value), hit.clause.raw, "concept")


def value_of(subject: str, value: str, said: str) -> Value | None:
    """The value of the words after "is"; None where they are none."""
    if is_moment(said):
        return moment_of(said)
    if _PARTICIPLE.match(f"{value} "):
        return None
    if value and is_value(subject, value):
        read = read_value(value)
        return read if read.kind is not ValueKind.TEXT or not _opens_with_number(value) else amount_of(value)
    return amount_of(value) if _opens_with_number(value) and len(words_of(value)) <= MOST_AMOUNT_WORDS else None


def _opens_with_number(text: str) -> bool:
    first = next(numbers(text), None)
    return first is not None and not first.start() and is_measured(text)


def is_generic(name: str) -> bool:
    """Whether a normalised subject names nothing by itself: "maximum value"."""
    return _GENERIC.issuperset(name.split())


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
    if NOT_TERM.match(subject) or len(words_of(subject)) > MAX_TERM_WORDS or BARE.match(subject):
        return None
    if subject.lower().endswith((" that", " which", " who")) or is_cut_off(hit.clause.raw):
        return None
    polarity = Polarity.DENY if re.search(r"not|never|cannot", hit.raw("modal"), re.IGNORECASE) else Polarity.AFFIRM
    scope = scoped(words, hit.clause.condition, places=False)
    return stated(
        Key(normalize_subject(subject, Skeleton.DOCUMENT), "must", stem_phrase(scope.text), polarity=polarity),
        hit.clause.raw,
        "concept",
    )


def is_cut_off(text: str) -> bool:
    """Whether a bracket or a line's end took away what the sentence goes on with."""
    return bool(CUT_OFF.search(text)) or text.count("(") != text.count(")")
