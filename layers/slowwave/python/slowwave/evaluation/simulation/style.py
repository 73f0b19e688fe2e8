"""Styles are data: how each act is worded, read from the packaged YAML and checked with one sentence per fault.

The format is documented at the top of `styles/plain.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter

import yaml

from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation.attributes import BY_NAME
from slowwave.evaluation.simulation.events import Act
from slowwave.evaluation.simulation.placeholders import (
    CHATTERERS,
    FREQUENT,
    MIN_CHATTER,
    MIN_FREQUENT,
    MIN_RARE,
    PLACEHOLDERS,
    QUESTION,
    SCOPED_QUESTION,
    VOICES,
    Names,
)

ANY = "any"
LONG_NUMBER = re.compile(r"\d{3}")
"""Values may be bare numbers of four digits and more; the words around them keep to shorter ones."""

Templates = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Style:
    """How one author words everything; templates by act, then by voice or by attribute (`any` for the rest)."""

    name: str
    dates: str
    templates: Mapping[Act, Templates]
    questions: Templates
    scoped_questions: Templates
    chatter: Templates


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a block of templates must look like."""

    names: Names
    keys: tuple[str, ...]
    minimum: int
    by_attribute: bool = False


def _rule(act: Act) -> _Rule:
    minimum = MIN_FREQUENT if act in FREQUENT else MIN_RARE
    if act in VOICES:
        return _Rule(PLACEHOLDERS[act], VOICES[act], minimum)
    return _Rule(PLACEHOLDERS[act], (ANY,), minimum, by_attribute=True)


def _rules() -> dict[str, _Rule]:
    questions = {
        "questions": _Rule(QUESTION, (ANY,), MIN_FREQUENT, by_attribute=True),
        "scoped_questions": _Rule(SCOPED_QUESTION, (ANY,), MIN_RARE, by_attribute=True),
        "chatter": _Rule(PLACEHOLDERS[Act.CHATTER], CHATTERERS, MIN_CHATTER),
    }
    return {f"templates.{act.value}": _rule(act) for act in Act if act is not Act.CHATTER} | questions


def _placeholders(template: str) -> set[str] | None:
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return None


def _template_faults(where: str, template: object, names: Names, *, names_attribute: bool) -> Iterator[str]:
    if not isinstance(template, str) or not template.strip():
        yield f"{where} is not a text."
        return
    found = _placeholders(template)
    if found is None:
        yield f"{where} has an unpaired brace."
        return
    must = names.must if names_attribute else names.must - {"attribute"}
    yield from (f"{where} lacks {{{name}}}." for name in sorted(must - found))
    yield from (f"{where} may not use {{{name}}}." for name in sorted(found - names.must - names.may))
    if LONG_NUMBER.search(template):
        yield f"{where} has a number of three or more digits; those are values."


def _block_faults(where: str, block: object, rule: _Rule) -> Iterator[str]:
    if not isinstance(block, dict):
        yield f"{where} is missing or is not a mapping of lists."
        return
    yield from (f"{where}.{key} is missing." for key in rule.keys if key not in block)
    for key, templates in block.items():
        if key not in rule.keys and not (rule.by_attribute and key in BY_NAME):
            yield f"{where}.{key} is not one of {', '.join(rule.keys)}{' or an attribute' * rule.by_attribute}."
        elif not isinstance(templates, list) or not templates:
            yield f"{where}.{key} is not a list of templates."
        else:
            if key in rule.keys and len(templates) < rule.minimum:
                yield f"{where}.{key} has {len(templates)} templates; it needs {rule.minimum}."
            for index, template in enumerate(templates):
                names_attribute = key in rule.keys
                yield from _template_faults(
                    f"{where}.{key}[{index}]", template, rule.names, names_attribute=names_attribute
                )


def _block(data: Mapping[str, object], path: str) -> object:
    found: object = data
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


def faults(data: object, name: str) -> tuple[str, ...]:
    """What is wrong with the style `name`, one sentence each; empty if nothing is."""
    if not isinstance(data, dict):
        return (f"{name} is not a mapping.",)
    found = [fault for path, rule in _rules().items() for fault in _block_faults(path, _block(data, path), rule)]
    if data.get("style") != name:
        found.append(f"style is {data.get('style')!r}; it must equal the file name {name!r}.")
    if not isinstance(data.get("dates"), str) or "%d" not in data["dates"]:
        found.append("dates is not a date format with %d.")
    known = {"style", "dates", "templates"} | {path for path in _rules() if "." not in path}
    found += [f"{key} is not a part of a style." for key in data if key not in known]
    templates = data.get("templates")
    acts = {act.value for act in Act} - {Act.CHATTER.value}
    found += [
        f"templates.{key} is not an act."
        for key in (templates if isinstance(templates, dict) else ())
        if key not in acts
    ]
    return tuple(f"{name}: {fault}" for fault in found)


def parsed(text: str, name: str) -> Style:
    """The style of a YAML text.

    Raises:
        InvalidInput: with one sentence per fault.
    """
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise InvalidInput(f"{name}: is not YAML: {error}") from error
    if found := faults(data, name):
        raise InvalidInput("\n".join(found))

    def lists(block: Mapping[str, list[str]]) -> Templates:
        return {key: tuple(templates) for key, templates in block.items()}

    return Style(
        name=name,
        dates=data["dates"],
        templates={Act(act): lists(block) for act, block in data["templates"].items()},
        questions=lists(data["questions"]),
        scoped_questions=lists(data["scoped_questions"]),
        chatter=lists(data["chatter"]),
    )


def styles() -> tuple[str, ...]:
    """Names of the packaged styles, sorted."""
    folder = files("slowwave.evaluation.simulation") / "styles"
    return tuple(sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml")))


@cache
def style(name: str) -> Style:
    """A packaged style.

    Raises:
        InvalidInput: there is none of that name, or its file is at fault.
    """
    if name not in styles():
        raise InvalidInput(f"no style {name!r}; there are {', '.join(styles())}")
    return parsed((files("slowwave.evaluation.simulation") / "styles" / f"{name}.yaml").read_text("utf-8"), name)
