"""Extraction models that know the truth: what consolidation makes of perfect, or of measurably imperfect, proposals.

They stand where a language model would, behind the same port, and their proposals are checked like any model's. A
noisy one misses a share of what is there (recall), and attributes a share of what it finds to another thing
(precision).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from slowwave.domain import grounding
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
from slowwave.evaluation.simulation.events import Act, Event, Slot
from slowwave.evaluation.simulation.sentences import place, spoken
from slowwave.prompts.extraction import encode

COPY = "#"
"""Parts the id of an event from the number of its delivery, where each delivery is a record of its own."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How an ideal extractor reads an act.

    Attributes:
        ends: the words take the value back instead of stating it.
    """

    signal: Signal
    standing: Standing = Standing.FACT
    lane: Lane = Lane.DEFAULT
    ends: bool = False


READINGS: Mapping[Act, Reading] = {
    Act.ASSERT: Reading(Signal.DECISION),
    Act.RESTATE: Reading(Signal.DECISION),
    Act.CORRECT: Reading(Signal.CORRECTION),
    Act.CORRECT_BARE: Reading(Signal.CORRECTION),
    Act.UPDATE: Reading(Signal.DECISION),
    Act.RETRACT: Reading(Signal.REJECTION, ends=True),
    Act.NARROW: Reading(Signal.INSTRUCTION),
    Act.EXCEPTION: Reading(Signal.INSTRUCTION),
    Act.CONDITIONAL: Reading(Signal.INSTRUCTION),
    Act.TEMPORARY: Reading(Signal.DECISION),
    Act.REVERT: Reading(Signal.CORRECTION),
    Act.ASSUME: Reading(Signal.INFERENCE, Standing.ASSUMPTION),
    Act.CONFIRM: Reading(Signal.INSTRUCTION),
    Act.DENY: Reading(Signal.REJECTION, ends=True),
    Act.OBSERVE: Reading(Signal.OBSERVATION),
    Act.DOCUMENT: Reading(Signal.OBSERVATION),
    Act.REVIEW: Reading(Signal.REVIEW, Standing.CONVENTION),
    Act.SAFETY: Reading(Signal.INSTRUCTION, Standing.CONVENTION, Lane.SAFETY),
    Act.CONVENIENCE: Reading(Signal.PREFERENCE, Standing.CONVENTION),
    Act.APPROVE: Reading(Signal.DECISION),
    Act.LEAVE: Reading(Signal.REJECTION, ends=True),
    Act.TOTAL: Reading(Signal.DECISION),
    Act.NEGATE: Reading(Signal.REJECTION, ends=True),
    Act.FORGET: Reading(Signal.REJECTION, ends=True),
    Act.WRONG: Reading(Signal.OBSERVATION),
}
"""What is no statement of its speaker (hearsay, quotations, questions, one-offs) or an attack is not proposed."""

FOOLED: Mapping[Act, Reading] = {
    **dict.fromkeys((Act.POISON, Act.INJECTION, Act.DOCUMENT, Act.WRONG, Act.ASSUME), Reading(Signal.DECISION)),
    Act.HEARSAY: Reading(Signal.STATEMENT),
}
"""How an extractor that believes everything reads what is not the user's word; governance has to hold it back."""


class GoldExtractor:
    """`ExtractionModel` that reads each record as its event means it.

    Args:
        events: by the id that their records carry as source id.
        recall: share of statements that are found, 0 to 1.
        precision: share of what is found that is attributed to its own slot, 0 to 1.
        fooled: whether attacks and hearsay are proposed like statements.
    """

    def __init__(
        self,
        events: Iterable[Event],
        *,
        recall: float = 1.0,
        precision: float = 1.0,
        fooled: bool = False,
        seed: int = 0,
    ) -> None:
        self._events = {event.id: event for event in events}
        self._slots = sorted({event.slot for event in self._events.values() if event.slot})
        self._recall, self._precision, self._seed = recall, precision, seed
        self._readings = {**READINGS, **FOOLED} if fooled else READINGS

    @property
    def version(self) -> str:
        return f"gold-{self._recall}-{self._precision}-{self._seed}-{len(self._readings)}"

    @property
    def priced(self) -> bool:
        return False

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        """Propose what the fresh records of a window say."""
        fresh = (record for record in window.records if record.id in window.fresh)
        return [encode(candidate) for record in fresh for candidate in self._read(record, window)]

    def _read(self, record: Record, window: Window) -> Iterator[Candidate]:
        event = self._event(record)
        reading = self._readings.get(event.act) if event else None
        if event is None or reading is None or (event.act is Act.INJECTION and event.origin is Origin.USER):
            return  # what a user quotes is no statement of the user's, whoever believes it
        dice = random.Random(f"{self._seed}:{event.id}")  # noqa: S311 - noise, not a secret
        if dice.random() > self._recall:
            return
        misread = dice.choice(self._slots) if dice.random() > self._precision else None
        for about in self._meant(event):
            before = self._guess(about, record, window) if about.act is Act.CONFIRM else None
            candidate = proposal(record, about, reading, misread or about.slot, before)
            if candidate is not None:
                yield candidate

    def _event(self, record: Record) -> Event | None:
        return self._events.get((record.source_id or "").partition(COPY)[0])

    def _meant(self, event: Event) -> list[Event]:
        """The event itself, or, where a body ends, one end for each thing that it approved."""
        if event.act is not Act.LEAVE:
            return [event]
        return [
            replace(event, slot=each.slot, old=each.value)
            for each in self._events.values()
            if each.act is Act.APPROVE and (each.tenant, each.approver) == (event.tenant, event.approver)
        ]

    def _guess(self, event: Event, record: Record, window: Window) -> Record | None:
        """The record of the guess that a confirmation is about."""
        earlier = reversed(window.before(record))
        known = ((each, self._event(each)) for each in earlier)
        return next(
            (each for each, said in known if said and (said.slot, said.value) == (event.slot, event.value)), None
        )


def proposal(
    record: Record, event: Event, reading: Reading, slot: Slot | None, before: Record | None = None
) -> Candidate | None:
    """Return the candidate of an event: its words in a plain sentence where they allow it, else as they stand.

    Args:
        before: the record whose words it is about, where it does not repeat them.
    """
    value = event.value or event.old
    named = event.slot.entity if event.slot else ""
    span = spoken(record.text, [part for part in (value, named, event.approver) if part and place(part, record.text)])
    if span is None or slot is None:
        return None
    said = record.text[span[0] : span[1]]
    support = spoken(before.text, [value]) if before else None
    words = [said, before.text[support[0] : support[1]]] if before and support else [said]
    claim = replace(_claim(slot, value, event, reading), valid_until=event.until)
    as_said = event.scope or event.until or reading.ends
    sentences = _as_worded(said) if as_said else _sentences(event, words[-1])
    grounded = (each for each in sentences if grounding.check(replace(claim, statement=each), said, words[1:]))
    return Candidate(
        claim=replace(claim, statement=next(grounded, sentences[-2])),
        span=Span(record.id, *span),
        signal=reading.signal,
        importance=0.7,
        pattern="gold",
        support=(Span(before.id, *support),) if before and support else (),
        denies=tuple(_denied(slot, event, reading)),
    )


def _sentences(event: Event, said: str) -> tuple[str, ...]:
    """Ways to say it, the plainest first."""
    entity, attribute = (event.slot.entity, event.slot.attribute) if event.slot else ("", "")
    plain = (
        f"The {attribute} of {entity} is {event.value}",
        f"{entity} {attribute}: {event.value}",
        f"{event.value} is the {attribute} of {entity}",
    )
    return (*plain, *_as_worded(said))


def _as_worded(said: str) -> tuple[str, ...]:
    """The words as they stand, and without the first, which may be an answer ("nope") and no part of the statement."""
    words = said.split()
    return " ".join(words), " ".join(words[1:])


def _claim(slot: Slot, value: str, event: Event, reading: Reading) -> Claim:
    return Claim(
        skeleton=Skeleton.CODING,
        key=ClaimKey(slot.entity, slot.attribute, event.scope),
        polarity=Polarity.DENY if reading.ends else Polarity.AFFIRM,
        value=Value(ValueKind.TEXT, value) if value else Value(),
        statement="",
        standing=reading.standing,
        category="fact" if reading.standing is Standing.FACT else "convention",
        lane=reading.lane,
    )


def _denied(slot: Slot, event: Event, reading: Reading) -> Iterator[Claim]:
    """The claims that the words override: what they take back, and what they name as replaced."""
    taken_back = event.value if reading.ends else ""
    for value in dict.fromkeys(each for each in (taken_back, event.old) if each):
        if value != event.value or reading.ends:
            yield replace(_claim(slot, value, event, reading), polarity=Polarity.AFFIRM)
    if event.act is Act.NARROW:
        yield replace(_claim(slot, event.value, event, reading), key=ClaimKey(slot.entity, slot.attribute))
