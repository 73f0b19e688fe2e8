"""Rules in a few words without a verb: "python 3.12 for all services", "max 160 euros a night", "no friday deploys"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.choices import chosen
from slowwave.adapters.local.rules.lexicon import choice_of, is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import WE
from slowwave.adapters.local.rules.routines import days, rule
from slowwave.adapters.local.rules.standing import is_errand
from slowwave.adapters.local.rules.values import read_value
from slowwave.domain.claims import Polarity, Value, ValueKind
from slowwave.domain.keys import normalize_subject, singular, stem_phrase

MONEY = (
    r"(?:[$€£] ?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)? ?(?:[$€£]|(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|yen|"
    r"kron(?:or|er))\b))"
)
RELEASES = r"(?:deploy(?:ment)?s|releases|merges|pushes|migrations|rollouts|launches|hotfixes)"
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


def chosen_for_all(hit: Hit) -> Draft | None:
    """Read "utc for all timestamps", "tabs everywhere": a known choice, or a name in code."""
    thing, purpose = hit.raw("thing"), hit.raw("purpose")
    if not choice_of(thing)[0] or is_errand(hit):
        return None
    return Draft(chosen(thing, purpose), hit.clause.raw, "convention")


def rate(hit: Hit) -> Draft:
    """Read "max 160 euros a night", "hotel budget is 190 euros a night": the bound for one of its unit."""
    side = "at least" if _LOWER.match(hit.raw("bound")) else "at most"
    value = read_value(hit.raw("value"))
    kind = stem_phrase(hit.raw("counted")) if hit.raw("counted") else "money"
    key = Key(singular(hit.raw("unit").lower()), side, kind, value)
    return rule(key, hit.clause.raw[hit.match.start("from") :])


def no_release(hit: Hit) -> Draft:
    """Read "no friday deploys", and "friday deploys are fine again" which lifts it."""
    key = Key(_act(hit), "practice", days(hit.raw("day")) or hit.raw("day").lower(), polarity=_side(hit))
    return Draft(key, hit.clause.raw, "convention")


def no_meeting(hit: Hit) -> Draft:
    """Read "no friday meetings"."""
    subject = normalize_subject(hit.raw("act")).split()[-1]
    return rule(Key(subject, "on", days(hit.raw("day")) or hit.raw("day").lower(), polarity=_side(hit)), hit.clause.raw)


def _act(hit: Hit) -> str:
    return stem_phrase(re.sub(r"ments?$", "", hit.raw("act"), flags=re.IGNORECASE))


def _side(hit: Hit) -> Polarity:
    return Polarity.DENY if hit.raw("no") else Polarity.AFFIRM
