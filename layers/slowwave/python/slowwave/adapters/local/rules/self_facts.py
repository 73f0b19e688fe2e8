"""What the speaker says of themselves: name, home, role, employer, time zone, language, age, diet, allergies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import WE
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Lane, Polarity, Signal, Standing, Value

_CAPITAL = re.compile(r"(?:the )?[A-Z0-9][\w&.'’-]*")
_ROLE = re.compile(
    r"\b(?:engineer|developer|designer|manager|teacher|nurse|doctor|lawyer|student|analyst|scientist|architect|"
    r"writer|editor|consultant|accountant|director|founder|ceo|cto|cfo|lead|researcher|professor|freelancer|"
    r"contractor|chef|artist"
    r"|photographer|musician|producer|administrator|admin|devops|sre|programmer|intern|assistant|officer|specialist|"
    r"technician|therapist|journalist|pilot|physicist|biologist|chemist|pharmacist|electrician|plumber|carpenter|"
    r"translator|recruiter|owner"
    r"|paramedic|firefighter|driver|cook|baker|midwife|surgeon|vet|farmer|gardener|waiter|waitress|cashier|postdoc|"
    r"police officer|social worker|salesperson|entrepreneur|retiree|tutor|lecturer|psychologist|optician|tailor|"
    r"marketer|paralegal|librarian|economist|veterinarian|dentist|barista|coach|trainer|planner|coordinator)s?\b",
    re.IGNORECASE,
)
ZONE = re.compile(
    r"(?:UTC|GMT)(?:\s?[+-]\s?\d{1,2}(?::?\d\d)?)?|[CEMPA]?[ECMPW][SED]?[SD]?T|CET|CEST|EET|IST|JST|AEST|"
    r"[A-Z][a-z]+/[A-Z]\w+|(?:Pacific|Eastern|Central|Mountain|British|Indian|Japan) (?:standard |daylight |"
    r"summer )?time"
)


AREAS = r"(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]\w+(?:/[A-Z]\w+)?"
"""Names of the time zone database; nothing else has this form, so "it's Europe/Lisbon now" speaks of the zone."""

_FIRST_PERSON = re.compile(r"\b(?:i|i['’]?m|i['’]?ve|we|we['’]re)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:he|she|they|who|people|his|her|their)\b", re.IGNORECASE)
_NO_PLACE = re.compile(
    r"(?:fear|hope|peace|harmony|denial|constant|hell|heaven|interesting|the|an?|my|our|one|two|your|town|here|there|"
    r"it|this|that|sin|luxury|poverty|college|dorms?)\b",
    re.IGNORECASE,
)


def fact(
    attribute: str,
    value: Value,
    statement: str,
    *,
    qualifier: str = "",
    polarity: Polarity = Polarity.AFFIRM,
    signal: Signal | None = None,
    denies: tuple[Key, ...] = (),
    lane: Lane | None = None,
) -> Draft:
    """A protected fact of the user."""
    return Draft(
        Key("user", attribute, qualifier, value, polarity),
        statement,
        "fact",
        denies,
        signal=signal,
        standing=Standing.FACT,
        lane=lane,
    )


def plain(attribute: str) -> Callable[[Hit], Draft | None]:
    """A builder that takes the value as it is."""

    def build(hit: Hit) -> Draft | None:
        value = trimmed(hit.raw("value"))
        return fact(attribute, read_value(value), impersonal(hit.clause.raw)) if value else None

    return build


def named(attribute: str) -> Callable[[Hit], Draft | None]:
    """As `plain`, for values that are names: at least one capital, and no more than five words."""

    def build(hit: Hit) -> Draft | None:
        value = trimmed(hit.raw("value"))
        words = value.split()
        if not words or len(words) > 5 or not _CAPITAL.match(words[0]):
            return None
        return fact(attribute, read_value(value), impersonal(hit.clause.raw))

    return build


_FROM = re.compile(r"\bmoved from \S+ to\b", re.IGNORECASE)
"""What a team says of its tools: "we moved from Jira to Linear"."""


def place(hit: Hit) -> Draft | None:
    """Read "i live in lisbon", "…, live in Lisbon": a name, or one word that no other use of "live in" has."""
    value = trimmed(hit.raw("value"))
    spoken = re.match(r"(?:i|we)\b", hit.clause.text, re.IGNORECASE)
    alone = not spoken and not hit.has(WE)
    if alone and (not _FIRST_PERSON.search(hit.clause.sentence) or _OTHERS.search(hit.clause.sentence)):
        return None
    if not value or _NO_PLACE.match(value) or not (_CAPITAL.match(value) or re.fullmatch(r"[a-z]{4,}", value)):
        return None
    if len(value.split()) > 5 or choice_of(value)[0] or (_FROM.search(hit.clause.text) and hit.has(WE)):
        return None
    bare = re.match(r"(?:now |currently |just |recently )*(?:live|moved|relocated)", hit.clause.text, re.IGNORECASE)
    opening = "" if spoken else "I " if bare else "I'm "
    return fact("home", read_value(value), impersonal(f"{opening}{hit.clause.raw}"))


def works(hit: Hit) -> Draft:
    """Read "i just work remotely now"."""
    value = trimmed(hit.raw("value"))
    words = re.sub(r"\bjust ", "", hit.clause.raw, flags=re.IGNORECASE)
    return fact("work mode", read_value(value), impersonal(words))


def role(hit: Hit) -> Draft | None:
    """A role, and the employer where "at NAME" follows it."""
    role, _, rest = trimmed(hit.raw("value")).partition(" at ")
    role = re.split(r"\s(?:in|for|from|with|on|who|working|based)\s", role)[0].strip()
    if not _ROLE.search(role) or len(role.split()) > 6:
        return None
    words = impersonal(hit.clause.raw)
    employer = re.split(r"\s(?:in|on|and|where)\s", rest)[0].strip()
    also = [fact("employer", read_value(employer), words)] if employer and _CAPITAL.match(employer) else []
    if based := re.search(r"\b(?:based|living) in (?P<place>[A-Z]\w+(?: [A-Z]\w+)*)$", hit.raw("value")):
        also.append(fact("home", read_value(based["place"]), words))
    return replace(fact("role", read_value(role), words), also=tuple(also))


def zone(hit: Hit) -> Draft | None:
    """Read "I'm in CET"."""
    value = trimmed(hit.raw("value"))
    written = value if "/" in value else value.upper()
    if not ZONE.fullmatch(value) and not ZONE.fullmatch(written):
        return None
    named = re.match(r"(?:timezone|time zone|tz)\b", hit.clause.text, re.IGNORECASE)
    return fact("timezone", read_value(value), f"The user's {hit.clause.raw}" if named else impersonal(hit.clause.raw))


def zone_now(hit: Hit) -> Draft:
    """Read "it's Europe/Lisbon now": the form of the value tells what it is."""
    return fact("timezone", read_value(hit.raw("value")), f"The user is in {hit.raw('value')}")


def left(hit: Hit) -> Draft | None:
    """Read "I left X", "I no longer live in X"."""
    value = trimmed(hit.raw("value"))
    attribute = "home" if re.search(r"\blive\b", hit.clause.text) else "employer"
    if not _CAPITAL.match(value):
        return None
    affirmed = Key("user", attribute, "", read_value(value))
    return fact(
        attribute,
        affirmed.value,
        impersonal(hit.clause.raw),
        polarity=Polarity.DENY,
        signal=Signal.REJECTION,
        denies=(affirmed,),
    )
