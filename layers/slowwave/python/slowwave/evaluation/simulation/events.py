"""What a simulated history is made of: slots with a hidden truth, events that speak about them, deliveries and probes.

A value is a unique surface string per (tenant, slot, value), so that "the value is in the text" is an exact test and
scores any system, whether it rewrites or not. Text is rendered from the event; no label is read from text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from slowwave.domain.records import Actor, Kind, Origin


class Act(StrEnum):
    """What an event does to the hidden state, or only seems to do."""

    ASSERT = "assert"
    RESTATE = "restate"
    CORRECT = "correct"  # names the old value
    CORRECT_BARE = "correct_bare"  # does not name it
    UPDATE = "update"  # implicit: "we moved to X last week"
    RETRACT = "retract"  # without a replacement
    NARROW = "narrow"  # the value holds in a narrower scope only
    EXCEPTION = "exception"
    CONDITIONAL = "conditional"
    TEMPORARY = "temporary"  # holds until `until`
    REVERT = "revert"  # back to a former value
    ASSUME = "assume"  # the agent guesses
    CONFIRM = "confirm"  # the user confirms the guess
    DENY = "deny"  # the user denies the guess
    OBSERVE = "observe"  # a tool saw it
    DOCUMENT = "document"  # an old document says it
    HEARSAY = "hearsay"
    QUOTE = "quote"
    QUESTION = "question"  # looks like a statement
    ONE_OFF = "one_off"  # once, said as "always"
    REVIEW = "review"  # a comment; knowledge at the third
    SAFETY = "safety"
    CONVENIENCE = "convenience"  # against a safety rule
    APPROVE = "approve"  # holds while its owner stays
    LEAVE = "leave"  # the owner leaves: what was approved is void
    TOTAL = "total"
    NEGATE = "negate"  # "not X"
    POISON = "poison"  # tool or web text that claims the user's authority
    INJECTION = "injection"  # an instruction in quotes or in a file
    SECRET = "secret"  # noqa: S105 - the act of letting a credential slip
    FORGET = "forget"
    WRONG = "wrong"  # one wrong claim, repeated by a tool or the agent
    ALIAS = "alias"  # another name of an entity
    CHATTER = "chatter"


class Reason(StrEnum):
    """Why a value must not be in what is injected."""

    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    ASSUMPTION = "assumption"
    STALE_DOCUMENT = "stale document"
    POISON = "poison"
    HEARSAY = "hearsay"
    QUOTED = "quoted"
    OTHER_TENANT = "other tenant"
    SECRET = "secret"  # noqa: S105 - a reason, not a credential
    EXPIRED = "expired"
    OUT_OF_SCOPE = "out of scope"
    FORGOTTEN = "forgotten"
    WRONG = "wrong claim"  # said by a tool or the agent against the user, however often
    QUESTION = "question"
    UNSAFE = "unsafe"  # a convenience against a safety rule


class Expectation(StrEnum):
    """What a right answer to a probe is."""

    VALUE = "value"
    NOTHING = "nothing"
    PENDING = "pending confirmation"  # a conflict without an order


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One attribute of one entity of one tenant; tenants share names and never values."""

    tenant: str
    entity: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Event:
    """One thing said or seen.

    Attributes:
        id: unique in the history; the source id of its record.
        turn: 0-based turn at which it happened.
        time: as its source states it, aware; a skewed clock may be off by minutes.
        value: the surface string that the text states for the slot, or the secret; empty where it states none.
        old: the surface string that the text names to replace or deny it; empty where it names none.
        scope: the condition, environment or module the text restricts the value to, as worded.
        until: when a temporary value ends.
        entity: what an alias is another name of.
        approver: the body whose approval the value stands on, or that is dissolved.
    """

    id: str
    tenant: str
    session: str
    turn: int
    time: datetime
    act: Act
    actor: Actor
    kind: Kind
    origin: Origin
    text: str
    slot: Slot | None = None
    value: str = ""
    old: str = ""
    scope: str = ""
    until: datetime | None = None
    approver: str = ""
    entity: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One hand-over of an event; a duplicate is a second one of the same event.

    Attributes:
        turn: the turn at which it arrives, not before the event's own.
    """

    turn: int
    event: Event


@dataclass(frozen=True, slots=True)
class Probe:
    """One question about a slot after a turn, with what is right and what must not be shown.

    Attributes:
        question: the task text that is given to the memory.
        expectation, value: what is right; the value is empty unless a value is expected.
        evidence: ids of the events that the value stands on.
        forbidden: surface strings that must not be shown as valid, with the reason.
        scopes: for a value that holds only in a narrower scope, the words that must stand with it.
        age: turns since the slot last changed; None if it never did.
        discovered: whether the value was said (and delivered) before this turn, so that looking for it again is waste.
        scope: the narrower scope that the question asks about; empty for the general case.
        heard: turn by which what last changed the slot had arrived; None if it never changed.
    """

    turn: int
    slot: Slot
    question: str
    expectation: Expectation
    value: str = ""
    evidence: frozenset[str] = frozenset()
    forbidden: Mapping[str, Reason] = field(default_factory=dict)
    scopes: Mapping[str, str] = field(default_factory=dict)
    age: int | None = None
    discovered: bool = True
    scope: str = ""
    heard: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """One seed's history.

    Attributes:
        times: the present time at each turn; records delivered at a turn arrive then.
        events: in the order they happened.
        deliveries: in the order they arrive.
        closes: sessions that end after a turn, by turn.
        probes: in order of turn.
        canaries: secrets and identity numbers that must be nowhere but in the raw layer.
    """

    seed: int
    style: str
    tenants: tuple[str, ...]
    times: tuple[datetime, ...]
    events: tuple[Event, ...]
    deliveries: tuple[Delivery, ...]
    closes: Mapping[int, tuple[tuple[str, str], ...]]
    probes: tuple[Probe, ...]
    canaries: tuple[str, ...] = ()
