"""The task mix: which topics the sessions of the last active weeks touched, so that selection follows the work.

It is a union of what records touched, kept by the week of their event time, so no order, repetition or splitting of
deliveries changes it. Each week is a bitmap of hashed words: bounded whatever was said, and without anything to read.
A scope that is quiet keeps its mix, because the weeks are its own last active ones and not the calendar's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby

from slowwave.domain.hashing import sha256_hex
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope

ACTIVE_WEEKS = 4
"""Weeks with records that the mix goes back."""

BITS = 1 << 14
"""Size of a week's bitmap; a thousand different words set one bit in seventeen."""

MENTIONED_SHARE = 0.5
MENTIONED_WORDS = 2
"""A line is mentioned when one week touched at least this share of its topic words, and at least so many of them."""

_WORD = re.compile(r"[^\W\d_]{3,40}")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_COMMON = frozenset(
    "about after again all also always and any are ask been before both but can could did does doing done don each "
    "else ever every few for from get gets give goes going got had has have her here him his how into its just keep "
    "let like make many may more most much must need needs never new not now off once one only other our out over own "
    "per please put run runs same see she should some still stop such sure take than thank thanks that the their them "
    "then there these they thing this those too try two under until use used uses using very want wants was way well "
    "were what when where which while who why will with would you your user users prefer prefers".split()
)
_ENDINGS = ("ies", "ing", "es", "ed", "s")


@dataclass(frozen=True, slots=True)
class Week:
    """What one week touched.

    Attributes:
        week: ISO year and week ("2026-W07").
        bits: the bitmap, in hexadecimal.
    """

    week: str
    bits: str


@dataclass(frozen=True, slots=True)
class TaskMix:
    """The last active weeks of a scope, latest first. Derived from records: losing it loses an order, never content."""

    scope: Scope
    weeks: tuple[Week, ...] = ()


def add(mix: TaskMix, records: Iterable[Record]) -> TaskMix:
    """Return the mix with what these records touched; adding a record again changes nothing."""
    by_week = {each.week: int(each.bits, 16) for each in mix.weeks}
    for week, found in groupby(sorted(records, key=_week_of), key=_week_of):
        bits = _bitmap(topic for record in found for topic in touched(record))
        if bits:
            by_week[week] = by_week.get(week, 0) | bits
    latest = sorted(by_week, reverse=True)[:ACTIVE_WEEKS]
    return replace(mix, weeks=tuple(Week(week, f"{by_week[week]:x}") for week in latest))


def touched(record: Record) -> frozenset[str]:
    """Return the topics of one record: of the files and commands of a call, and of what a person said."""
    if record.tool is not None:
        return topics(" ".join((record.tool.command, *record.tool.files_read, *record.tool.files_edited)))
    said = record.kind is Kind.MESSAGE and record.actor in (Actor.USER, Actor.OPERATOR)
    return topics(record.text) if said and record.origin in (Origin.USER, Origin.OPERATOR) else frozenset()


def topics(text: str) -> frozenset[str]:
    """Return the words of a text that may name a topic, folded; identifiers and paths are split at case and signs."""
    words = (word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text)))
    return frozenset(_folded(word) for word in words if word not in _COMMON)


def mentions(mix: TaskMix, wanted: frozenset[str], *, until: datetime, since: datetime) -> bool:
    """Whether one of the mix's weeks between two times touched enough of these topics."""
    least = max(MENTIONED_WORDS, MENTIONED_SHARE * len(wanted))
    return any(_touched_of(each, wanted) >= least for each in _between(mix, since, until))


def covers(mix: TaskMix, wanted: frozenset[str], *, until: datetime, since: datetime) -> bool:
    """Whether one of the mix's weeks between two times touched all of these topics; no topic is never covered."""
    return bool(wanted) and any(_touched_of(each, wanted) == len(wanted) for each in _between(mix, since, until))


def _between(mix: TaskMix, since: datetime, until: datetime) -> list[Week]:
    return [each for each in mix.weeks if _week(since) <= each.week <= _week(until)]


def _touched_of(week: Week, wanted: frozenset[str]) -> int:
    bits = int(week.bits, 16)
    return sum(bool(bits >> _bit(topic) & 1) for topic in wanted)


def _bitmap(found: Iterable[str]) -> int:
    bits = 0
    for topic in set(found):
        bits |= 1 << _bit(topic)
    return bits


def _bit(topic: str) -> int:
    return int(sha256_hex(topic)[:8], 16) % BITS


def _week_of(record: Record) -> str:
    return _week(record.event_time)


def _week(time: datetime) -> str:
    year, week, _ = time.astimezone(UTC).isocalendar()
    return f"{year:04d}-W{week:02d}"


def _folded(word: str) -> str:
    return next((word.removesuffix(end) for end in _ENDINGS if word.endswith(end) and len(word) - len(end) > 2), word)
