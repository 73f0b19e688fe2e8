"""Give a draft its final form: statement, skeleton, standing, lane, signal and importance, from the words' form
alone.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.clauses import Clause
from slowwave.adapters.local.rules.commands import TOOL
from slowwave.adapters.local.rules.lexicon import CLASSES, PERSONAL_CHOICES, choice_of, is_code, is_safety
from slowwave.adapters.local.rules.pattern import Draft, Key, Pattern
from slowwave.adapters.local.rules.peelings import CORRECTION, DURABLE, HOUSE, MUST, NIT, REMEMBER, WANT
from slowwave.domain.claims import Candidate, Claim, ClaimKey, Lane, Polarity, Signal, Skeleton, Span, Standing
from slowwave.domain.records import Record

FRAME_WORDS = frozenset("the user user's users is has does do not prefers works fails".split())
"""The only words a statement may add to those of its evidence; verbs of the first person may take their third-person
form.
"""

_HEDGED_IMPORTANCE = 0.2
_SAFETY_IMPORTANCE = 0.95
_DURABLE_IMPORTANCE = 0.9
_VERBS = (
    "live work use prefer like love hate dislike speak go want need plan hope aim intend run code write get expect "
    "eat drink drive keep think believe ask swim teach play meditate cycle feel train"
)
_THIRD = {verb: verb + ("es" if verb == "go" else "s") for verb in _VERBS.split()} | {
    "have": "has",
    "do": "does",
    "don't": "doesn't",
    "don’t": "doesn't",
    "dont": "doesn't",
    "am": "is",
}
_SUBJECT = re.compile(
    rf"\bI(?P<be>['’]?m)?(?:['’]?ve|['’]d)?\b(?:\s+(?P<adverb>(?:\w+ly|always|just|now|mostly|usually|also|"
    rf"still|no longer|never)\s+)?(?P<verb>{'|'.join(_THIRD)})\b)?",
    re.IGNORECASE,
)
_OTHERS = (
    (re.compile(r"(?<![\w-])(?:my|mine)(?![\w-])", re.IGNORECASE), "the user's"),
    (re.compile(r"(?<![\w-])me(?![\w-])", re.IGNORECASE), "the user"),
)
_RELATIVE = re.compile(
    r",?\s+(?:last \w+|yesterday|recently|just now|(?:a|two|three|few|a few|a couple of|\d+) \w+ ago|this (?:week|"
    r"month|year|morning)|these days)$",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(do|does|did|is|are|was|were|should|would|ca)nt\b", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:^|(?<=\s))(?:please|pls|kindly|guys)\s+", re.IGNORECASE)


def sentence(text: str) -> str:
    """One sentence: a single line, no emphasis marks, a capital unless it starts with a name, and a full stop."""
    text = " ".join(text.replace("**", "").split()).lstrip(" ,;:*_-–—").rstrip(" ,;:*_–—").removesuffix(" -")
    text = _NEGATED.sub(r"\1n't", _ADDRESS.sub("", text)).rstrip(".!")
    if not text:
        return ""
    first = text.split()[0]
    if first.isalpha() and first.islower() and not re.fullmatch(TOOL, first) and not choice_of(first)[0]:
        text = text[0].upper() + text[1:]
    return text + "."


def impersonal(text: str) -> str:
    """The text with "I" and "my" as "the user", and without "last month", which only the record's time explains."""
    text = _SUBJECT.sub(_third_person, _RELATIVE.sub("", text))
    for pattern, frame in _OTHERS:
        text = pattern.sub(frame, text)
    return text


def _third_person(match: re.Match[str]) -> str:
    if match.group()[0] != "I" and match.start() > 0 and not (match["be"] or match["verb"]):
        return match.group()
    if match["be"]:
        return "the user is" + match.group()[match.end("be") - match.start() :]
    verb = f" {match['adverb'] or ''}{_THIRD[match['verb'].lower()]}" if match["verb"] else ""
    return "the user" + verb


def skeleton_of(key: Key) -> Skeleton:
    """Coding or assistant, from the key alone, so that claims that could conflict land in the same table."""
    if key.subject == "user" or key.subject in PERSONAL_CHOICES:
        return Skeleton.ASSISTANT
    return Skeleton.CODING if key.subject in CLASSES or is_code(key.subject, key.qualifier) else Skeleton.ASSISTANT


def candidate(draft: Draft, pattern: Pattern, clause: Clause, record: Record, *, hedged: bool) -> Candidate | None:
    """Finish a draft into a candidate; nothing when no statement is left."""
    signal = draft.signal or signal_of(pattern.signal, clause.flags)
    safety = draft.lane is Lane.SAFETY or (
        draft.lane is None and draft.category in ("constraint", "convention") and is_safety(clause.raw)
    )
    if hedged and (signal is Signal.REJECTION or draft.key.polarity is Polarity.DENY):
        return None
    claim = claim_of(draft, record, safety=safety, hedged=hedged)
    if not claim.statement:
        return None
    overrides = () if hedged else (*draft.overrides, *(claim_of_key(key, record) for key in draft.denies))
    return Candidate(
        claim=claim,
        span=Span(record.id, *(draft.at or (clause.start, clause.end))),
        signal=signal,
        importance=_HEDGED_IMPORTANCE if hedged else _importance(draft, pattern, clause, safety=safety),
        pattern=pattern.name,
        support=(*draft.support, *(Span(record.id, *each) for each in draft.beside)),
        denies=tuple(dict.fromkeys(overrides)),
    )


def signal_of(base: Signal, flags: frozenset[str]) -> Signal:
    """The signal of a pattern as the peeled words change it: a correction corrects, "from now on" instructs,
    and "nit:" speaks of the change at hand.
    """
    if base in (Signal.REJECTION, Signal.GOAL):
        return base
    if CORRECTION in flags:
        return Signal.CORRECTION
    if NIT in flags and base in (Signal.INSTRUCTION, Signal.PREFERENCE) and DURABLE not in flags:
        return Signal.REVIEW
    if base in (Signal.REVIEW, Signal.PREFERENCE) and not flags.isdisjoint({DURABLE, REMEMBER, HOUSE, MUST, WANT}):
        return Signal.INSTRUCTION
    return base


def claim_of(draft: Draft, record: Record, *, safety: bool, hedged: bool) -> Claim:
    """The claim of a draft said in a record."""
    key = draft.key
    skeleton = draft.skeleton or skeleton_of(key)
    category = "behaviour" if (draft.category, skeleton) == ("architecture", Skeleton.ASSISTANT) else draft.category
    standing = Standing.ASSUMPTION if hedged else draft.standing
    return Claim(
        skeleton=skeleton,
        key=ClaimKey(key.subject, key.attribute, key.qualifier),
        polarity=key.polarity,
        value=key.value,
        statement=sentence(draft.statement),
        standing=standing,
        category="constraint" if safety else category,
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
