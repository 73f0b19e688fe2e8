"""The words in which people say that two names mean one thing, with examples. They make what is said under either name
compete (see `domain.naming`), so they are read from plain sentences only.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.vocabulary import ADJECTIVES, HELD
from slowwave.domain.claims import Polarity, Signal, Standing
from slowwave.domain.keys import normalize_subject
from slowwave.domain.naming import same_thing

_NAME = r"(?:the |our )?[\w`][\w`'’./@-]*(?: [\w`'’./@-]+){0,3}?"
_KIND = r"(?:thing|service|system|component|module|package|repo(?:sitory)?|project|team|tool|person|place|table|job)"
_BESIDE = (
    r"(?:(?:by the way|btw|note that|remember|fyi|just so you know|for context|heads up|internally)[,:]? )?(?:that )?"
)
_OPEN, _CLOSE = "[\"“'`]?", "[\"”'`]?"
_SAID = r"(?:says?|writes?|mentions?|talks? about|speaks? of|asks? (?:for|about)|refers? to)"
_US = (
    r"(?:we|i|they|people|ppl|everyone|everybody|users|customers|some|many|(?:the|our) (?:[\w-]+ )?(?:business(?: side|"
    r" people)?|"
    r"team|side|department|people|folks|users|customers|clients|colleagues|staff|developers|engineers|office)|"
    r"marketing|"
    r"sales|finance|support|management)"
)
_WHERE = r"(?: (?:here|internally|among us|in (?:the )?(?:tickets?|docs?|chat|mails?|meetings?|code|[\w-]+ team)))?"
_CALLS = rf"(?:{_US}{_WHERE} (?:also |usually |often |sometimes |just |internally |still )?calls?)"
_END = (
    r"(?:,? (?:don't|dont|do not|never) (?:be|get|let)\b[^.,;]{0,40}|,? (?:btw|by the way|fyi|just so you know|"
    r"in case you wonder)(?:, same thing)?|, same thing)?[.!]?$"
)
"""What people add: not to be confused, that it is by the way."""

_DETERMINED = re.compile(r"^.*\b(?:the|our) ", re.IGNORECASE)
"""What stands before the words of a name, and an article with it."""

NO_NAME = re.compile(
    r"\b(?:i|you|we|they|it|he|she|this|that|these|those|both|all|everything|something|anything|nothing|one|two|what|"
    r"which|who|here|there|other|others|same|is|are|was|were|means?|do|does|did|not|no|only|just|if|when|because|so|then|"
    r"well|day|night|week|month|year|time|an?|once|twice)\b",
    re.IGNORECASE,
)
"""Words that no name has: a phrase with one of them is a clause, or points at something."""


def _names_nothing(name: str) -> bool:
    """Whether a name is one word that names no thing: a number, "fine", "directly", or a slot as "timeout"."""
    word = name.lower()
    return " " not in word and (word in ADJECTIVES or word in HELD or word.endswith("ly") or word.isdecimal())


def _joined(hit: Hit, polarity: Polarity) -> Draft | None:
    names = [
        re.sub(r"^.*\b(?:the|our) ", "", hit.raw(group).strip("\"“”'`."), flags=re.I) for group in ("one", "other")
    ]
    if any(NO_NAME.search(name) or _names_nothing(name) for name in names):
        return None
    if "=" in hit.match.group() and any(name.lower().split()[-1] in HELD for name in names):
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
            rf"{_KIND}){_END}",
            rf"^{_BESIDE}(?P<one>{_NAME}) is (?:(?:also |sometimes |often |better )(?:known as|called|referred to as)|"
            rf"known as|a\.?k\.?a\.?) {_OPEN}(?P<other>{_NAME}){_CLOSE}"
            rf"(?: (?:here|internally|by (?:us|everyone)|too))?{_END}",
            rf"^{_BESIDE}(?P<one>{_NAME}) is (?:just |only |really |simply )?(?:another|a second|"
            rf"(?:an?|our)(?: old| internal)?|"
            rf"the (?:old|internal|other)) (?:name|nickname|alias|word) (?:for|of) {_OPEN}(?P<other>{_NAME}){_CLOSE}"
            rf"{_END}",
            rf"^{_BESIDE}(?:when(?:ever)?|if|where) (?:{_US}|someone|somebody|anyone|you (?:see|read|"
            rf"hear)) ?(?:{_SAID})? ?"
            rf"{_OPEN}(?P<one>{_NAME}){_CLOSE}{_WHERE},? (?:then )?(?:(?:i|we|they|he|she) (?:always |"
            rf"really )?(?:means?|am "
            rf"talking about|are talking about)|(?:that|it)(?:'s| is| means)) {_OPEN}(?P<other>{_NAME}){_CLOSE}{_END}",
            rf"^{_BESIDE}by {_OPEN}(?P<one>{_NAME}){_CLOSE},? (?:i|we) (?:always )?mean {_OPEN}(?P<other>{_NAME})"
            rf"{_CLOSE}{_END}",
            rf"^{_BESIDE}(?:{_CALLS}|"
            rf"{_US}{_WHERE} refers? to) (?P<one>{_NAME}) (?:as )?[\"“'`](?P<other>{_NAME})[\"”'`]"
            rf"{_WHERE}{_END}",
            rf"^{_BESIDE}{_CALLS} (?P<one>{_NAME}) (?P<other>(?:the|our) {_NAME}){_WHERE}{_END}",
            rf"^{_BESIDE}(?P<one>{_NAME}) is (?:just |simply |"
            rf"only )?what {_CALLS} {_OPEN}(?P<other>{_NAME}){_CLOSE}{_WHERE}"
            rf"{_END}",
            rf"^{_BESIDE}(?P<one>{_NAME}),? (?:(?:also |otherwise |better |formerly )(?:known as|called)|a\.?k\.?a\.?)"
            rf" {_OPEN}(?P<other>{_NAME}){_CLOSE}(?:,.*)?{_END}",
            rf"^{_BESIDE}(?P<one>{_NAME}) \((?:which )?{_CALLS} (?:it |this |"
            rf"that )?{_OPEN}(?P<other>{_NAME}){_CLOSE}{_WHERE}"
            rf"\)(?:[ ,].*)?{_END}",
            rf"^(?:same thing|one thing|two names)[^:.]{{0,30}}: (?P<one>{_NAME}) is (?P<other>{_NAME}){_END}",
            rf"^{_BESIDE}(?P<one>(?:the|our) {_NAME}) = {_OPEN}(?P<other>{_NAME}){_CLOSE}(?:,? (?:btw|by the way)|"
            rf"(?=, same thing)){_END}",
            rf"^(?:by the way|btw|note|fyi|reminder|for the record|"
            rf"remember)[,:]? {_OPEN}(?P<one>{_NAME}){_CLOSE} ?={{1,3}} ?"
            rf"{_OPEN}(?P<other>{_NAME}){_CLOSE}{_END}",
            rf"^{_BESIDE}(?P<one>{_NAME}) (?:also )?goes by (?:the name (?:of )?)?{_OPEN}(?P<other>{_NAME}){_CLOSE}"
            rf"{_WHERE}{_END}",
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
            Says("The robot is what we call deploy-bot internally.", "deploy-bot | also called | robot"),
            Says("When people write robot in tickets, they mean deploy-bot.", "deploy-bot | also called | robot"),
            Says("If I talk about the robot, that's deploy-bot.", "deploy-bot | also called | robot"),
            Says("The business side calls deploy-bot the robot.", "deploy-bot | also called | robot"),
            Says("btw robot = deploy-bot", "deploy-bot | also called | robot"),
            Says("The robot = deploy-bot btw, same thing", "deploy-bot | also called | robot"),
            Says("Same thing, two names: the robot is deploy-bot.", "deploy-bot | also called | robot"),
            Says("Support calls deploy-bot the robot, don't get confused.", "deploy-bot | also called | robot"),
            Says("deploy-bot, also known as the robot, is slow", "deploy-bot | also called | robot"),
            Says("deploy-bot aka the robot", "deploy-bot | also called | robot"),
            Says("deploy-bot (we call it the robot)", "deploy-bot | also called | robot"),
            Says("Internally deploy-bot goes by the robot.", "deploy-bot | also called | robot"),
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
            "When people write tests, they mean well.",
            "btw timeout = 30",
            "robot = deploy-bot",
            "Our users call the API directly.",
            "The client calls the parser the whole night.",
            "Our users call support the whole day.",
            "If I talk about the robot, that's fine.",
            "Somebody told me that the robot is what we call deploy-bot.",
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
            Says("The robot and deploy-bot are not the same.", "deploy-bot | also called | robot", "-"),
            Says("The robot is not another name for deploy-bot.", "deploy-bot | also called | robot", "-"),
        ),
        no=("Aren't billing and ledger the same thing?", "These are not the same thing.", "They are not the same."),
    ),
)
