"""Which notes may share a page, and what the page says."""

from dataclasses import replace
from itertools import permutations

import pytest

from slowwave.domain.claims import ClaimKey, Polarity, Skeleton, Standing, Value, ValueKind
from slowwave.domain.clusters import cluster_id, consolidate, consolidated
from slowwave.domain.notes import NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin
from tests.unit.domain.builders import SCOPE, claim, evidence, note

BASE = claim()
POLICY = AgentPolicy(SCOPE)


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, polarity=Polarity.DENY),
        replace(BASE, skeleton=Skeleton.ASSISTANT),
        replace(BASE, module="src/orders"),
        replace(BASE, key=ClaimKey("indent", "is", "production")),
        replace(BASE, key=ClaimKey("commit", "is")),
        replace(BASE, value=Value(ValueKind.NUMBER, "4")),
        replace(BASE, value=Value(ValueKind.TEXT, "tabs", "px")),
    ],
    ids=["polarity", "skeleton", "module", "environment", "subject", "number", "unit"],
)
def test_what_differs_in_a_key_part_never_shares_a_page(other: object) -> None:
    assert cluster_id(other) != cluster_id(BASE)  # type: ignore[arg-type]


def test_two_numbers_never_share_a_page_and_two_attributes_of_a_subject_do() -> None:
    four, eight = (replace(BASE, value=Value(ValueKind.NUMBER, each)) for each in ("4", "8"))
    assert cluster_id(four) != cluster_id(eight)
    assert cluster_id(replace(BASE, key=ClaimKey("indent", "width"))) == cluster_id(BASE)


def faded(value: str, day: int, importance: float, standing: Standing = Standing.ASSUMPTION):
    about = replace(claim(value, standing=standing), key=ClaimKey("indent", value))
    told = evidence(day, origin=Origin.USER, record_id=f"r-{value}")
    return replace(note(about, latest=told, importance=importance), state=NoteState.RETIRED)


def test_a_cluster_says_what_its_best_note_says_and_stands_as_its_weakest() -> None:
    notes = [faded("tabs", 2, 0.9), faded("spaces", 1, 0.8), faded("mixed", 3, 0.85, Standing.CONVENTION)]
    pages = {consolidate(each, None) for each in permutations(notes)}
    (page,) = pages
    assert page.text in {each.claim.statement for each in notes}
    assert page.standing is Standing.ASSUMPTION
    assert page.note_ids == tuple(each.id for each in sorted(notes, key=lambda each: each.latest.event_time))
    assert page.importance == 1.0
    assert page.directory


def test_only_what_was_important_when_it_faded_is_consolidated() -> None:
    assert consolidated(faded("tabs", 1, 0.9), POLICY)
    assert not consolidated(faded("tabs", 1, 0.5), POLICY)
    assert not consolidated(replace(faded("tabs", 1, 0.9), state=NoteState.ACTIVE), POLICY)
    assert not consolidated(replace(faded("tabs", 1, 0.9), contested=True), POLICY)
