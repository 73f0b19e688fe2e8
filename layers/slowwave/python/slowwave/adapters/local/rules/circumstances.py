"""What the user states of their body and their days, which what is done for them has to respect."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import ANYMORE, WE
from slowwave.adapters.local.rules.routines import days
from slowwave.adapters.local.rules.self_facts import fact
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.domain.claims import Polarity, Signal, Value, ValueKind
from slowwave.domain.keys import stem_phrase

AILMENTS = (
    r"(?:asthma|(?:type (?:1|2|one|two) )?diabetes|hypertension|(?:high|low) blood pressure|migraines|epilepsy|eczema|"
    r"psoriasis|arthritis|osteoporosis|c(?:o)?eliac(?: disease)?|crohn'?s(?: disease)?|ibs|adhd|autism|dyslexia|"
    r"dyscalculia|tinnitus|scoliosis|sciatica|ana?emia|sleep apn(?:o)?ea|hay fever|acid reflux|gerd|pcos|"
    r"endometriosis|lupus|glaucoma|astigmatism|a heart condition|a pacemaker|a (?:slipped|herniated) disc|"
    r"(?:a )?bad (?:knees?|back|shoulder|hip|ankle|wrist)|vertigo|low vision)"
)
STATES = (
    r"(?:asthmatic|epileptic|dyslexic|colou?r[- ]?blind|left[- ]handed|deaf|hard of hearing|legally blind|"
    r"(?:short|near|far|long)[- ]?sighted|partially sighted|visually impaired|claustrophobic|a wheelchair user|"
    r"afraid of (?:heights|flying|needles|dogs|spiders)|autistic|teetotal|a (?:non-?smoker|light sleeper))"
)
_ARTICLE = re.compile(r"^an? ", re.IGNORECASE)


def health(hit: Hit) -> Draft:
    """Read "I have asthma": several stand side by side."""
    return fact("health", Value(), impersonal(hit.clause.raw), qualifier=_ailment(hit))


def on_diet(hit: Hit) -> Draft:
    """Read "I'm on a low salt diet"."""
    return fact("diet", Value(ValueKind.TEXT, hit.raw("value").lower()), impersonal(hit.clause.raw))


def no_health(hit: Hit) -> Draft | None:
    """Read "I no longer have asthma"."""
    if not hit.has(ANYMORE) and not re.search(r"\bno longer\b", hit.clause.text, re.IGNORECASE):
        return None
    had = Key("user", "health", _ailment(hit))
    return fact(
        "health",
        Value(),
        impersonal(hit.clause.raw),
        qualifier=had.qualifier,
        polarity=Polarity.DENY,
        signal=Signal.REJECTION,
        denies=(had,),
    )


def avoids(hit: Hit) -> Draft:
    """Read "I don't drink red", and "I drink red again" which ends it."""
    side = Polarity.DENY if hit.raw("no") else Polarity.AFFIRM
    return fact(
        stem_phrase(hit.raw("deed")),
        Value(),
        impersonal(hit.clause.raw),
        qualifier=stem_phrase(hit.raw("value")),
        polarity=side,
    )


def airport(hit: Hit) -> Draft | None:
    """Read "I fly out of Lyon, LYS"; a move told before it is left out."""
    if not hit.has(WE) and not re.search(r"\b(?:i|my)\b", hit.clause.text, re.IGNORECASE):
        return None
    words = re.sub(r"^(?:.*?\bi (?:\w+ly |now |always )?(?=fly\b))?", "", hit.clause.raw, count=1, flags=re.IGNORECASE)
    return fact("airport", Value(ValueKind.TEXT, hit.raw("value").lower()), impersonal(words))


def available(hit: Hit) -> Draft | None:
    """Read "tuesday and sunday work for me", "I can only do tuesday and sunday"."""
    when = days(hit.raw("on"))
    if len(when.split()) < 2 and not hit.raw("only"):
        return None
    return fact("available", Value(ValueKind.TEXT, when), impersonal(hit.clause.raw))


def _ailment(hit: Hit) -> str:
    return stem_phrase(_ARTICLE.sub("", hit.raw("value")))
