"""Give a draft its final form: statement, skeleton, standing, lane, signal and importance, from the words' form alone."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.clauses import CORRECTION, DURABLE, HOUSE, MUST, REMEMBER, WANT, Clause
from slowwave.adapters.local.rules.lexicon import PERSONAL_CHOICES, is_code, is_safety
from slowwave.adapters.local.rules.pattern import Draft, Key, Pattern
from slowwave.domain.claims import Candidate, Claim, ClaimKey, Lane, Polarity, Signal, Skeleton, Span, Standing
from slowwave.domain.records import Record

FRAME_WORDS = frozenset(
    "the a an user user's is are not at for in on as from to of by prefers prefer wants want uses use works work lives live speaks speak goal plans "
    "name home role employer timezone language pronouns age birthday team diet allergy allergic editor os shell hometown native years old "
    "no longer applies has been with when must over instead passes worked failed after running command tests run".split()
)
"""The only words a statement may add to those of its evidence."""

_HEDGED_IMPORTANCE = 0.2
_SAFETY_IMPORTANCE = 0.95
_DURABLE_IMPORTANCE = 0.9
_FIRST_PERSON = (
    (re.compile(r"\bI(?:'m|’m| am)\b"), "the user is"),
    (re.compile(r"\bI\b(?!\.)(?:'d|'ve|'ll)?"), "the user"),
    (re.compile(r"\bmy\b", re.IGNORECASE), "the user's"),
    (re.compile(r"\bme\b", re.IGNORECASE), "the user"),
    (re.compile(r"\bmine\b", re.IGNORECASE), "the user's"),
)
_ADDRESS = re.compile(r"(?:^|(?<=\s))(?:please|pls|kindly|guys)\s+", re.IGNORECASE)


def sentence(text: str) -> str:
    """One sentence: a single line, no emphasis marks, a capital unless it starts with a name, and a full stop."""
    text = " ".join(text.replace("**", "").split()).strip(" ,;:*_-–—")
    text = _ADDRESS.sub("", text).rstrip(".!")
    if not text:
        return ""
    first = text.split()[0]
    if first.isalpha() and first.islower() and not is_code(first):
        text = text[0].upper() + text[1:]
    return text + "."


def impersonal(text: str) -> str:
    """The text with the speaker's "I" and "my" as "the user"."""
    for pattern, frame in _FIRST_PERSON:
        text = pattern.sub(frame, text)
    return text


def skeleton_of(key: Key) -> Skeleton:
    """Coding or assistant, from the key alone, so that claims that could conflict land in the same table."""
    if key.subject == "user" or key.subject in PERSONAL_CHOICES:
        return Skeleton.ASSISTANT
    return Skeleton.CODING if is_code(key.subject, key.qualifier) else Skeleton.ASSISTANT


def candidate(draft: Draft, pattern: Pattern, clause: Clause, record: Record, *, hedged: bool, denies: tuple[Claim, ...] = (), support: tuple[Span, ...] = ()) -> Candidate | None:
    """Finish a draft into a candidate; nothing when no statement is left."""
    signal = draft.signal or signal_of(pattern.signal, clause.flags)
    safety = draft.lane is Lane.SAFETY or (draft.lane is None and draft.category in ("constraint", "convention") and is_safety(clause.raw))
    if hedged and (signal is Signal.REJECTION or draft.key.polarity is Polarity.DENY):
        return None
    claim = claim_of(draft, record, safety=safety, hedged=hedged)
    if not claim.statement:
        return None
    overrides = () if hedged else (*denies, *(claim_of_key(key, record) for key in draft.denies))
    return Candidate(
        claim=claim,
        span=Span(record.id, clause.start, clause.end),
        signal=signal,
        importance=_HEDGED_IMPORTANCE if hedged else _importance(draft, pattern, clause, safety=safety),
        pattern=pattern.name,
        support=support,
        denies=tuple(dict.fromkeys(each for each in overrides if each.note_id() != claim.note_id())),
    )


def signal_of(base: Signal, flags: frozenset[str]) -> Signal:
    """The signal of a pattern as the peeled words change it: a correction corrects, "from now on" instructs."""
    if base in (Signal.REJECTION, Signal.GOAL):
        return base
    if CORRECTION in flags:
        return Signal.CORRECTION
    if base in (Signal.REVIEW, Signal.PREFERENCE) and not flags.isdisjoint({DURABLE, REMEMBER, HOUSE, MUST, WANT}):
        return Signal.INSTRUCTION
    return base


def claim_of(draft: Draft, record: Record, *, safety: bool, hedged: bool) -> Claim:
    """The claim of a draft said in a record."""
    key = draft.key
    standing = Standing.ASSUMPTION if hedged else draft.standing
    return Claim(
        skeleton=draft.skeleton or skeleton_of(key),
        key=ClaimKey(key.subject, key.attribute, key.qualifier),
        polarity=key.polarity,
        value=key.value,
        statement=sentence(draft.statement),
        standing=standing,
        category="constraint" if safety else draft.category,
        lane=Lane.SAFETY if safety else draft.lane or Lane.DEFAULT,
        module=draft.module,
        protected=standing is Standing.FACT and draft.category in ("fact", "goal", "architecture"),
        valid_from=record.event_time,
        valid_until=draft.valid_until,
        trigger=draft.trigger,
        approach=draft.approach,
        counterexample=draft.counterexample,
    )


def claim_of_key(key: Key, record: Record) -> Claim:
    """A bare claim that names an assertion to override; only its key, polarity and value count."""
    return Claim(
        skeleton=skeleton_of(key),
        key=ClaimKey(key.subject, key.attribute, key.qualifier),
        polarity=key.polarity,
        value=key.value,
        statement="",
        standing=Standing.CONVENTION,
        category="convention",
    )


def _importance(draft: Draft, pattern: Pattern, clause: Clause, *, safety: bool) -> float:
    if safety:
        return _SAFETY_IMPORTANCE
    importance = draft.importance or pattern.importance
    return max(importance, _DURABLE_IMPORTANCE) if not clause.flags.isdisjoint({DURABLE, REMEMBER}) else importance
