"""Taking back and correcting: "no, it's 45 s", "that's wrong", "not X but Y", "forget what I said about X", "X is
gone".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from slowwave.adapters.local.rules.alike import alike, written
from slowwave.adapters.local.rules.choices import refused
from slowwave.adapters.local.rules.lexicon import CLASSES, choice_of, is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Recent
from slowwave.adapters.local.rules.peelings import CORRECTION
from slowwave.adapters.local.rules.routines import sent_thing
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.slots import SELF_SLOTS, is_subject, slot
from slowwave.adapters.local.rules.values import is_typed, read_value, trimmed
from slowwave.adapters.local.rules.vocabulary import FLEETING, SLOT_NOUNS
from slowwave.domain.claims import Claim, Polarity, Signal, Standing, Value
from slowwave.domain.endings import GONE
from slowwave.domain.keys import normalize_subject, singular, stem_phrase, words_of

_RULE_ABOUT = re.compile(
    r"^(?:the|our|my|that) (?:\w+ )?(?:rule|convention|instruction|preference|note|guideline)s? (?:about|on|for|"
    r"regarding) ",
    re.IGNORECASE,
)
_IT = re.compile(r"(?:it|they|that)\b", re.IGNORECASE)
_PASSES = re.compile(rf"\b(?:{GONE})\b", re.IGNORECASE)
_MAX_THING = 3
NEAR = 2
"""Records back that "that" and "it" may point to."""


def _key(claim: Claim, value: Value, polarity: Polarity = Polarity.AFFIRM) -> Key:
    return Key(claim.key.subject, claim.key.attribute, claim.key.qualifier, value, polarity)


def _restated(claim: Claim, new: str) -> str:
    """The earlier statement with its value replaced and put last, so that the words keep the order of the two spans."""
    statement = re.sub(r"\b(is|are)(?:n['’]t| not| no longer)\b| any ?more\b", r"\1", claim.statement)
    found = re.search(re.escape(written(claim)), statement, re.IGNORECASE)
    if found is None:
        return f"{claim.key.subject} is {new}"
    before, after = statement[: found.start()].rstrip(), statement[found.end() :].strip(" .")
    after = re.sub(r"^,? ?(?:and )?(?:not|but|instead of|rather than|over)\b.*$", "", after)
    head, _, copula = before.rpartition(" ")
    return (
        f"{before} {new}"
        if not after
        else f"{head} {after} {copula} {new}"
        if copula in ("is", "are")
        else f"{before} {new}"
    )


def replacing(found: Recent, value: Value, written: str, replaced: str = "") -> Draft:
    """A draft that gives an earlier claim another value."""
    claim = found.claim
    return Draft(
        _key(claim, value),
        _restated(claim, written),
        claim.category,
        signal=Signal.CORRECTION,
        importance=0.9,
        standing=claim.standing,
        skeleton=claim.skeleton,
        module=claim.module,
        support=(found.span,),
        overrides=(claim,) if claim.polarity is Polarity.AFFIRM else (),
        counterexample=replaced,
    )


def it_is(hit: Hit) -> Draft | None:
    """Read "No, it's V": the value of what was said just before."""
    new = trimmed(hit.raw("value"))
    value = read_value(new)
    if not hit.has(CORRECTION) and not (_IT.match(hit.clause.text) and is_typed(new) and _just_denied(hit)):
        return None
    found = like(hit.recent(), new)
    return replacing(found, value, new) if found else None


def like(recent: Iterable[Recent], new: str) -> Recent | None:
    """The nearest value said shortly before that is of the kind of another, or None."""
    valued = (each for each in recent if each.claim.value.text and each.records_ago <= NEAR)
    return next((each for each in valued if alike(written(each.claim), new)), None)


def _just_denied(hit: Hit) -> bool:
    """Whether the clause before denied a value: "the owner is no longer A, it's B"."""
    here = next(iter(hit.recent()), None)
    return here is not None and here.records_ago == 0 and here.claim.polarity is Polarity.DENY


def not_but(hit: Hit) -> Draft | None:
    """Read "Not U but V", "V, not U": the value U, wherever it was said."""
    new, old = trimmed(hit.raw("value")), read_value(trimmed(hit.raw("old")))
    for each in hit.recent():
        if each.claim.value.text and each.claim.value.text == old.text and each.claim.polarity is Polarity.AFFIRM:
            return replacing(each, read_value(new), new, trimmed(hit.raw("old")))
    return None


def rejecting(found: Recent) -> Draft:
    """A draft that denies an earlier claim. Taking back a prohibition asserts nothing: the claim is named, and denied
    by the same words.
    """
    claim = found.claim
    affirmed = claim.polarity is Polarity.AFFIRM
    return Draft(
        _key(claim, claim.value, Polarity.DENY),
        negated(claim.statement) if affirmed else claim.statement,
        claim.category,
        signal=Signal.REJECTION,
        standing=claim.standing,
        skeleton=claim.skeleton,
        module=claim.module,
        support=(found.span,),
        overrides=(claim,),
        lane=claim.lane,
    )


def negated(statement: str) -> str:
    """The statement with a "not": after its "is", or "do not" before an imperative."""
    negated, count = re.subn(r"\b(is|are|must|should|has|may|can)\b", r"\1 not", statement, count=1)
    return (
        negated
        if count
        else f"Do not {statement[0].lower()}{statement[1:]}"
        if not statement.lower().startswith("the user")
        else f"Not: {statement}"
    )


def that_wrong(hit: Hit) -> Draft | None:
    """Read "That's wrong", "scratch that": what was said just before."""
    near = [each for each in hit.recent() if each.records_ago <= NEAR]
    return rejecting(near[0]) if near else None


def forget(hit: Hit) -> Draft | None:
    """Read "Forget what I said about X"."""
    return _about(hit, hit.raw("subject"))


def _about(hit: Hit, what: str) -> Draft | None:
    """Deny what was claimed before about a thing, or the slot it names; nothing where neither is known."""
    wanted = set(stem_phrase(what).split())
    if not wanted or FLEETING.search(what):
        return None
    for each in hit.recent():
        if wanted <= set(stem_phrase(f"{each.claim.statement} {each.claim.key.subject}").split()):
            return rejecting(each)
    if len(wanted) > _MAX_THING or re.search(r"\b(?:it|that|this|them|us|you)\b", what, re.IGNORECASE):
        return None
    last = singular(words_of(what)[-1])
    named = last in SLOT_NOUNS or normalize_subject(what) in SELF_SLOTS | CLASSES
    sent = sent_thing(what)
    wish = Key(stem_phrase(what), "prefer")
    key = slot(what, Value(), "", Polarity.DENY) if named else replace(wish, polarity=Polarity.DENY)
    if sent:
        key = Key(sent, "send", polarity=Polarity.DENY)
    return Draft(key, impersonal(hit.clause.raw), "fact", (wish,), standing=Standing.FACT)


def gone(hit: Hit) -> Draft | None:
    """Read "X is gone", "X no longer applies"."""
    subject = hit.raw("subject")
    if _RULE_ABOUT.match(subject):
        return _about(hit, _RULE_ABOUT.sub("", subject))
    side = scoped(subject, hit.clause.condition, places=False)
    if not side.text or not is_subject(side.text) or len(words_of(side.text)) > 5:
        return None
    last = words_of(side.text)[-1]
    if _PASSES.search(hit.raw("how")) and not (
        is_code(side.text) or choice_of(side.text)[0] or singular(last) in SLOT_NOUNS
    ):
        return None
    if choice_of(side.text)[0]:
        key, denied = refused(side.text, "", side.qualifier)
        return Draft(
            key, hit.clause.raw, "convention", (*denied, Key(key.subject, "use", key.qualifier)), standing=Standing.FACT
        )
    key = slot(side.text, Value(), side.qualifier, Polarity.DENY)
    return Draft(
        key,
        impersonal(hit.clause.raw),
        "fact",
        (Key(normalize_subject(side.text), "use", side.qualifier),),
        standing=Standing.FACT,
    )
