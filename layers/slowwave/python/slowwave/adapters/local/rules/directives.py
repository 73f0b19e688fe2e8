"""Standing instructions about how to work: "always …", "never …", "from now on …", "make sure to …", "stop …"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.access import ruled
from slowwave.adapters.local.rules.guarded import guards
from slowwave.adapters.local.rules.lexicon import is_code, is_safety
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import (
    ANYMORE,
    CONTINUED,
    CORRECTION,
    DURABLE,
    HOUSE,
    MUST,
    PLEASE,
    REMEMBER,
    WANT,
    WE,
)
from slowwave.adapters.local.rules.scopes import Scoped, scoped, without_approach
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Lane, Polarity, Signal
from slowwave.domain.keys import stem_phrase, words_of

_VAGUE = re.compile(
    r"^(?:(?:worry|need|keep (?:up|going|it up)|give up|hesitate|bother|be (?:scared|afraid|sorry|shy|worried)|"
    r"get (?:discouraged|me wrong)|let (?:me|us|it|that|anything)|forget that)\b.*|(?:do|doing|did|done|try|trying|"
    r"worry|worrying|forget|mind|bother|be|have|get|think|thinking|know|knowing|see|understand|care|like|want|need|"
    r"seem|happen|work|works|works?ing|mean|guess|wait|hesitate|stop|start|say|panic|give up|make|go|come|look)"
    r"\b(?:\s+(?:it|that|this|so|about|them|me|anything|sure|ahead|on|to|there|any|a|an|the|much))*\s*$|(?:that|this|"
    r"it|these|those|they|there|the|a|an|my|we|you|he|she|what|why|how|been|had|seen|is|are|was|were|will|would)\b)",
    re.IGNORECASE,
)
_DEICTIC = re.compile(
    r"\b(?:this|that|these|those|it|them|here|there)\b(?! (?:project|repo\w*|codebase|team|package))", re.IGNORECASE
)
_GERUND = re.compile(r"^\w+ing\b")
_PASSING = re.compile(r"^(?:worrying|trying|waiting|working|panicking|kidding|joking)\b", re.IGNORECASE)
_DESCRIBES = re.compile(
    r"^(?:\w+(?:ing|ed)|done|got|gotten|been|seen|had|gone|made|up|on|in|at|here|there|happy|glad|good|great|nice|"
    r"fun|calm|ready|happi\w*|hear|look forward|enjoy|love|wanted|a|an|the|so|very|too|good|better|best|as|like|"
    r"thought|knew|said|felt)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\W*(?:please,? )?(?:always|never) [a-z]", re.IGNORECASE)
_KNOWN_VERB = re.compile(rf"^(?:{VERBS})\b", re.IGNORECASE)
_TO_SOMEBODY = re.compile(r"\b(?:you|your|yourself|buddy|dude|man|yet)\b|,", re.IGNORECASE)
_THERE = re.compile(r"\bin (?:there|here|it)$", re.IGNORECASE)
_GENERAL = re.compile(
    r"\b(?:in|for|with) (?:all |any |every |our )?(?:[a-z]+ )?[a-z]+s\b|\b(?:anything|everything|everywhere|whenever|"
    r"always|every)\b",
    re.IGNORECASE,
)
"""A way to go that is told for a kind of thing, not for the change at hand."""

_AT_A_TIME = re.compile(
    r"\b(?:at (?:\d|noon|midnight)|in (?:an?|\d+) (?:minute|hour|day|week)s?|(?:on|by|before) (?:\w+day|the \d+\w*)"
    r"|\d{1,2}(?::\d\d)? ?(?:am|pm))\b",
    re.IGNORECASE,
)
"""When to do something once: a reminder, not a rule."""

_LASTING = frozenset({DURABLE, REMEMBER, HOUSE, ANYMORE})
_MAX_WORDS = 24
_STANDING_FLAGS = _LASTING | {MUST, WANT, CORRECTION}


def practice(text: str, scope: Scoped, polarity: Polarity) -> Key:
    """The key of a directive: a module's rule where the words name a path, else a practice."""
    if scope.path:
        return Key(
            scope.path,
            "must",
            stem_phrase(scope.text) + (f" {scope.qualifier}" if scope.qualifier else ""),
            polarity=polarity,
        )
    return Key(stem_phrase(text), "practice", scope.qualifier, polarity=polarity)


def directive(
    hit: Hit,
    words: str,
    polarity: Polarity,
    signal: Signal | None = None,
    importance: float | None = None,
    *,
    lifts: bool = False,
) -> Draft | None:
    """A draft of a directive from the words after "always", "never" and the like; one that `lifts` also overrides
    the opposite.
    """
    least = 1 if hit.clause.condition and polarity is Polarity.DENY else 2
    if _VAGUE.match(words) or not least <= len(words_of(words)) <= _MAX_WORDS:
        return None
    approach = ""
    if polarity is Polarity.DENY:
        words, approach = without_approach(words)
    scope = scoped(words, hit.clause.condition)
    key = ruled(scope.path, scope.text, approach, polarity, scope.qualifier) or practice(scope.text, scope, polarity)
    if not key.subject or (key.attribute == "practice" and len(key.subject.split()) < 2 and not key.qualifier):
        return None
    raw = hit.clause.raw
    statement = f"{hit.clause.condition}, {raw[0].lower()}{raw[1:]}" if hit.clause.condition and raw else raw
    opposite = () if polarity is Polarity.AFFIRM else (Key(key.subject, key.attribute, key.qualifier),)
    safe = (polarity is Polarity.DENY and guards(words)) or (
        is_safety(hit.clause.raw)
        and (
            polarity is Polarity.DENY
            or "ask" in words.lower()
            or "approv" in words.lower()
            or "confirm" in words.lower()
        )
    )
    return Draft(
        key,
        impersonal(statement),
        "convention",
        opposite if signal is Signal.REJECTION or lifts else (),
        signal=signal,
        importance=importance,
        lane=Lane.SAFETY if safe else Lane.DEFAULT,
        module=scope.path,
        trigger=scope.when,
        approach=approach or (raw if polarity is Polarity.AFFIRM and scope.when else ""),
        counterexample="",
    )


def _is_imperative(hit: Hit, words: str) -> bool:
    """Whether words after "always" or "never" tell somebody to do something, and do not describe: "they always make
    me smile".
    """
    if hit.clause.text.lower().startswith("i always want"):
        return True
    if hit.has(CONTINUED) or _DESCRIBES.match(words):
        return False
    spoken_to = (
        _OPENS.match(hit.clause.sentence) is not None or hit.has(PLEASE, *_STANDING_FLAGS) or bool(hit.clause.condition)
    )
    return spoken_to or bool(_KNOWN_VERB.match(words)) or is_code(words) or is_safety(words)


def always(hit: Hit) -> Draft | None:
    """Read "Always …", "I always want …"."""
    words = hit.raw("words")
    if hit.clause.text.lower().startswith("i always want"):
        words = re.sub(r"^(?:the|my|all|your)\s+", "", words)
    return directive(hit, words, Polarity.AFFIRM) if _is_imperative(hit, words) else None


def never(hit: Hit) -> Draft | None:
    """Read "Never …", "don't ever …", "nobody should …"."""
    words = hit.raw("words")
    return directive(hit, words, Polarity.DENY) if _is_imperative(hit, words) and not _THERE.search(words) else None


def dont(hit: Hit) -> Draft | None:
    """Read "Don't …": a rule when it is about safety or meant to last, else a review comment."""
    words = hit.raw("words")
    if hit.has(ANYMORE):
        return directive(hit, words, Polarity.DENY, Signal.INSTRUCTION, lifts=True)
    words = re.sub(r"(?<=\w{3}) here$", "", words)
    core, _ = without_approach(words)
    guarded = guards(core) and not hit.has(CONTINUED, WE) and not _TO_SOMEBODY.search(core)
    if (is_safety(hit.clause.raw) or guarded) and not _DEICTIC.search(core):
        return directive(hit, words, Polarity.DENY, Signal.INSTRUCTION)
    if not hit.has(*_STANDING_FLAGS) and (
        _DEICTIC.search(core)
        or _TO_SOMEBODY.search(core)
        or hit.has(CONTINUED, WE)
        or not (_KNOWN_VERB.match(words) or is_code(core))
    ):
        return None
    _, approach = without_approach(words)
    general = Signal.INSTRUCTION if _GENERAL.search(approach) else None
    return directive(hit, words, Polarity.DENY, general, None if general or hit.has(*_STANDING_FLAGS) else 0.4)


def released(hit: Hit) -> Draft | None:
    """Read "You no longer need to …"."""
    words = hit.raw("words")
    if not (hit.has(ANYMORE) or "no longer" in hit.clause.text.lower()) or _DEICTIC.search(words):
        return None
    return directive(hit, words, Polarity.DENY, Signal.REJECTION)


def allowed(hit: Hit) -> Draft | None:
    """Read "You may … now": lifts a safety rule."""
    words = hit.raw("words")
    lifted = hit.raw("now") or " now " in f" {hit.clause.text.lower()} "
    if not lifted or not is_safety(words) or _DEICTIC.search(words):
        return None
    return directive(hit, words, Polarity.AFFIRM)


def stop(hit: Hit) -> Draft | None:
    """Read "Stop …ing": a prohibition that lasts, whether or not anything was asked before."""
    words = hit.raw("words")
    if not _GERUND.match(words) or _PASSING.match(words) or _DEICTIC.search(words):
        return None
    return directive(hit, words, Polarity.DENY, Signal.INSTRUCTION, lifts=True)


def lasting(hit: Hit) -> Draft | None:
    """A bare imperative that "from now on", "remember to" or "in this repo" makes last."""
    words = hit.raw("words")
    if hit.has(REMEMBER) and _AT_A_TIME.search(words) and not _GENERAL.search(words):
        return None
    if not (hit.has(*_STANDING_FLAGS) or (hit.has(WE) and hit.has(HOUSE))) or (
        hit.has(MUST, WANT, CORRECTION) and not hit.has(*_LASTING) and _DEICTIC.search(words)
    ):
        return None
    if hit.has(CORRECTION, MUST) and not hit.has(*_LASTING, WANT) and not hit.clause.condition:
        return None
    return directive(hit, words, Polarity.AFFIRM)


def ask(hit: Hit) -> Draft | None:
    """Read "Ask me before …"."""
    return directive(hit, hit.raw("words"), Polarity.AFFIRM, Signal.INSTRUCTION)
