"""What is run for what, what a module calls from now on, and what is done whenever the calendar says so."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.access import access, is_direct
from slowwave.adapters.local.rules.directives import directive
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import DURABLE, WE
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import is_path, normalize_path, normalize_subject

_RETIRED = re.compile(
    r"\b(?:old|former|previous|\w+ (?:class|wrapper|layer|module|client|gateway|package)) (?:[\w-]+ ){0,3}"
    r"(?:is|was|got|has been|are|were) (?:deleted|gone|removed|retired|dropped|history)\b",
    re.IGNORECASE,
)
_GOALS = {
    **dict.fromkeys(("deploy", "deploying", "ship", "shipping"), "deploy"),
    **dict.fromkeys(("release", "releasing"), "release"),
    **dict.fromkeys(("migrate", "migrating"), "migration"),
}
_CALENDAR = re.compile(
    r"(?:if|when(?:ever)?) it(?:['’]?s| is) (?:an? |the )?(?:(?:(?:quarter|month|year|week)[- ]?end|holiday|weekend|"
    r"birthday|leap year)|(?:first|last|end) (?:\w+ )?of (?:the|a|an|every|each) (?:week|month|quarter|year))$|"
    r"(?:at|before|after) the end of (?:every|each|the) (?:week|month|quarter|year)$|on (?:\w+day|weekend|holiday)s$",
    re.IGNORECASE,
)


def run_by(hit: Hit) -> Draft | None:
    """Read "deploys go out with just deploy"."""
    if hit.raw("deed") and not hit.has(WE):
        return None
    command = _command(hit)
    words = hit.clause.raw[hit.match.start("from") :]
    return Draft(
        Key(normalize_subject(hit.raw("goal") or _GOALS[hit.raw("deed").lower()]), "command", "", command),
        words,
        "interface",
    )


def stopped(hit: Hit) -> Draft | None:
    """Read "we stopped deploying with make ship"."""
    if not hit.has(WE):
        return None
    goal = normalize_subject(_GOALS[hit.raw("deed").lower()])
    return Draft(
        Key(goal, "command", "", _command(hit), Polarity.DENY),
        impersonal(hit.clause.raw),
        "interface",
        (Key(goal, "command", "", _command(hit)),),
    )


def _command(hit: Hit) -> Value:
    return Value(ValueKind.COMMAND, " ".join(hit.raw("command").strip("`").split()))


def rerouted(hit: Hit) -> Draft | None:
    """Read "the old gateway class is deleted, src/refunds calls X from now on": X stands where the old one stood."""
    path, way = hit.raw("path").strip("`"), hit.raw("way")
    heard = f"{next(iter(hit.heard()), '')[: hit.clause.end]}"
    if not is_path(path) or not (hit.has(DURABLE) or hit.raw("now")) or not _RETIRED.search(heard):
        return None
    if is_direct(f"{hit.raw('verb')} {way}"):
        return None
    where = normalize_path(path)
    return Draft(
        access(where, "storage", way),
        hit.clause.raw,
        "convention",
        signal=Signal.INSTRUCTION,
        standing=Standing.CONVENTION,
        module=where,
    )


def unasked(hit: Hit) -> Draft | None:
    """Read "no new dependencies without asking me"."""
    return directive(hit, hit.raw("words"), Polarity.DENY, Signal.INSTRUCTION)


def by_calendar(hit: Hit) -> Draft | None:
    """Read "if it's a quarter end, add the pipeline chart": what comes back with the calendar is no errand."""
    if not _CALENDAR.match(hit.clause.condition):
        return None
    return directive(hit, hit.raw("words"), Polarity.AFFIRM, Signal.INSTRUCTION)
