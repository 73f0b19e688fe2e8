"""Standing instructions about how to work: "always …", "never …", "from now on …", "make sure to …", "stop …"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.clauses import (
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
from slowwave.adapters.local.rules.lexicon import VERBS, is_code, is_safety
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.scopes import Scoped, scoped
from slowwave.adapters.local.rules.shape import impersonal
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
_DESCRIBES = re.compile(
    r"^(?:\w+(?:ing|ed)|done|got|gotten|been|seen|had|gone|made|up|on|in|at|here|there|happy|glad|good|great|nice|"
    r"fun|calm|ready|happi\w*|hear|look forward|enjoy|love|wanted|a|an|the|so|very|too|good|better|best|as|like|"
    r"thought|knew|said|felt)\b",
    re.IGNORECASE,
)
_KNOWN_VERB = re.compile(rf"^(?:{VERBS})\b", re.IGNORECASE)
_TO_SOMEBODY = re.compile(r"\b(?:you|your|yourself|buddy|dude|man|yet)\b|,", re.IGNORECASE)
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
    hit: Hit, words: str, polarity: Polarity, signal: Signal | None = None, importance: float | None = None
) -> Draft | None:
    """A draft of a directive from the words after "always", "never" and the like."""
    if _VAGUE.match(words) or not 2 <= len(words_of(words)) <= _MAX_WORDS:
        return None
    scope = scoped(words, hit.clause.condition)
    key = practice(scope.text, scope, polarity)
    if not key.subject or (key.attribute == "practice" and len(key.subject.split()) < 2 and not key.qualifier):
        return None
    raw = hit.clause.raw
    statement = f"{hit.clause.condition}, {raw[0].lower()}{raw[1:]}" if hit.clause.condition and raw else raw
    opposite = () if polarity is Polarity.AFFIRM else (Key(key.subject, key.attribute, key.qualifier),)
    safe = is_safety(hit.clause.raw) and (
        polarity is Polarity.DENY or "ask" in words.lower() or "approv" in words.lower() or "confirm" in words.lower()
    )
    return Draft(
        key,
        impersonal(statement),
        "convention",
        opposite if signal is Signal.REJECTION else (),
        signal=signal,
        importance=importance,
        lane=Lane.SAFETY if safe else Lane.DEFAULT,
        module=scope.path,
        trigger=scope.when,
        approach=raw if polarity is Polarity.AFFIRM and scope.when else "",
        counterexample="",
    )


def _is_imperative(hit: Hit, words: str) -> bool:
    """Whether words after "always" or "never" tell somebody to do something, and do not describe: "they always make me smile"."""
    if hit.clause.text.lower().startswith("i always want"):
        return True
    if hit.has(CONTINUED) or _DESCRIBES.match(words):
        return False
    spoken_to = hit.has(PLEASE, *_STANDING_FLAGS) or bool(hit.clause.condition)
    return spoken_to or bool(_KNOWN_VERB.match(words)) or is_code(words) or is_safety(words)


def _always(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if hit.clause.text.lower().startswith("i always want"):
        words = re.sub(r"^(?:the|my|all|your)\s+", "", words)
    return directive(hit, words, Polarity.AFFIRM) if _is_imperative(hit, words) else None


def _never(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    return directive(hit, words, Polarity.DENY) if _is_imperative(hit, words) else None


def _dont(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if hit.has(ANYMORE):
        return directive(hit, words, Polarity.DENY, Signal.REJECTION)
    if is_safety(hit.clause.raw) and not _DEICTIC.search(words):
        return directive(hit, words, Polarity.DENY, Signal.INSTRUCTION)
    if not hit.has(*_STANDING_FLAGS) and (
        _DEICTIC.search(words)
        or _TO_SOMEBODY.search(words)
        or hit.has(CONTINUED, WE)
        or not (_KNOWN_VERB.match(words) or is_code(words))
    ):
        return None
    return directive(hit, words, Polarity.DENY, importance=None if hit.has(*_STANDING_FLAGS) else 0.4)


def _released(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if not (hit.has(ANYMORE) or "no longer" in hit.clause.text.lower()) or _DEICTIC.search(words):
        return None
    return directive(hit, words, Polarity.DENY, Signal.REJECTION)


def _allowed(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    lifted = hit.raw("now") or " now " in f" {hit.clause.text.lower()} "
    if not lifted or not is_safety(words) or _DEICTIC.search(words):
        return None
    return directive(hit, words, Polarity.AFFIRM)


def _stop(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if not _GERUND.match(words) or _DEICTIC.search(words):
        return None
    return directive(hit, words, Polarity.DENY, Signal.REJECTION)


def _lasting(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if not (hit.has(*_STANDING_FLAGS) or (hit.has(WE) and hit.has(HOUSE))) or (
        hit.has(MUST, WANT, CORRECTION) and not hit.has(*_LASTING) and _DEICTIC.search(words)
    ):
        return None
    if hit.has(CORRECTION, MUST) and not hit.has(*_LASTING, WANT) and not hit.clause.condition:
        return None
    return directive(hit, words, Polarity.AFFIRM)


def _ask(hit: Hit) -> Draft | None:
    return directive(hit, hit.raw("words"), Polarity.AFFIRM, Signal.INSTRUCTION)


PATTERNS = (
    Pattern(
        "directive.never",
        rx(
            r"^(?:never ever|never|don'?t ever|do not ever|under no circumstances|at no point|by no means|(?:nobody|"
            r"no one) (?:should|must|may|can|is allowed to)(?: ever)?|under no circumstances (?:should|may|"
            r"must) (?:you|we|anyone))\s+(?P<words>.+)$"
        ),
        Signal.INSTRUCTION,
        0.9,
        _never,
        yes=(
            Says("Never push directly to main.", "push direct main | practice |", "-"),
            Says("never run the linter before committing", "run linter before commit | practice |", "-"),
            Says("Don't ever touch files in `legacy/`.", "legacy | must | touch fil", "-"),
        ),
        no=(
            "I never said that.",
            "He told me never to push to main.",
            "Never mind.",
            "never run the tests, yeah right",
            "Why do we never push to main?",
        ),
    ),
    Pattern(
        "directive.always",
        rx(r"^(?:always|you (?:should|must) always|we always|i always want)\s+(?P<words>.+)$"),
        Signal.INSTRUCTION,
        0.9,
        _always,
        yes=(
            Says("Always run the linter before committing.", "run linter before commit | practice |"),
            Says(
                "Hey, please always add a docstring to public functions.", "add docstring public function | practice |"
            ),
            Says("When writing SQL, always qualify column names.", "qualifi column nam | practice | when writ sql"),
        ),
        no=(
            "It always fails.",
            "Should I always run the linter?",
            "The docs say always run the linter.",
            "Imagine we always ran the linter.",
            "Always fun.",
        ),
    ),
    Pattern(
        "directive.stop",
        rx(r"^(?:stop|quit|no more|avoid|refrain from|please stop)\s+(?P<words>.+)$"),
        Signal.REJECTION,
        0.8,
        _stop,
        yes=(
            Says("Stop adding comments to every function.", "add comment function | practice |", "-"),
            Says("stop running the linter before committing", "run linter before commit | practice |", "-"),
            Says("please stop apologizing in your answers", "apologiz | practice | answer", "-"),
        ),
        no=(
            "Stop the server.",
            "Should we stop adding comments?",
            "Stop doing that for now.",
            "She said stop adding comments.",
        ),
    ),
    Pattern(
        "directive.release",
        rx(
            r"^(?:you |we )?(?:don'?t|do not|no longer) (?:need|have) to\s+(?P<words>.+)$",
            r"^(?:there(?:'s| is) )?no (?:longer any )?need to\s+(?P<words>.+)$",
        ),
        Signal.REJECTION,
        0.8,
        _released,
        yes=(
            Says("You don't need to run the slow suite any more.", "run slow suit | practice |", "-"),
            Says("We no longer have to sign releases.", "sign releas | practice |", "-"),
            Says("no need to update the changelog anymore", "updat changelog | practice |", "-"),
        ),
        no=(
            "You don't need to run it.",
            "We don't have to sign releases for now.",
            "Do we no longer have to sign releases?",
        ),
    ),
    Pattern(
        "directive.allow",
        rx(
            r"^(?:you|we)(?: (?:may|can)(?: now)?| are (?:now )?(?:allowed|free) to)\s+(?P<words>.+?)(?P<now> now|"
            r" again)?$"
        ),
        Signal.DECISION,
        0.7,
        _allowed,
        yes=(
            Says("You may delete old branches without asking now.", "delet old branch without ask | practice |"),
            Says("You can push directly to main again.", "push direct main | practice |"),
            Says("You are now allowed to deploy to production on Fridays.", "deploy production | practice | friday"),
        ),
        no=(
            "You can run it now.",
            "You can see the logs.",
            "Can you push to main again?",
            "You can now open the dialog.",
        ),
    ),
    Pattern(
        "directive.dont",
        rx(r"^(?:don'?t|do not|dont|must not|should not|shouldn'?t|no longer)\s+(?P<words>.+)$"),
        Signal.REVIEW,
        0.7,
        _dont,
        yes=(
            Says("Don't log request bodies.", "log request bodi | practice |", "-"),
            Says("please don't add trailing summaries anymore", "add trail summari | practice |", "-"),
            Says("From now on don't squash my commits", "squash commit | practice |", "-"),
        ),
        no=(
            "Don't worry about it.",
            "I don't know.",
            "don't run the tests for now",
            "If you don't run the tests it breaks.",
            "Don't change this.",
        ),
    ),
    Pattern(
        "directive.ask",
        rx(
            r"^(?P<words>(?:always )?(?:ask|check with|confirm with|get (?:my )?(?:approval|permission)|"
            r"wait for)\s.*\bbefore\b.+)$"
        ),
        Signal.INSTRUCTION,
        0.9,
        _ask,
        yes=(
            Says("Ask me before deleting any file.", "ask before delet fil | practice |"),
            Says("check with me before you deploy to production", "check with before deploy production | practice |"),
            Says("Get my approval before merging anything.", "get approval before merg anything | practice |"),
        ),
        no=("Did you ask before deleting?", "I asked before deleting.", "My boss wants you to ask before deleting."),
    ),
    Pattern(
        "directive.lasting",
        rx(rf"^(?P<words>(?:{VERBS})\b.+)$"),
        Signal.REVIEW,
        0.8,
        _lasting,
        yes=(
            Says("From now on, answer with a short summary first.", "answer with short summari first | practice |"),
            Says("In this repo we wrap errors with context.", "wrap error with context | practice |"),
            Says(
                "Please remember to update the changelog with every change.", "updat changelog with chang | practice |"
            ),
        ),
        no=(
            "Add a test for the parser.",
            "Run the tests from the root.",
            "For now, answer with a summary.",
            "Can you update the changelog?",
            "Let's write the docs.",
        ),
    ),
)
