"""What comes back in the user's week: when they may be met, what they do on which day, and what they want sent to them
again and again.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, singular, stem_phrase, words_of

DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week)day|weekend)"
TIME = r"(?:\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?:\s?o'?clock)?|noon|midday|midnight)"
MEETINGS = r"(?:meetings?|calls?|appointments?|bookings?|events?|interviews?|video calls?)"
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s?(?P<half>[ap])?", re.IGNORECASE)
_OF_CADENCE = re.compile(
    rf"\b(?:{DAY}s?|daily|weekly|monthly|morning|evening|night(?:ly)?|regular|usual)\b|"
    r"\b(?:of|for) (?:the|my) (?:day|week|month|year)\b",
    re.IGNORECASE,
)
_SENT = re.compile(
    r"\b(?:summar|digest|report|remind|overview|update|newsletter|list|briefing|agenda|recap|forecast|notification|"
    r"alert|plan|review|headline|news|quote|roundup|weather|forecast|email|mail|message|text)",
    re.IGNORECASE,
)


REGULAR = r"(?:digest|homework|briefing|newsletter|recap|roundup)"
"""What there is one of, that comes again by its nature: "the digest" is the "sales digest" of before."""
_ALONE = re.compile(rf"(?:^|\s){REGULAR}$", re.IGNORECASE)


def clock(text: str) -> Value:
    """A time of day in 24 hours: "10", "10am" and "10:00" are one."""
    match = _CLOCK.match(text)
    if match is None:
        return Value(ValueKind.TEXT, text.lower())
    hour = int(match["hour"]) % 12 + (12 if match["half"] in "pP" else 0) if match["half"] else int(match["hour"])
    return Value(ValueKind.TEXT, f"{hour:02d}:{match['minute'] or '00'}")


def days(text: str) -> str:
    """The weekdays a text names, in its order, singular."""
    return " ".join(singular(each.lower()) for each in re.findall(rf"{DAY}s?", text, re.IGNORECASE))


def rule(key: Key, statement: str, category: str = "preference", signal: Signal | None = None) -> Draft:
    """A draft about the user's week, as they stated it."""
    return Draft(key, impersonal(statement), category, signal=signal, standing=Standing.FACT)


def bounded(hit: Hit) -> Draft | None:
    """Read "no meetings before 10"."""
    what, side = hit.raw("what").lower(), hit.raw("side").lower()
    subject = "meeting" if not what or re.match("any|thing", what) else normalize_subject(what).split()[-1]
    attribute = "earliest" if side == "before" else "latest"
    return rule(Key(subject, attribute, days(hit.raw("on")), clock(hit.raw("time"))), hit.clause.raw)


def kept_free(hit: Hit) -> Draft | None:
    """Read "no meetings on fridays"."""
    subject = normalize_subject(hit.raw("what")).split()[-1]
    return rule(Key(subject, "on", days(hit.raw("on")), polarity=Polarity.DENY), hit.clause.raw)


def weekly(hit: Hit) -> Draft | None:
    """Read "i have therapy every tuesday", "fridays are my day off"."""
    what = stem_phrase(re.sub(r"^(?:my|our|for|a|an)\s+", "", hit.raw("what"), flags=re.IGNORECASE))
    when = days(hit.raw("on"))
    if not what or len(what.split()) > 5 or not when:
        return None
    value = Value(ValueKind.TEXT, " ".join(filter(None, (when, hit.raw("time") and clock(hit.raw("time")).text))))
    return rule(Key("user", "week", what, value), hit.clause.raw, "fact")


def frequent(hit: Hit) -> Draft | None:
    """Read "3 runs a week", "i swim twice a week, never on mondays"."""
    what = stem_phrase(hit.raw("what"))
    if not what or len(what.split()) > 3:
        return None
    value = Value(ValueKind.TEXT, f"{hit.raw('often').lower()} a {hit.raw('per').lower()}")
    return rule(Key("user", "how often", what, value), hit.clause.raw, "fact")


def sent_thing(text: str) -> str:
    """What is sent, without its cadence: "the weekly sales digest" gives `sales digest`; empty when nobody sends it."""
    thing = normalize_subject(_OF_CADENCE.sub(" ", text))
    if _ALONE.search(thing):
        return thing.split()[-1]
    return thing if _SENT.search(thing) and len(thing.split()) <= 4 else ""


def _cadence(text: str) -> Value:
    return Value(ValueKind.TEXT, " ".join("every" if word == "each" else word for word in words_of(text)))


def delivered(hit: Hit) -> Draft | None:
    """Read "send me a summary every monday at 8"."""
    thing = sent_thing(hit.raw("thing"))
    if not thing:
        return None
    return rule(Key(thing, "send", "", _cadence(hit.raw("when"))), hit.clause.raw, signal=Signal.INSTRUCTION)


def reminded(hit: Hit) -> Draft | None:
    """Read "remind me every sunday to water the plants"."""
    what = stem_phrase(hit.raw("deed"))
    if not what or len(what.split()) > 8:
        return None
    return rule(Key(what, "remind", "", _cadence(hit.raw("when"))), hit.clause.raw, signal=Signal.INSTRUCTION)


def unwanted(hit: Hit) -> Draft | None:
    """Read "i no longer want the monday summary", "stop sending me the digest": whenever it was to come."""
    thing = sent_thing(hit.raw("thing"))
    if deed := stem_phrase(hit.raw("deed")):
        key = Key(deed, "remind", polarity=Polarity.DENY)
    elif thing:
        key = Key(thing, "send", polarity=Polarity.DENY)
    else:
        return None
    return rule(key, hit.clause.raw, signal=Signal.REJECTION)
