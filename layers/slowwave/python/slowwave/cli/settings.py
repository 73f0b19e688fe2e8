"""The settings of an agent as people read and write them: what each means, what it may be, and `NAME=VALUE` read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any

from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import RANGES, TOKENIZERS, AgentPolicy, DecayCurve, DecayView, GatePreset
from slowwave.errors import InvalidInput

CHOICES: Mapping[str, type[StrEnum]] = {
    "gate_preset": GatePreset,
    "decay_view": DecayView,
    "decay_curve": DecayCurve,
}
"""The types of settings that are one of a few words."""

WORDS: Mapping[str, Iterable[str]] = {**CHOICES, "tokenizer": TOKENIZERS, "inject_assumptions": ("true", "false")}
"""What a setting that is no number may be."""

MEANINGS: Mapping[str, str] = {
    "skeletons": "shapes of knowledge that it keeps",
    "repeat_sessions": "sessions that promote a note which nobody confirmed",
    "gate_preset": "how readily it keeps what is neither a fact nor an instruction",
    "gate_threshold": "importance below which a candidate is discarded",
    "decay_view": "which score lets a note fade",
    "recency_weight": "utility view: weight of recent evidence",
    "relevance_weight": "utility view: weight of relevance to recent tasks",
    "utility_weight": "utility view: weight of what people pin or keep",
    "half_life_days": "utility view: days in which recency halves",
    "decay_threshold": "utility view: score below which a note leaves the active index",
    "decay_curve": "value view: how the value falls",
    "decay_rate": "value view: wear a day",
    "value_threshold": "value view: value at which a note has faded",
    "reinforcement_weight": "value view: how much being said again slows the fall",
    "importance_weight": "value view: how much importance slows the fall",
    "contradiction_haste": "how many times as fast a note ages once it is in conflict",
    "consolidation_importance": "importance from which a fading note is put on a page",
    "budget_tokens": "size of the block that an agent reads, in tokens",
    "stable_tokens": "most of it for lines that are there for every task; at most budget_tokens",
    "pool_size": "lines that a set carries to choose from for a task",
    "tokenizer": "vocabulary that tokens are counted in",
    "inject_assumptions": "whether assumptions are shown, in a section of their own",
    "principle_tokens": "most of stable_tokens for principles; safety is not counted",
    "working_set_files": "files of earlier sessions that a set names; 0 is none",
    "unused_days": "days without evidence or mention until a line leaves the stable block",
    "blast_radius": "share of active items that one run may retire",
    "blast_floor": "items that a run may retire whatever their share",
    "max_run_model_tokens": "model tokens after which a run takes on no more records",
    "max_month_model_tokens": "the same in a calendar month (UTC)",
    "max_run_minutes": "minutes after which a run takes on no more records",
    "max_pages": "active pages from which on no note is promoted, safety and what people ask for aside",
}
"""What each setting is, in a few words."""

THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+")
"""A whole number in the groups in which they are shown."""

SETTABLE = tuple(field.name for field in fields(AgentPolicy) if field.name != "scope")


def is_assignment(text: str) -> bool:
    """Return whether this is a setting with a value, and so no agent's name."""
    name, equals, _ = text.partition("=")
    return bool(equals) and name in SETTABLE


def setting(text: str) -> tuple[str, Any]:
    """Read `NAME=VALUE`.

    Raises:
        InvalidInput: there is no such setting, or it cannot have this value.
    """
    name, equals, value = text.partition("=")
    if not equals or name not in SETTABLE:
        raise InvalidInput(f"{text!r} is no setting; write NAME=VALUE with a name that slowwave agent show lists")
    try:
        return name, _parsed(name, value)
    except ValueError as error:
        raise InvalidInput(f"{value!r} is not a value of {name}; {_expected(name)}") from error


def allowed(name: str) -> str:
    """Return what a setting may be, in a few words."""
    if name == "skeletons":
        return f"one or more of {', '.join(Skeleton)}"
    if name in RANGES:
        least, most = RANGES[name]
        return f"{least:,} to {most:,}"
    return ", ".join(WORDS[name])


def shown(value: Any) -> str:
    """Return a value in a form that `setting` reads back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:,}"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _parsed(name: str, value: str) -> Any:
    if name == "skeletons":
        return tuple(Skeleton(each.strip()) for each in value.split(","))
    if name in CHOICES:
        return CHOICES[name](value)
    kind = type(_default(name))
    if kind is bool:
        return ("false", "true").index(value.lower()) == 1
    return kind(value.replace(",", "")) if kind is int and THOUSANDS.fullmatch(value) else kind(value)


def _default(name: str) -> Any:
    return next(field.default for field in fields(AgentPolicy) if field.name == name)


def _expected(name: str) -> str:
    if name == "skeletons":
        return f"give one or more of {', '.join(Skeleton)}, separated by commas"
    if name in CHOICES:
        return f"give one of {', '.join(CHOICES[name])}"
    return {bool: "give true or false", int: "give a whole number", float: "give a number"}.get(
        type(_default(name)), "give a text"
    )
