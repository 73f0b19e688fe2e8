"""Extraction models that know the truth: what consolidation makes of perfect, or of measurably imperfect, proposals.

They stand where a language model would, behind the same port, and their proposals are checked like any model's. A
noisy one misses a share of what is there (recall), and attributes a share of what it finds to another thing
(precision).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from slowwave.domain.records import Record
from slowwave.domain.windows import Window
from slowwave.evaluation.simulation.events import Act, Event, Slot
from slowwave.prompts.extraction import encode

COPY = "#"
"""Parts the id of an event from the number of its delivery, where each delivery is a record of its own."""

_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")


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
    Act.POISON: Reading(Signal.OBSERVATION),
    Act.INJECTION: Reading(Signal.OBSERVATION),
    Act.HEARSAY: Reading(Signal.STATEMENT),
}
"""What an extractor that believes everything proposes as well; governance has to hold it back."""


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

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        """Propose what the fresh records of a window say."""
        fresh = (record for record in window.records if record.id in window.fresh)
        return [encode(candidate) for record in fresh for candidate in self._read(record)]

    def _read(self, record: Record) -> Iterator[Candidate]:
        event = self._events.get((record.source_id or "").partition(COPY)[0])
        reading = self._readings.get(event.act) if event else None
        if event is None or reading is None or event.slot is None:
            return
        dice = random.Random(f"{self._seed}:{event.id}")  # noqa: S311 - noise, not a secret
        if dice.random() > self._recall:
            return
        slot = event.slot if dice.random() <= self._precision else dice.choice(self._slots)
        candidate = proposal(record, event, reading, slot)
        if candidate is not None:
            yield candidate


def proposal(record: Record, event: Event, reading: Reading, slot: Slot) -> Candidate | None:
    """Return the candidate of an event, its words the sentences of the record that state it."""
    span = spoken(record.text, [part for part in (event.value or event.old, event.slot and event.slot.entity) if part])
    if span is None:
        return None
    said = replace(
        _claim(slot, event.value or event.old, event, reading),
        statement=" ".join(record.text[span[0] : span[1]].split()),
        valid_until=event.until,
    )
    return Candidate(
        claim=said,
        span=Span(record.id, *span),
        signal=reading.signal,
        importance=0.7,
        pattern="gold",
        denies=tuple(_denied(slot, event, reading)),
    )


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


def spoken(text: str, parts: Sequence[str]) -> tuple[int, int] | None:
    """Return the shortest run of whole sentences that holds the first of these words and, where they stand, the others.

    Code points; None when the first is missing.
    """
    found = [(text.find(part), text.find(part) + len(part)) for part in parts if part in text]
    if not parts or parts[0] not in text:
        return None
    first, last = min(start for start, _ in found), max(end for _, end in found)
    breaks = [each.end() for each in _BREAK.finditer(text)]
    start = max((each for each in breaks if each <= first), default=0)
    end = min((each for each in breaks if each >= last), default=len(text))
    return start, end - (len(text[:end]) - len(text[:end].rstrip()))
