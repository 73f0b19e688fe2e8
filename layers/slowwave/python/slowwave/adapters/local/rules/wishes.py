"""Wishes of the user that hold whenever something is done for them, and the units and forms they read."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.choices import chosen
from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import trimmed
from slowwave.domain.claims import Polarity, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

_DONE_FOR_ME = re.compile(r"^(?:if|when|whenever|every time|any time) you (?!are\b|were\b|have\b)\w+", re.IGNORECASE)
_REFUSED = re.compile(r"(?:no|never|not|without)\s+(?:any\s+)?", re.IGNORECASE)
_ASKED = re.compile(r"\b(?:please|pls|plz)\b", re.IGNORECASE)
CURRENCIES = (
    r"(?:euros?|eur|(?:us |canadian |australian )?dollars?|usd|pounds?|gbp|francs?|chf|yen|kron(?:or|er)|rupees?)"
)
_MAX_WISH_WORDS = 6


def whenever(hit: Hit) -> Draft | None:
    """Read "if you book trains for me i want a window seat". The wish is the key, so that it can be taken back without
    naming the occasion; the occasion is the trigger.
    """
    occasion = hit.raw("occasion") or hit.clause.condition
    thing = trimmed(hit.raw("thing"))
    if not _DONE_FOR_ME.match(occasion) or not thing:
        return None
    refused = _REFUSED.match(hit.raw("how") or thing)
    name = stem_phrase(_REFUSED.sub("", thing, count=1) if _REFUSED.match(thing) else thing)
    if not name or len(words_of(thing)) > _MAX_WISH_WORDS:
        return None
    words = hit.clause.raw if hit.raw("occasion") else f"{occasion}, {hit.clause.raw}"
    statement = re.sub(
        r"\bi(?:['’]?d| would| always| usually)? (want|need|like|prefer)\b", r"the user \1s", words, flags=re.IGNORECASE
    )
    return Draft(
        Key(name, "prefer", "", polarity=Polarity.DENY if refused else Polarity.AFFIRM),
        impersonal(statement),
        "preference",
        standing=Standing.FACT,
        trigger=occasion,
    )


def measured(hit: Hit) -> Draft | None:
    """Read "units metric", "celsius please", "prices in euros": a bare name only where the sentence asks for it."""
    value = trimmed(hit.raw("value"))
    if not hit.raw("about") and not _ASKED.search(hit.clause.sentence):
        return None
    group, _ = choice_of(value)
    if group in ("unit system", "temperature unit", "clock format", "spelling"):
        key = chosen(value)
    elif re.fullmatch(CURRENCIES, value, re.IGNORECASE):
        key = Key("currency", "is", "", Value(ValueKind.ENUM, normalize_subject(value)))
    else:
        return None
    about = hit.raw("about")
    statement = f"{about[0].upper()}{about[1:]} are in {value}" if about else f"The user prefers {value}"
    return Draft(key, statement, "preference", standing=Standing.FACT)


def left_out(hit: Hit) -> Draft | None:
    """Read "no emojis", "no long intros": what answers should do without."""
    return Draft(
        Key(normalize_subject(hit.raw("thing")), "use", "", polarity=Polarity.DENY),
        hit.clause.raw,
        "preference",
    )
