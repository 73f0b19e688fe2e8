"""Review comments: imperatives about code that speak of more than the change at hand. They count towards repetition,
once each session.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.directives import directive
from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import ELSEWHERE
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Polarity, Signal
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

_VAGUE = re.compile(
    r"^(?:it|this|that|these|those|them|the (?:same|other|first|second|issue|bug|error|problem))\b", re.IGNORECASE
)


def _elsewhere(hit: Hit) -> Draft | None:
    return directive(hit, hit.raw("words"), Polarity.AFFIRM, Signal.REVIEW)


def _through(hit: Hit) -> Draft | None:
    what, way = hit.raw("what"), hit.raw("way")
    if not is_code(what, way) or _VAGUE.match(way) or len(words_of(way)) > 8:
        return None
    scope = scoped(way, hit.clause.condition)
    if _VAGUE.match(what) or not what:
        return Draft(
            Key(
                scope.path or stem_phrase(f"go through {scope.text}"),
                "must" if scope.path else "practice",
                stem_phrase(scope.text) if scope.path else scope.qualifier,
            ),
            f"Go through {way}",
            "convention",
            module=scope.path,
            approach=hit.raw("going"),
        )
    return Draft(
        Key(normalize_subject(what), "must", stem_phrase(f"go through {scope.text}")),
        hit.clause.raw,
        "convention",
        module=scope.path,
        approach=hit.raw("going"),
    )


def _instead(hit: Hit) -> Draft | None:
    words, other = hit.raw("words"), hit.raw("other")
    if _VAGUE.match(other) or not is_code(words, other):
        return None
    drafted = directive(hit, words, Polarity.AFFIRM, Signal.REVIEW)
    if drafted is None:
        return None
    raw = hit.clause.raw
    return Draft(
        drafted.key,
        raw,
        "convention",
        approach=words,
        counterexample=other,
        signal=Signal.REVIEW,
        module=drafted.module,
    )


PATTERNS = (
    Pattern(
        "review.elsewhere",
        rx(rf"^(?P<words>(?:{VERBS})\b .+)$"),
        Signal.REVIEW,
        0.5,
        _elsewhere,
        yes=(
            Says("wrap the error like we do everywhere else", "wrap error | practice |"),
            Says("Name the file after the type, as usual.", "nam fil after typ | practice |"),
            Says("log with structured fields as we do elsewhere", "log with structur field | practice |"),
        ),
        no=(
            "Is it wrapped like everywhere else?",
            "It works like everywhere else.",
            "wrap the error",
            "permission orders:read as always",
        ),
        needs=frozenset({ELSEWHERE}),
    ),
    Pattern(
        "review.through",
        rx(
            r"^(?P<what>(?:(?!.{0,50}\b(?:no longer|not|never|n't)\b)[\w`/. -]{2,50}? )?)(?:should |must |has to |"
            r"have to |needs to |need to )?(?P<going>(?:go|goes|going) (?:through|via) (?P<way>(?:the |our |`|"
            r"[A-Z])[^,;()]{2,60}))$"
        ),
        Signal.REVIEW,
        0.6,
        _through,
        yes=(
            Says("Go through the data-access wrapper.", "go through data-access wrapper | practice |"),
            Says(
                "storage calls should go through the repository layer",
                "storage call | must | go through repositori layer",
            ),
            Says(
                "All HTTP traffic goes through the gateway client.", "http traffic | must | go through gateway client"
            ),
        ),
        no=("Let's go through the list?", "Did it go through the wrapper?", "He said to go through the wrapper."),
    ),
    Pattern(
        "review.instead",
        rx(
            r"^(?P<words>(?:move|put|extract|inject|pass|return|throw|raise|wrap|call|catch|log|reuse|build|create|"
            r"open|import|store|keep|mock|read|load) .{3,100}?),? (?:instead of|rather than|and not|"
            r"not) (?P<other>[^,;]{2,80})$",
            r"^the (?:right |correct |proper )?(?:fix|way|approach) is to (?P<words>.{5,100}?),? (?:instead of|"
            r"rather than|and not|not) (?P<other>[^,;]{2,80})$",
        ),
        Signal.REVIEW,
        0.5,
        _instead,
        yes=(
            Says("Return an error instead of panicking.", "return error | practice |"),
            Says(
                "the fix is to close the session in the handler, not to raise the pool size",
                "clos session | practice | handler",
            ),
            Says("inject the clock rather than calling time.Now", "inject clock | practice |"),
        ),
        no=(
            "Should we return an error instead of panicking?",
            "move it instead of that",
            "put the cat out instead of the dog",
        ),
    ),
)
