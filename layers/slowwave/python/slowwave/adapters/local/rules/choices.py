"""Tool and style choices: "use X instead of Y", "X, not Y", "never use Z", "we switched from Y to X"."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.lexicon import choice_of, is_code, is_purpose_of, is_safety
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import (
    CORRECTION,
    DECISION,
    DURABLE,
    ELSEWHERE,
    HOUSE,
    LETS,
    MUST,
    REMEMBER,
    WANT,
    WE,
)
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import is_path, normalize_subject, split_environment, words_of

THING = (
    r"[\w`@/+#.*'¤\"-]+(?:\s(?!instead|rather|than\b|last\b|yesterday|recently|over\b|for\b|as\b|when\b|in\b|on\b|to\b|"
    r"and not|not\b|now\b|if\b|from\b)[\w`@/+#.*'\"-]+){0,4}"
)
_VAGUE = re.compile(
    r"^(?:this|that|these|those|it|them|the (?:same|following|above|existing|new|old|code|first|second|other|one|"
    r"latest|tool|file|function|data)|same|your|what|whatever|any|all|more|less|one|a (?:different|new|similar)|an? |"
    r"something|other|different|existing|against|no|not)\b",
    re.IGNORECASE,
)
_HERE = re.compile(r" (?:around )?here$", re.IGNORECASE)
_PLURAL = re.compile(
    r"(?!(?:the|this|these|those|that|my|your|our|all|now|\d)\b)[\w-]+(?: [\w-]+)?(?<!s)s", re.IGNORECASE
)
_SECOND = re.compile(
    r"\band (?P<thing>[\w+#.-]+(?: [\w+#.-]+)?) (?P<for>in|on|for) (?P<purpose>[^,;]{2,60})", re.IGNORECASE
)
"""Another choice in what one is for: "tabs in Go and spaces in Python"."""
_LASTING = frozenset({DURABLE, HOUSE, WE, MUST, WANT, DECISION, REMEMBER, CORRECTION, ELSEWHERE})
_NO = Polarity.DENY


def chosen(thing: str, purpose: str = "", qualifier: str = "") -> Key:
    """The claim "use THING [for PURPOSE]": a slot where the class or the purpose is known, else the thing itself."""
    group, name = choice_of(thing)
    if purpose and not is_purpose_of(group, purpose):
        subject, place = split_environment(normalize_subject(purpose))
        value = Value(ValueKind.ENUM, name) if group else read_value(trimmed(thing))
        return Key(subject, "is", " ".join(part for part in (place, qualifier) if part), value)
    if group:
        return Key(group, "is", qualifier, Value(ValueKind.ENUM, name))
    return Key(normalize_subject(thing), "use", qualifier)


def _is_general(joint: str, purpose: str) -> bool:
    """Whether "use X for P" speaks of every P: a plural of code without "the"."""
    return joint.lower() == "for" and bool(_PLURAL.fullmatch(purpose)) and (is_code(purpose) or is_safety(purpose))


def refused(thing: str, purpose: str = "", qualifier: str = "") -> tuple[Key, tuple[Key, ...]]:
    """The claim "do not use THING" and the affirmation it overrides."""
    place = normalize_subject(purpose) if purpose else qualifier
    own = Key(normalize_subject(thing), "use", place, polarity=_NO)
    affirmed = chosen(thing, purpose, qualifier)
    return own, (affirmed,) if affirmed.attribute == "is" else ()


def overridden(thing: str, other: str, purpose: str, qualifier: str) -> tuple[Key, ...]:
    """What "use THING instead of OTHER" overrides: the use of the other, and any refusal of the thing."""
    keys = [chosen(other, purpose, qualifier)] if other else []
    own = chosen(thing, purpose, qualifier)
    if other and purpose:
        keys.append(chosen(other, "", qualifier))
    if own.attribute == "is":
        keys.append(Key(normalize_subject(thing), "use", "", polarity=_NO))
    return tuple(key for key in keys if key != own)


def use(hit: Hit) -> Draft | None:
    """Read "Use X [instead of Y] [for P]", "We use X for P and Y for Q"."""
    thing, other = (_HERE.sub("", trimmed(hit.raw(part))) for part in ("thing", "other"))
    if not thing or _VAGUE.match(thing) or is_path(thing):
        return None
    known = _is_known(thing, hit.raw("for"), hit.raw("purpose"))
    lasting = hit.has(*_LASTING) or bool(hit.match.groupdict().get("adverb"))
    if not (lasting or other or known) or (hit.has(LETS) and not (known and other) and not hit.has(DURABLE, HOUSE)):
        return None
    if (hit.match.re.pattern.startswith("^(?P<thing>(?!") and not hit.has(DECISION)) or (
        hit.match.re.pattern.startswith("^on") and not known
    ):
        return None
    joint, purpose = hit.raw("for").lower(), hit.raw("purpose")
    second = _SECOND.search(purpose)
    if second is None or (second["thing"][0].islower() and not choice_of(second["thing"])[0]):
        return _used(hit, thing, other, joint, purpose)
    if not _is_known(second["thing"], second["for"], second["purpose"]):
        return None
    one = _used(hit, thing, other, joint, purpose[: second.start()].rstrip(" ,"))
    also = _used(hit, second["thing"], "", second["for"].lower(), second["purpose"])
    return replace(one, also=(also,)) if one and also else None


def _is_known(thing: str, joint: str, purpose: str) -> bool:
    return bool(choice_of(thing)[0]) or _is_general(joint, purpose)


def _used(hit: Hit, thing: str, other: str, joint: str, purpose: str) -> Draft | None:
    qualifier, condition = "", hit.clause.condition
    if not joint and condition.lower().startswith("for "):
        joint, purpose, condition = "for", condition[4:], ""
    scope = scoped(purpose, condition, places=False)
    if joint in ("for", "as"):
        purpose = scope.text
    elif joint:
        qualifier = (
            scoped(f"x {joint} {purpose}").qualifier or scoped(f"x {joint} {purpose}").path if joint != "to" else ""
        )
        purpose = purpose if joint == "to" else ""
    qualifier = " ".join(part for part in (qualifier, scope.qualifier if joint in ("for", "as", "") else "") if part)
    if len(words_of(purpose)) > 6 or re.search(r"\b(?:it|this|that|them)\b", purpose):
        return None
    statement = impersonal(f"{hit.clause.condition}, {hit.clause.raw}" if hit.clause.condition else hit.clause.raw)
    return Draft(
        chosen(thing, purpose, qualifier),
        statement,
        "convention",
        overridden(thing, other, purpose, qualifier),
        trigger=hit.clause.condition,
        counterexample=other,
    )


def not_use(hit: Hit) -> Draft | None:
    """Read "Never use X", "no more X", "stop using X"."""
    thing = trimmed(hit.raw("thing"))
    if not thing or (_VAGUE.match(thing) and not re.match(r"any |an? ", thing, re.IGNORECASE)):
        return None
    rest = scoped(f"{thing} {hit.raw('for')} {hit.raw('purpose')}", hit.clause.condition)
    purpose = hit.raw("purpose") if hit.raw("for").lower() in ("for", "as") else ""
    key, denied = refused(thing, purpose, rest.qualifier or rest.path if not purpose else "")
    stopped = hit.raw("neg").lower().startswith(("stop", "quit")) or hit.has("anymore")
    ended = hit.raw("neg").lower().startswith("no longer") or (stopped and hit.has(WE))
    signal = Signal.REJECTION if ended else Signal.INSTRUCTION if stopped else None
    return Draft(
        key,
        hit.clause.raw,
        "convention",
        (*denied, Key(key.subject, "use", key.qualifier)),
        signal=signal,
        counterexample=thing,
    )


def not_that(hit: Hit) -> Draft | None:
    """Read "X, not Y", where X belongs to a class of choices."""
    thing, other = trimmed(hit.raw("thing")), trimmed(hit.raw("other"))
    if not choice_of(thing)[0] or _VAGUE.match(other):
        return None
    return Draft(chosen(thing), hit.clause.raw, "convention", overridden(thing, other, "", ""), counterexample=other)


def switched(hit: Hit) -> Draft | None:
    """Read "We switched from Y to X", "we moved off Y"."""
    old, new, what = trimmed(hit.raw("old")), trimmed(hit.raw("new")), hit.raw("what") or hit.raw("purpose")
    if not hit.has(WE, DECISION) or (new and _VAGUE.match(new)) or (not new and not old):
        return None
    if not new:
        key, denied = refused(old, what)
        return Draft(
            key,
            impersonal(hit.clause.raw),
            "convention",
            (*denied, Key(key.subject, "use", key.qualifier)),
            signal=Signal.REJECTION,
            standing=Standing.FACT,
        )
    if not (what or old or choice_of(new)[0]):
        return None
    return Draft(
        chosen(new, what),
        impersonal(hit.clause.raw),
        "architecture",
        (*overridden(new, old, what, ""), *([Key("user", "home", "", read_value(old))] if old and not what else [])),
        standing=Standing.FACT,
    )
