"""Rules in a few words without a verb: "python 3.12 for all services", "max 160 euros a night", "no friday deploys"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.lexicon import choice_of, is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import PLEASE, WE
from slowwave.adapters.local.rules.routines import days, rule
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.standing import STANDING, before, is_errand
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Polarity, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, singular, stem_phrase, words_of

MONEY = (
    r"(?:[$€£] ?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)? ?(?:[$€£]|(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|yen|"
    r"kron(?:or|er))\b))"
)
RELEASES = r"(?:deploy(?:ment)?s|releases|merges|pushes|migrations|rollouts|launches|hotfixes)"
_NOBODY = re.compile(
    r"\b(?:it|this|that|these|those|problems?|worries|changes?|ideas?|errors?|issues?|tests?|comments?|reasons?|"
    r"questions?|more|rush|need|way|doubt)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:i|i['’]?m|my)\b", re.IGNORECASE)
_THEREFORE = re.compile(r"\bso\s+(?:please\s+)?$", re.IGNORECASE)
_PYTHON = re.compile(r"3\.(?:[6-9]|1\d)(?:\.\d+)?")
"""Versions that are told without a name: no other runtime counts so."""
_LOWER = re.compile(r"min|at least|no less", re.IGNORECASE)


def version(hit: Hit) -> Draft | None:
    """Read "python 3.12 for all services": what all of them have is under the key of the version alone."""
    thing = hit.raw("thing") or ("python" if hit.has(WE) and _PYTHON.fullmatch(hit.raw("version")) else "")
    if not (choice_of(thing)[0] or is_code(thing)):
        return None
    key = Key(f"{normalize_subject(thing)} version", "is", "", Value(ValueKind.VERSION, hit.raw("version")))
    return Draft(key, hit.clause.raw, "convention")


def rate(hit: Hit) -> Draft:
    """Read "max 160 euros a night", "hotel budget is 190 euros a night": the bound for one of its unit."""
    side = "at least" if _LOWER.match(hit.raw("bound")) else "at most"
    key = Key(singular(hit.raw("unit").lower()), side, "money", read_value(hit.raw("value")))
    return rule(key, hit.clause.raw[hit.match.start("from") :])


def no_release(hit: Hit) -> Draft:
    """Read "no friday deploys", and "friday deploys are fine again" which lifts it."""
    key = Key(_act(hit), "practice", days(hit.raw("day")) or hit.raw("day").lower(), polarity=_side(hit))
    return Draft(key, hit.clause.raw, "convention")


def no_meeting(hit: Hit) -> Draft:
    """Read "no friday meetings"."""
    subject = normalize_subject(hit.raw("act")).split()[-1]
    return rule(Key(subject, "on", days(hit.raw("day")) or hit.raw("day").lower(), polarity=_side(hit)), hit.clause.raw)


def spared(hit: Hit) -> Draft | None:
    """Read "…, so no hills please", "please no goals with talks": what follows from what users say of themselves."""
    thing, where, when = hit.raw("thing"), hit.raw("where"), hit.raw("when")
    therefore = _THEREFORE.search(before(hit)) and _SELF.search(before(hit))
    if _NOBODY.search(thing) or not (therefore or (where and hit.has(PLEASE, *STANDING))) or is_errand(hit):
        return None
    if where and is_code(thing, where):
        return None
    subject, kind = (where, thing) if where else (thing, when)
    key = Key(_kind(subject), "use", _kind(kind), polarity=Polarity.DENY)
    return Draft(key, hit.clause.raw, "preference", standing=Standing.FACT)


def restored(hit: Hit) -> Draft | None:
    """Read "you can put hills back in", "put talks back into the goals"."""
    thing, where = hit.raw("thing"), hit.raw("where")
    if _NOBODY.search(thing) or is_code(thing, where) or len(words_of(thing)) > 3:
        return None
    words = hit.clause.raw[hit.match.start("from") :]
    return Draft(Key(_kind(thing), "use", _kind(where)), words, "preference", standing=Standing.FACT)


def rather(hit: Hit) -> Draft | None:
    """Read "trains rather than planes whenever it's under five hours"."""
    thing, other = trimmed(hit.raw("thing")), trimmed(hit.raw("other"))
    if is_errand(hit) or _NOBODY.search(thing):
        return None
    when = re.split(r",\s+e\.g\.", hit.raw("when"))[0]
    qualifier = scoped(f"x {when}").qualifier if when else ""
    return Draft(
        Key(stem_phrase(thing), "prefer", qualifier),
        hit.clause.raw,
        "preference",
        (Key(stem_phrase(other), "prefer", qualifier),),
        trigger=when,
        counterexample=other,
    )


def _kind(text: str) -> str:
    return stem_phrase(re.sub(r"^(?:the|my|any|our) ", "", text, flags=re.IGNORECASE))


def _act(hit: Hit) -> str:
    return stem_phrase(re.sub(r"ments?$", "", hit.raw("act"), flags=re.IGNORECASE))


def _side(hit: Hit) -> Polarity:
    return Polarity.DENY if hit.raw("no") else Polarity.AFFIRM
