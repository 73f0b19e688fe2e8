"""What the user wants done for them again and again: what is sent when and how, and what is booked on an occasion.

When it comes, how long it is and in which currency or language it is written are keys of their own, so that each can
change alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.manners import AMOUNT, VARIETY
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import DURABLE
from slowwave.adapters.local.rules.routines import DAY, REGULAR, TIME, days, rule, sent_thing
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.standing import is_errand
from slowwave.adapters.local.rules.values import trimmed
from slowwave.adapters.local.rules.wishes import CURRENCIES
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, singular, stem_phrase, words_of

CADENCE = (
    rf"(?:(?:every|each) (?:{DAY}|day|morning|evening|night|week(?:day|end)?|month|quarter|other \w+)"
    rf"(?: (?:morning|evening|night|afternoon))?|on {DAY}s(?: and {DAY}s)*|daily|weekly|monthly|"
    r"(?:after|before) (?:every|each) [\w-]+(?: [\w-]+)?|at the end of (?:every|each) [\w-]+)"
    rf"(?: (?:at|around|before|by) {TIME})?"
)
_BY_NATURE = re.compile(rf"{REGULAR}$", re.IGNORECASE)
_ASPECTS = (
    ("currency", re.compile(rf"in (?P<value>{CURRENCIES})", re.IGNORECASE)),
    ("language", re.compile(rf"in (?P<value>{VARIETY})", re.IGNORECASE)),
    ("length", re.compile(rf"(?:not more than |no longer than )?(?P<value>{AMOUNT})", re.IGNORECASE)),
)
_FEEDBACK = re.compile(r"\b(?:homework|exercises?|quiz|checklist|feedback|questions?|tip|joke|minutes|transcript)\b")
_MEASURED = re.compile(r"(?:all )?(?:units?|prices?|costs?|amounts?|everything|distances?|weights?)$", re.IGNORECASE)
"""What is measured wherever it stands: `wishes` keeps one unit for all of it."""
_NONE = re.compile(r"no (?:more )?", re.IGNORECASE)
_SEATS = ("window seat", "aisle seat", "middle seat")
_MAX_WISH_WORDS = 7


def named(text: str) -> str:
    """What is sent, by one name; empty when nobody sends it."""
    thing = sent_thing(text) or (normalize_subject(text) if _FEEDBACK.search(text.lower()) else "")
    return thing if len(thing.split()) <= 4 else ""


def ordered(hit: Hit) -> Draft | None:
    """Read "I need the sales digest every Monday at 8, one page, in euros"."""
    thing = named(hit.raw("thing"))
    if not thing:
        return None
    head = f"{hit.raw('who')} {hit.raw('thing')}"
    plain, apart = [hit.raw("when")], []
    for part in re.split(r",\s+(?:and )?", hit.raw("rest").strip(" ,")):
        aspect = _aspect(thing, part)
        if aspect is None:
            plain.append(part)
        else:
            apart.append(rule(aspect, f"{head} {part}", signal=Signal.INSTRUCTION))
    key = Key(thing, "send", "", cadence(hit.raw("when")))
    statement = ", ".join(filter(None, (f"{head} {plain[0]}", *plain[1:])))
    return replace(rule(key, statement, signal=Signal.INSTRUCTION), also=tuple(apart))


def moved(hit: Hit) -> Draft | None:
    """Read "the digest has to be there on Fridays at 16:00 instead"."""
    thing = named(hit.raw("thing"))
    if not thing:
        return None
    return rule(Key(thing, "send", "", cadence(hit.raw("when"))), hit.clause.raw, signal=Signal.INSTRUCTION)


def reshaped(hit: Hit) -> Draft | None:
    """Read "digest in dollars from now on", "make the homework two things"."""
    thing, part = named(hit.raw("thing")), hit.raw("style")
    lasting = hit.has(DURABLE) or hit.raw("lasting") or _BY_NATURE.search(hit.raw("thing"))
    key = _aspect(thing or normalize_subject(hit.raw("thing")), part)
    if key is None or not lasting or len(words_of(hit.raw("thing"))) > 4 or _MEASURED.match(hit.raw("thing")):
        return None
    end = hit.match.start("style") + len(part)
    return rule(key, hit.clause.raw[:end], signal=Signal.INSTRUCTION)


def on_occasion(hit: Hit) -> Draft | None:
    """Read "for flights I want an aisle seat", "on sundays I want no alarms"."""
    thing, occasion = trimmed(hit.raw("thing")), hit.raw("occasion")
    refused = _NONE.match(thing)
    name = stem_phrase(_NONE.sub("", thing))
    if not name or len(words_of(thing)) > _MAX_WISH_WORDS or is_errand(hit) or (is_code(thing) and is_code(occasion)):
        return None
    when = days(occasion)
    return Draft(
        Key(name, "prefer", when, polarity=Polarity.DENY if refused else Polarity.AFFIRM),
        impersonal(hit.clause.raw),
        "preference",
        _other_seats(name),
        standing=Standing.FACT,
        trigger=occasion,
    )


def meanwhile(hit: Hit) -> Draft | None:
    """Read "until 2026-02-28 book window seats please": it ends by itself, so what held before stays."""
    name = stem_phrase(trimmed(hit.raw("thing")))
    if not name or len(name.split()) > 4:
        return None
    words = hit.clause.raw[: hit.match.end("thing")]
    return Draft(Key(name, "prefer"), words, "preference", standing=Standing.FACT)


def cadence(text: str) -> Value:
    """When something comes again, in one wording."""
    return Value(ValueKind.TEXT, " ".join("every" if word == "each" else word for word in words_of(text)))


def _aspect(thing: str, part: str) -> Key | None:
    for attribute, regex in _ASPECTS:
        if match := regex.fullmatch(part.strip()):
            return Key(thing, attribute, "", Value(ValueKind.ENUM, _plain(attribute, match["value"])))
    return None


def _plain(attribute: str, value: str) -> str:
    words = " ".join(value.lower().split())
    return singular(words) if attribute == "currency" else words


def _other_seats(name: str) -> tuple[Key, ...]:
    seats = [stem_phrase(each) for each in _SEATS]
    if name not in seats:
        return ()
    return tuple(Key(each, "prefer", where) for each in seats if each != name for where in ("", "flight"))
