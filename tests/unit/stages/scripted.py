"""A model that reads a toy language, so that a test writes its claims as the words of records.

`always use tabs for indent`: an instruction; `here use tabs for indent`: a review of one change; the same with `in
staging`: there only; with `lasting 40`: for so many days; `tabs works for indent`: what a tool saw; `stop using tabs
for indent`: a rejection; `no more indent`: takes back all of a slot; `that is wrong`: a rejection of what the nearest
record before affirms; `this matters`: makes what the next record says more important; `lie`: a candidate its words do
not carry; `garbage`: an item that is no candidate. A slot `indent_width` is the attribute `width` of `indent`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from slowwave.domain.claims import (
    Candidate,
    Claim,
    ClaimKey,
    Lane,
    Polarity,
    Signal,
    Skeleton,
    Span,
    Standing,
    Value,
    ValueKind,
)
from slowwave.domain.records import Origin, Record
from slowwave.domain.windows import Window
from slowwave.prompts.extraction import encode

_SAID = re.compile(
    r"(?P<how>always use|here use|stop using|never use) (?P<value>\w+) for (?P<slot>\w+)"
    r"(?: in (?P<place>\w+))?(?: lasting (?P<days>\d+))?"
)
_ENDED = re.compile(r"no more (?P<slot>\w+)")
_SEEN = re.compile(r"(?P<value>\w+) works for (?P<slot>\w+)")
_SIGNALS = {
    "always use": Signal.INSTRUCTION,
    "never use": Signal.INSTRUCTION,
    "here use": Signal.REVIEW,
    "stop using": Signal.REJECTION,
}


def claim(value: str, slot: str, *, statement: str = "", polarity: Polarity = Polarity.AFFIRM) -> Claim:
    return Claim(
        skeleton=Skeleton.CODING,
        key=_key(slot),
        polarity=polarity,
        value=Value(ValueKind.TEXT, value),
        statement=statement or f"Use {value} for {slot}",
        standing=Standing.CONVENTION,
        category="convention",
        lane=Lane.SAFETY if slot == "secrets" else Lane.DEFAULT,
    )


def _key(slot: str) -> ClaimKey:
    subject, _, attribute = slot.partition("_")
    return ClaimKey(subject, attribute or "is")


class ScriptedModel:
    """Proposes what the toy language says; counts the windows it was asked about."""

    version = "scripted-1"
    priced = False

    def __init__(self) -> None:
        self.asked = 0

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        self.asked += 1
        return [item for record in window.records if record.id in window.fresh for item in _items(record, window)]


def _items(record: Record, window: Window) -> list[Mapping[str, Any]]:
    if record.text == "garbage":
        return [{"claim": "none", "span": [record.id]}]
    if record.text == "that is wrong":
        return [encode(each) for each in _rejection(record, window)]
    found = _candidate(record)
    if found and [each.text for each in window.before(record)[-1:]] == ["this matters"]:
        found = replace(found, importance=0.95)
    if found and record.text.startswith("lie"):
        found = replace(found, claim=replace(found.claim, statement="Use something entirely different"))
    return [encode(found)] if found else []


def _candidate(record: Record) -> Candidate | None:
    span = Span(record.id, 0, len(record.text))
    seen = _SEEN.fullmatch(record.text)
    if seen:
        return _document(record, seen["value"], seen["slot"], span)
    ended = _ENDED.fullmatch(record.text)
    if ended:
        own = claim("", ended["slot"], statement=record.text, polarity=Polarity.DENY)
        return Candidate(replace(own, value=Value()), span, Signal.REJECTION, 0.8, "toy")
    said = _SAID.search(record.text)
    if said is None:
        return None
    how, value, slot = said["how"], said["value"], said["slot"]
    if how in ("stop using", "never use"):
        denied = claim(value, slot)
        own = claim(value, slot, statement=f"Never use {value} for {slot}", polarity=Polarity.DENY)
        return Candidate(own, span, _SIGNALS[how], 0.8, "toy", denies=(denied,))
    own = claim(value, slot)
    if said["place"]:
        statement = f"{own.statement} in {said['place']}"
        own = replace(own, key=replace(own.key, qualifier=said["place"]), statement=statement)
    if said["days"]:
        own = replace(own, valid_until=record.event_time + timedelta(days=int(said["days"])))
    return Candidate(own, span, _SIGNALS[how], 0.6, "toy")


def _document(record: Record, value: str, slot: str, span: Span) -> Candidate:
    statement = f"{value} works for {slot}"
    fact = replace(claim(value, slot, statement=statement), standing=Standing.FACT)
    if record.origin is Origin.FILE:
        stated = replace(fact, skeleton=Skeleton.DOCUMENT, category="entity", module=slot)
        return Candidate(stated, span, Signal.STATEMENT, 0.6, "toy")
    return Candidate(fact, span, Signal.OBSERVATION, 0.6, "toy")


def _rejection(record: Record, window: Window) -> list[Candidate]:
    for earlier in reversed(window.before(record)):
        found = _candidate(earlier)
        if found and found.signal is not Signal.REJECTION and found.claim.polarity is Polarity.AFFIRM:
            text = f"Never use {found.claim.value.text} for {found.claim.key.subject}"
            own = claim(found.claim.value.text, found.claim.key.subject, statement=text, polarity=Polarity.DENY)
            span = Span(record.id, 0, len(record.text))
            return [Candidate(own, span, Signal.REJECTION, 0.8, "toy", support=(found.span,), denies=(found.claim,))]
    return []
