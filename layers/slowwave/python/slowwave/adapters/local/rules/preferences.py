"""What the user likes, and how answers should be written: length, language, format, tone."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.choices import THING, chosen, overridden
from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Polarity, Signal, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

_LANGUAGES = "english|german|french|spanish|portuguese|italian|dutch|polish|turkish|russian|ukrainian|chinese|mandarin|japanese|korean|hindi|arabic|swedish|norwegian|danish|finnish|greek|czech|hungarian|romanian|hebrew|vietnamese|thai|catalan"
_STYLES: tuple[tuple[str, str], ...] = (
    (
        "length",
        r"short(?:er)?|concise|brief|terse|succinct|to the point|long(?:er)?|detailed|verbose|thorough|in[- ]depth|"
        r"under \d+ words|(?:one|two|three|\d+) (?:sentences?|paragraphs?|lines?|words)(?: (?:or less|max(?:imum)?|"
        r"at most))?",
    ),
    ("language", _LANGUAGES),
    (
        "format",
        r"bullet(?:ed)?(?: points?| lists?)?|bullets|tables?|markdown|plain text|prose|numbered lists?|json|paragraphs",
    ),
    ("tone", r"formal|informal|casual|friendly|professional|polite|direct|blunt|technical|simple|plain"),
)
_STYLE = re.compile("|".join(rf"\b(?P<{name}>{words})\b" for name, words in _STYLES), re.IGNORECASE)
_ANSWER = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|messages?|emails?|reports?|comments?|"
    r"commit messages?|docstrings?|updates?|descriptions?|notes?|documentation|writing|output)"
)
_VAGUE = re.compile(
    r"^(?:it|this|that|these|those|them|to see|the (?:first|second|latter|former|idea|way|new|old|one)|your (?:idea|"
    r"approach|suggestion|solution|second|first)|how|what|when|not to|option|approach|a different|something|if)\b",
    re.IGNORECASE,
)


def style(words: str, about: str, hit: Hit, polarity: Polarity = Polarity.AFFIRM) -> Draft | None:
    """A draft for the way a kind of text is written; the dimension (length, language, …) is the attribute, so only likes compete."""
    found = _STYLE.search(words)
    if found is None or found.lastgroup is None:
        return None
    value = " ".join(found.group().lower().split())
    scope = scoped(hit.clause.condition) if hit.clause.condition else None
    subject = normalize_subject(about) if about else "answer"
    key = Key(
        subject, found.lastgroup, stem_phrase(scope.text) if scope else "", Value(ValueKind.ENUM, value), polarity
    )
    statement = f"{hit.clause.condition}, {hit.clause.raw}" if hit.clause.condition else hit.clause.raw
    return Draft(key, impersonal(statement), "preference", trigger=hit.clause.condition)


def _style(hit: Hit) -> Draft | None:
    about = hit.match.groupdict().get("about") or ""
    return style(hit.raw("style"), about, hit)


def _prefer(hit: Hit) -> Draft | None:
    thing, other = trimmed(hit.raw("thing")), trimmed(hit.raw("other"))
    if not thing or _VAGUE.match(thing) or len(words_of(thing)) > 9:
        return None
    statement = re.sub(
        r"^i(?:'d| would)?(?: much| really| generally| always| usually| strongly)? (prefer|like|rather)\b(?: to\b)?",
        lambda match: "Prefers" if match[1].lower() != "like" else "The user likes",
        hit.clause.raw,
        flags=re.IGNORECASE,
    )
    if (noun := re.fullmatch(rf"(?P<how>.+?) (?P<about>{_ANSWER})", thing, re.IGNORECASE)) or (
        noun := re.fullmatch(
            rf"(?:my |your |the )?(?P<about>{_ANSWER}) (?:in|as|to be|with) (?P<how>.+)", thing, re.IGNORECASE
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


def _favorite(hit: Hit) -> Draft | None:
    subject, value = hit.raw("subject"), trimmed(hit.raw("value"))
    if len(words_of(subject)) > 4 or not value:
        return None
    return Draft(
        Key("user", f"favorite {normalize_subject(subject)}", "", read_value(value)),
        impersonal(hit.clause.raw),
        "preference",
    )


def _dislike(hit: Hit) -> Draft | None:
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


PATTERNS = (
    Pattern(
        "preference.style",
        rx(
            rf"^(?:always |only )?(?:keep|make|write|give me|provide|format|"
            rf"phrase)\s+(?:me\s+)?(?:all\s+)?(?:your\s+|my\s+|the\s+|all\s+)*(?P<about>{_ANSWER})\s+(?:as\s+|in\s+|"
            rf"to\s+|more\s+|very\s+|with\s+)*(?P<style>[\w -]{{3,40}})$",
            rf"^(?:always |only )?(?:answer|reply|respond|write(?: to me)?|speak|talk(?: to me)?|"
            rf"communicate)(?: to me| me| with me)?\s+(?:only )?(?:in|with|using|as)\s+(?P<style>(?:{_LANGUAGES}|"
            rf"bullet|plain|markdown|formal|\w+ sentences?|short|at most|prose)[\w ,-]{{0,30}})$",
            r"^(?:always )?be (?:more )?(?P<style>concise|brief|terse|succinct|detailed|formal|informal|direct|blunt|"
            r"casual)(?: in your (?P<about>answers|replies|responses))?$",
            r"^(?:your |all )?(?P<about>answers|replies|responses|explanations|commit messages|emails)\s+(?:should|"
            r"must) (?:always )?be\s+(?:in\s+|more\s+|as\s+)?(?P<style>[\w -]{3,40})$",
        ),
        Signal.PREFERENCE,
        0.8,
        _style,
        yes=(
            Says("Keep your answers short.", "answer | length |", "+short"),
            Says("Please always reply in German.", "answer | language |", "+german"),
            Says("be concise", "answer | length |", "+concise"),
            Says("Write commit messages in English.", "commit message | language |", "+english"),
        ),
        no=(
            "Can you answer in German?",
            "Keep the answers.",
            "He said to keep answers short.",
            "Reply in German just this once.",
        ),
    ),
    Pattern(
        "preference.prefer",
        rx(
            rf"^i(?: really| generally| always| usually| strongly|(?:'d| would)(?: much)?)? (?:prefer|rather|"
            rf"(?<!d )like)(?: to)?(?: have| use| using| get| see| read)?\s+(?P<thing>{THING}(?: (?:in|on|with|for|"
            rf"as|to be) {THING})?)(?:,? (?:over|instead of|rather than|than|and not|not)\s+(?P<other>{THING}))?$",
            rf"^(?:always )?prefer\s+(?:using )?(?P<thing>{THING}(?: (?:in|on|with|for|as) {THING})?)(?:,? (?:over|"
            rf"instead of|rather than)\s+(?:using )?(?P<other>{THING}))?$",
            r"^i(?:'d| would| really| much)? prefer (?P<thing>[\w-]+) to (?P<other>[\w-]+)$",
            rf"^my preference is (?P<thing>{THING})(?: (?:over|instead of|rather than) (?P<other>{THING}))?$",
        ),
        Signal.PREFERENCE,
        0.7,
        _prefer,
        yes=(
            Says("I prefer tabs over spaces.", "indentation | is |", "+tabs"),
            Says("I like my summaries in bullet points", "summary | format |", "+bullet points"),
            Says("I prefer short answers.", "answer | length |", "+short"),
            Says("I prefer aisle seats on flights.", "aisl seat | prefer | flight"),
        ),
        no=("I like it.", "Do I prefer tabs?", "She prefers tabs over spaces.", "I'd prefer this for now."),
    ),
    Pattern(
        "preference.favorite",
        rx(r"^my (?:all-time )?favou?rite (?P<subject>[\w -]{2,40}?) (?:is|are)(?: now)? (?P<value>[^,;]{2,50})$"),
        Signal.PREFERENCE,
        0.6,
        _favorite,
        yes=(
            Says("My favorite color is teal.", "user | favorite color |", "+teal"),
            Says("my favourite restaurant is Da Nino", "user | favorite restaurant |", "+da nino"),
            Says("My favorite author is now Le Guin.", "user | favorite author |", "+le guin"),
        ),
        no=("What's my favorite color?", "Suppose my favorite color is teal.", "Her favorite color is teal."),
    ),
    Pattern(
        "preference.dislike",
        rx(
            rf"^i (?:really |absolutely |strongly )?(?:hate|dislike|can'?t stand|don'?t like|do not like|"
            rf"don'?t want(?! to))\s+(?P<thing>{THING}(?: (?:in|on|with|for) {THING})?)$"
        ),
        Signal.PREFERENCE,
        0.5,
        _dislike,
        yes=(
            Says("I hate phone calls.", "phon call | prefer |", "-"),
            Says("I don't like nested ternaries", "nest ternari | prefer |", "-"),
            Says("I really dislike emojis in commit messages.", "emoji | prefer | commit messag", "-"),
        ),
        no=("I don't like this.", "She hates phone calls.", "Do I hate phone calls?", "I hate when that happens."),
    ),
)
