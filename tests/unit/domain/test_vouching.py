"""What an erasure writes again: exactly what stays while a revision of it is emptied, so that each item that is left
stands on a revision that says what it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.changes import Put, Versioned
from slowwave.domain.erasure_changes import REASON, vouched
from slowwave.domain.erasure_plan import plan
from slowwave.domain.held import Held
from slowwave.domain.notes import Note
from slowwave.domain.runs import Revision
from tests.unit.domain.builders import SCOPE, START, claim, evidence, note

ERASURE = "e-1"
GONE = "r-gone"
KEPT = evidence(record_id="r-kept")


@dataclass(frozen=True)
class Case:
    """A note with revisions: of which place, made by whom, and on the strength of which record."""

    revisions: tuple[tuple[int, str, str], ...]
    goes: bool
    expected: bool


CASES = {
    "nothing of it is emptied": Case(((1, "run-1", "r-kept"),), goes=False, expected=False),
    "its only revision is emptied": Case(((1, "run-1", GONE),), goes=False, expected=True),
    "an earlier revision is emptied": Case(((1, "run-1", GONE), (2, "run-2", "r-kept")), goes=False, expected=True),
    "it goes itself": Case(((1, "run-1", GONE),), goes=True, expected=False),
    "this erasure wrote it again": Case(((1, "run-1", GONE), (2, ERASURE, "r-kept")), goes=False, expected=False),
    "another erasure wrote it again": Case(((1, "run-1", GONE), (2, "e-0", "r-kept")), goes=False, expected=True),
    "this erasure wrote it before": Case(((1, ERASURE, "r-kept"), (2, "run-2", GONE)), goes=False, expected=True),
}


def revision(about: Note, place: int, cause: str, record_id: str) -> Revision:
    made = (SCOPE, place, "note", about.id, place, "active", "why", cause, START, (record_id,), "c" * 64, "")
    return Revision(*made)


def held_of(about: Note, revisions: tuple[tuple[int, str, str], ...]) -> Held:
    return Held([Versioned(about, len(revisions)), *(revision(about, *each) for each in revisions)], {})


def written_again(about: Note, revisions: tuple[tuple[int, str, str], ...]) -> list[Put]:
    held = held_of(about, revisions)
    found = plan(SCOPE, frozenset({GONE}), frozenset(), held, frozenset())
    changes = vouched(found, held, ERASURE)
    assert all(isinstance(each, Put) for each in changes)
    return [each for each in changes if isinstance(each, Put)]


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_an_item_is_written_again_when_it_stays_and_a_revision_of_it_is_emptied(case: Case) -> None:
    about = note(claim(), latest=evidence(record_id=GONE) if case.goes else KEPT)
    expected = [Put(about, len(case.revisions), REASON)] if case.expected else []
    assert written_again(about, case.revisions) == expected


def test_a_note_whose_page_goes_is_written_once_without_its_page_and_not_again() -> None:
    about = replace(note(claim(), latest=evidence(record_id=GONE)), page_id="p-1")
    assert written_again(about, ((1, "run-1", GONE),)) == []


made = st.tuples(st.sampled_from(["run-1", "run-2", "e-0", ERASURE]), st.sampled_from([GONE, "r-kept"]))


@given(history=st.lists(made, min_size=1, max_size=6))
def test_whatever_its_history_what_stays_ends_on_a_revision_that_is_not_emptied(history: list[tuple[str, str]]) -> None:
    revisions = tuple((place, *each) for place, each in enumerate(history, 1))
    written = written_again(note(claim(), latest=KEPT), revisions)
    after = [record_id for _, record_id in history] + ["r-kept"] * len(written)
    assert after[-1] != GONE
    assert len(written) <= 1
    if GONE not in after:
        assert not written
