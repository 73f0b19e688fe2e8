"""Taking back and correcting: "no, it's 45 s", "that's wrong", "not X but Y", "forget what I said about X", "X is gone"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.choices import refused
from slowwave.adapters.local.rules.clauses import CORRECTION
from slowwave.adapters.local.rules.lexicon import CHOICES, FLEETING, SLOT_NOUNS, choice_of, is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Recent, Says, rx
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.slots import SELF_SLOTS, is_subject, slot
from slowwave.adapters.local.rules.values import is_typed, read_value, trimmed
from slowwave.domain.claims import Claim, Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, singular, stem_phrase, words_of

_NEAR = 2
"""Records back that "that" and "it" may point to."""


def _key(claim: Claim, value: Value, polarity: Polarity = Polarity.AFFIRM) -> Key:
    return Key(claim.key.subject, claim.key.attribute, claim.key.qualifier, value, polarity)


def _restated(claim: Claim, new: str) -> str:
    """The earlier statement with its value replaced and put last, so that the words keep the order of the two spans."""
    old = claim.value
    unit = r"\s?\w+" if old.unit and old.kind is ValueKind.NUMBER else ""
    found = re.search(re.escape(old.text).replace(r"\ ", r"\s+") + unit, claim.statement, re.IGNORECASE)
    if found is None:
        return f"{claim.key.subject} is {new}"
    before, after = claim.statement[: found.start()].rstrip(), claim.statement[found.end() :].strip(" .")
    after = re.sub(r"^,? ?(?:and )?(?:not|but|instead of|rather than|over)\b.*$", "", after)
    head, _, copula = before.rpartition(" ")
    return (
        f"{before} {new}"
        if not after
        else f"{head} {after} {copula} {new}"
        if copula in ("is", "are")
        else f"{before} {new}"
    )


def _replacing(found: Recent, value: Value, written: str, replaced: str = "") -> Draft:
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
        overrides=(claim,),
        counterexample=replaced,
    )


def _it_is(hit: Hit) -> Draft | None:
    written = trimmed(hit.raw("value"))
    value = read_value(written)
    if not is_typed(written) and not hit.has(CORRECTION):
        return None
    valued = [each for each in hit.recent() if each.claim.value.text and each.records_ago <= _NEAR]
    same = [each for each in valued if each.claim.value.kind is value.kind]
    if not same or len(words_of(written)) > 5:
        return None
    return _replacing(same[0], value, written) if same[0].claim.value != value else None


def _not_but(hit: Hit) -> Draft | None:
    written, old = trimmed(hit.raw("value")), read_value(trimmed(hit.raw("old")))
    for each in hit.recent():
        if each.claim.value.text and each.claim.value.text == old.text and each.claim.polarity is Polarity.AFFIRM:
            return _replacing(each, read_value(written), written, trimmed(hit.raw("old")))
    return None


def _rejecting(found: Recent) -> Draft:
    """A draft that denies an earlier claim. Taking back a prohibition asserts nothing: the claim is named, and denied by the same words."""
    claim = found.claim
    affirmed = claim.polarity is Polarity.AFFIRM
    return Draft(
        _key(claim, claim.value, Polarity.DENY),
        _negated(claim.statement) if affirmed else claim.statement,
        claim.category,
        signal=Signal.REJECTION,
        standing=claim.standing,
        skeleton=claim.skeleton,
        module=claim.module,
        support=(found.span,),
        overrides=(claim,),
        lane=claim.lane,
    )


def _negated(statement: str) -> str:
    """The statement with a "not": after its "is", or "do not" before an imperative."""
    negated, count = re.subn(r"\b(is|are|must|should|has|may|can)\b", r"\1 not", statement, count=1)
    return (
        negated
        if count
        else f"Do not {statement[0].lower()}{statement[1:]}"
        if not statement.lower().startswith("the user")
        else f"Not: {statement}"
    )


def _that_wrong(hit: Hit) -> Draft | None:
    near = [each for each in hit.recent() if each.records_ago <= _NEAR]
    return _rejecting(near[0]) if near else None


def _forget(hit: Hit) -> Draft | None:
    what = hit.raw("subject")
    wanted = set(stem_phrase(what).split())
    if not wanted or FLEETING.search(what):
        return None
    for each in hit.recent():
        if wanted <= set(stem_phrase(f"{each.claim.statement} {each.claim.key.subject}").split()):
            return _rejecting(each)
    last = singular(words_of(what)[-1])
    if last not in SLOT_NOUNS and normalize_subject(what) not in SELF_SLOTS | set(CHOICES.values()):
        return None
    return Draft(slot(what, Value(), "", Polarity.DENY), impersonal(hit.clause.raw), "fact", standing=Standing.FACT)


def _gone(hit: Hit) -> Draft | None:
    subject = hit.raw("subject")
    side = scoped(subject, hit.clause.condition, places=False)
    if not side.text or not is_subject(side.text) or len(words_of(side.text)) > 5:
        return None
    strong = re.search(
        r"no longer|obsolete|deprecated|retired|sunset|decommissioned|void|cancel", hit.raw("how"), re.IGNORECASE
    )
    last = words_of(side.text)[-1]
    if not strong and not (is_code(side.text) or choice_of(side.text)[0] or singular(last) in SLOT_NOUNS):
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


_THING = r"[^,;()]{1,60}?"

PATTERNS = (
    Pattern(
        "correct.not_but",
        rx(
            rf"^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|make (?:it|that)|use|"
            rf"i meant|i said)?\s*(?:not (?P<old>{_THING}),? but (?:rather )?)(?P<value>{_THING})$",
            rf"^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|make (?:it|that)|use|"
            rf"i meant|i said)?\s*(?P<value>{_THING}),? (?:and )?(?:not|instead of|rather than) (?P<old>{_THING})$",
        ),
        Signal.CORRECTION,
        0.9,
        _not_but,
        yes=(
            Says("The timeout is 30 s. || No, it's 45 s, not 30 s.", "timeout | is |", "+45 s"),
            Says(
                "our staging region is eu-west-1 || not eu-west-1 but eu-north-1",
                "region | is | staging",
                "+eu-north-1",
            ),
            Says("My name is Lena. || I meant Lana, not Lena.", "user | name |", "+lana"),
        ),
        no=("Not now but later.", "It's nice, not great.", "The timeout is 30 s. || Is it 45 s, not 30 s?"),
    ),
    Pattern(
        "correct.it_is",
        rx(
            rf"^(?:it(?:'s| is| should be| must be)|that(?:'s| should be| is)|they(?:'re| are)|make (?:it|that)|"
            rf"i meant|i said)\s+(?:now |actually |really )?(?P<value>{_THING})$",
            rf"^(?P<value>{_THING})$",
        ),
        Signal.CORRECTION,
        0.9,
        _it_is,
        yes=(
            Says("The timeout is 30 s. || Actually, it's 45 s.", "timeout | is |", "+45 s"),
            Says("My timezone is UTC+2. || Sorry, I meant UTC+3.", "user | timezone |", "+utc+3"),
            Says("The API port is 8443. || Correction: it should be 9443.", "api port | is |", "+9443"),
        ),
        no=(
            "Actually, it's broken.",
            "No, it's 45 s.",
            "The timeout is 30 s. || maybe it's 45 s",
            "The timeout is 30 s. || Actually, is it 45 s?",
        ),
        needs=frozenset({CORRECTION}),
    ),
    Pattern(
        "reject.that",
        rx(
            r"^(?:no,? )?(?:that(?:'s| is| was)|this is)(?: just| simply| actually)? (?:wrong|not (?:right|true|"
            r"correct)|incorrect|no longer (?:true|valid|the case|correct|right|needed|necessary)|outdated|obsolete|"
            r"out of date)(?: now| anymore)?$",
            r"^(?:scratch|strike|ignore|forget|disregard|cancel|undo) (?:that|this|my last (?:message|instruction)|"
            r"what i just said)$",
            r"^(?:stop|don'?t) do(?:ing)? (?:that|this)(?: again)?$",
        ),
        Signal.REJECTION,
        0.8,
        _that_wrong,
        yes=(
            Says(
                "Always add a docstring to public functions. || Scratch that.",
                "add docstring public function | practice |",
                "-",
            ),
            Says("The timeout is 30 s. || That's no longer true.", "timeout | is |", "-30 s"),
            Says("Never use npm. || forget that", "npm | use |", "-"),
        ),
        no=(
            "That's wrong.",
            "Scratch that.",
            "hello there || stop doing that",
            "The timeout is 30 s. || Is that no longer true?",
        ),
    ),
    Pattern(
        "reject.forget",
        rx(
            r"^(?:you can |you should )?(?:forget|ignore|disregard|scratch|drop|discard)(?: about)? (?:everything |"
            r"anything |all |what(?:ever)? )?(?:(?:that )?i(?:'ve| have)? (?:said|told you|mentioned|asked|"
            r"wrote)(?: earlier| before)?(?: about| regarding| on)?|my (?:earlier |previous |old )?(?:instructions?|"
            r"rules?|notes?|preferences?|requests?) (?:about|on|regarding|for|to)|the (?:rule|convention|instruction|"
            r"note) (?:about|on|to|that)) (?P<subject>[^,;]{2,60})$"
        ),
        Signal.REJECTION,
        0.8,
        _forget,
        yes=(
            Says(
                "Always add a docstring to public functions. || Forget what I said about docstrings.",
                "add docstring public function | practice |",
                "-",
            ),
            Says("Forget what I told you about my address.", "address | is |", "-"),
            Says("ignore my earlier instructions about the staging timeout", "timeout | is | staging", "-"),
        ),
        no=(
            "Forget it.",
            "Don't forget what I said about tests.",
            "Forget what I said about that.",
            "Did you forget what I said about my address?",
        ),
    ),
    Pattern(
        "reject.gone",
        rx(
            rf"^(?P<subject>{_THING}) (?P<how>(?:is|are|has been|have been|was|were|got)(?: now| all| finally|"
            rf" officially)? (?:gone|removed|obsolete|deprecated|retired|dead|deleted|decommissioned|sunset|"
            rf"no longer (?:needed|used|in use|supported|required|valid|relevant|true|in force|available|a thing)|"
            rf"history|void|cancel+ed)|no longer (?:appl(?:y|ies)|exists?|holds?|matters?|stands?)|"
            rf"do(?:es)?n'?t (?:apply|exist) any ?more)(?: now| anymore)?$"
        ),
        Signal.REJECTION,
        0.8,
        _gone,
        yes=(
            Says("The staging timeout no longer applies.", "timeout | is | staging", "-"),
            Says("Jenkins is gone.", "jenkins | use |", "-"),
            Says("The legacy import endpoint has been removed.", "legacy import endpoint | is |", "-"),
        ),
        no=("It is gone.", "Is Jenkins gone?", "The error is gone.", "He said Jenkins is gone."),
    ),
)
