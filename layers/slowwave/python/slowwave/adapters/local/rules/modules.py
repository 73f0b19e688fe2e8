"""What a part of the system must, may or must not do: "code in `src/orders` must not access storage directly"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.access import is_direct, place_of, ruled
from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import ANYMORE
from slowwave.adapters.local.rules.scopes import scoped, without_approach
from slowwave.adapters.local.rules.values import read_value
from slowwave.domain.claims import Polarity, Signal
from slowwave.domain.keys import is_path, normalize_path, normalize_subject, stem_phrase, words_of

_PRONOUN = re.compile(
    r"^(?:no longer|longer|your|it|this|that|these|those|i|you|he|she|they|we|there|which|who|what|one|people|nothing|"
    r"something|everything|someone|anyone|everyone|each one|"
    r"\w+ing(?! (?:code|package|module|service|layer)))\b|\b(?:this|it|be|is|are|was|were|that|which|who|"
    r"if|when|because|i|you|he|she|they|said|says)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:be (?:fine|ok|okay|good|enough|able|here|there|done|possible|easy|nice|great|clear|the|a|an|in|on|at|to)\b|"
    r"fail|happen|matter|work\b|take|help|have been|do (?:it|that|this|the trick)|see\b|break|look|feel|need|mean|"
    r"also be|now be|exist|pass\b|know|want|get|make sense)",
    re.IGNORECASE,
)
_FELT = re.compile(
    r"^be (?:so |really |very |quite |pretty |super |such )?(?!\w+(?:ible|able)\b)\w+$|^be (?:so|really|very|quite|"
    r"pretty|super|such|thrilled|glad|proud|excited)\b|^(?:bring|make) (?:so|such|for)\b|^\w+$",
    re.IGNORECASE,
)
_INVERTED = re.compile(r"^(?:it|this|that|they|we|you|i|he|she)\b", re.IGNORECASE)
_NEGATED = re.compile(r"^(?:not|never)\s+", re.IGNORECASE)
_LASTS = re.compile(r"^(?:keep \w+ing|stay|remain|continue(?: to|d)?)\b", re.IGNORECASE)
_GROUP = re.compile(r"^(?:all|any|every|each|no)\b|\w{3,}s$|^(?:code|anything|everything|logic)\b", re.IGNORECASE)
_DEICTIC = re.compile(r"\b(?:this|here|these)\b", re.IGNORECASE)
_PASSIVE = re.compile(r"^be (?P<verb>\w+(?:ed|en|t|wn|de))\b\s*(?P<rest>.*)$", re.IGNORECASE)
_PATHS = re.compile(r"(?:^|\s)(?P<path>`[^`\s]*/[^`\s]*`|(?:[\w.@*-]+/)+[\w.@*-]*)")
_MAX_SUBJECT_WORDS = 7


def _rule(hit: Hit, polarity: Polarity, *, broad: bool, signal: Signal | None = None) -> Draft | None:
    subject, words = hit.raw("subject"), hit.raw("words")
    named = _PATHS.search(subject)
    if named:
        subject = re.sub(r"^(?:this|these|that|those)\s+", "", subject, flags=re.IGNORECASE)
    if (
        _PRONOUN.search(subject)
        or _EMPTY.match(words)
        or " " not in words
        or len(words_of(subject)) > _MAX_SUBJECT_WORDS
        or _NEGATED.match(words)
        or _INVERTED.match(words)
    ):
        return None
    if _FELT.match(words) and not is_code(subject, words):
        return None
    path = normalize_path(named["path"]) if named and is_path(named["path"]) else ""
    if not path and is_direct(words):
        path = place_of(subject, hit.heard())
    if not (broad or path or "`" in subject or _GROUP.search(subject.split(" in ")[0])):
        return None
    if subject.lower().startswith("no "):
        polarity, subject = Polarity.DENY if polarity is Polarity.AFFIRM else Polarity.AFFIRM, subject[3:]
    words, approach = without_approach(words)
    scope = scoped(words, hit.clause.condition, places=False, paths=not path)
    where = path or scope.path
    name = normalize_subject(subject)
    predicate = _predicate(name if where and not path else "", scope.text)
    raw = hit.clause.raw
    plain = Key(
        where or name, "must", " ".join(part for part in (predicate, scope.qualifier) if part), polarity=polarity
    )
    key = ruled(where or name, _active(name, scope.text), approach, polarity, scope.qualifier) or plain
    return Draft(
        key,
        raw,
        "convention",
        signal=signal or _signal(hit, raw),
        module=where,
        trigger=scope.when,
        approach=approach,
        counterexample=scope.text if polarity is Polarity.DENY else "",
    )


def _predicate(subject: str, words: str) -> str:
    """The stem phrase of a predicate; "storage must not be accessed directly" turns into "access storage directly"."""
    passive = _PASSIVE.match(words)
    if passive and subject:
        return stem_phrase(f"{passive['verb']} {subject} {passive['rest']}")
    return stem_phrase(f"{subject} {words}")


def _active(subject: str, words: str) -> str:
    """A passive predicate turned round: "be accessed directly" of storage gives "access storage directly"."""
    passive = _PASSIVE.match(words)
    return f"access {subject} {passive['rest']}" if passive and subject else words


def _signal(hit: Hit, raw: str) -> Signal | None:
    """A comment on the change at hand, or a "should", counts as review; "must" and "never" instruct."""
    if _DEICTIC.search(raw) or (
        hit.raw("modal").lower().startswith("should") and "always" not in raw.lower() and "never" not in raw.lower()
    ):
        return None
    return Signal.INSTRUCTION


def denied(hit: Hit) -> Draft | None:
    """Read "X must not …"."""
    weak = hit.raw("modal").lower().startswith(("can", "may"))
    return _rule(hit, Polarity.DENY, broad=not weak)


def required(hit: Hit) -> Draft | None:
    """Read "X must …"."""
    return _rule(
        hit,
        Polarity.AFFIRM,
        broad=_LASTS.match(hit.raw("words")) is not None
        or hit.raw("modal")
        .lower()
        .startswith(("must", "may only", "can only", "should always", "should only", "shall")),
    )


def allowed(hit: Hit) -> Draft | None:
    """Read "X may … now": lifts a prohibition; without "now" or "again" it only describes."""
    if (
        "now" not in hit.clause.text.lower().split()
        and "again" not in hit.clause.text.lower().split()
        and not hit.has("correction")
    ):
        return None
    return _rule(hit, Polarity.AFFIRM, broad=True, signal=Signal.DECISION)


def released(hit: Hit) -> Draft | None:
    """Read "X no longer needs to …"."""
    if (
        "n" in hit.raw("modal")
        and hit.raw("modal").lower().startswith("do")
        and not hit.has(ANYMORE)
        and not hit.raw("words").lower().endswith(" now")
    ):
        return None
    return _rule(hit, Polarity.DENY, broad=True, signal=Signal.REJECTION)


def kept(hit: Hit) -> Draft | None:
    """Read "X are stored as Y, never Z": how it is done, by what it is told from."""
    subject, words = hit.raw("subject"), hit.raw("words")
    if (
        _PRONOUN.search(subject)
        or len(words_of(subject)) > _MAX_SUBJECT_WORDS
        or not (is_code(subject, words) or re.match(r"(?:all|every)\b", subject, re.IGNORECASE))
    ):
        return None
    return Draft(
        Key(normalize_subject(subject), "must", stem_phrase(words)),
        hit.clause.raw,
        "convention",
        approach=words,
        counterexample=hit.raw("other"),
    )


def only(hit: Hit) -> Draft | None:
    """Read "Only X may …"."""
    who, words = hit.raw("subject"), hit.raw("words")
    if _PRONOUN.search(who) or len(words_of(who)) > 5 or " " not in words:
        return None
    scope = scoped(words, hit.clause.condition)
    qualifier = " ".join(part for part in (scope.path, scope.qualifier) if part)
    return Draft(
        Key(stem_phrase(scope.text), "only by", qualifier, read_value(who)),
        hit.clause.raw,
        "constraint",
        module=scope.path,
    )
