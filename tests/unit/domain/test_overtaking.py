"""A later word of a person about the same thing in fewer words: what may be stale is not shown."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import ClaimKey, Lane, Polarity, Signal, Skeleton, Value, ValueKind
from slowwave.domain.distillation import TITLE_LENGTH, distill
from slowwave.domain.injection import LeftOut
from slowwave.domain.naming import Naming, names_of, same_thing
from slowwave.domain.notes import Note
from slowwave.domain.overtaking import overtaken, overtaker
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin
from slowwave.domain.shelf import Shelf, candidate_of
from slowwave.domain.taskmix import TaskMix
from tests.unit.domain.builders import AS_OF, SCOPE, claim, evidence, note, words


def said(subject: str, amount: str, day: float, *, unit: str = "ms", qualifier: str = "", **changes: object) -> Note:
    stated = replace(
        claim(subject=subject),
        key=ClaimKey(subject, "is", qualifier),
        value=Value(ValueKind.NUMBER, amount, unit),
        **{"statement": f"The {subject} is {amount} {unit}.", **changes},  # type: ignore[arg-type]
    )
    return note(stated, latest=evidence(day))


def page(*args: object, **changes: object) -> Page:
    return distill(said(*args, **changes), "a person said so", None)  # type: ignore[arg-type]


OLD = said("billing request timeout", "20", day=1)
NEW = said("billing timeout", "30", day=5)


def out(*told: Note | Page) -> set[str]:
    pages = [each for each in told if isinstance(each, Page)]
    return {each.item_id for each in overtaken(pages, [each for each in told if isinstance(each, Note)])}


def test_a_later_value_of_the_same_thing_in_fewer_words_overtakes_an_earlier_one() -> None:
    (line,) = overtaken([], [OLD, NEW])
    assert (line.item_id, overtaker(line)) == (OLD.id, NEW.id)


def test_the_latest_of_several_is_named() -> None:
    latest = said("billing timeout", "50", day=9)
    (line,) = (each for each in overtaken([], [OLD, latest, NEW]) if each.item_id == OLD.id)
    assert overtaker(line) == latest.id
    assert overtaker(LeftOut(OLD.id, "another reason")) == ""


def test_pages_and_notes_overtake_each_other() -> None:
    older = page("billing request timeout", "20", 1)
    assert out(older, NEW) == {older.id}
    assert out(OLD, page("billing timeout", "30", 5)) == {OLD.id}


@pytest.mark.parametrize(
    "later",
    [
        pytest.param(said("billing timeout", "30", day=0.5), id="it was said before"),
        pytest.param(said("billing timeout", "20", day=5), id="it says the same value"),
        pytest.param(said("billing timeout", "30", day=5, unit="mb"), id="its value is of another kind"),
        pytest.param(said("ledger timeout", "30", day=5), id="it is about another thing"),
        pytest.param(said("billing connect timeout", "30", day=5), id="it names another part"),
        pytest.param(said("billing staging request timeout", "30", day=5), id="it is narrower"),
        pytest.param(said("billing", "30", day=5), id="it names the thing alone"),
        pytest.param(said("billing timeout", "30", day=5, qualifier="staging"), id="it holds somewhere else"),
        pytest.param(said("billing timeout", "30", day=5, polarity=Polarity.DENY), id="it denies"),
    ],
)
def test_both_stand_where(later: Note) -> None:
    assert out(OLD, later) == set()


def test_a_later_value_said_with_every_word_of_the_earlier_overtakes_it_whatever_it_was_read_of() -> None:
    stray = "We worked on billing, the new request timeout is 30 ms."
    assert out(OLD, said("new limit", "30", day=5, statement=stray)) == {OLD.id}
    assert (
        out(OLD, said("new limit", "30", day=5, statement="We worked on billing, the new timeout is 30 ms.")) == set()
    )
    assert out(said("billing", "20", day=1), said("new limit", "30", day=5, statement=stray)) == set()


def test_a_direction_is_part_of_what_is_said() -> None:
    there, back = (said(f"timeout from {one} to {other}", "20", day=1) for one, other in (("a1", "b2"), ("b2", "a1")))
    assert out(there, replace(back, latest=evidence(5), claim=replace(back.claim, value=NEW.claim.value))) == set()


def test_who_is_trusted_less_overtakes_nothing() -> None:
    operators = replace(OLD, latest=evidence(1, origin=Origin.OPERATOR))
    assert out(operators, NEW) == set()
    assert out(operators, replace(NEW, latest=evidence(5, origin=Origin.OPERATOR))) == {OLD.id}


def test_a_line_that_may_not_be_shown_overtakes_nothing() -> None:
    assert overtaken([], [OLD, NEW], unfit=frozenset({NEW.id})) == ()
    assert overtaken([], [OLD, NEW], unfit=frozenset({OLD.id})) != ()


def test_who_confirms_one_of_two_brings_it_back_and_takes_nothing_from_the_other() -> None:
    stray = "We worked on billing, the new request timeout is 30 ms."
    other = said("new limit", "30", day=5, statement=stray)
    confirmed = replace(OLD, confirmed=evidence(7, signal=Signal.CONFIRMATION))
    assert out(confirmed, other) == set()
    assert out(replace(NEW, confirmed=evidence(8, signal=Signal.CONFIRMATION)), confirmed) == set()


def test_a_later_value_of_a_narrower_thing_overtakes_nothing_though_it_has_every_word() -> None:
    older = said("billing timeout", "20", day=1)
    assert out(older, said("nightly billing timeout", "30", day=5)) == set()
    assert out(older, said("nightly run", "30", day=5, statement="The nightly billing run, timeout 30 ms.")) == {
        older.id
    }


def test_what_a_key_names_as_its_attribute_parts_two_values_as_words_of_the_subject_do() -> None:
    """A model keys "the port of billing" as billing and port; rules as billing port."""
    port = replace(OLD.claim, key=ClaimKey("billing", "port"))
    total = replace(NEW.claim, key=ClaimKey("billing", "order total"))
    assert out(note(port, latest=evidence(1)), note(total, latest=evidence(5))) == set()
    assert (
        out(note(port, latest=evidence(1)), note(replace(total, key=ClaimKey("billing", "is")), latest=evidence(5)))
        == set()
    )
    wide = replace(OLD.claim, key=ClaimKey("billing", "request timeout"))
    less = replace(NEW.claim, key=ClaimKey("billing", "timeout"))
    older = note(wide, latest=evidence(1))
    assert out(older, note(less, latest=evidence(5))) == {older.id}


def test_nobody_but_a_person_who_says_it_directly_overtakes() -> None:
    seen = replace(NEW, earliest=None, latest=evidence(5, origin=Origin.TOOL))
    heard = replace(NEW, earliest=None, latest=evidence(5, signal=Signal.STATEMENT))
    assert out(OLD, seen) == set()
    assert out(OLD, heard) == set()


def test_a_safety_rule_is_overtaken_by_nothing() -> None:
    assert out(said("billing request timeout", "20", 1, lane=Lane.SAFETY), NEW) == set()


def test_an_earlier_word_that_was_said_again_since_stands() -> None:
    assert out(replace(OLD, latest=evidence(6)), NEW) == set()


def test_a_thing_is_overtaken_under_its_other_name_too() -> None:
    joined = replace(claim(), key=same_thing("billing", "invoicing"), value=Value())
    names = names_of([Naming(SCOPE, joined, evidence(0))])
    other = said("invoicing timeout", "30", day=5)
    assert overtaken([], [OLD, other]) == ()
    assert [each.item_id for each in overtaken([], [OLD, other], names)] == [OLD.id]


def test_a_title_that_was_cut_names_no_key() -> None:
    cut = replace(page("billing request timeout", "20", 1), title="x" * TITLE_LENGTH)
    assert out(cut, NEW) == set()


def test_the_set_shows_the_earlier_again_when_the_later_word_goes() -> None:
    shelf = Shelf(SCOPE, AS_OF + timedelta(days=1), {}, {}, TaskMix(SCOPE), None, frozenset())
    policy = AgentPolicy(SCOPE, skeletons=frozenset(Skeleton))
    older, newer = page("billing request timeout", "20", 1), page("billing timeout", "30", 5)

    def shown(*pages: Page) -> set[str]:
        made = candidate_of(replace(shelf, pages={each.id: each for each in pages}), policy, count=words, left_out=())
        return {each.item_id for each in (*made.stable, *made.pool)}

    assert shown(older, newer) == {newer.id}
    assert shown(older) == {older.id}


@given(st.permutations([OLD, NEW, said("billing request timeout", "40", 3), said("ledger timeout", "9", 2)]))
def test_what_is_overtaken_does_not_depend_on_the_order_of_lines(notes: list[Note]) -> None:
    assert out(*notes) == {OLD.id, said("billing request timeout", "40", 3).id}


def test_a_later_value_of_no_named_thing_overtakes_the_only_one_of_its_kind_and_none_of_several() -> None:
    travel, later = said("travel budget", "900", day=1, unit="eur"), said("budget", "1200", day=5, unit="eur")
    training = said("training budget", "500", day=1, unit="eur")
    assert out(travel, later) == {travel.id}
    assert out(travel, training, later) == set()
    assert out(travel, said("budget", "1200", day=0.5, unit="eur")) == set()
    assert out(travel, said("budget", "1200", day=5, unit="eur", qualifier="june")) == set()
    assert out(travel, said("travel", "1200", day=5, unit="eur")) == set()
