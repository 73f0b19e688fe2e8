"""Values that people state with a verb in place of the slot's noun, and values that answer a slot named just before."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.assertions import is_told
from slowwave.adapters.local.rules.frame_drafts import Frame, affirmed, withdrawn
from slowwave.adapters.local.rules.frame_moods import SUPPOSED
from slowwave.adapters.local.rules.frame_scopes import reach_of
from slowwave.adapters.local.rules.frame_table import OLD_TOLD, POINTS_AT
from slowwave.adapters.local.rules.frames import lasting, old_of
from slowwave.adapters.local.rules.mention_table import HEADING
from slowwave.adapters.local.rules.mentions import NONE, OLD, SLOT, VALUED, Sketch, sketch, slots_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Recent
from slowwave.adapters.local.rules.relation_forms import (
    FORMS,
    GIVEN,
    GIVEN_WORD,
    NEEDS,
    NEGATED,
    POINTED,
    Compiled,
)
from slowwave.adapters.local.rules.retractions import rejecting
from slowwave.adapters.local.rules.slots import slot
from slowwave.adapters.local.rules.values import is_value, read_value
from slowwave.adapters.local.rules.vocabulary import HELD
from slowwave.domain.claims import Polarity, Signal, Standing, Value
from slowwave.domain.keys import words_of

_NO_ENTITY = re.compile(
    r"\b(?:it|this|that|these|those|them|everything|things?|stuff|all|us|me|you|one|ones|people|team)\b|^\d",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"(?:no|any|some|every) ?(?:body|one)", re.IGNORECASE)
_TOOLED = re.compile(r"\b(?:lint\w*|format\w*|tests?)\b", re.IGNORECASE)


def related(hit: Hit) -> Draft | None:
    """Read "team A owns billing", "billing listens on port 8090", "we moved billing to eu-west-1"."""
    text = hit.clause.text
    draw = sketch(text, with_slots=False)
    found = _relation(text, draw, GIVEN) if VALUED in draw.text else None
    found = found or (_relation(text, draw, GIVEN_WORD) if _TOOLED.search(text) else None)
    found = found or (_pointed(text, draw) if VALUED in draw.text else None)
    return affirmed(hit, found) if found else None


def unrelated(hit: Hit) -> Draft | None:
    """Read "billing does not run on host A", "alerts from billing no longer go to #a"."""
    text = hit.clause.text
    draw = sketch(text, with_slots=False)
    found = _relation(text, draw, NEGATED) if OLD in draw.text else None
    return withdrawn(hit, found, read_value(found.value)) if found else None


def _relation(text: str, draw: Sketch, table: Compiled) -> Frame | None:
    for name, pattern in table:
        for match in pattern.finditer(draw.text):
            found = _held(text, draw, match, name, _place(draw, match))
            if found and (table is NEGATED or is_told(text[: draw.source(match.start())])):
                return found
    return None


def _place(draw: Sketch, match: re.Match[str]) -> tuple[int, int]:
    value = draw.at(match.start("v"))
    return (value.start, value.end) if value else (draw.source(match.start("v")), draw.source(match.end("v") - 1) + 1)


def _held(
    text: str, draw: Sketch, match: re.Match[str], name: str, value_at: tuple[int, int], *, pointed: bool = False
) -> Frame | None:
    """The frame of a relation whose entity and value fit it."""
    value = text[slice(*value_at)]
    start, end = match.span("e")
    last = draw.at(end - 1)
    entity_at = (draw.source(start), last.end if last else draw.source(end - 1) + 1)
    entity = text[slice(*entity_at)]
    named = [each.span("e") for each in HEADING.finditer(text[: entity_at[0]])] if entity.lower() == "it" else []
    entity = text[slice(*named[-1])] if named else entity
    kind = (match.groupdict().get("kind") or "").strip()
    attribute = name or _formed(value, kind)
    typed = pointed or draw.at(match.start("v")) is not None
    fits = re.fullmatch(NEEDS.get(attribute, ".+"), value, re.IGNORECASE) and (typed or is_value(attribute, value))
    if (
        not attribute
        or not fits
        or _NOBODY.fullmatch(value)
        or not _is_entity(entity)
        or not lasting(draw, max(match.start(), match.start("v") if pointed else 0))
    ):
        return None
    reach = reach_of(draw.text, match.span(), (entity,), within=False)
    if SUPPOSED.match(draw.text) and not reach.qualifier:
        return None
    reach_at = (draw.source(reach.start), draw.source(reach.end - 1) + 1) if reach.end > reach.start else None
    old = tuple(each for each in old_of(text, draw) if each != entity)
    start = max(match.start(), match.start("v")) if pointed else match.start()
    whole = (draw.source(start), max(0 if pointed else value_at[1], entity_at[1], draw.source(match.end() - 1) + 1))
    return Frame(
        entity, attribute, value, whole, value_at, named[-1] if named else None, reach, reach_at, old, told=True
    )


def _formed(value: str, kind: str) -> str:
    form = next((name for name, pattern in FORMS if pattern.fullmatch(value)), "")
    return f"{kind} {form}" if form == "version" and kind and kind != "version" else form


def _is_entity(entity: str) -> bool:
    last = words_of(entity)[-1:] or [""]
    return bool(words_of(entity)) and not _NO_ENTITY.search(entity) and last[0] not in HELD


def _pointed(text: str, draw: Sketch) -> Frame | None:
    """Read "ask team A, they own billing": the only value before the pronoun."""
    for name, pattern in POINTED:
        for match in pattern.finditer(draw.text):
            before = [each for place in range(match.start()) if (each := draw.at(place))]
            found = len(before) == 1 and _held(text, draw, match, name, (before[0].start, before[0].end), pointed=True)
            if found:
                return found
    return None


def answered(hit: Hit) -> Draft | None:
    """Read "the right one is 30 s", "it should be 30 s" after a sentence that names the slot and no other value."""
    text = hit.clause.text
    draw = sketch(text)
    match = POINTS_AT.match(draw.text)
    if match is None or SLOT in draw.text or hit.clause.start == 0:
        return None
    said = hit.heard()[0][: hit.clause.start]
    sentence = re.split(r"(?<=[.!?:])\s+|\n", said.strip())[-1]
    named = slots_of(sentence)
    value = draw.at(match.start("v"))
    claimed = any(each.records_ago == 0 for each in hit.recent())
    if claimed or value is None or not named or named[-1].sign == NONE or not OLD_TOLD.search(sketch(sentence).text):
        return None
    last, at = named[-1], said.rindex(sentence)
    frame = Frame(
        last.entity, last.attribute, text[value.start : value.end], (last.start, last.end), (value.start, value.end)
    )
    made = affirmed(hit, frame)
    words = sentence[last.start : last.end]
    where = (hit.clause.start + value.start, hit.clause.start + value.end)
    statement = f"{re.sub(r'^(?:an?|the wrong|wrong)', 'the', words)} is {frame.value}"
    return _moved(made, statement, where, (at + last.start, at + last.end))


def _moved(made: Draft, statement: str, at: tuple[int, int], beside: tuple[int, int]) -> Draft:
    return replace(made, statement=statement, at=at, beside=(beside,), signal=Signal.CORRECTION)


def confirmed(hit: Hit) -> Draft | None:
    """Read "Yes, 30 s is right", "your guess was right": what was said before, the assistant's guess among it."""
    found = _meant(hit)
    if found is None or found.records_ago == 0:
        return None
    claim = found.claim
    key = Key(claim.key.subject, claim.key.attribute, claim.key.qualifier, claim.value)
    return Draft(
        key, claim.statement, claim.category, standing=Standing.FACT, skeleton=claim.skeleton, support=(found.span,)
    )


def refuted(hit: Hit) -> Draft | None:
    """Read "No, 30 s is wrong", "your guess about the timeout of billing is wrong": what was said before."""
    found = _meant(hit)
    return rejecting(found) if found else None


def _meant(hit: Hit) -> Recent | None:
    """The claim before that has the value which the sentence names, or is about the slot it names."""
    text = hit.clause.text
    values = [each for each in sketch(text, with_slots=False).mentions if each.end <= hit.match.end()]
    named = [slot(f"{each.entity} {each.attribute}", Value()).subject for each in slots_of(text)]
    wanted = {read_value(text[each.start : each.end]) for each in values if not named}
    for each in hit.recent():
        claim = each.claim
        fits = (
            claim.value in wanted or claim.key.subject in named or (not wanted and not named and each.records_ago == 1)
        )
        if fits and claim.key.attribute == "is" and claim.polarity is Polarity.AFFIRM and claim.value.text:
            return each
    return None
