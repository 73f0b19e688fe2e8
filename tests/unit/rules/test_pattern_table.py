"""Each pattern's own examples: what it must find, and what it must leave alone."""

from collections.abc import Callable
from typing import Any

import pytest

from slowwave.adapters.local.rules import naming_table
from slowwave.adapters.local.rules.pattern import Pattern, Says
from slowwave.adapters.local.rules.tables import CONCLUDED, SAID, TAKING_BACK, WRITTEN
from slowwave.domain.claims import Candidate, Claim, Signal
from slowwave.domain.records import Actor, Kind, Origin, Record

SPEAKERS: tuple[tuple[tuple[Pattern, ...], dict[str, Any]], ...] = (
    (naming_table.PATTERNS, {}),
    (SAID, {}),
    (TAKING_BACK, {}),
    (WRITTEN, {"actor": Actor.SYSTEM, "kind": Kind.DOCUMENT, "origin": Origin.FILE}),
    (CONCLUDED, {"actor": Actor.ASSISTANT, "origin": Origin.ASSISTANT}),
)
TABLE = [pytest.param(pattern, speaker, id=pattern.name) for table, speaker in SPEAKERS for pattern in table]
Propose = Callable[..., tuple[Candidate, ...]]


def conversation(text: str, speaker: dict[str, Any], record: Callable[..., Record]) -> list[Record]:
    return [record(part, position, **speaker) for position, part in enumerate(text.split(" || "))]


def normal(says: Says) -> str:
    return " | ".join(part.strip() for part in says.key.split("|")).rstrip() + f" {says.assertion}"


@pytest.mark.parametrize(("pattern", "speaker"), TABLE)
def test_a_pattern_finds_its_examples(
    pattern: Pattern,
    speaker: dict[str, Any],
    record: Callable[..., Record],
    propose: Propose,
    asserted: Callable[[Claim], str],
) -> None:
    for says in pattern.yes:
        found = propose(conversation(says.text, speaker, record))
        assert normal(says) in [asserted(each.claim) for each in found if each.pattern == pattern.name], says.text


@pytest.mark.parametrize(("pattern", "speaker"), TABLE)
def test_a_pattern_leaves_its_counterexamples_alone(
    pattern: Pattern, speaker: dict[str, Any], record: Callable[..., Record], propose: Propose
) -> None:
    for text in pattern.no:
        found = propose(conversation(text, speaker, record))
        assert [each for each in found if each.signal is not Signal.UNCLEAR] == [], text


@pytest.mark.parametrize(("pattern", "speaker"), TABLE)
def test_a_pattern_brings_three_examples_of_each_kind(pattern: Pattern, speaker: dict[str, Any]) -> None:
    assert len(pattern.yes) >= 3
    assert len(pattern.no) >= 3


def test_names_are_unique() -> None:
    names = [pattern.name for table, _ in SPEAKERS for pattern in table]
    assert len(names) == len(set(names))
