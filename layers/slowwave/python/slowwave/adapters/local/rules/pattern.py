"""What a pattern is: a name, what it matches, what it makes of it, and examples that must and must not match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from slowwave.adapters.local.rules.clauses import Clause
from slowwave.adapters.local.rules.contractions import loosely
from slowwave.domain.claims import Claim, Lane, Polarity, Signal, Skeleton, Span, Standing, Value


@dataclass(frozen=True, slots=True)
class Key:
    """A claim key with the assertion under it, before the skeleton is known."""

    subject: str
    attribute: str
    qualifier: str = ""
    value: Value = field(default_factory=Value)
    polarity: Polarity = Polarity.AFFIRM


@dataclass(frozen=True, slots=True)
class Draft:
    """What a builder makes of a match; `shape` turns it into a candidate.

    Attributes:
        statement: the claim in the span's own words; `shape.sentence` finishes it.
        denies, overrides: what else these words override, by key or as the claim found before.
        also: what else the same words say.
        support: further words the statement stands on.
        at, beside: of a sentence read as a whole, offsets in the record of the words that assert it, and of those that
            only name it; the clause when left out.
        signal, importance, standing, skeleton, lane: override what the pattern or the words' form would give.
    """

    key: Key
    statement: str
    category: str
    denies: tuple[Key, ...] = ()
    signal: Signal | None = None
    importance: float | None = None
    standing: Standing = Standing.CONVENTION
    skeleton: Skeleton | None = None
    lane: Lane | None = None
    module: str = ""
    trigger: str = ""
    approach: str = ""
    counterexample: str = ""
    valid_until: datetime | None = None
    support: tuple[Span, ...] = ()
    overrides: tuple[Claim, ...] = ()
    also: tuple[Draft, ...] = ()
    at: tuple[int, int] | None = None
    beside: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Recent:
    """A claim that words shortly before made, and where."""

    claim: Claim
    span: Span
    records_ago: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern's match in a clause.

    Attributes:
        recent: what was claimed before it, nearest first, the user's before the assistant's.
        heard: its record's text and what was said and called before it, nearest first.
        heading: of a section of a document, the headings above it, from the outermost.
    """

    clause: Clause
    match: re.Match[str]
    said: datetime
    recent: Callable[[], Sequence[Recent]] = tuple
    heard: Callable[[], Sequence[str]] = tuple
    heading: str = ""

    def raw(self, group: str) -> str:
        """The group as written, with nothing masked; empty when the regex has none or it took no part."""
        if group not in self.match.re.groupindex:
            return ""
        start, end = self.match.span(group)
        return self.clause.raw[start:end].strip() if start >= 0 else ""

    def has(self, *flags: str) -> bool:
        """Whether any of the flags was peeled off the clause."""
        return not self.clause.flags.isdisjoint(flags)


@dataclass(frozen=True, slots=True)
class Says:
    """A positive example: text, `subject | attribute | qualifier`, and `+value` or `-value`."""

    text: str
    key: str
    assertion: str = "+"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One row of the table.

    Attributes:
        regexes: matched at the start of a clause's core; the first that matches and builds wins.
        importance: 0 to 1 before the words' form moves it.
        build: makes a draft, or nothing when the match says nothing lasting.
        needs: flags of which the clause must have one; empty when it needs none.
        yes, no: examples that the tests run.
    """

    name: str
    regexes: tuple[re.Pattern[str], ...]
    signal: Signal
    importance: float
    build: Callable[[Hit], Draft | None]
    yes: tuple[Says, ...]
    no: tuple[str, ...]
    needs: frozenset[str] = frozenset()


def rx(*sources: str) -> tuple[re.Pattern[str], ...]:
    """Compile sources that match regardless of case, and "its" and "thats" where they say "it's" and "that's"."""
    return tuple(re.compile(loosely(source), re.IGNORECASE) for source in sources)
