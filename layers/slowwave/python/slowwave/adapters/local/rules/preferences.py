"""What the user likes, and how answers should be written: length, language, format, tone."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.choices import chosen, overridden
from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Polarity, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

LANGUAGES = (
    "english|german|french|spanish|portuguese|italian|dutch|polish|turkish|russian|"
    "ukrainian|chinese|mandarin|japanese|korean|hindi|arabic|swedish|norwegian|danish|finnish|greek|czech|hungarian|"
    "romanian|hebrew|vietnamese|thai|catalan"
)
_STYLES: tuple[tuple[str, str], ...] = (
    (
        "length",
        (
            r"short(?:er)?|concise|brief|terse|succinct|to the point|long(?:er)?|detailed|verbose|thorough|in[- ]depth|"
            r"under \d+ words|(?:one|two|three|four|\d+)(?: (?:or|to) (?:two|three|four|five|\d))? "
            r"(?:sentences?|paragraphs?|lines?|words)(?: (?:or less|max(?:imum)?|"
            r"at most))?"
        ),
    ),
    ("language", LANGUAGES),
    (
        "format",
        r"bullet(?:ed)?(?: points?| lists?)?|bullets|tables?|markdown|plain text|prose|numbered lists?|json|paragraphs",
    ),
    ("tone", r"formal|informal|casual|friendly|professional|polite|direct|blunt|technical|simple|plain"),
)
_STYLE = re.compile("|".join(rf"\b(?P<{name}>{words})\b" for name, words in _STYLES), re.IGNORECASE)
ANSWER = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|messages?|emails?|reports?|comments?|"
    r"commit messages?|docstrings?|updates?|descriptions?|notes?|documentation|writing|output)"
)
_VAGUE = re.compile(
    r"^(?:it|this|that|these|those|them|to see|the (?:first|second|latter|former|idea|way|new|old|one)|your (?:idea|"
    r"approach|suggestion|solution|second|first)|how|what|when|not to|option|approach|a different|something|if)\b",
    re.IGNORECASE,
)


def style(words: str, about: str, hit: Hit, polarity: Polarity = Polarity.AFFIRM) -> Draft | None:
    """A draft for the way a kind of text is written; the dimension (length, language, …) is the attribute, so only
    likes compete.
    """
    found = _STYLE.search(words)
    if found is None or found.lastgroup is None:
        return None
    value = " ".join(found.group().lower().split())
    when = hit.raw("when") or hit.clause.condition
    scope = scoped(when) if when else None
    subject = normalize_subject(about) if about else "answer"
    key = Key(
        subject, found.lastgroup, stem_phrase(scope.text) if scope else "", Value(ValueKind.ENUM, value), polarity
    )
    statement = f"{hit.clause.condition}, {hit.clause.raw}" if hit.clause.condition else hit.clause.raw
    return Draft(key, impersonal(statement), "preference", trigger=when)


def styled(hit: Hit) -> Draft | None:
    """Read "Keep your answers short"."""
    about = hit.match.groupdict().get("about") or ""
    return style(hit.raw("style"), about, hit)


def prefer(hit: Hit) -> Draft | None:
    """Read "I prefer X [over Y]"."""
    thing, other = trimmed(hit.raw("thing")), trimmed(hit.raw("other"))
    if not thing or _VAGUE.match(thing) or len(words_of(thing)) > 9:
        return None
    statement = re.sub(
        r"^i(?:'d| would)?(?: much| really| generally| always| usually| strongly)? (prefer|like|rather)\b(?: to\b)?",
        lambda match: "Prefers" if match[1].lower() != "like" else "The user likes",
        hit.clause.raw,
        flags=re.IGNORECASE,
    )
    if (noun := re.fullmatch(rf"(?P<how>.+?) (?P<about>{ANSWER})", thing, re.IGNORECASE)) or (
        noun := re.fullmatch(
            rf"(?:my |your |the )?(?P<about>{ANSWER}) (?:in|as|to be|with) (?P<how>.+)", thing, re.IGNORECASE
        )
    ):
        drafted = style(noun["how"], noun["about"], hit)
    else:
        drafted = None
    if drafted:
        return Draft(drafted.key, statement, "preference")
    scope = scoped(thing, hit.clause.condition)
    name = scope.text
    key = (
        chosen(name, "", scope.qualifier)
        if other or choice_of(name)[0]
        else Key(stem_phrase(name), "prefer", scope.qualifier)
    )
    if not key.subject:
        return None
    return Draft(
        key,
        statement,
        "preference",
        overridden(name, other, "", scope.qualifier) if other else (),
        counterexample=other,
    )


def favorite(hit: Hit) -> Draft | None:
    """Read "My favorite X is V"."""
    subject, value = hit.raw("subject"), trimmed(hit.raw("value"))
    if len(words_of(subject)) > 4 or not value or re.match(r"(?:this|that|these|those|it)\b", value, re.IGNORECASE):
        return None
    return Draft(
        Key("user", f"favorite {normalize_subject(subject)}", "", read_value(value)),
        impersonal(hit.clause.raw),
        "preference",
    )


def dislike(hit: Hit) -> Draft | None:
    """Read "I hate X"."""
    thing = trimmed(hit.raw("thing"))
    if not thing or _VAGUE.match(thing) or len(words_of(thing)) > 6 or re.search(r"\b(?:that|when|how)\b", thing):
        return None
    scope = scoped(thing, hit.clause.condition)
    return (
        Draft(
            Key(stem_phrase(scope.text), "prefer", scope.qualifier, polarity=Polarity.DENY),
            impersonal(hit.clause.raw),
            "preference",
            importance=0.5,
        )
        if scope.text
        else None
    )
