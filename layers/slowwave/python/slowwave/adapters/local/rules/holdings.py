"""What documents say holds of a thing: how long, how much, when, where, by whom. The value is taken out of the words
around it, so that the next version of the sentence meets this one under its key.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.amounts import (
    amount_of,
    is_measured,
    numbers,
    without_amount,
    without_date,
    without_numbers,
)
from slowwave.adapters.local.rules.documents import (
    BARE,
    CUT_OFF,
    NOT_TERM,
    POINTING,
    UNCERTAIN,
    is_cut_off,
    is_generic,
    stated,
)
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import CONTINUED, WE
from slowwave.adapters.local.rules.sections import is_decision
from slowwave.adapters.local.rules.values import is_typed, read_value
from slowwave.domain.claims import Polarity, Skeleton, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem, stem_phrase, words_of

MAX_SUBJECT_WORDS = 10
_NEGATION = re.compile(r"\s(?:never|not)\s")
_ADVERB = re.compile(r"\s(?:always|only|also|now|currently|normally|usually|each)\s", re.IGNORECASE)
_UNFINISHED = re.compile(r"^(?:not|never|yet|been|to|\w+ed)\b", re.IGNORECASE)
_PLACED = re.compile(
    r"^(?P<place>(?:in|on|at|for|during|outside|within|under) [\w&'’./-]+(?: [\w&'’./-]+){0,3}?),? "
    r"(?P<subject>(?:the|an?|each|every|all) .+)$",
    re.IGNORECASE,
)
_HELD = frozenset(
    "stor host locat kept own led manag maintain operat deploi deploy held bas headquarter liv liv run provid".split()
)
"""Verbs, in their stems, of which a thing has one place or one holder at a time."""

_NAMED = re.compile(
    r"^(?P<before>.*?)\b(?P<prep>in|on|at|over|via|through|by|to)\s+(?:the\s+)?(?P<name>[\w`][\w`&'’./+-]*"
    r"(?: [\w`&'’./+-]+){0,4}?)(?P<noun> [a-z][a-z-]+)?$"
)
_SEVERAL = re.compile(r"\b(?:and|or|both|either|also)\b|,", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had|did|been)\b|\b[a-z]{3,}ed$|\bto [a-z]+$", re.IGNORECASE)
"""Words of a subject by which a noun after them was taken for the verb: "the desk answered requests"."""

_FINITE = re.compile(
    r"^(?:(?!\b(?:that|which|who|whose|when|if|unless|while|because|as|so|where|before|after|and)\b).)*"
    r"\b(?:is|are|can|must|should|may|cannot|did|does|do)\b",
    re.IGNORECASE,
)
"""A verb of its own in the words after a noun that was taken for the verb: "machine names over 9 letters are cut"."""

_NO_SUBJECT = re.compile(
    r"^(?:must|should|can|may|cannot|will|then|to|for|if|when|once|because|as)\b(?!.*\b(?:the|an?|each|every|all)\b)|"
    r"\b(?:we|i|you|they|it|he|she|there)$",
    re.IGNORECASE,
)

_ADDRESSED = re.compile(
    r"^(?:system|assistant|agent|ai|model|user|developer)\s*:|\b(?:the user has|this (?:paper|section|chapter|figure|"
    r"table|example|document|guide|page)|see (?:also|section|figure)|previously|formerly|at first|originally|until|"
    r"in our (?:case|experiments?|tests?|example))\b",
    re.IGNORECASE,
)
"""Words to the reader or about the text itself, and words of what held once."""


def holds(hit: Hit) -> Draft | None:
    """Read "A stream gets a snapshot every 200 events": what holds of a thing, with its number as the value."""
    subject, rest = hit.raw("subject"), hit.raw("rest")
    if hit.has(CONTINUED, WE) or NOT_TERM.match(subject) or UNCERTAIN.search(hit.clause.sentence):
        return None
    if len(words_of(subject)) > MAX_SUBJECT_WORDS or subject.lower().endswith((" that", " who")):
        return None
    if len(words_of(rest)) < (1 if is_measured(rest) else 2):
        return None
    unfinished = re.match(r"ha(?:s|ve)\b", hit.raw("verb"), re.IGNORECASE) and _UNFINISHED.match(rest)
    if BARE.match(subject) or POINTING.search(subject) or _NO_SUBJECT.search(subject) or CUT_OFF.search(subject):
        return None
    if unfinished or is_cut_off(hit.clause.raw) or is_generic(normalize_subject(subject, Skeleton.DOCUMENT)):
        return None
    return stated(_key(hit), hit.clause.raw, "decision" if is_decision(hit.heading) else "concept")


def measured(hit: Hit) -> Draft | None:
    """Read "Incidents are answered within 15 minutes": with a verb of any kind, only where an amount or a time is
    stated.
    """
    if hit.raw("verb")[0].isupper() or _ADDRESSED.search(hit.clause.sentence) or _PAST.search(hit.raw("subject")):
        return None
    if re.search(r"\b(?:this|these|those)\b", hit.raw("rest"), re.IGNORECASE):
        return None
    if not re.match(r"(?:is|are)\b", hit.raw("verb"), re.IGNORECASE) and _FINITE.match(hit.raw("rest")):
        return None
    return holds(hit) if is_measured(without_date(hit.raw("rest"))) or is_measured(hit.raw("subject")) else None


def channel(hit: Hit) -> Draft | None:
    """Read "Services exchange events over RabbitMQ": what goes over what bears a name."""
    found = _NAMED.match(without_date(hit.raw("rest")))
    if _ADDRESSED.search(hit.clause.sentence) or found is None or not is_typed(found["name"]):
        return None
    return holds(hit)


def _key(hit: Hit) -> Key:
    subject, rest = hit.raw("subject"), without_date(hit.raw("rest"))
    placed = _PLACED.match(subject)
    place, subject = (placed["place"], placed["subject"]) if placed else ("", subject)
    verb = _NEGATION.sub(" ", hit.raw("verb"))
    polarity = Polarity.DENY if hit.raw("neg") or verb != hit.raw("verb") else Polarity.AFFIRM
    passive = re.match(r"(?:is|are)\b", verb, re.IGNORECASE)
    attribute = stem(words_of(_ADVERB.sub(" ", verb))[-1 if passive else 0])
    name, qualifier, value = _parted(subject, rest, attribute)
    return Key(name, attribute, " ".join(part for part in (qualifier, stem_phrase(place)) if part), value, polarity)


def _parted(subject: str, rest: str, attribute: str) -> tuple[str, str, Value]:
    """Subject, qualifier and value; a number of the subject is the value only where the rest has none."""
    value = amount_of(rest)
    if value.text:
        return normalize_subject(subject, Skeleton.DOCUMENT), without_amount(rest), value
    if limit := next(numbers(subject), None):
        name = normalize_subject(without_numbers(subject), Skeleton.DOCUMENT)
        return name, without_amount(rest), amount_of(limit.group())
    name = normalize_subject(subject, Skeleton.DOCUMENT)
    found = _NAMED.match(rest) if not _SEVERAL.search(rest) else None
    if found and _is_name(found) and (attribute in _HELD or found["prep"] in ("over", "via", "through")):
        around = f"{found['before']} {found['prep']} {found['noun'] or ''}"
        return name, stem_phrase(around), _name(found["name"])
    return name, without_amount(rest), Value()


def _is_name(found: re.Match[str]) -> bool:
    """Whether a place or means bears a name, or a holder is named ("by team Dispatch")."""
    owner = found["prep"] == "by" and not found["noun"] and re.search(r"[A-Z]", found["name"])
    return is_typed(found["name"]) or bool(owner)


def _name(text: str) -> Value:
    value = read_value(text)
    return value if value.kind is not ValueKind.NONE else Value(ValueKind.TEXT, text.lower())
