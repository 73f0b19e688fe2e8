"""Named values: "the timeout is 30 s in staging", "we moved the deploy region to X", "X is no longer V"."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.assertion_table import EMBEDS
from slowwave.adapters.local.rules.frame_scopes import is_narrowed
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import CORRECTION, DECISION, REMEMBER, WE
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.things import sentence_before, things_in
from slowwave.adapters.local.rules.values import is_typed, is_value, moved_from, read_value, trimmed
from slowwave.adapters.local.rules.vocabulary import FLEETING, SLOT_NOUNS
from slowwave.domain.claims import Polarity, Signal, Skeleton, Standing, Value
from slowwave.domain.keys import ENVIRONMENTS, is_path, normalize_subject, singular, split_environment, words_of

SELF_SLOTS = frozenset(
    "name home hometown role employer timezone language pronouns age birthday team diet nickname".split()
) | {"native language", "preferred language"}
_PRONOUN = re.compile(
    r"^(?:it|this|that|these|those|i|you|he|she|her|his|their|they|we|there|here|which|who|what|one|people|nothing|"
    r"something|everything|someone|where|why|how|when|if|all|my guess|both|each|none|let|so|and|but|because|as|"
    r"\w+ing|don'?t|not|no)\b"
    r"|^\w+ (?:an?|the|my|me|some) \w+ (?:where|with|so)|\b(?:where|that|which|who|because|i|you|he|she|they|we|said|"
    r"doesn['’]?t|don['’]?t|didn['’]?t|no longer|never|says|claims?|states|thinks|wants|is|are|was|if|when)\b",
    re.IGNORECASE,
)
_FILLED = re.compile(r"\s+(?:of choice|here|we use|that we use|to use|in use|of record)(?:\s+here)?$", re.IGNORECASE)
SECRET = re.compile(
    r"\b(?:ssn|social security|passports?|passwords?|passcode|api[- ]?keys?|secrets?|tokens?|pin|iban|credit card|"
    r"card number|"
    r"account number|tax id|license number)(?: (?:number|value|code|no\.?))?$",
    re.IGNORECASE,
)
"""Subjects whose value is never kept; only that a rule about them exists."""

_BOTH = re.compile(r"(?P<one>.+ (?:in|on|for) [\w-]+) and (?P<other>\S.* (?:in|on|for) [\w-]+)")
_OF = re.compile(r"\s(?:on|of|for|in|per|to|from)\s", re.IGNORECASE)
_KIND = re.compile(
    r"(?P<kind>port|version|region|host|channel|path|timeout|limit|delay) (?P<value>\S*[\d/#_-].*)", re.IGNORECASE
)
"""A value that says which slot of its thing it fills."""
_NEW = re.compile(
    r"^(?:the|our|my)\s+(?:(?:new|current|actual|updated|latest|real|right|correct|proper|revised|adjusted|corrected|"
    r"amended|changed)\s+)+"
    r"(?!(?:users?|customers?|hires?|employees?|accounts?|members?|directory)\b)",
    re.IGNORECASE,
)
"""What says that a value of a slot replaces another, and is no part of the slot's name."""
_OPENS = re.compile(r"(?:for|of|about)\s", re.IGNORECASE)
_OVER = re.compile(r"^(?:the|our|my)\s+(?:old|previous|former|earlier|wrong)\s", re.IGNORECASE)
_BARE = re.compile(r"(?:the|its|their)(?: [a-z]+){1,2}", re.IGNORECASE)
_HAPPENED = re.compile(
    r"^(?:while|when|after|since|before|because) (?:the |our )?\w+(?: \w+)? (?:were|was|had|did|got|came|went)\b",
    re.IGNORECASE,
)
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
        and not (_PRONOUN.search(text) or EMBEDS.search(text))
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
    if (
        SECRET.search(subject)
        or SECRET.search(_OF.split(subject)[0])
        or (" and " in value and re.match(r"[$€£]?\d", value))
    ):
        return None
    if _OPENS.match(subject) or _OVER.match(subject) or _is_of_something(hit, subject):
        return None
    subject, value, old = _with_kind(subject, value, old)
    scope = scoped(value, _condition(hit), places=True)
    value = trimmed(scope.text)
    side = scoped(f"{subject}", places=False)
    subject = _NEW.sub("the ", _FILLED.sub("", side.text))
    if not subject or not is_subject(subject) or not value or not is_value(normalize_subject(subject) or "x", value):
        return None
    if not (
        _names_slot(subject, value) or (signal is Signal.DECISION and is_typed(value)) or hit.has(CORRECTION, REMEMBER)
    ):
        return None
    where = " ".join(sorted({part for part in (scope.qualifier, scope.path, side.qualifier, side.path) if part}))
    key = slot(subject, read_value(value), where, polarity)
    previous = trimmed(scoped(old, places=False).text) if old else ""
    if previous and len(previous.split()) > 1 and not is_value(normalize_subject(subject), previous):
        return None
    denied = (slot(subject, read_value(previous), where),) if previous else ()
    if where and is_narrowed(hit.clause.text):
        denied = (*denied, slot(subject, read_value(value)))
    if polarity is Polarity.DENY:
        denied = (slot(subject, read_value(value), where),)
    return Draft(
        key,
        impersonal(_worded(hit, old)),
        "fact",
        denied,
        signal=signal,
        standing=Standing.FACT,
        trigger=scope.when,
        module=scope.path or side.path,
    )


def _names_slot(subject: str, value: str) -> bool:
    """Whether the subject is definite, an environment, or a noun that names a slot whose value shows its type."""
    heads = {words_of(part)[-1] for part in (subject, _OF.split(subject)[0]) if words_of(part)}
    named = is_typed(value) and not (heads | {singular(head) for head in heads}).isdisjoint(SLOT_NOUNS)
    return bool(_DEFINITE.search(subject)) or subject.lower() in ENVIRONMENTS or named


def _condition(hit: Hit) -> str:
    """The condition of the clause, unless it tells when something happened."""
    return "" if _HAPPENED.match(hit.clause.condition) else hit.clause.condition


def _worded(hit: Hit, old: str) -> str:
    """The clause with its condition and without "from U" before "to V"."""
    raw = re.sub(rf"\s+from (?:[\w-]+ )??{re.escape(old)}(?= to\b)", "", hit.clause.raw) if old else hit.clause.raw
    return f"{condition}, {raw}" if (condition := _condition(hit)) else raw


def _with_kind(subject: str, value: str, old: str) -> tuple[str, str, str]:
    """Subject and values where a value says what it is: "billing is on port 80", "moved from port 80 to 90"."""
    found = [_KIND.fullmatch(each) for each in (value, old)]
    kind = next((each["kind"].lower() for each in found if each), "")
    if not kind:
        return subject, value, old
    value, old = (each["value"] if each else plain for each, plain in zip(found, (value, old), strict=True))
    return subject if words_of(subject)[-1:] == [kind] else f"{subject} {kind}", value, old


def _is_of_something(hit: Hit, subject: str) -> bool:
    """Whether a bare "the timeout" follows words that name a thing: it is that thing's, or nobody can tell whose."""
    name = _NEW.sub("the ", subject)
    if not _BARE.fullmatch(name) or hit.clause.start == 0:
        return False
    before = hit.heard()[0][: hit.clause.start] if hit.heard() else ""
    return bool(things_in(sentence_before(before)))


def listed(hit: Hit) -> Draft | None:
    """Read "the X: V", "the X = V"."""
    return (
        stated(hit)
        if re.match(r"(?:the|our|my)\b", hit.raw("subject"), re.IGNORECASE) or hit.has(CORRECTION, REMEMBER)
        else None
    )


def stated(hit: Hit) -> Draft | None:
    """Read "X is V", "X is V, not U", "X is U -> V"."""
    value, old = hit.raw("value"), hit.raw("old")
    if moved := moved_from(hit.raw("subject"), value):
        old, value = moved
    if both := _BOTH.fullmatch(value):
        one, other = (draft(hit, hit.raw("subject"), both[part]) for part in ("one", "other"))
        return replace(one, also=(other,)) if one and other else None
    return draft(hit, hit.raw("subject"), value, old)


def elsewhere(hit: Hit) -> Draft | None:
    """Read "in production it's 8 s" after "the timeout in staging is 30 s": the same thing, elsewhere."""
    value = read_value(trimmed(hit.raw("value")))
    before = next(iter(hit.recent()), None)
    if before is None or before.records_ago or before.claim.key.attribute != "is" or not before.claim.key.qualifier:
        return None
    claim, place = before.claim, ENVIRONMENTS[hit.raw("env").lower()]
    if claim.value.kind is not value.kind or claim.key.qualifier not in ENVIRONMENTS.values():
        return None
    named = re.match(r"(?P<subject>.+?) (?:in|on|for) [\w-]+ (?:is|are)\b", claim.statement)
    if named is None or claim.key.qualifier == place:
        return None
    return Draft(
        Key(claim.key.subject, "is", place, value),
        f"{named['subject']} in {hit.raw('env')} is {hit.raw('value')}",
        "fact",
        standing=Standing.FACT,
        support=(before.span,),
    )


def must_be(hit: Hit) -> Draft | None:
    """Read "X must be V", where V is a value by its form."""
    if not is_typed(trimmed(scoped(hit.raw("value"), places=False).text)):
        return None
    return draft(hit, hit.raw("subject"), hit.raw("value"), signal=Signal.INSTRUCTION)


def changed(hit: Hit) -> Draft | None:
    """Read "We moved X [from U] to V"."""
    if hit.match.groupdict().get("verb") is not None and not (hit.has(WE, DECISION) or hit.raw("who")):
        return None
    return draft(
        hit,
        hit.raw("subject"),
        hit.raw("value"),
        hit.raw("old"),
        signal=Signal.DECISION if not hit.has(CORRECTION) else Signal.CORRECTION,
    )


def held(hit: Hit) -> Draft | None:
    """Read "PERSON is [no longer] the owner of Y"."""
    ended = bool(hit.raw("no"))
    return draft(
        hit,
        f"the {hit.raw('subject')}",
        hit.raw("value"),
        signal=Signal.REJECTION if ended else None,
        polarity=Polarity.DENY if ended else Polarity.AFFIRM,
    )


def is_not(hit: Hit) -> Draft | None:
    """Read "X is no longer V"."""
    return draft(hit, hit.raw("subject"), hit.raw("value"), signal=Signal.REJECTION, polarity=Polarity.DENY)
