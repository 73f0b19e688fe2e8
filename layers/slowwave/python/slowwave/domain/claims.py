"""What memory asserts: claims, the keys that make two claims be about the same thing, and the evidence under them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from slowwave.domain.hashing import short_id
from slowwave.domain.records import Origin


class Skeleton(StrEnum):
    """The shape of knowledge a claim belongs to; each has a table of its own."""

    CODING = "coding"
    ASSISTANT = "assistant"
    DOCUMENT = "document"


class Standing(StrEnum):
    """How a claim may be stated; the three are never injected at the same level."""

    FACT = "fact"
    CONVENTION = "convention"
    ASSUMPTION = "assumption"


class Polarity(StrEnum):
    """Whether the claim affirms or denies its value."""

    AFFIRM = "affirm"
    DENY = "deny"


class Lane(StrEnum):
    """Packing order of the injection set."""

    SAFETY = "safety"
    PRINCIPLE = "principle"
    DEFAULT = "default"


class Confirmation(StrEnum):
    """Where a claim's confidence comes from."""

    NONE = "none"
    REPEATED = "repeatedly consistent"
    EXPLICIT = "explicitly confirmed by the user"


class Signal(StrEnum):
    """How the words were said. It decides promotion: an instruction once, a review comment after K sessions."""

    INSTRUCTION = "instruction"  # "from now on …", "always …", "never …": direct, unhedged, meant to last
    PREFERENCE = "preference"  # "I prefer …", "please use … instead of …"
    SELF_FACT = "self_fact"  # the speaker about themselves or their world: name, place, role, zone
    GOAL = "goal"
    DECISION = "decision"  # "we decided to …", "we moved to …"
    CORRECTION = "correction"  # "no, actually …": replaces what it names or what was just said
    CONFIRMATION = "confirmation"  # a person confirmed the note itself
    REJECTION = "rejection"  # "that's wrong", "stop doing …": denies; leaves a tombstone
    REVIEW = "review"  # a comment on one change; counts towards repetition
    OBSERVATION = "observation"  # a command that worked, a test entry point, a directory's duty, seen by a tool
    STATEMENT = "statement"  # an attributed sentence of a document
    INFERENCE = "inference"  # the assistant's own conclusion
    UNCLEAR = "unclear"  # tells of a change in words that could not be read; it unsettles and states nothing


class Sensitivity(StrEnum):
    """How far the content of a claim may travel; set by code, never by a model (see `domain.sensitivity`)."""

    NONE = "none"
    PERSONAL = "personal"
    SECRET_ADJACENT = "secret-adjacent"  # noqa: S105 - about a credential that stays in the raw layer


class ValueKind(StrEnum):
    """The type of a claim's value, which decides how two values compare."""

    NONE = "none"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    VERSION = "version"
    PATH = "path"
    COMMAND = "command"
    ENUM = "enum"


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value: normalised text that two claims compare by, with a unit where there is one."""

    kind: ValueKind = ValueKind.NONE
    text: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True, order=True)
class ClaimKey:
    """What a claim is about. Same key: the claims agree or conflict. Different keys: they do neither.

    Attributes:
        subject: the thing, normalised ("timezone", "src/orders", "commit message").
        attribute: the slot of it ("is", "must", "use", "command").
        qualifier: unit, environment, module, condition; empty when unconditional.
    """

    subject: str
    attribute: str
    qualifier: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A part of one record's raw text: code points from `start` up to and without `end`."""

    record_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """A pointer to the words a claim stands on, with what a reader and the rules need to weigh them.

    Attributes:
        span: the words that assert the claim.
        hash: SHA-256 of those words.
        support: further spans that parts of the claim stand on (the command that failed before, the thing corrected).
        support_hashes: SHA-256 of each of them.
        signal: how the words were said.
        day: the day where it was said, where that is another than in UTC.
    """

    event_time: datetime
    sequence: int
    span: Span
    hash: str
    origin: Origin
    session: str
    signal: Signal
    support: tuple[Span, ...] = ()
    support_hashes: tuple[str, ...] = ()
    day: str = ""

    @property
    def date(self) -> str:
        """The day it was said, as people there would write it, in ISO form."""
        return self.day or self.event_time.date().isoformat()

    def cited(self) -> tuple[tuple[Span, str], ...]:
        """Every span with the hash of its words, the asserting one first."""
        return ((self.span, self.hash), *zip(self.support, self.support_hashes, strict=True))

    @property
    def order(self) -> tuple[datetime, int, str, int, int]:
        """The fold order: event time, sequence, record id, then position in the record."""
        return (self.event_time, self.sequence, self.span.record_id, self.span.start, self.span.end)


@dataclass(frozen=True, slots=True)
class Claim:
    """One assertion.

    Attributes:
        statement: one testable sentence without conversational tone.
        category: the page type inside its skeleton ("convention", "pitfall", "preference", "constraint", …).
        module: the directory, package or topic it belongs to; empty when it is about everything.
        protected: the FACT class: a user's or operator's direct statement about themselves or their world.
        trigger, approach, counterexample: the parts of a convention, where the words gave them.
    """

    skeleton: Skeleton
    key: ClaimKey
    polarity: Polarity
    value: Value
    statement: str
    standing: Standing
    category: str
    lane: Lane = Lane.DEFAULT
    module: str = ""
    protected: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    trigger: str = ""
    approach: str = ""
    counterexample: str = ""
    sensitivity: Sensitivity = Sensitivity.NONE

    @property
    def assertion(self) -> tuple[str, str, str, str]:
        """What makes two claims of one key say the same: polarity and value."""
        return (self.polarity.value, self.value.kind.value, self.value.text, self.value.unit)

    @property
    def wording(self) -> str:
        """The statement; for a claim that nobody stated (what a correction dismisses), its key and value."""
        key = " / ".join(part for part in (self.key.subject, self.key.attribute, self.key.qualifier) if part)
        return self.statement or f"({key}{f': {self.value.text}' if self.value.text else ''})"

    def group_id(self) -> str:
        """The id of everything that competes under one key in one skeleton."""
        return short_id("g", self.skeleton.value, self.key.subject, self.key.attribute, self.key.qualifier)

    def note_id(self) -> str:
        """The id of the note for this assertion: a function of what it says, so no delivery order can change it."""
        return short_id("n", self.group_id(), *self.assertion)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a model or the rules propose from a session, before any check.

    Attributes:
        claim: the proposed claim.
        span: the evidence span; `support`: further spans that parts of the claim stand on.
        signal: how the words were said.
        importance: 0 to 1; the gate compares it with the policy's threshold.
        pattern: the rule or prompt that found it, for the report.
        denies: note ids are not known to a model, so a correction names the assertion it overrides by claim:
            these claims are rejected by the same words (empty for most).
    """

    claim: Claim
    span: Span
    signal: Signal
    importance: float
    pattern: str
    support: tuple[Span, ...] = ()
    denies: tuple[Claim, ...] = ()
