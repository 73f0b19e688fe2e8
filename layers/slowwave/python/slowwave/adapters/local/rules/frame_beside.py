"""A slot said without its thing, right after a sentence that names the only thing it can be of."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.assertions import is_news
from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.frame_drafts import affirmed
from slowwave.adapters.local.rules.frame_table import BE
from slowwave.adapters.local.rules.frames import frame_of, lasting, old_of
from slowwave.adapters.local.rules.mention_table import ATTRIBUTE, DETERMINERS
from slowwave.adapters.local.rules.mentions import SLOT, Mention, is_lexical, sketch, slots_of
from slowwave.adapters.local.rules.pattern import Draft, Hit
from slowwave.adapters.local.rules.stance import stance_of
from slowwave.adapters.local.rules.things import only_thing, sentence_before

_BARE = re.compile(
    loosely(
        rf"^(?:(?:so|now|and|but|instead|actually|please)[, ]+)*(?P<n>(?:the|its|their)\s+(?:{DETERMINERS}\s+)*"
        rf"{ATTRIBUTE})\s+{BE} (?P<v>Ⓥ)(?=\s*(?:$|[,.;!]|now|instead|again|from now|these days))"
    ),
    re.IGNORECASE,
)


def beside(hit: Hit) -> Draft | None:
    """Read "The delay should be 4 s." after "5 s is wrong for billing."."""
    text, base = hit.clause.text, hit.clause.start
    draw = sketch(text, with_slots=False)
    match = _BARE.match(draw.text)
    if (
        match is None
        or base == 0
        or slots_of(text)
        or not is_lexical(match["a"])
        or not lasting(draw, match.start("n"))
    ):
        return None
    said = hit.heard()[0][:base]
    sentence = sentence_before(said)
    found = only_thing(sentence)
    value = draw.at(match.start("v"))
    if found is None or value is None or stance_of(sentence).blocked or not is_news(sentence):
        return None
    name, place = found
    start, end = draw.source(match.start("n")), draw.source(match.end("n") - 1) + 1
    named = Mention(SLOT, start, end, name, match["a"], lexical=True)
    frame = frame_of(text, draw, named, (value.start, value.end), match.span())
    over = [each for each in old_of(sentence, sketch(sentence)) if each != name]
    made = affirmed(hit, replace(frame, old=(*frame.old, *over)))
    at = said.rindex(sentence) + place
    scope = f" {text[slice(*frame.reach_at)]}" if frame.reach_at else ""
    return replace(
        made,
        statement=f"{name}'s {match['a']} is {frame.value}{scope}",
        beside=(*made.beside, (at, at + len(name))),
    )
