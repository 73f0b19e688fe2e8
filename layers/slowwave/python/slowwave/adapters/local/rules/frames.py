"""Slot frames: a sentence that names the slot of an entity and one value, in any order of words, gives one claim under
one key, however it is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from slowwave.adapters.local.rules.assertions import is_own
from slowwave.adapters.local.rules.frame_drafts import Frame, affirmed, withdrawn
from slowwave.adapters.local.rules.frame_moods import ASKED, INFINITIVE, LOOKS, SUBJECT, SUPPOSED, UNSAID, UNSETTLED
from slowwave.adapters.local.rules.frame_scopes import reach_of
from slowwave.adapters.local.rules.frame_table import (
    DENIES,
    ENDS,
    GIVES,
    GIVES_WORD,
    PASSED_OVER,
)
from slowwave.adapters.local.rules.mentions import NONE, OLD, SLOT, VALUED, Mention, Sketch, sketch
from slowwave.adapters.local.rules.pattern import Draft, Hit
from slowwave.adapters.local.rules.slots import SECRET
from slowwave.adapters.local.rules.values import is_value, read_value
from slowwave.domain.claims import Value
from slowwave.domain.keys import normalize_subject, words_of

_CLAUSE = re.compile(r"[,;:.!?—–]\s|\b(?:so|but|and)\s")


_WRONG = re.compile(r"(?:the|an?) wrong\b", re.IGNORECASE)
"""Before a slot whose value, told right after it, is the wrong one."""


def lasting(draw: Sketch, start: int) -> bool:
    """Whether a frame that begins at a position of the sketch is a settled statement."""
    before = draw.text[:start]
    cut = max((match.end() for match in _CLAUSE.finditer(before)), default=0)
    own = before[cut:].rstrip()
    to_do = draw.text[start] not in (SLOT, VALUED, OLD) and INFINITIVE.search(own)
    return not (to_do or UNSETTLED.search(draw.text) or UNSAID.search(own))


def _is_asked(draw: Sketch, match: re.Match[str], named: Mention) -> bool:
    """Whether a frame asks for a change of what can be seen, or of no slot at all: a task, and no lasting value."""
    told = SUBJECT.search(draw.text[: match.start()].rstrip()) is not None
    if match.start() == match.start("s") or told or not ASKED.match(match.group()):
        return False
    return not named.lexical or words_of(named.attribute)[-1] in LOOKS


def without_old(draw: Sketch) -> Sketch:
    """The sketch without the values that are over, and without the words that say so."""
    kept = [True] * len(draw.text)
    for match in PASSED_OVER.finditer(draw.text):
        kept[match.start() : match.end()] = [False] * (match.end() - match.start())
    text = "".join(sign for sign, keep in zip(draw.text, kept, strict=True) if keep)
    origins = tuple(origin for origin, keep in zip(draw.origins, kept, strict=False) if keep)
    return replace(draw, text=text, origins=origins or (0,))


def framed(text: str, frames: Iterable[re.Pattern[str]], draw: Sketch, *, bare: bool = False) -> Iterator[Frame]:
    """Yield the frames that link a slot of a drawn sentence to a value, one for each slot and each value."""
    used: set[int] = set()
    for pattern in frames:
        for match in pattern.finditer(draw.text):
            named = draw.at(match.start("s"))
            start, end = (draw.source(each) for each in match.span("v"))
            valued = draw.at(match.start("v"))
            end = valued.end if valued else end
            if named is None or not used.isdisjoint({named.start, start}) or SECRET.search(named.attribute):
                continue
            if _WRONG.match(text, named.start) and not _CLAUSE.search(match.group()):
                continue
            if not lasting(draw, match.start()) or _is_asked(draw, match, named):
                continue
            if not is_own(text[: draw.source(match.start())], match.group(), named.entity):
                continue
            if bare and not (named.lexical and is_value(normalize_subject(named.attribute), text[start:end])):
                continue
            frame = frame_of(text, draw, named, (start, end), match.span())
            if SUPPOSED.match(draw.text) and not frame.reach.qualifier:
                continue
            used |= {named.start, start}
            yield frame


def frame_of(text: str, draw: Sketch, named: Mention, value_at: tuple[int, int], drawn: tuple[int, int]) -> Frame:
    """The frame of a slot and a value that stand at these places of the sentence and of its drawing."""
    reach = reach_of(draw.text, drawn, (named.entity,))
    reach_at = (draw.source(reach.start), draw.source(reach.end - 1) + 1) if reach.end > reach.start else None
    return Frame(
        named.entity,
        named.attribute,
        text[value_at[0] : value_at[1]],
        (named.start, named.end),
        value_at,
        named.named_at,
        reach,
        reach_at,
        old_of(text, draw),
    )


def given(hit: Hit) -> Draft | None:
    """Read a sentence that gives a slot its value: "We use 30 s as the timeout of billing"."""
    text = hit.clause.text
    draw = sketch(text)
    if SLOT not in draw.text:
        return None
    found = [*framed(text, GIVES, draw)] or [*framed(text, GIVES, without_old(draw))]
    if VALUED not in draw.text and OLD not in draw.text:
        found = [*framed(text, GIVES_WORD, draw, bare=True)]
    found = [replace(each, old=old_of(text, draw) if len(found) == 1 else ()) for each in found]
    drafts = [affirmed(hit, each) for each in sorted(found, key=lambda each: each.slot_at)]
    return replace(drafts[0], also=tuple(drafts[1:])) if drafts else None


def old_of(text: str, draw: Sketch) -> tuple[str, ...]:
    """The values in the sentence that are over."""
    return tuple(
        text[each.start : each.end]
        for position, sign in enumerate(draw.text)
        if sign == OLD and (each := draw.at(position))
    )


def denied(hit: Hit) -> Draft | None:
    """Read a sentence that takes a value of a slot back: "the owner of billing isn't team A any more"."""
    text = hit.clause.text
    draw = sketch(text)
    if SLOT not in draw.text or OLD not in draw.text or VALUED in draw.text:
        return None
    found = next(framed(text, DENIES, draw), None)
    if found is None:
        return None
    return withdrawn(hit, found, read_value(found.value))


def ended(hit: Hit) -> Draft | None:
    """Read a sentence that ends a slot: "billing has no timeout any more"."""
    text = hit.clause.text
    draw = sketch(text)
    if SLOT not in draw.text and NONE not in draw.text:
        return None
    for pattern in ENDS:
        for match in pattern.finditer(draw.text):
            named = draw.at(match.start("s"))
            if named and lasting(draw, match.start("s")) and is_own(text[: named.start], "", named.entity):
                at = (draw.source(match.start()), max(named.end, draw.source(match.end() - 1) + 1))
                frame = frame_of(text, draw, named, at, match.span())
                return withdrawn(hit, frame, Value())
    return None
