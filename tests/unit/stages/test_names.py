"""A thing that goes by several names is one thing: what is said of it under either name competes, whatever order the
words were delivered in, and only while a person says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.adapters.local.rules.model import RulesModel
from slowwave.domain.acts import ActKind
from slowwave.domain.claims import Skeleton
from slowwave.domain.naming import OTHER_NAME
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Origin, Record
from slowwave.online import curate
from slowwave.online.curate import Wish
from tests.unit.stages.world import World, said

SAME = "billing and the invoicing service are the same thing."
PARTED = "billing and the invoicing service are not the same thing any more."
FIRST = said("The port of billing is 1041.", session="a")
CALLED = said(SAME, session="b", day=1)
LATER = said("The port of the invoicing service is 2052.", session="c", day=2)


def world() -> World:
    here = World(model=RulesModel())  # type: ignore[arg-type]
    here.shelves.policies.append(AgentPolicy(FIRST.scope, skeletons=(Skeleton.CODING, Skeleton.ASSISTANT)))
    return here


def remembered(*batches: Sequence[Record]) -> World:
    """A world that consolidated after each batch."""
    here = world()
    for batch in batches:
        here.deliver(batch)
        here.consolidate()
    return here


def of_value(here: World, value: str) -> list[Note]:
    return [each.item for each in here.shelves.notes.values() if each.item.claim.value.text == value]


def shown(here: World) -> set[str]:
    return {line for line in here.lines if "same thing" not in line}


@pytest.mark.parametrize("order", tuple(permutations((FIRST, CALLED, LATER))))
def test_what_is_said_later_under_another_name_wins_whenever_it_is_delivered(order: tuple[Record, ...]) -> None:
    one_by_one = remembered(*([record] for record in order))
    assert shown(one_by_one) == {"The port of the invoicing service is 2052."}
    (old,), (new,) = of_value(one_by_one, "1041"), of_value(one_by_one, "2052")
    assert (old.state, old.successor, new.state) == (NoteState.CONTRADICTED, new.id, NoteState.ACTIVE)
    assert one_by_one.published == remembered(order).published


def test_without_the_naming_both_stand() -> None:
    assert shown(remembered([FIRST, LATER])) == {FIRST.text, LATER.text}


@pytest.mark.parametrize(("actor", "origin"), [(Actor.TOOL, Origin.TOOL), (Actor.ASSISTANT, Origin.ASSISTANT)])
def test_only_a_person_can_say_that_two_names_mean_one_thing(actor: Actor, origin: Origin) -> None:
    told = said(SAME, session="b", day=1, actor=actor, origin=origin)
    here = remembered([FIRST, told, LATER])
    assert shown(here) >= {FIRST.text, LATER.text}
    assert here.shelves.namings == {}


def test_taking_the_naming_back_parts_the_two_again() -> None:
    here = remembered([FIRST, CALLED, LATER], [said(PARTED, session="d", day=3)])
    assert shown(here) >= {FIRST.text, LATER.text}
    assert here.shelves.namings == {}
    assert {note.state for value in ("1041", "2052") for note in of_value(here, value)} == {NoteState.ACTIVE}


def test_the_same_value_under_two_names_is_one_line_and_two_sources() -> None:
    again = said("The port of the invoicing service is 1041.", session="c", day=2)
    here = remembered([FIRST], [CALLED], [again])
    assert shown(here) == {FIRST.text}
    states = {note.claim.key.subject: (note.state, note.because) for note in of_value(here, "1041")}
    assert states["invoicing service port"] == (NoteState.CONTRADICTED, OTHER_NAME)
    (kept,) = [note for note in of_value(here, "1041") if note.state is NoteState.ACTIVE]
    assert (kept.claim.key.subject, kept.evidence_count) == ("billing port", 2)


def test_a_thing_may_have_three_names() -> None:
    third = said("The invoicing service is also known as the cash register.", session="d", day=3)
    last = said("The port of the cash register is 3063.", session="e", day=4)
    here = remembered([FIRST, CALLED, LATER], [last], [third])
    assert shown(here) == {"The port of the cash register is 3063.", third.text}


def test_what_is_denied_under_one_name_is_denied_under_the_other() -> None:
    moved = said("The invoicing service listens on port 2052, no longer on 1041.", session="c", day=2)
    here = remembered([FIRST, CALLED, moved])
    assert of_value(here, "1041")[0].state is not NoteState.ACTIVE
    assert not any("1041" in line for line in shown(here) if "no longer" not in line)
    assert [stone.claim.value.text for stone in here.shelves.stones.values()] == ["1041"]


def test_what_is_forgotten_under_one_name_is_forgotten_under_the_other() -> None:
    again = said("The port of the invoicing service is 1041.", session="c", day=2)
    here = remembered([FIRST], [again])
    named = next(note for note in of_value(here, "1041") if note.claim.key.subject == "invoicing service port")
    curate.run(
        FIRST.scope, Wish(ActKind.FORGET, named.id), records=here.records, notes=here.notes, pages=here.pages,
        journal=here.journal, ledger=here.ledger, registry=here.registry, clock=here.clock,
    )  # fmt: skip
    here.deliver([CALLED])
    here.consolidate()
    assert not any(note.state is NoteState.ACTIVE for note in of_value(here, "1041"))
    assert not any("1041" in line for line in here.lines)


WIDER = said("The request timeout of the invoicing service is 1041 ms.", session="a")
IN_LAB = said("In staging the timeout of the invoicing service is 1041 ms.", session="a")
ENDED = said("Forget the timeout of billing.", session="a", day=2)


@pytest.mark.parametrize("order", tuple(permutations((0, 1, 2))))
@pytest.mark.parametrize("claimed", [WIDER, IN_LAB])
def test_the_end_of_a_key_reaches_narrower_claims_under_the_other_name(claimed: Record, order: tuple[int, ...]) -> None:
    words = (claimed, CALLED, ENDED)
    for here in (remembered([words[place] for place in order]), remembered(*([words[place]] for place in order))):
        assert not any("1041" in line for line in here.lines)
        assert not any(note.state is NoteState.ACTIVE for note in of_value(here, "1041"))


TOTAL = said("The order total of the invoicing service is 1041.", session="a")


@pytest.mark.parametrize(
    "later", ["Forget what I told you about the order total of billing.", "The order total of billing is 2052."]
)
@pytest.mark.parametrize("backwards", [False, True])
def test_claims_compete_though_their_names_put_them_in_different_tables(later: str, *, backwards: bool) -> None:
    words = [TOTAL, CALLED, said(later, session="a", day=2)]
    words = words[::-1] if backwards else words
    for here in (remembered(words), remembered(*([each] for each in words))):
        tables = {note.claim.skeleton for stored in here.shelves.notes.values() if (note := stored.item)}
        assert tables == {Skeleton.CODING, Skeleton.ASSISTANT}
        assert not any("1041" in line for line in here.lines)


def test_the_end_of_a_key_leaves_other_things_and_later_words_alone() -> None:
    other = said("The request timeout of search is 2052 ms.", session="a")
    later = said("The request timeout of the invoicing service is 3063 ms.", session="c", day=4)
    lines = shown(remembered([WIDER, other, CALLED, ENDED, later]))
    assert any("2052" in line for line in lines)
    assert any("3063" in line for line in lines)


def test_a_longer_name_that_only_begins_alike_is_another_thing() -> None:
    other = said("The port of billing-v2 is 4074.", session="d", day=3)
    plural = said("The port of billing archive is 5085.", session="e", day=4)
    lines = shown(remembered([FIRST, CALLED, other, plural]))
    assert {FIRST.text, other.text} <= lines


def test_the_account_adds_up_when_names_are_joined() -> None:
    here = world()
    here.deliver([FIRST, CALLED, LATER, said("The port of the invoicing service is 1041.", session="d", day=3)])
    run = here.consolidate()
    assert run
    account = run.account
    assert account.inputs == run.counts["extract"]["candidates"]
    assert account.pending == 0


WORDS = (
    FIRST, CALLED, LATER,
    said("The port of the invoicing service is 1041.", session="d", day=3),
    said("The region of billing is eu-north-1.", session="e", day=3),
    said("The region of the invoicing service is eu-west-2, not eu-north-1.", session="f", day=4),
    said(PARTED, session="g", day=5),
    said("The port of billing is 6096.", session="h", day=6),
    said("The cash register is also known as billing.", session="i", day=7),
    said("The port of the cash register is 7107.", session="j", day=1),
)  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_the_order_and_the_split_of_deliveries_change_no_published_byte(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=len(WORDS), unique_by=lambda each: each.id))
    shuffled = data.draw(st.permutations(words))
    cut = data.draw(st.integers(0, len(words)))
    at_once, in_two = remembered(words), remembered(shuffled[:cut], shuffled[cut:])
    assert in_two.published == at_once.published
    assert in_two.states() == at_once.states()


def test_a_task_finds_a_line_by_any_name_of_its_thing() -> None:
    here = remembered([FIRST, CALLED])
    (line,) = [item for item in (*here.published.stable, *here.published.pool) if item.text == FIRST.text]
    assert {"invoicing", "service"} <= {*line.about.split()}
    parted = remembered([FIRST, CALLED], [said(PARTED, session="d", day=3)])
    assert not any(item.about for item in (*parted.published.stable, *parted.published.pool) if item.text == FIRST.text)
