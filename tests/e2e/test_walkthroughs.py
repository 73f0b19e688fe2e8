"""One agent of each kind over several days, as its user would see it: what is noted, promoted, injected and demoted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Run, json_of

Line = tuple[str, str]


class Diary:
    """A home that is told of one session at a time and consolidated the evening after."""

    def __init__(self, slowwave: Run, folder: Path, agent: str) -> None:
        self._slowwave = slowwave
        self._folder = folder
        self._where = ("--home", folder / "home", "--agent", agent)

    def session(self, day: str, *lines: Line) -> None:
        """Import one session of this day, its lines a minute apart, and consolidate."""
        path = self._folder / f"{day}.jsonl"
        path.write_text("".join(f"{json.dumps(self._event(day, *line, at))}\n" for at, line in enumerate(lines)))
        self.consolidated(day, path)

    def document(self, day: str, text: str) -> None:
        """Import the document as it reads on this day, and consolidate."""
        path = self._folder / "runbook.md"
        path.write_text(text)
        self.consolidated(day, path)

    def consolidated(self, day: str, path: Path) -> None:
        for words in (
            ("import", path, "--time", f"{day}T10:00:00+00:00"),
            ("consolidate", "--as-of", f"{day}T22:00:00+00:00"),
        ):
            code, _, err = self._slowwave(*words, *self._where)
            assert code == 0, err

    def block(self, task: str) -> str:
        return self._slowwave("inject", "--task", task, *self._where)[1]

    def injected(self, task: str) -> list[dict[str, Any]]:
        shown = json_of(self._slowwave("inject", "--task", task, "--json", *self._where))
        return [*shown["stable"], *shown["task"]]

    def settled(self, task: str) -> list[str]:
        """The lines that are given as holding."""
        return [each["text"] for each in self.injected(task) if each["standing"] != "assumption"]

    def pages(self, state: str) -> list[str]:
        return [each["text"] for each in json_of(self._slowwave("pages", "--state", state, "--json", *self._where))]

    def explained(self, item_id: str) -> dict[str, Any]:
        return json_of(self._slowwave("explain", item_id, "--json", *self._where))

    @staticmethod
    def _event(day: str, actor: str, text: str, at: int) -> dict[str, str]:
        return {"session": day, "actor": actor, "text": text, "event_time": f"{day}T09:{at:02}:00+00:00"}


@pytest.fixture
def coder(slowwave: Run, tmp_path: Path) -> Diary:
    return Diary(slowwave, tmp_path, "coder")


@pytest.fixture
def assistant(slowwave: Run, tmp_path: Path) -> Diary:
    return Diary(slowwave, tmp_path, "assistant")


@pytest.fixture
def reader(slowwave: Run, tmp_path: Path) -> Diary:
    return Diary(slowwave, tmp_path, "reader")


TASK = "fix the refund total in src/orders"
REVIEWS: dict[str, tuple[Line, ...]] = {
    "2026-03-02": (
        ("user", "the refund total is off by a cent, please fix it in src/orders/refunds.py"),
        ("assistant", "I opened a storage session in the handler and recomputed the total."),
        ("user", "review: don't access storage directly in src/orders, go through the data-access wrapper"),
        ("assistant", "Changed: the handler asks the wrapper now. The first try failed with a circular import."),
    ),
    "2026-03-04": (
        ("user", "add a filter by status to the order list"),
        ("assistant", "Done, the query runs in the list handler."),
        ("user", "nit: don't access storage directly in src/orders, go through the data-access wrapper"),
    ),
    "2026-03-06": (
        ("user", "the export is slow, have a look"),
        ("assistant", "It reads every row by itself; I batch the reads now."),
        ("user", "Please don't access storage directly in src/orders, go through the data-access wrapper"),
    ),
}


def test_a_boundary_of_a_module_is_learned_from_three_reviews_and_ends_with_the_architecture(coder: Diary) -> None:
    for count, (day, lines) in enumerate(REVIEWS.items(), start=1):
        coder.session(day, ("user", "`src/orders` holds the order handlers."), *lines)
        rules = [each for each in coder.injected(TASK) if "storage directly" in each["text"]]
        assert [each["standing"] for each in rules] == ["convention" if count == len(REVIEWS) else "assumption"]

    (rule,) = rules
    told = coder.explained(rule["id"])
    assert {each["session"] for each in told["evidence"]} == set(REVIEWS)
    assert all(each["intact"] for each in told["evidence"])
    assert coder.block(TASK).count("storage directly") == 1
    assert any("holds the order handlers" in text for text in coder.settled(TASK))
    for noise in ("circular import", "off by a cent", "batch", "query runs"):
        assert noise not in coder.block(TASK)

    coder.session("2026-03-12", ("user", "new architecture: src/orders may access storage directly now"))
    assert [text for text in coder.settled(TASK) if "storage" in text] == [
        text for text in coder.settled(TASK) if "may access storage directly" in text
    ]
    assert any("may access storage directly" in text for text in coder.settled(TASK))
    assert any("storage directly" in text for text in coder.pages("stale"))
    assert not [text for text in coder.pages("active") if "don't access" in text.lower() or "must not" in text]


def test_an_assistant_keeps_what_its_user_is_like_and_forgets_what_ended(assistant: Diary) -> None:
    trip = "book the train and write the summary"
    assistant.session(
        "2026-03-02",
        ("user", "Hi! I live in Rotterdam and my timezone is Europe/Amsterdam."),
        ("assistant", "Nice to meet you. You probably prefer evening trains."),
        ("user", "Always reply in Dutch please. Never share my calendar with anybody."),
        ("user", "send me a summary every Friday"),
        ("user", "can you book the 9:15 to Utrecht for tomorrow?"),
    )
    block = assistant.block(trip)
    for words in ("Rotterdam", "Europe/Amsterdam", "Dutch", "calendar", "Friday"):
        assert any(words in text for text in assistant.settled(trip)), words
    assert block.index("calendar") < block.index("Dutch")
    for words in ("evening trains", "9:15", "Utrecht"):
        assert words not in block

    assistant.session(
        "2026-03-20",
        ("user", "I moved to Lisbon last week, so my timezone is Europe/Lisbon now"),
        ("user", "I no longer want the summary"),
        ("user", "answer in English, just this once"),
        ("assistant", "Sure. Since you live in Rotterdam, here is the weather there."),
    )
    settled = assistant.settled(trip)
    for words in ("Lisbon", "Europe/Lisbon", "Dutch", "calendar"):
        assert any(words in text for text in settled), words
    for words in ("Rotterdam", "Europe/Amsterdam", "every Friday", "English"):
        assert words not in assistant.block(trip)
    for words in ("Rotterdam", "Europe/Amsterdam"):
        assert any(words in text for text in assistant.pages("stale")), words
    (home,) = [each for each in assistant.injected(trip) if "moved to Lisbon" in each["text"]]
    assert {each["session"] for each in assistant.explained(home["id"])["evidence"]} == {"2026-03-20"}


RUNBOOK = """# Runbook of the order store

## Terms

- **Snapshot**: a stored state of a long stream, so that reading does not start at the first event.

## Limits

A stream gets a snapshot every {events} events. We will probably move this to a job some day.
"""


def test_a_document_is_quoted_with_its_day_and_its_newer_text_replaces_the_older(reader: Diary) -> None:
    task = "how often does a stream get a snapshot"
    reader.document("2026-03-02", RUNBOOK.format(events=200))
    lines = reader.block(task).splitlines()
    (line,) = [each for each in lines if "every 200 events" in each]
    assert line.startswith("- Per runbook.md, 2026-03-02: ")
    assert any("stored state of a long stream" in each for each in lines)
    assert not any("some day" in each for each in lines)

    reader.document("2026-03-09", RUNBOOK.format(events=500))
    lines = reader.block(task).splitlines()
    (line,) = [each for each in lines if "every 500 events" in each]
    assert line.startswith("- Per runbook.md, 2026-03-09: ")
    assert not any("every 200 events" in each for each in lines)
    assert any("every 200 events" in text for text in reader.pages("stale"))
    (definition,) = [each for each in reader.injected(task) if "stored state" in each["text"]]
    assert reader.explained(definition["id"])["evidence"]
