"""Goals and decisions the user states."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.dates import find_date
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DECISION
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import stem_phrase, words_of

_BY = re.compile(
    r"\s+(?:by|before|in|on|no later than|until)\s+(?:the\s+)?(?P<when>(?:end of\s+)?[\w,-]+(?:\s+[\w,]+){0,3})$",
    re.IGNORECASE,
)
_PASSING = re.compile(r"\b(?:this|that|these|those|it|them|yesterday|here|last (?:night|week|month))\b", re.IGNORECASE)
_DEED = re.compile(
    rf"^(?:{VERBS}|adopt|build|continue|cut|expand|focus|hire|invest|launch|postpone|pursue|rebuild|reduce|remain|"
    rf"spend|switch|take|wear|work|rewrite|decline|support|no)\b",
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
    weak = hit.raw("lead").lower().startswith(("i want", "i plan", "i hope", "i'd like", "i would like"))
    if len(words_of(words)) < 2 or (weak and (not day or _TASK.match(words))):
        return None
    statement = re.sub(
        r"^(?:i am|i'm|i’m) (training|saving|preparing|studying|working toward)",
        r"the user is \1",
        hit.clause.raw,
        flags=re.IGNORECASE,
    )
    return Draft(
        Key("user", "goal", stem_phrase(words), Value(ValueKind.DATE, day) if day else Value()),
        impersonal(statement),
        "goal",
        standing=Standing.FACT,
    )


def _decided(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    polarity = Polarity.AFFIRM
    if denied := re.match(r"(?:not to|against|don'?t|not)\s+", words, re.IGNORECASE):
        polarity, words = Polarity.DENY, words[denied.end() :]
    if not 2 <= len(words_of(words)) <= 20 or _PASSING.search(words) or not _DEED.match(words):
        return None
    scope = scoped(words, hit.clause.condition)
    raw = hit.clause.raw
    return Draft(
        Key(
            scope.path or stem_phrase(scope.text),
            "decision",
            stem_phrase(scope.text) if scope.path else scope.qualifier,
            polarity=polarity,
        ),
        impersonal(raw),
        "architecture",
        standing=Standing.CONVENTION,
        module=scope.path,
    )


PATTERNS = (
    Pattern(
        "goal",
        rx(
            r"^(?P<lead>my (?:\w+ )?(?:goal|aim|objective|target|resolution)(?: for [\w ]{2,20})? is(?: to)?|"
            r"our (?:\w+ )?(?:goal|aim|objective) is(?: to)?)\s+(?P<words>.+)$",
            r"^(?P<lead>i(?:'m| am|’m) (?:training for|saving (?:up )?(?:for|to)|preparing for|studying for|"
            r"aiming (?:for|to)|working toward)s?)\s+(?P<words>.+)$",
            r"^(?P<lead>i (?:want to|plan to|hope to|aim to|intend to)|i'd like to|i would like to)\s+(?P<words>.+)$",
        ),
        Signal.GOAL,
        0.8,
        _goal,
        yes=(
            Says("My goal is to run a marathon by 2026-10-01.", "user | goal | run marathon", "+2026-10-01"),
            Says("I'm saving for a house deposit.", "user | goal | hous deposit"),
            Says("I want to pass the B2 exam by June 2026", "user | goal | pass b2 exam", "+2026-06"),
        ),
        no=(
            "I want to see the logs.",
            "What is my goal?",
            "Her goal is to run a marathon.",
            "I want to fix the login page.",
        ),
    ),
    Pattern(
        "decision",
        rx(r"^(?P<words>.+)$"),
        Signal.DECISION,
        0.8,
        _decided,
        yes=(
            Says("We decided to keep the monolith.", "keep monolith | decision |"),
            Says("We've agreed to ship monthly releases.", "ship month releas | decision |"),
            Says("we decided not to support IE11", "support ie11 | decision |", "-"),
        ),
        no=(
            "Have we decided to keep the monolith?",
            "They decided to keep the monolith.",
            "We haven't decided to keep the monolith.",
        ),
        needs=frozenset({DECISION}),
    ),
)
