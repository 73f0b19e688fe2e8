"""What the speaker says of their food, devices, tools and the language of their home."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.choices import chosen
from slowwave.adapters.local.rules.lexicon import PERSONAL_CHOICES, choice_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import ANYMORE, WE
from slowwave.adapters.local.rules.self_facts import fact
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Lane, Polarity, Signal, Standing, Value
from slowwave.domain.keys import singular, stem_phrase

DIETS = (
    r"(?:vegetarian|vegan|pescatarian|pescetarian|halal|kosher|gluten[- ]free|lactose[- ]intolerant|diabetic|celiac|"
    r"coeliac|keto)"
)
_NO_FOOD = re.compile(
    r"\b(?:much|enough|lunch|breakfast|dinner|out|there|here|that|this|it|yet|alone)\b", re.IGNORECASE
)


def spoken_at_home(hit: Hit) -> Draft | None:
    """Read "we speak portuguese at home": said of themselves, not asked of the assistant."""
    if not hit.has(WE) and not re.match(r"(?:at home )?(?:i|we)\b", hit.clause.text, re.IGNORECASE):
        return None
    words = f"I {hit.clause.raw}" if hit.has(WE) else re.sub(r"\bwe\b", "I", hit.clause.raw, flags=re.IGNORECASE)
    return fact("home language", read_value(trimmed(hit.raw("value"))), impersonal(words))


def eats(hit: Hit) -> Draft | None:
    """Read "i don't eat pork"."""
    what = stem_phrase(hit.raw("value"))
    if not what or len(what.split()) > 3 or _NO_FOOD.search(hit.raw("value")):
        return None
    return fact("eat", Value(), impersonal(hit.clause.raw), qualifier=what, polarity=Polarity.DENY)


def device(hit: Hit) -> Draft:
    """Read "i have a pixel 8": several stand side by side."""
    words = impersonal(hit.clause.raw)
    return fact("device", Value(), words, qualifier=" ".join(hit.raw("value").lower().split()))


def allergy(hit: Hit) -> Draft | None:
    """Read "I'm allergic to X": a safety constraint; several stand side by side."""
    return fact("allergy", Value(), impersonal(hit.clause.raw), qualifier=allergen(hit.raw("value")), lane=Lane.SAFETY)


def allergen(text: str) -> str:
    """What somebody is allergic to, in the singular: "a peanut allergy" is one to peanuts."""
    words = read_value(trimmed(text)).text.split()
    return " ".join([*words[:-1], singular(words[-1])]) if words else ""


def ended(hit: Hit) -> Draft | None:
    """Read "I'm not vegan any more", "I don't work from home any more"."""
    if not hit.has(ANYMORE) and "no longer" not in hit.clause.text.lower():
        return None
    slot = "work mode" if re.search(r"\bwork\b", hit.clause.text) else "diet"
    key = Key("user", slot, "", read_value(trimmed(hit.raw("value"))))
    return fact(
        slot,
        key.value,
        impersonal(hit.clause.raw),
        polarity=Polarity.DENY,
        signal=Signal.REJECTION,
        denies=(key,),
    )


def no_allergy(hit: Hit) -> Draft | None:
    """Read "I'm not allergic to X any more"."""
    drafted = allergy(hit)
    return drafted and replace(
        drafted, key=replace(drafted.key, polarity=Polarity.DENY), denies=(drafted.key,), signal=Signal.REJECTION
    )


def own_tool(hit: Hit) -> Draft | None:
    """Read "I use X", where X is a choice that people make for themselves."""
    value = trimmed(hit.raw("value"))
    group, name = choice_of(value)
    if group not in PERSONAL_CHOICES:
        return None
    return Draft(chosen(value), impersonal(hit.clause.raw), "fact", standing=Standing.FACT) if name else None
