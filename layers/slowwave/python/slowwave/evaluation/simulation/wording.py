"""Words from structure: picks a template that a style has for an act and fills it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from string import Formatter

from slowwave.evaluation.simulation.events import Act
from slowwave.evaluation.simulation.placeholders import VOICES, Voice
from slowwave.evaluation.simulation.style import ANY, Style, Templates

OWN_WORDING_SHARE = 0.5
"""How often the wording of an attribute is taken where there is one."""

LOWER_BEGINNINGS = ("the ", "just ")
"""Fields that are no names, so that a sentence may begin with them in a capital."""


def named(template: str) -> frozenset[str]:
    """Placeholders of a template."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def _choices(draw: random.Random, block: Templates, attribute: str) -> Sequence[str]:
    return block[attribute] if attribute in block and draw.random() < OWN_WORDING_SHARE else block[ANY]


def _filled(draw: random.Random, templates: Sequence[str], fields: Mapping[str, str]) -> tuple[str, frozenset[str]]:
    """Fill one of the templates that need no other fields; with the placeholders that it has."""
    known = {name for name, value in fields.items() if value}
    template = draw.choice([each for each in templates if named(each) <= known])
    text = template.format(**fields)
    begins = template.startswith("{") and text.startswith(LOWER_BEGINNINGS)
    return text[0].upper() + text[1:] if begins else text, named(template)


def word_act(
    draw: random.Random, style: Style, act: Act, voice: Voice, fields: Mapping[str, str]
) -> tuple[str, frozenset[str]]:
    """Word an act; with the placeholders that the words name.

    Args:
        fields: by placeholder; an empty one may not be named.
    """
    block = style.templates[act]
    if act in VOICES:
        return _filled(draw, block[voice], fields)
    choices = _choices(draw, block, fields.get("attribute", ""))
    known = {name for name, value in fields.items() if value}
    return _filled(draw, choices if any(named(each) <= known for each in choices) else block[ANY], fields)


def word_chatter(draw: random.Random, style: Style, voice: Voice, entity: str) -> str:
    """Word something that says nothing about any slot."""
    return _filled(draw, style.chatter[voice], {"entity": entity})[0]


def word_question(draw: random.Random, style: Style, entity: str, attribute: str, scope: str = "") -> str:
    """Word the question of a probe."""
    block = style.scoped_questions if scope else style.questions
    fields = {"entity": entity, "attribute": attribute, "scope": scope}
    return _filled(draw, _choices(draw, block, attribute), fields)[0]
