"""What a slot frame becomes: one claim key for every wording, the fewest words for its statement, the smallest span.

Where a value that is over or a negation stands between the slot and its value, the claim stands on the value alone and
the slot only supports it: a statement never shows what it replaces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from slowwave.adapters.local.rules.frame_scopes import Reach
from slowwave.adapters.local.rules.pattern import Draft, Hit
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.slots import slot
from slowwave.adapters.local.rules.values import read_value
from slowwave.domain.claims import Polarity, Signal, Standing, Value

_NEGATOR = re.compile(
    r"n['’]t\b|\b(?:not|no|never|without|stop|avoid|longer|instead|rather|dropped|forget|wrong)\b", re.IGNORECASE
)
_REVIEW = re.compile(r"\b(?:reviews?|remark|nit(?:pick)?|diff|this (?:change|pr|pull request|commit))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Frame:
    """A slot with its value as one sentence has them; offsets in the sentence."""

    entity: str
    attribute: str
    value: str
    slot_at: tuple[int, int]
    value_at: tuple[int, int]
    named_at: tuple[int, int] | None = None
    reach: Reach = field(default_factory=Reach)
    reach_at: tuple[int, int] | None = None
    old: tuple[str, ...] = ()
    told: bool = False

    @property
    def name(self) -> str:
        """Entity and attribute: the subject of the claim key."""
        return f"{self.entity} {self.attribute}"


def affirmed(hit: Hit, frame: Frame) -> Draft:
    """The draft of a frame: the claim in the fewest words of the sentence, on the smallest span."""
    raw, base = hit.clause.raw, hit.clause.start
    where = frame.reach.qualifier
    key = slot(frame.name, read_value(frame.value), where)
    denied = [slot(frame.name, read_value(each), where) for each in frame.old]
    if frame.reach.only:
        denied.append(slot(frame.name, read_value(frame.value)))
    pieces = sorted(each for each in (frame.slot_at, frame.value_at, frame.named_at, frame.reach_at) if each)
    start, end = pieces[0][0], max(each[1] for each in pieces)
    parted = _NEGATOR.search(raw[start:end]) is not None
    at = frame.value_at if parted else (start, end)
    beside = tuple((base + one, base + two) for one, two in pieces if (one, two) != frame.value_at) if parted else ()
    return Draft(
        key,
        impersonal(worded(raw, frame)),
        "fact",
        tuple(each for each in denied if each != key),
        signal=Signal.REVIEW if _REVIEW.search(hit.clause.text) else Signal.CORRECTION if frame.old else None,
        standing=Standing.FACT,
        trigger="",
        at=(base + at[0], base + at[1]),
        beside=beside,
    )


def worded(raw: str, frame: Frame) -> str:
    """The frame as one short sentence of the speaker's words, in their order."""
    if frame.told:
        return _told(raw, frame)
    name, value = raw[slice(*frame.slot_at)], raw[slice(*frame.value_at)]
    scope = raw[slice(*frame.reach_at)] if frame.reach_at else ""
    first, last = sorted((frame.slot_at, frame.value_at))
    scoped_first = frame.reach_at is not None and frame.reach_at < first
    if frame.named_at:
        attribute = re.sub(r"^(?:its|their|the|an?)\s+", "", name, flags=re.IGNORECASE)
        holder = raw[slice(*frame.named_at)]
        between = frame.reach_at is not None and frame.named_at < frame.reach_at < first
        if between or first == frame.value_at:
            name = f"the {attribute}"
            opening = f"For {holder}, "
        else:
            name, opening = f"{holder}'s {attribute}", ""
        if scoped_first:
            opening = f"For {holder} {scope}, " if between else f"{scope}, {opening}"
    else:
        name = re.sub(r"^(?:a|an|new|any|wrong|usual|right)\s+", "the ", name, flags=re.IGNORECASE)
        opening = f"{scope}, " if scoped_first else ""
    one, other = (name, value) if first == frame.slot_at else (value, name)
    if not frame.reach_at or scoped_first:
        return f"{opening}{one} is {other}"
    return f"{opening}{one} is {other} {scope}" if frame.reach_at > last else f"{opening}{one} {scope} is {other}"


def _told(raw: str, frame: Frame) -> str:
    """A frame with a verb, as it stands, with what it points at and its scope, without where the value moved from."""
    core = raw[slice(*frame.slot_at)]
    for old in frame.old:
        core = re.sub(rf"\s+from {re.escape(old)}(?= to\b)", "", core)
    if frame.value_at[1] <= frame.slot_at[0]:
        core = f"{raw[slice(*frame.value_at)]}, {core}"
    if frame.named_at:
        core = f"For {raw[slice(*frame.named_at)]}, {core}"
    if not frame.reach_at or frame.slot_at[0] <= frame.reach_at[0] < frame.slot_at[1]:
        return core
    scope = raw[slice(*frame.reach_at)]
    return f"{scope}, {core}" if frame.reach_at < frame.slot_at else f"{core} {scope}"


def withdrawn(hit: Hit, frame: Frame, value: Value) -> Draft:
    """The draft that denies a value of a slot, or says that it has none, in the words of its clause."""
    raw, base = hit.clause.raw, hit.clause.start
    places = [each for each in (frame.slot_at, frame.value_at, frame.named_at) if each]
    start, end = min(each[0] for each in places), max(each[1] for each in places)
    cut = max((match.end() for match in re.finditer(r"[,;:.!?]\s", raw[:start])), default=0)
    rest = re.match(r"[^,;:!?]*?(?=[,;:!?]|\.(?:\s|$)|$)", raw[end:])
    end += rest.end() if rest else 0
    where = frame.reach.qualifier
    return Draft(
        slot(frame.name, value, where, Polarity.DENY),
        impersonal(raw[cut:end]),
        "fact",
        (slot(frame.name, value, where),) if value.text else (),
        signal=Signal.REJECTION,
        standing=Standing.FACT,
        at=(base + cut, base + end),
    )
