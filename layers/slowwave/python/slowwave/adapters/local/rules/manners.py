"""How the user wants to be answered: in which variety of a language, how long, without which forms, under which name.

What is said of a text that the same record asks for is part of that errand and no preference.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import CONTINUED
from slowwave.adapters.local.rules.preferences import LANGUAGES
from slowwave.adapters.local.rules.self_facts import fact
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.standing import STANDING, is_errand, opens
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Polarity, Value, ValueKind
from slowwave.domain.keys import normalize_subject

DIALECT = (
    rf"(?:british|american|us|uk|australian|canadian|irish|indian|brazilian|european|mexican|swiss|austrian|"
    rf"simplified|traditional) (?:{LANGUAGES})"
)
VARIETY = rf"(?:{DIALECT}|{LANGUAGES})"
FORMS = (
    r"(?:bullet(?:ed)?[- ]?points?|bullet(?:ed)? lists?|bullets|numbered lists?|em[- ]?dashes|semicolons|"
    r"markdown(?: formatting| tables?)?|headings|headers|emojis?|exclamation marks|bold(?: text)?|footnotes|"
    r"abbreviations|acronyms|nested lists|code blocks|lists|tables)"
)
AMOUNT = (
    r"(?:(?:under|below|within|around|about|at most|up to|max(?:imum)?|no more than|not more than|less than|"
    r"fewer than) )?(?:\d+|an?|one|two|three|four|five|six|ten) (?:short )?(?:words?|sentences?|lines?|paragraphs?|"
    r"pages?|bullets?|bullet points|characters|things?|items?|points|tasks?|questions?)"
    r"(?: (?:at most|max(?:imum)?|or less|or fewer|tops|only|each))?"
)
_BULLETS = re.compile(r"bullet", re.IGNORECASE)
_BULLET_STYLES = ("bullets", "bullet points", "bullet point", "bullet list", "bullet lists", "bulleted list")
_COMMON = re.compile(r"(?:lists|tables|abbreviations|acronyms|headers|code blocks)$", re.IGNORECASE)
"""Forms whose names mean other things too: they count where answers are named or the wish is said to last."""
_ANSWERS = re.compile(r"\b(?:answer|answers|reply|replies|respond|responses?|write to me)\b", re.IGNORECASE)
_OF_A_TEXT = frozenset({"length", "language", "format", "tone", "send", "currency"})
_PLAYED = re.compile(r"\b(?:story|tale|game|scene|play|script|chapter|exercise|role)\b")
_EXCEPT = re.compile(r"\b(?:i|we) (?:ask|say|tell|want|request)\b", re.IGNORECASE)


def form(text: str) -> str:
    """One name for a form of writing: "bullet points" and "bulleted lists" are one."""
    return "bullet" if _BULLETS.match(text) else normalize_subject(text)


def language(hit: Hit) -> Draft | None:
    """Read "answer in British English"."""
    if hit.raw("switch") and not hit.has(*STANDING) and not _ANSWERS.search(hit.clause.text):
        return None
    key = Key("answer", "language", "", Value(ValueKind.ENUM, " ".join(hit.raw("value").lower().split())))
    return Draft(key, impersonal(hit.clause.raw), "preference")


def length(hit: Hit) -> Draft | None:
    """Read "keep it under 150 words unless I ask for more", "make it 300 words at most from now on"."""
    about = hit.raw("about").lower()
    spoken = [each.claim.key for each in hit.recent() if each.claim.key.attribute in _OF_A_TEXT]
    here = any(each.records_ago == 0 and each.claim.key.attribute in _OF_A_TEXT for each in hit.recent())
    named = bool(_ANSWERS.search(about))
    if not hit.has(*STANDING) and (
        is_errand(hit) or not (named or here or _EXCEPT.search(hit.raw("unless")) or hit.raw("always"))
    ):
        return None
    subject = "answer" if named or not spoken else spoken[0].subject
    key = Key(subject, "length", "", Value(ValueKind.ENUM, " ".join(hit.raw("style").lower().split())))
    spoken_of = named or hit.clause.text[: len("you ")].lower() == "you "
    statement = hit.clause.raw if spoken_of else f"The user prefers {hit.raw('style')} {hit.raw('unless')}"
    return Draft(key, impersonal(statement), "preference")


def without(hit: Hit) -> Draft | None:
    """Read "no bullet points, I read them on a screen reader": at the start of a sentence, or after another wish."""
    thing = hit.raw("thing")
    lasting = hit.has(*STANDING) or bool(_ANSWERS.search(hit.raw("where")))
    beside = any(each.records_ago == 0 and each.claim.key.attribute in _OF_A_TEXT for each in hit.recent())
    if not lasting and (is_errand(hit) or hit.has(CONTINUED) or not (opens(hit) or beside) or _COMMON.search(thing)):
        return None
    key = Key(form(thing), "use", "", polarity=Polarity.DENY)
    return Draft(key, hit.clause.raw, "preference", _bulleted() if key.subject == "bullet" else ())


def again(hit: Hit) -> Draft:
    """Read "you may use bullets again"."""
    return Draft(Key(form(hit.raw("thing")), "use"), hit.clause.raw, "preference")


def addressed(hit: Hit) -> Draft | None:
    """Read "call me Doctor in letters that you draft": the occasion is the qualifier."""
    when = re.sub(r"^(?:in|on|when|whenever|for) (?:all |any |the |my |your )?", "", hit.raw("when"), flags=re.I)
    qualifier = normalize_subject(re.split(r" (?:that|which|you)\b", when)[0])
    if not (qualifier or hit.raw("other")) or _PLAYED.search(qualifier):
        return None
    return fact("name", read_value(trimmed(hit.raw("value"))), impersonal(hit.clause.raw), qualifier=qualifier)


def signed(hit: Hit) -> Draft:
    """Read "sign my mails with Kind regards"."""
    key = Key(normalize_subject(hit.raw("kind")), "sign", "", Value(ValueKind.TEXT, trimmed(hit.raw("value")).lower()))
    return Draft(key, impersonal(hit.clause.raw), "preference")


def _bulleted() -> tuple[Key, ...]:
    styles = (Value(ValueKind.ENUM, each) for each in _BULLET_STYLES)
    return tuple(Key("answer", "format", "", each) for each in styles)
