"""A value that its own sentence changes: "the limit is 5, scratch that, 7", "the owner is Kim, replaced by Lee". The
sentence is read as if it had named the later value alone; where that value is not plain, nothing is read of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from slowwave.adapters.local.rules.alike import Form, alike, form_of
from slowwave.adapters.local.rules.clauses import Clause
from slowwave.adapters.local.rules.retractions import negated
from slowwave.adapters.local.rules.turn_table import (
    COUNTED,
    FOR_A_TIME,
    LOOKS_BACK,
    OPENS,
    PLACES,
    ROLES,
    TAKEN_BACK,
    TURNS,
)
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Candidate, Polarity, Signal, Span, ValueKind
from slowwave.domain.records import Record

_MOST_WORDS = 5
"""Words of a value that ends the head of a sentence."""

_LAID_OUT = re.compile(r"\s{8}")
"""Columns and other layout: no sentence, and slow to search for one."""

_TELLING = frozenset({Form.MARKED, Form.NAME})


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence that changes its own value says.

    Attributes:
        said: what is read of it; nothing where the later value is not plain.
    """

    said: tuple[Candidate, ...] = ()


Reader = Callable[[Clause, Record, str], list[Candidate]]
"""Reads a sentence of a record, given the masked text of the record."""


def turned(whole: Clause, record: Record, masked: str, read: Reader) -> Told | None:
    """Read a sentence that names a value and takes it back; None where it does no such thing."""
    text = whole.text
    if _LAID_OUT.search(text):
        return None

    def valued(at: int) -> tuple[Candidate, int] | None:
        head = _cut(whole, at)
        return _valued(read(head, record, masked), head)

    for match in (each for turn in TURNS for each in turn.finditer(text)):
        first = valued(match.start())
        if first is None:
            continue
        claimed, old = first
        value = trimmed(match["value"])
        if _holds(match, text[old : match.start()], value):
            if FOR_A_TIME.match(text, match.end()):
                return Told()
            later = _instead(whole, record, masked, (old, *match.span("value")), match, read)
            if any(_same_slot(each, claimed) and each.claim.value != claimed.claim.value for each in later):
                return Told(
                    tuple(replace(each, denies=()) if not _same_slot(each, claimed) else each for each in later)
                )
            return Told()
    taken = TAKEN_BACK.search(text)
    if taken and (first := valued(taken.start())):
        return Told((_rejected(first[0], whole.start + taken.start("plainly"), whole.start + taken.end("plainly")),))
    opened = OPENS.search(text)
    if opened is None or LOOKS_BACK.search(opened["tail"]):
        return None
    first = valued(opened.start())
    return Told() if first and _names_one(text[first[1] : opened.start()], text[opened.start() :]) else None


def _cut(whole: Clause, at: int) -> Clause:
    text = whole.text[:at]
    return replace(whole, text=text, raw=whole.raw[:at], end=whole.start + at, sentence=text)


def _valued(said: Sequence[Candidate], head: Clause) -> tuple[Candidate, int] | None:
    """The one statement that the head of a sentence makes, with where in it the value begins that ends it."""
    if len(said) != 1 or said[0].claim.polarity is Polarity.DENY or not said[0].claim.value.text:
        return None
    starts = [match.start() for match in re.finditer(r"\S+", head.raw)][-_MOST_WORDS:]
    value = said[0].claim.value
    place = next((start for start in reversed(starts) if read_value(trimmed(head.raw[start:])) == value), None)
    return None if place is None else (said[0], place)


def _holds(match: re.Match[str], old: str, value: str) -> bool:
    """Whether the words of a turn name a value of the kind of the one before them."""
    if not alike(trimmed(old), value) or value.split(maxsplit=1)[0].lower() in ROLES:
        return False
    return form_of(value) is not Form.WORD or read_value(value).kind is not ValueKind.TEXT or _is_plain(match)


def _is_plain(match: re.Match[str]) -> bool:
    """Whether a turn is clear enough for a plain word behind it to be a value."""
    return not match.re.groupindex.keys().isdisjoint({"plainly", "made"})


def _instead(
    whole: Clause, record: Record, masked: str, at: tuple[int, int, int], match: re.Match[str], read: Reader
) -> list[Candidate]:
    """What the sentence says with its later value in the place of the one that was taken back.

    Args:
        at: where in the sentence the earlier value begins, and where the later one begins and ends.
    """
    old, start, end = at
    after = match.start() + len(match.group().rstrip())

    def spliced(text: str) -> str:
        return text[:old] + text[start:end] + text[after:]

    first, last = whole.start, whole.end
    text, raw = spliced(whole.text), spliced(whole.raw)
    other = replace(record, text=record.text[:first] + raw + record.text[last:], redacted_from=record.id)
    drawn = masked[:first] + text + masked[last:]
    said = read(replace(whole, text=text, raw=raw, end=first + len(text), sentence=text), other, drawn)
    moved = first + old
    return [_moved(each, moved, (start - old, after - end), end - start) for each in said]


def _moved(said: Candidate, at: int, by: tuple[int, int], length: int) -> Candidate:
    """A candidate of the spliced sentence with its spans where the words stand in the record."""

    def placed(offset: int, *, ends: bool = False) -> int:
        before = offset <= at if ends else offset < at
        inside = offset <= at + length if ends else offset < at + length
        return offset if before else offset + by[0] + (0 if inside else by[1])

    def parts(span: Span) -> list[Span]:
        edges = ((0, at), (at, at + length), (at + length, span.end))
        pieces = ((max(span.start, first), min(span.end, last)) for first, last in edges)
        return [Span(span.record_id, placed(one), placed(two, ends=True)) for one, two in pieces if one < two]

    own = parts(said.span)
    main = next((each for each in own if each.start >= at), own[0])
    rest = [each for each in own if each != main] + [piece for span in said.support for piece in parts(span)]
    return replace(said, span=main, support=tuple(rest), signal=Signal.CORRECTION)


def _same_slot(one: Candidate, other: Candidate) -> bool:
    return one.claim.key == other.claim.key


def _names_one(old: str, tail: str) -> bool:
    """Whether words name a value of the kind of another by its form. What a number counts, and where somebody is or
    what they are called, is none.
    """
    words = [word.strip(".,;:!()") for word in tail.split()]
    runs = ((start, start + size) for size in (1, 2, 3) for start in range(len(words) - size + 1))
    return any(
        _is_telling(run := " ".join(words[first:last]))
        and alike(trimmed(old), run)
        and not (run[-1:].isdecimal() and last < len(words) and COUNTED.fullmatch(words[last]))
        and not (
            form_of(run) is Form.NAME
            and not {words[first].lower(), words[first - 1].lower()}.isdisjoint(ROLES | PLACES)
        )
        for first, last in runs
    )


def _is_telling(text: str) -> bool:
    return bool(text) and (read_value(text).kind is not ValueKind.TEXT or form_of(text) in _TELLING)


def _rejected(said: Candidate, start: int, end: int) -> Candidate:
    """A statement taken back by the words between two offsets of its record."""
    claim = replace(said.claim, polarity=Polarity.DENY, statement=negated(said.claim.statement))
    span = replace(said.span, start=start, end=end)
    return replace(said, claim=claim, span=span, support=(said.span,), signal=Signal.REJECTION, denies=(said.claim,))
