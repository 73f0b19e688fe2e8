"""A person's word and a document's line about the same thing: authority outranks time."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Confirmation, Polarity, Skeleton, Standing, Value, ValueKind
from slowwave.domain.distillation import TITLE_LENGTH, distill
from slowwave.domain.injection import LeftOut
from slowwave.domain.overruling import OVERRULED, overruled
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin
from slowwave.domain.shelf import Shelf, candidate_of
from slowwave.domain.taskmix import TaskMix
from tests.unit.domain.builders import AS_OF, SCOPE, claim, evidence, note, words

FACT = {"standing": Standing.FACT, "subject": "handover"}


def person(says: str = "monday", **changes: object) -> Page:
    said = replace(note(claim(says, **FACT)), confirmation=Confirmation.EXPLICIT, trust=3)  # type: ignore[arg-type]
    return replace(distill(said, "a person said so", None), **changes)  # type: ignore[arg-type]


def document(value: str = "tuesday", *, day: float = 9, **changes: object) -> Page:
    seen = evidence(day, origin=Origin.FILE, session="document:handbook.md")
    written = note(claim(value, skeleton=Skeleton.DOCUMENT, **FACT), latest=seen)  # type: ignore[arg-type]
    return replace(distill(replace(written, trust=1), "it is written", None), **changes)  # type: ignore[arg-type]


def test_a_document_however_new_gives_way_to_what_a_person_said_of_the_same_thing() -> None:
    written = document(day=30)
    assert overruled([person(), written]) == (LeftOut(written.id, OVERRULED),)


def test_a_document_that_agrees_or_speaks_of_something_else_stands() -> None:
    elsewhere = distill(note(claim("tuesday", skeleton=Skeleton.DOCUMENT, subject="duty")), "it is written", None)
    assert overruled([person(), document("monday"), elsewhere]) == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"confirmation": Confirmation.REPEATED},
        {"confirmation": Confirmation.NONE},
        {"standing": Standing.ASSUMPTION},
        {"trust": 1},
    ],
)
def test_only_a_direct_and_more_trusted_word_of_a_person_overrules(changes: dict[str, object]) -> None:
    assert overruled([person(**changes), document()]) == ()


def test_a_person_who_says_that_there_is_none_overrules_every_value() -> None:
    ended = person(polarity=Polarity.DENY, value=Value())
    written = document()
    assert overruled([ended, written]) == (LeftOut(written.id, OVERRULED),)


def test_a_person_who_denies_one_value_leaves_another() -> None:
    denied = person(polarity=Polarity.DENY, value=Value(ValueKind.TEXT, "friday"))
    assert overruled([denied, document()]) == ()


def test_a_title_that_was_cut_names_no_key() -> None:
    title = "x" * TITLE_LENGTH
    assert overruled([person(title=title), document(title=title)]) == ()


def test_the_set_leaves_an_overruled_line_out_and_shows_it_again_when_the_word_of_the_person_goes() -> None:
    said, written = person(), document()
    both = Shelf(SCOPE, AS_OF + timedelta(days=1), {}, {}, TaskMix(SCOPE), None, frozenset())
    policy = AgentPolicy(SCOPE, skeletons=frozenset(Skeleton))
    shown = candidate_of(
        replace(both, pages={each.id: each for each in (said, written)}), policy, count=words, left_out=()
    )
    assert {each.item_id for each in (*shown.stable, *shown.pool)} == {said.id}
    assert shown.left_out == (LeftOut(written.id, OVERRULED),)
    alone = candidate_of(replace(both, pages={written.id: written}), policy, count=words, left_out=())
    assert [each.item_id for each in (*alone.stable, *alone.pool)] == [written.id]


@given(st.permutations([person(), document(), document("friday", day=3), document("monday", day=40)]))
def test_who_is_overruled_does_not_depend_on_the_order_of_pages(pages: list[Page]) -> None:
    expected = sorted(each.id for each in (document(), document("friday", day=3)))
    assert [each.item_id for each in overruled(pages)] == expected
