"""How work is to be done, told in passing: which way and never another, under which role, who is told, around what."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.access import access, reached, ruled
from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.standing import LASTING, is_errand
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Polarity, Signal, Value, ValueKind
from slowwave.domain.keys import is_path, normalize_path, normalize_subject, stem_phrase, words_of

PREPOSITIONS = r"(?:as|from|with|by|via|through|to|in|into|on|over|at|using)"
_SUCH = re.compile(
    r"\b(?:(?:that|this|these|those|such)(?: (?:sort|kind|type)s?)?(?: of)?(?: things?| stuff)?|it|them|things?)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(r"(?:it|this|that|they|these|which|there)\b", re.IGNORECASE)
_TOPIC = re.compile(
    r"\b(?:anything|everything|every|all|any|about|on|e?mails?|messages?|letters?|invoices?|threads?)\b", re.IGNORECASE
)


def contrasted(hit: Hit) -> Draft | None:
    """Read "pay that sort of thing from the joint account, never from my credit card": the second way makes it last."""
    other = hit.raw("other")
    if not other and not (hit.has(*LASTING) and not _SUCH.search(hit.raw("what"))):
        return None
    told = hit.match.start("verb") > hit.match.start("what")
    subject = stem_phrase(_SUCH.sub(" ", hit.raw("what") if told else f"{hit.raw('verb')} {hit.raw('what')}"))
    way = Value(ValueKind.TEXT, re.sub(r"^(?:the|a|an|my|our) ", "", hit.raw("way").lower()))
    return Draft(
        Key(subject, "way", "", way),
        impersonal(hit.clause.raw),
        "convention",
        signal=Signal.INSTRUCTION,
        approach=f"{hit.raw('prep')} {hit.raw('way')}",
        counterexample=other,
    )


def assigned(hit: Hit) -> Draft | None:
    """Read "uploads use the role report-writer, not personal keys"."""
    value = hit.raw("value")
    if not re.search(r"[-_/.\d]|[A-Z]", value) or _POINTS.match(hit.raw("what")):
        return None
    subject = normalize_subject(f"{normalize_subject(hit.raw('what'))} {hit.raw('slot')}")
    return Draft(
        Key(subject, "is", "", read_value(value)), hit.clause.raw, "convention", counterexample=hit.raw("other")
    )


def indirect(hit: Hit) -> Draft | None:
    """Read "code in src/refunds doesn't touch storage directly, it goes through W"."""
    path = hit.raw("path").strip("`")
    if not is_path(path):
        return None
    where, approach = normalize_path(path), f"{hit.raw('how')} {hit.raw('way')}"
    key = ruled(where, hit.raw("words"), approach, Polarity.DENY, "") or Key(
        where, "must", stem_phrase(hit.raw("words")), polarity=Polarity.DENY
    )
    words = hit.clause.raw[hit.match.start("from") :]
    return Draft(key, words, "convention", module=where, approach=approach, counterexample=hit.raw("words"))


def instead(hit: Hit) -> Draft | None:
    """Read "don't query from src/refunds, use LedgerGateway like the rest of it"."""
    path, way = hit.raw("path").strip("`"), hit.raw("way")
    what = reached(hit.raw("verb"), way)
    if not is_path(path) or not what:
        return None
    where = normalize_path(path)
    return Draft(
        access(where, what, way),
        hit.clause.raw,
        "convention",
        module=where,
        approach=f"use {way}",
        counterexample=hit.raw("verb"),
    )


def copied(hit: Hit) -> Draft | None:
    """Read "copy the finance lead on anything about budgets"."""
    who, topic = trimmed(hit.raw("who")), stem_phrase(_TOPIC.sub(" ", hit.raw("topic")))
    if not topic or is_code(who) or is_errand(hit) or _SUCH.fullmatch(who) or len(words_of(who)) > 5:
        return None
    value = Value(ValueKind.TEXT, re.sub(r"^(?:the|a|an|my|our) ", "", who.lower()))
    return Draft(
        Key(topic, hit.raw("verb").lower().replace("cc", "copy"), "", value),
        impersonal(hit.clause.raw),
        "convention",
        signal=Signal.INSTRUCTION,
    )
