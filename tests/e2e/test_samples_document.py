"""What the document sample leaves behind, against what a careful human would keep (`expected_of_the_samples.md`)."""

from __future__ import annotations

from datetime import datetime

import pytest

from slowwave.domain.claims import Confirmation, Lane, Skeleton, Standing
from slowwave.domain.scope import Scope
from tests.e2e.conftest import AS_OF, SAMPLES
from tests.e2e.sample_memory import Memory, memories, rows

DOCUMENTS = sorted((SAMPLES / "document").glob("*.md"))
SCOPE = Scope("local", "docs")
TASKS = ("how late may a projection be", "should billing write events", "how often is a snapshot written")


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    steps = [(DOCUMENTS, datetime.fromisoformat(AS_OF))]
    return next(memories(tmp_path_factory.mktemp("documents") / "home", SCOPE, steps, TASKS))


@pytest.mark.parametrize("row", rows("Document: to be remembered", "D"), ids=lambda row: row[0])
def test_what_is_remembered(row: list[str], memory: Memory) -> None:
    page = memory.page(row[-1])
    assert page is not None, [each.text for each in memory.pages]
    assert (page.standing, page.confirmation, page.lane) == (Standing.FACT, Confirmation.NONE, Lane.DEFAULT)


def test_nothing_else_than_attributed_facts_is_made_of_a_document(memory: Memory) -> None:
    assert {(each.skeleton, each.standing) for each in memory.pages} == {(Skeleton.DOCUMENT, Standing.FACT)}


@pytest.mark.parametrize(
    "phrase", ["refunds visible", "deleted merchants", "50", "billing write", "64 events", "It can"]
)
def test_what_is_open_rejected_or_without_a_subject_is_left_out(phrase: str, memory: Memory) -> None:
    assert not any(phrase in page.text for page in memory.pages)


def test_what_is_injected_names_the_document_and_its_day(memory: Memory) -> None:
    told = [line for text in memory.injected for line in text.splitlines() if line.startswith("- ")]
    assert told
    assert all(line.startswith("- Per architecture.md, 2026-03-12: ") for line in told)
