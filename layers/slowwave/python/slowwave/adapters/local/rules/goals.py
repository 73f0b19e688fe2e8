"""Goals the user states, and the days of what they train and study for."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.dates import find_date
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.slots import is_subject
from slowwave.domain.claims import Signal, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

_BY = re.compile(
    r"\s+(?:by|before|in|on|no later than|until)\s+(?:the\s+)?(?P<when>(?:end of\s+)?[\w,-]+(?:\s+[\w,]+){0,3})$",
    re.IGNORECASE,
)
_WEAK = re.compile(r"i (?:want|plan|hope|would like)|i['’]?d like", re.IGNORECASE)
_EVENT = re.compile(
    r"(?:(?:run|do|finish|complete|ride|race|enter|join|pass|take|sit|swim|compete in)\s+)?"
    r"(?:an?\s+|my\s+|the\s+|another\s+)?"
    r"(?P<event>(?:[\w-]+\s+){0,2}(?:marathon|triathlon|duathlon|10k|5k|race|ironman|exam|recital|audition|"
    r"tournament|competition|ultra))",
    re.IGNORECASE,
)
_HAPPENING = re.compile(
    r"\b(?:race|event|exam|game|match|concert|date|day|wedding|trip|flight|start|party|show|course|test|run)$",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^(?:see|know|understand|make sure|be able|have|get|fix|add|change|use|do|ask|check|find|look|discuss|talk|try|"
    r"test|debug|refactor|implement|create|update|remove|write|keep|go|share|start|continue|incorporate|ensure|"
    r"include)\b",
    re.IGNORECASE,
)


def _goal(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    by = _BY.search(words)
    day = find_date(by["when"], relative_to=hit.said) if by else ""
    if by and day:
        words = words[: by.start()]
    if event := _EVENT.fullmatch(words):
        return _event_goal(hit, event["event"], by["when"] if by and day else "", day)
    if len(words_of(words)) < 2 or (_WEAK.match(hit.raw("lead")) and (not day or _TASK.match(words))):
        return None
    return Draft(
        Key("user", "goal", stem_phrase(words), Value(ValueKind.DATE, day) if day else Value()),
        impersonal(hit.clause.raw),
        "goal",
        standing=Standing.FACT,
    )


def _event_goal(hit: Hit, event: str, when: str, day: str) -> Draft:
    """The goal without its day and the day of the event as claims of their own: a race may move, the goal stays."""
    cut = hit.clause.raw.rfind(event) + len(event)
    name = _event_name(event)
    dated = Draft(
        Key(name, "is", "", Value(ValueKind.DATE, day)),
        f"{event} is in {when}",
        "fact",
        signal=Signal.SELF_FACT,
        standing=Standing.FACT,
    )
    return Draft(
        Key("user", "goal", stem_phrase(name)),
        impersonal(hit.clause.raw[:cut]),
        "goal",
        standing=Standing.FACT,
        also=(dated,) if day else (),
    )


def _event_name(text: str) -> str:
    """The name of an event in normal form; whether it is the first of its kind is no part of it."""
    return re.sub(r"^(?:first|second|third|next|own|very)\s+", "", normalize_subject(text))


def _moved(hit: Hit) -> Draft | None:
    """Read "the half marathon, the race moved to the 11th of october": the day of an event, not the goal."""
    topic, subject = hit.raw("topic"), hit.raw("subject")
    day = find_date(hit.raw("value"), relative_to=hit.said)
    about = topic or subject
    if not day or (topic and not _HAPPENING.search(subject)) or not is_subject(about) or len(words_of(about)) > 5:
        return None
    noun = re.sub(r"^(?:the|my|our)\s+", "", subject, flags=re.IGNORECASE)
    told = hit.clause.raw[hit.match.start("subject") :]
    return Draft(
        Key(_event_name(about), "is", "", Value(ValueKind.DATE, day)),
        impersonal(f"{topic} {noun}{told[len(subject) :]}" if topic else told),
        "fact",
        standing=Standing.FACT,
    )


PATTERNS = (
    Pattern(
        "goal",
        rx(
            r"^(?P<lead>my (?:\w+ )?(?:goal|aim|objective|target|resolution)(?: for [\w ]{2,20})? is(?: to)?|"
            r"our (?:\w+ )?(?:goal|aim|objective) is(?: to)?)\s+(?P<words>.+)$",
            r"^(?P<lead>i(?:'m| am|’m) (?:(?:now|still|currently) )?(?:training for|saving (?:up )?(?:for|to)|"
            r"preparing for|studying for|aiming (?:for|to)|working toward)s?)\s+(?P<words>.+)$",
            r"^(?P<lead>i (?:want to|plan to|hope to|aim to|intend to)|i'd like to|i would like to)\s+(?P<words>.+)$",
        ),
        Signal.GOAL,
        0.8,
        _goal,
        yes=(
            Says("My goal is to run a marathon by 2026-10-01.", "user | goal | marathon"),
            Says("i want to run a half marathon in september", "half marathon | is |", "+2026-09"),
            Says("I'm saving for a house deposit.", "user | goal | hous deposit"),
            Says("I want to pass the B2 exam by June 2026", "b2 exam | is |", "+2026-06"),
        ),
        no=(
            "I want to see the logs.",
            "What is my goal?",
            "Her goal is to run a marathon.",
            "I want to fix the login page.",
        ),
    ),
    Pattern(
        "goal.moved",
        rx(
            r"^(?:(?P<topic>(?:the |my )[\w -]{3,40}), )?(?P<subject>(?:the|my) [\w -]{3,40}?)(?: has been| was| is| "
            r"got|'s been)?(?: now)? (?:moved|postponed|pushed(?: back)?|rescheduled|brought forward|shifted|delayed)"
            r"(?: back)? (?:to|until) (?P<value>(?:the )?[\w, -]{3,30})$",
            r"^(?:(?P<topic>(?:the |my )[\w -]{3,40}), )(?P<subject>(?:the|my) [\w -]{3,40}?) is (?:now )?(?:on|in) "
            r"(?P<value>(?:the )?[\w, -]{3,30})$",
        ),
        Signal.CORRECTION,
        0.85,
        _moved,
        yes=(
            Says(
                "also the half marathon, the race moved to the 11th of october 2026",
                "half marathon | is |",
                "+2026-10-11",
            ),
            Says("the triathlon got postponed to 6 September 2026", "triathlon | is |", "+2026-09-06"),
            Says("My driving exam was moved to the 3rd of june", "driving exam | is |", "+2026-06-03"),
        ),
        no=(
            "was the race moved to october?",
            "the race might be moved to october",
            "my coach says the race moved to october",
            "the cursor moved to the left",
        ),
    ),
)
