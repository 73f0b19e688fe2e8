"""Decisions the user states."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DECISION
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Polarity, Signal, Standing
from slowwave.domain.keys import stem_phrase, words_of

_PASSING = re.compile(r"\b(?:this|that|these|those|it|them|yesterday|here|last (?:night|week|month))\b", re.IGNORECASE)
_DEED = re.compile(
    rf"^(?:{VERBS}|adopt|build|continue|cut|expand|focus|hire|invest|launch|postpone|pursue|rebuild|reduce|remain|"
    rf"spend|switch|take|wear|work|rewrite|decline|support|no)\b",
    re.IGNORECASE,
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
