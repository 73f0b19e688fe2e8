"""Settings and named values: "the timeout is 30 s in staging", "we moved the deploy region to X", "X is no longer V"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.clauses import CORRECTION, DECISION, REMEMBER, WE
from slowwave.adapters.local.rules.lexicon import CHOICES, FLEETING, SLOT_NOUNS
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import is_typed, is_value, read_value, trimmed
from slowwave.domain.claims import Polarity, Signal, Skeleton, Standing, Value
from slowwave.domain.keys import ENVIRONMENTS, is_path, normalize_subject, singular, split_environment, words_of

SELF_SLOTS = frozenset(
    "name home hometown role employer timezone language pronouns age birthday team diet nickname".split()
) | {"native language", "preferred language"}
_CLASSES = frozenset(CHOICES.values())
_PRONOUN = re.compile(
    r"^(?:it|this|that|these|those|i|you|he|she|her|his|their|they|we|there|here|which|who|what|one|people|nothing|"
    r"something|everything|someone|where|why|how|when|if|all|my guess|both|each|none|let|so|and|but|because|as|"
    r"\w+ing|don'?t|not|no)\b"
    r"|^\w+ (?:an?|the|my|me|some) \w+ (?:where|with|so)|\b(?:where|that|which|who|because|i|you|he|she|they|we|said|"
    r"says|claims?|states|thinks|wants|is|are|was|if|when)\b",
    re.IGNORECASE,
)
_FILLED = re.compile(r"\s+(?:of choice|here|we use|that we use|to use|in use|of record)(?:\s+here)?$", re.IGNORECASE)
_MAX_SUBJECT_WORDS = 7
_DEFINITE = re.compile(r"^(?:the|our|my|your|\w+(?:'s|’s)|all|every|for)\b|`|[_/-]|\d", re.IGNORECASE)


def slot(subject: str, value: Value, qualifier: str = "", polarity: Polarity = Polarity.AFFIRM) -> Key:
    """The key of "SUBJECT is VALUE": the user's own slots under "user", an environment word in the qualifier."""
    mine = re.match(r"my\b", subject.strip(), re.IGNORECASE)
    if mine:
        name = normalize_subject(subject, Skeleton.ASSISTANT)
        if name in SELF_SLOTS:
            return Key("user", name, qualifier, value, polarity)
    name, place = split_environment(normalize_subject(subject))
    return Key(name, "is", " ".join(sorted(part for part in (place, qualifier) if part)), value, polarity)


def is_subject(text: str) -> bool:
    """Whether the words before "is" name a slot that can hold a value."""
    words = words_of(text)
    return (
        bool(words)
        and len(words) <= _MAX_SUBJECT_WORDS
        and not _PRONOUN.search(text)
        and not FLEETING.search(text.strip())
        and not is_path(text)
    )


def draft(
    hit: Hit,
    subject: str,
    value: str,
    old: str = "",
    *,
    signal: Signal | None = None,
    polarity: Polarity = Polarity.AFFIRM,
) -> Draft | None:
    """A draft of "SUBJECT is VALUE", its scope taken out of either side; nothing where it names no slot or no value."""
    scope = scoped(value, hit.clause.condition, places=True)
    value = trimmed(scope.text)
    side = scoped(f"{subject}", places=False)
    subject = _FILLED.sub("", side.text)
    if not subject or not is_subject(subject) or not value or not is_value(normalize_subject(subject) or "x", value):
        return None
    noun = words_of(subject)[-1]
    named = is_typed(value) and not {noun, singular(noun)}.isdisjoint(SLOT_NOUNS)
    if not (
        _DEFINITE.search(subject)
        or subject.lower() in ENVIRONMENTS
        or named
        or (signal is Signal.DECISION and is_typed(value))
        or hit.has(CORRECTION, REMEMBER)
    ):
        return None
    where = " ".join(sorted({part for part in (scope.qualifier, scope.path, side.qualifier, side.path) if part}))
    key = slot(subject, read_value(value), where, polarity)
    previous = trimmed(scoped(old, places=False).text) if old else ""
    denied = (slot(subject, read_value(previous), where),) if previous else ()
    if polarity is Polarity.DENY:
        denied = (slot(subject, read_value(value), where),)
    return Draft(
        key,
        impersonal(_with_condition(hit)),
        "fact",
        denied,
        signal=signal,
        standing=Standing.FACT,
        trigger=scope.when,
        module=scope.path or side.path,
    )


def _with_condition(hit: Hit) -> str:
    raw = hit.clause.raw
    return f"{hit.clause.condition}, {raw}" if hit.clause.condition else raw


def _listed(hit: Hit) -> Draft | None:
    return (
        _is(hit)
        if re.match(r"(?:the|our|my)\b", hit.raw("subject"), re.IGNORECASE) or hit.has(CORRECTION, REMEMBER)
        else None
    )


def _is(hit: Hit) -> Draft | None:
    value, old = hit.raw("value"), hit.raw("old")
    return draft(hit, hit.raw("subject"), value, old)


def _must_be(hit: Hit) -> Draft | None:
    if not is_typed(trimmed(scoped(hit.raw("value"), places=False).text)):
        return None
    return draft(hit, hit.raw("subject"), hit.raw("value"), signal=Signal.INSTRUCTION)


def _changed(hit: Hit) -> Draft | None:
    if hit.match.groupdict().get("verb") is not None and not (hit.has(WE, DECISION) or hit.raw("who")):
        return None
    return draft(
        hit,
        hit.raw("subject"),
        hit.raw("value"),
        hit.raw("old"),
        signal=Signal.DECISION if not hit.has(CORRECTION) else Signal.CORRECTION,
    )


def _is_not(hit: Hit) -> Draft | None:
    return draft(hit, hit.raw("subject"), hit.raw("value"), signal=Signal.REJECTION, polarity=Polarity.DENY)


_SUBJECT = r"(?P<subject>[^,;:()=?]{2,70}?)"
_VALUE = r"(?P<value>(?:[^,;()]|,(?=\d)){1,80}?)"
_VERBS = (
    r"changed|updated|set|moved|bumped|raised|lowered|increased|decreased|reduced|dropped|switched|migrated|upgraded|"
    r"downgraded|cut|extended|shortened|renamed|relocated|shifted|pushed|postponed|rescheduled"
)
_SINCE = (
    r"(?:,? (?:last \w+|yesterday|recently|already|in (?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december)|(?:a|two|three|few|a few|a couple of) \w+ ago|as of .{3,20}))?"
)

PATTERNS = (
    Pattern(
        "slot.not",
        rx(
            rf"^{_SUBJECT} (?:is|are)(?: no longer|n'?t| not)(?: called| named| set to)? {_VALUE}(?: anymore|"
            rf" any more| any longer)?$"
        ),
        Signal.REJECTION,
        0.8,
        _is_not,
        yes=(
            Says("The staging region is no longer eu-west-1.", "region | is | staging", "-eu-west-1"),
            Says("Our billing database is not Postgres.", "billing database | is |", "-postgres"),
            Says("the release manager isn't Dana anymore", "release manager | is |", "-dana"),
        ),
        no=(
            "This is not 5.",
            "The test is not green.",
            "Is the region not eu-west-1?",
            "I think the region is not eu-west-1",
        ),
    ),
    Pattern(
        "slot.changed",
        rx(
            rf"^(?P<who>i(?:'ve| have)? )?(?:have )?(?P<verb>{_VERBS})\s+{_SUBJECT}(?: over)?(?: from "
            rf"(?P<old>[\w$€£`'\"./:@ -]{{1,40}}?))? to {_VALUE}{_SINCE}$",
            rf"^{_SUBJECT} (?:was|were|got|has been|have been|is being|has|have)?\s?(?:now )?(?:{_VERBS}|went|"
            rf"gone)(?: over| up| down)?(?: from (?P<old>[\w$€£`'\"./:@ -]{{1,40}}?))? to {_VALUE}{_SINCE}$",
        ),
        Signal.DECISION,
        0.8,
        _changed,
        yes=(
            Says("We bumped the checkout timeout from 30 s to 45 s.", "checkout timeout | is |", "+45 s"),
            Says("The deploy region was moved to us-east-2 last week.", "deploy region | is |", "+us-east-2"),
            Says("We moved the weekly sync to Thursday.", "weekly sync | is |", "+thursday"),
        ),
        no=(
            "Please bump the timeout to 45 s.",
            "Should we move the region to us-east-2?",
            "They moved the region to us-east-2, he said.",
            "We might change the timeout to 5 s",
        ),
    ),
    Pattern(
        "slot.must",
        rx(rf"^{_SUBJECT} (?:must|has to|have to|should|needs to|will) (?:now |always )?be (?:set to )?{_VALUE}$"),
        Signal.SELF_FACT,
        0.8,
        _must_be,
        yes=(
            Says("The retry limit must be 5.", "retry limit | is |", "+5"),
            Says("In production, the log level must be WARN.", "log level | is | production", "+warn"),
            Says("the max line length should be 100", "max line length | is |", "+100"),
        ),
        no=(
            "It should be 5.",
            "The text should be readable.",
            "Should the limit be 5?",
            "the limit should be 5 for now",
        ),
    ),
    Pattern(
        "slot.is",
        rx(
            rf"^{_SUBJECT} (?:is|are|equals|will be|becomes)(?: now| currently| always| called| named| set to| on|"
            rf" due| due on| scheduled for)* {_VALUE}(?:,? (?:and )?not (?P<old>[^,;]{{1,40}}))?$",
            rf"^{_SUBJECT} (?:is|are)(?: now)? not (?P<old>[^,;]{{1,40}}?),? but (?:rather )?{_VALUE}$",
            rf"^{_SUBJECT} (?:lives? (?:at|in|on)|points? (?:at|to)|runs? on|listens? on|defaults? to|starts? at|"
            rf"(?:happens?|runs?|takes? place|occurs?)(?= every| daily| weekly| on| at)(?: on| at)?|belongs? to|"
            rf"goes to|ends? at|uses?)(?: now)? {_VALUE}(?:,? (?:and )?not (?P<old>[^,;]{{1,40}}))?$",
        ),
        Signal.SELF_FACT,
        0.7,
        _is,
        yes=(
            Says("The timeout is 30 s in staging.", "timeout | is | staging", "+30 s"),
            Says("our staging region is eu-west-1", "region | is | staging", "+eu-west-1"),
            Says("FYI the owner of billing is Priya.", "billing owner | is |", "+priya"),
            Says("The API port is 8443, not 8080.", "api port | is |", "+8443"),
        ),
        no=(
            "The build is broken.",
            "This is 5.",
            "Is the timeout 30 s?",
            "My manager says the timeout is 30 s.",
            "Imagine the timeout is 30 s.",
            "the problem is line 30",
        ),
    ),
    Pattern(
        "slot.listed",
        rx(
            rf"^{_SUBJECT}(?:\s*=\s*|: )(?P<old>)(?P<value>[\w.:/$€£%@+-]+(?: (?:s|ms|seconds?|minutes?|hours?|days?|"
            rf"weeks?|months?|[MGK]B))?)$",
        ),
        Signal.SELF_FACT,
        0.7,
        _listed,
        yes=(
            Says("Remember: deploy region = eu-west-1", "deploy region | is |", "+eu-west-1"),
            Says("our staging port: 8443", "port | is | staging", "+8443"),
            Says("the cache ttl = 300 s", "cache ttl | is |", "+300 s"),
        ),
        no=("Version: 2.1.17", "x = 5", "the total: 5?"),
    ),
)
