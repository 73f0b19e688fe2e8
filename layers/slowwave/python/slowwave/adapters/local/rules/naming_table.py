"""The words in which people say that two names mean one thing, with examples. They make what is said under either name
compete (see `domain.naming`), so they are read from plain sentences only.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.domain.claims import Polarity, Signal, Standing
from slowwave.domain.keys import normalize_subject
from slowwave.domain.naming import same_thing

_NAME = r"(?:the |our )?[\w`][\w`'’./@-]*(?: [\w`'’./@-]+){0,3}?"
_KIND = r"(?:thing|service|system|component|module|package|repo(?:sitory)?|project|team|tool|person|place|table|job)"
_BESIDE = r"(?:(?:by the way|btw|note that|remember|fyi|just so you know|for context|heads up)[,:]? )?(?:that )?"
_OPEN, _CLOSE = "[\"“'`]?", "[\"”'`]?"

NO_NAME = re.compile(
    r"\b(?:i|you|we|they|it|he|she|this|that|these|those|both|all|everything|something|anything|nothing|one|two|what|which|"
    r"who|here|there|other|others|same|is|are|was|were|means?|do|does|did|not|no|only|just|if|when|because|so|then|"
    r"an?|once|twice)\b",
    re.IGNORECASE,
)
"""Words that no name has: a phrase with one of them is a clause, or points at something."""


def _joined(hit: Hit, polarity: Polarity) -> Draft | None:
    names = [hit.raw(group).strip("\"“”'`") for group in ("one", "other")]
    if any(NO_NAME.search(re.sub(r"^(?:the|our) ", "", name, flags=re.IGNORECASE)) for name in names):
        return None
    one, other = map(normalize_subject, names)
    if not one or not other or one == other:
        return None
    key = same_thing(one, other)
    called = Key(key.subject, key.attribute, key.qualifier, polarity=polarity)
    return Draft(called, impersonal(hit.clause.raw), "fact", standing=Standing.FACT)


def _same(hit: Hit) -> Draft | None:
    return _joined(hit, Polarity.AFFIRM)


def _other(hit: Hit) -> Draft | None:
    return _joined(hit, Polarity.DENY)


PATTERNS = (
    Pattern(
        "naming.same",
        rx(
            rf"^{_BESIDE}(?P<one>{_NAME}) and (?P<other>{_NAME}) (?:are|mean)(?: both| really| actually| just)? "
            rf"(?:the (?:very )?same(?: {_KIND})?|one and the same(?: {_KIND})?|(?:two|different) names for the same "
            rf"{_KIND})[.!]?$",
            rf"^{_BESIDE}(?P<one>{_NAME}) is (?:(?:also |sometimes |often |better )(?:known as|called|referred to as)|"
            rf"known as|a\.?k\.?a\.?) {_OPEN}(?P<other>{_NAME}){_CLOSE}"
            r"(?: (?:here|internally|by (?:us|everyone)|too))?[.!]?$",
            rf"^{_BESIDE}(?P<one>{_NAME}) is (?:just |only |really |simply )?(?:another|a second|an?(?: old| internal)?"
            rf"|the (?:old|internal|other)) (?:name|nickname|alias|word) (?:for|of) {_OPEN}(?P<other>{_NAME}){_CLOSE}"
            r"[.!]?$",
            rf"^{_BESIDE}(?:when(?:ever)?|if) (?:i|we) (?:say|write|mention|talk about|speak of) {_OPEN}"
            rf"(?P<one>{_NAME}){_CLOSE},? (?:then )?(?:i|we) "
            rf"(?:mean|am talking about|are talking about) {_OPEN}(?P<other>{_NAME}){_CLOSE}[.!]?$",
            rf"^{_BESIDE}by {_OPEN}(?P<one>{_NAME}){_CLOSE},? (?:i|we) (?:always )?mean {_OPEN}(?P<other>{_NAME})"
            rf"{_CLOSE}[.!]?$",
            rf"^{_BESIDE}(?:we|people here|everyone here|the team) (?:also |usually |internally )?"
            rf"(?:calls?|refers? to) (?P<one>{_NAME}) (?:as )?[\"“'`](?P<other>{_NAME})[\"”'`][.!]?$",
        ),
        Signal.SELF_FACT,
        0.8,
        _same,
        yes=(
            Says("billing and the invoicing service are the same thing.", "billing | also called | invoicing service"),
            Says(
                "Note that the ETL and the nightly loader are one and the same.", "etl | also called | nightly loader"
            ),
            Says("The storefront is also known as shop-web.", "shop-web | also called | storefront"),
            Says('When I say "the robot", I mean deploy-bot.', "deploy-bot | also called | robot"),
            Says("By the warehouse we mean the Snowflake account", "snowflake account | also called | warehouse"),
            Says("The gatekeeper is just another name for auth-proxy.", "auth-proxy | also called | gatekeeper"),
            Says("We call the reporting database `mirror`.", "mirror | also called | reporting database"),
        ),
        no=(
            "Are billing and the invoicing service the same thing?",
            "billing and invoices are the same color.",
            "These two are the same thing.",
            "It is also known as a flake.",
            "If billing and payments are the same thing, merge them.",
            "We call the API twice.",
            "My colleague says billing and ledger are the same thing.",
            "This is also called a monad.",
            "The function is called twice.",
        ),
    ),
    Pattern(
        "naming.other",
        rx(
            rf"^{_BESIDE}(?P<one>{_NAME}) and (?P<other>{_NAME}) (?:are not|aren['’]?t) "
            rf"(?:the same(?: {_KIND})?|one and the same)(?: any ?more| any longer)?[.!]?$",
            rf"^{_BESIDE}(?P<one>{_NAME}) is not (?:another|a) name (?:for|of) (?P<other>{_NAME})[.!]?$",
        ),
        Signal.CORRECTION,
        0.8,
        _other,
        yes=(
            Says(
                "billing and the invoicing service are not the same thing any more.",
                "billing | also called | invoicing service",
                "-",
            ),
        ),
        no=("Aren't billing and ledger the same thing?", "These are not the same thing."),
    ),
)
