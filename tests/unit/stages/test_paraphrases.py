"""What was rejected does not come back in other words, and what is said twice in other words stands on one page;
whatever order the words were delivered in.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.changes import Work
from slowwave.domain.claims import Candidate, ClaimKey, Signal, Span, Value
from slowwave.domain.fates import RESEMBLES
from slowwave.domain.folding import fold
from slowwave.domain.notes import NoteState
from slowwave.domain.pages import PageState, page_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Origin, Record
from slowwave.domain.runs import Stage
from slowwave.domain.windows import Window
from slowwave.errors import Unavailable
from slowwave.prompts.extraction import encode
from slowwave.stages.reorganize import TWIN
from tests.unit.domain.builders import evidence, observation
from tests.unit.stages.fakes import Fuse, Shelves
from tests.unit.stages.scripted import ScriptedModel, claim
from tests.unit.stages.world import NOW, World, said

_RESTATED = re.compile(r"(?P<how>always|here) (?P<slot>\w+) with (?P<value>\w+)")

USE, WITH = "Use tabs for indent", "indent with tabs"


class RestatingModel(ScriptedModel):
    """Reads `always indent with tabs` too, and files it under another key than `always use tabs for indent`."""

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        restated = [_restated(record) for record in window.records if record.id in window.fresh]
        return [*super().propose(window), *(encode(each) for each in restated if each)]


def _restated(record: Record) -> Candidate | None:
    found = _RESTATED.fullmatch(record.text)
    if found is None:
        return None
    statement = f"{found['slot']} with {found['value']}"
    same = replace(claim(found["value"], found["slot"]), key=ClaimKey(statement, "practice"), value=Value())
    signal = Signal.INSTRUCTION if found["how"] == "always" else Signal.REVIEW
    return Candidate(replace(same, statement=statement), Span(record.id, 0, len(record.text)), signal, 0.6, "toy")


def world(fuse: Fuse | None = None, chunk: int = 100) -> World:
    return World(Shelves(fuse=fuse or Fuse(), chunk=chunk), model=RestatingModel())


REJECTED = [said("always use tabs for indent"), said("stop using tabs for indent", day=1)]
BY_OTHERS = {
    "the assistant": (Actor.ASSISTANT, Origin.ASSISTANT, "always indent with tabs"),
    "a tool": (Actor.TOOL, Origin.TOOL, "always indent with tabs"),
    "a review": (Actor.USER, Origin.USER, "here indent with tabs"),
}


@pytest.mark.parametrize("who", BY_OTHERS)
def test_a_paraphrase_of_what_was_rejected_waits_for_a_person(who: str) -> None:
    actor, origin, text = BY_OTHERS[who]
    here = world()
    here.deliver(
        [*REJECTED, *(said(text, session=f"s{day}", day=day, actor=actor, origin=origin) for day in (2, 3, 4))]
    )
    run = here.consolidate()
    assert run
    held = here.note(WITH)
    assert (held.state, held.because, held.page_id) == (NoteState.PENDING, RESEMBLES, "")
    assert WITH not in here.lines
    assert run.account.inputs == run.account.promoted + run.account.merged + run.account.rejected + run.account.pending


def test_a_later_direct_instruction_of_the_user_counts_as_new() -> None:
    here = world()
    here.deliver([*REJECTED, said("here indent with tabs", day=2)])
    here.consolidate()
    here.deliver([said("always indent with tabs", session="s2", day=3)])
    here.consolidate()
    assert here.note(WITH).state is NoteState.ACTIVE
    assert WITH in here.lines
    assert here.note(USE).state is NoteState.REJECTED


def test_a_rejection_that_comes_late_reaches_paraphrases_that_are_active() -> None:
    here = world()
    here.deliver([said("always indent with tabs")])
    here.consolidate()
    assert WITH in here.lines
    here.deliver([said("stop using tabs for indent", session="s2", day=1)])
    here.consolidate()
    assert here.note(WITH).state is NoteState.PENDING
    assert WITH not in here.lines
    assert {stored.item.state for stored in here.shelves.pages.values() if stored.item.text == WITH} == {
        PageState.STALE
    }


def test_what_waited_stands_again_once_the_rejection_is_lifted() -> None:
    here = world()
    here.deliver([*REJECTED, said("always indent with tabs")])
    here.consolidate()
    assert here.note(WITH).state is NoteState.PENDING
    here.deliver([said("always use tabs for indent", session="s2", day=3)])
    here.consolidate()
    assert here.states()[WITH] is here.states()[USE] is NoteState.ACTIVE
    assert not here.shelves.stones


def test_an_instruction_between_two_rejections_is_held_back_by_the_later_one() -> None:
    here = world()
    here.deliver([*REJECTED, said("always indent with tabs", session="s2", day=2)])
    here.consolidate()
    assert here.note(WITH).state is NoteState.ACTIVE
    here.deliver([said("stop using tabs for indent", session="s3", day=3)])
    here.consolidate()
    assert here.note(WITH).state is NoteState.PENDING


def test_words_that_reject_one_thing_to_say_another_are_not_held_back_by_themselves() -> None:
    own = observation(claim("tabs", "indent"), evidence(record_id="r-1"))
    same, other = (evidence(1, signal=Signal.REJECTION, record_id=name) for name in ("r-1", "r-2"))
    states = [
        fold([own], policy=AgentPolicy(own.scope), as_of=NOW, known={}, rejected=lambda _, by=denial: [by])[0].state
        for denial in (same, other)
    ]
    assert states == [NoteState.ACTIVE, NoteState.PENDING]


def test_a_rejection_holds_back_nothing_of_another_value() -> None:
    here = world()
    here.deliver([*REJECTED, said("always indent with spaces")])
    here.consolidate()
    assert here.note("indent with spaces").state is NoteState.ACTIVE


def outcome(here: World) -> dict[str, Any]:
    """All that deliveries must not change."""
    active = here.active_pages()
    return {
        "notes": {
            each.item.id: replace(
                each.item, born_run="", page_id=each.item.page_id if each.item.page_id in active else ""
            )
            for each in here.shelves.notes.values()
        },
        "pages": active,
        "stones": here.shelves.stones,
        "set": here.shelves.pointer and here.shelves.pointer.item.current,
    }


LINES = st.tuples(
    st.sampled_from(
        [
            "always use tabs for indent",
            "always indent with tabs",
            "here indent with tabs",
            "stop using tabs for indent",
            "never use tabs for indent",
            "here use tabs for indent",
        ]
    ),
    st.integers(0, 6),
    st.sampled_from([(Actor.USER, Origin.USER), (Actor.ASSISTANT, Origin.ASSISTANT), (Actor.TOOL, Origin.TOOL)]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, min_size=2, max_size=7), st.randoms(use_true_random=False))
def test_any_order_and_splitting_of_deliveries_ends_the_same(lines: list[Any], random: Any) -> None:
    records = [
        said(text, session=f"s{n}", day=day, minute=n, actor=who[0], origin=who[1])
        for n, (text, day, who) in enumerate(lines)
    ]
    at_once = world()
    at_once.deliver(records)
    at_once.consolidate()
    piecemeal = world()
    random.shuffle(records)
    for record in records:
        piecemeal.deliver([record])
        piecemeal.consolidate()
    assert outcome(piecemeal) == outcome(at_once)


def test_twins_stand_on_one_page_made_of_the_notes_of_both() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always indent with tabs", session="s2", day=1)])
    here.consolidate()
    first, second = here.note(USE), here.note(WITH)
    (page,) = here.active_pages().values()
    assert (page.id, page.note_ids, page.evidence_count) == (page_id(first.id), (first.id, second.id), 2)
    stale = here.shelves.pages[page_id(second.id)].item
    assert (stale.state, stale.because, stale.successor) == (PageState.STALE, TWIN, first.id)
    assert len(here.published.stable) + len(here.published.pool) == 1


def test_evidence_that_comes_late_moves_the_page_to_the_earlier_twin() -> None:
    here = world()
    here.deliver([said("always use tabs for indent", day=2), said("always indent with tabs", session="s2", day=3)])
    here.consolidate()
    here.deliver([said("always indent with tabs", session="s3", day=1)])
    here.consolidate()
    (page,) = here.active_pages().values()
    assert page.note_ids == (here.note(WITH).id, here.note(USE).id)


def test_a_twin_that_no_longer_stands_leaves_the_other_its_own_page() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always indent with tabs", session="s2", day=1)])
    here.consolidate()
    here.deliver([said("always use spaces for indent", session="s3", day=2)])
    here.consolidate()
    pages = {page.text: page for page in here.active_pages().values()}
    assert set(pages) == {WITH, "Use spaces for indent"}
    assert pages[WITH].note_ids == (here.note(WITH).id,)


def test_a_twin_whose_note_is_demoted_leaves_the_page_of_the_other() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always indent with tabs", session="s2", day=1)])
    here.consolidate()
    stored = next(each for each in here.shelves.notes.values() if each.item.claim.statement == WITH)
    out = replace(stored.item, state=NoteState.CONTRADICTED, because="for the test")
    here.shelves.notes[out.id] = replace(stored, item=out)
    here.shelves.work.add(Work(out.scope, Stage.DISTILL, out.group_id))
    here.registry.mark_ready(out.scope, NOW)
    here.consolidate()
    (page,) = here.active_pages().values()
    assert (page.text, page.note_ids) == (USE, (here.note(USE).id,))


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("blows_at", range(1, 40, 3))
def test_a_run_that_stops_anywhere_ends_the_same_when_it_is_run_again(blows_at: int, *, after: bool) -> None:
    records = [
        said("always use tabs for indent"),
        said("always indent with tabs", session="s2", day=1),
        said("stop using tabs for indent", session="s3", day=2),
        said("always log with json", session="s4"),
        said("always use json for log", session="s5", day=1),
    ]
    whole = world()
    whole.deliver(records)
    whole.consolidate()
    stopped = world(Fuse(blows_at, after=after), chunk=2)
    stopped.deliver(records)
    for _ in range(3):
        try:
            stopped.consolidate()
            break
        except Unavailable:
            stopped.now += timedelta(hours=1)
            stopped.registry.mark_ready(records[0].scope, stopped.now)
    assert {key: value for key, value in outcome(stopped).items() if key != "set"} == {
        key: value for key, value in outcome(whole).items() if key != "set"
    }
    assert {each.text for each in stopped.published.stable} == {each.text for each in whole.published.stable}


STAGED = "Use spaces for indent in staging"


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_what_is_taken_back_as_a_whole_is_taken_back_in_every_narrower_place(order: list[int]) -> None:
    log = [
        said("always use tabs for indent"),
        said("always use spaces for indent in staging", minute=1),
        said("no more indent", minute=2),
    ]
    here = world()
    for place in order:
        here.deliver([log[place]])
        here.consolidate()
    assert here.lines == set()
    here.deliver([said("always use spaces for indent in staging", minute=3)])
    here.consolidate()
    assert here.lines == {STAGED}
