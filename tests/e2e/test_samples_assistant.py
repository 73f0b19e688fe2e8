"""What the assistant samples leave behind, against what a careful human would keep (`expected_of_the_samples.md`)."""

from __future__ import annotations

from datetime import datetime

import pytest

from slowwave.domain.claims import Confirmation
from slowwave.domain.scope import Scope
from tests.e2e.conftest import AS_OF, SAMPLES
from tests.e2e.sample_memory import Memory, memories, rows

SESSIONS = sorted((SAMPLES / "assistant").glob("*.jsonl"))
SCOPE = Scope("local", "assistant")
TASKS = (
    "plan my training week",
    "book a train to Rotterdam with a window seat",
    "send the monday summary",
    "schedule a meeting before 10",
)


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Memory]:
    """Session by session, as days go by."""
    steps = [([path], datetime.fromisoformat(f"{path.name[:10]}T22:00:00+00:00")) for path in SESSIONS]
    found = memories(tmp_path_factory.mktemp("days") / "home", SCOPE, steps, TASKS)
    return {path.name[:10]: each for path, each in zip(SESSIONS, found, strict=True)}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """All samples at once, consolidated on 16 March."""
    steps = [(SESSIONS, datetime.fromisoformat(AS_OF))]
    return next(memories(tmp_path_factory.mktemp("samples") / "home", SCOPE, steps, TASKS))


@pytest.mark.parametrize("row", rows("Assistant: to be remembered", "A"), ids=lambda row: row[0])
def test_what_is_remembered(row: list[str], memory: Memory, days: dict[str, Memory]) -> None:
    _, _, _, _, _, lane, _, words = row
    for each in (memory, days["2026-03-12"]):
        page = each.page(words)
        assert page is not None, [every.text for every in each.pages]
        assert page.confirmation is Confirmation.EXPLICIT
        assert str(page.lane) == lane


@pytest.mark.parametrize("row", rows("Assistant: never injected", "AN"), ids=lambda row: row[0])
def test_what_is_never_injected(row: list[str], memory: Memory, days: dict[str, Memory]) -> None:
    number, _, _, _, _, phrase = row
    allowed = {"AN12": "no meetings before 10"}.get(number)
    for each in (memory, days["2026-03-12"]):
        for line in each.lines:
            assert phrase.strip("`").lower() not in line.lower() or (allowed and allowed in line.lower()), line


def test_every_way_of_import_teaches_the_same(memory: Memory, days: dict[str, Memory]) -> None:
    assert {each.text for each in days["2026-03-12"].pages} == {each.text for each in memory.pages}


@pytest.mark.parametrize(
    ("phrase", "from_day", "until_day"),
    [
        ("Rotterdam", "2026-01-19", "2026-03-04"),
        ("Europe/Amsterdam", "2026-01-19", "2026-03-04"),
        ("september", "2026-01-19", "2026-03-12"),
        ("window seat", "2026-02-02", "2026-03-12"),
        ("every monday at 8", "2026-02-02", "2026-03-12"),
        ("Lisbon", "2026-03-04", ""),
        ("11th of october 2026", "2026-03-12", ""),
        ("wants to run a half marathon", "2026-01-19", ""),
        ("No meetings before 10", "2026-01-19", ""),
    ],
)
def test_what_comes_and_goes(phrase: str, from_day: str, until_day: str, days: dict[str, Memory]) -> None:
    held = [day for day, each in days.items() if any(phrase in page.text for page in each.pages)]
    assert held == [day for day in days if from_day <= day and (not until_day or day < until_day)]


def test_a_mood_is_never_a_page(days: dict[str, Memory]) -> None:
    assert not any("worn out" in line for each in days.values() for line in each.lines)
