"""Decay over a whole scope: what leaves, what is carried on, and how much one run may take away."""

from dataclasses import replace
from datetime import timedelta

import pytest

from slowwave.domain.claims import Standing
from slowwave.domain.notes import NoteState
from slowwave.domain.pages import PageState
from slowwave.domain.policy import AgentPolicy, DecayView
from slowwave.domain.records import Record
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.errors import PublicationRejected
from slowwave.stages import decay, plan
from tests.unit.stages.world import SCOPE, World, said, world

LONG = timedelta(days=120)
TABS, SPACES = "Use tabs for indent", "Use spaces for indent"


def habits(count: int, **when: int) -> list[Record]:
    return [said(f"here use v{n} for slot{n}", minute=n, **when) for n in range(count)]


def consolidate(here: World, *, release: bool = False) -> Run:
    """Drive a run as the local runner does: refused or not, it is closed."""
    task = plan.plan_scope(
        SCOPE,
        here.now,
        registry=here.registry,
        ledger=here.ledger,
        journal=here.journal,
        clock=here.clock,
        released=release,
    )
    assert task
    try:
        for stage in Stage:
            here.run_stage(stage, task)
    except PublicationRejected:
        pass
    return here.finish(task)


def test_a_run_that_would_retire_more_than_its_share_retires_nothing_and_publishes_nothing() -> None:
    here = world()
    here.deliver(habits(20))
    consolidate(here)
    pointer, notes = here.shelves.pointer, dict(here.shelves.notes)
    here.now += LONG
    here.deliver([said("always use tabs for indent", day=120)])
    run = consolidate(here)
    assert run.state is RunState.REJECTED
    assert "20 of 2" in run.problem
    assert run.counts["decay"]["intended"] == 20
    assert here.shelves.pointer == pointer
    assert {key: here.shelves.notes[key] for key in notes} == notes
    assert run.published == ""


def test_a_person_may_release_it_and_the_run_says_so() -> None:
    here = world()
    here.deliver(habits(20))
    consolidate(here)
    here.now += LONG
    assert consolidate(here).state is RunState.REJECTED
    run = consolidate(here, release=True)
    assert (run.state, run.released) == (RunState.COMPLETED, True)
    assert run.counts["decay"]["retired"] == 20
    assert set(here.states().values()) == {NoteState.RETIRED}


def test_a_small_floor_is_always_allowed() -> None:
    here = world()
    here.deliver(habits(5))
    consolidate(here)
    here.now += LONG
    assert consolidate(here).state is RunState.COMPLETED


def test_a_share_below_the_limit_is_retired_in_any_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decay, "SLICE_NOTES", 3)
    here = world(policy=AgentPolicy(SCOPE, blast_floor=0))
    here.deliver(habits(10))
    consolidate(here)
    here.now += LONG
    here.deliver(said(f"here use w{n} for place{n}", day=110, minute=n) for n in range(40))
    run = consolidate(here)
    assert run.state is RunState.COMPLETED
    assert (run.approved, run.counts["decay"]["due"], run.counts["decay"]["retired"]) == (10, 10, 10)
    assert list(here.states().values()).count(NoteState.RETIRED) == 10


def test_what_was_said_long_before_the_first_run_does_not_count() -> None:
    here = world()
    here.now += LONG
    here.deliver(habits(30))
    assert consolidate(here).state is RunState.COMPLETED
    assert set(here.states().values()) == {NoteState.RETIRED}


def test_what_a_page_carries_on_does_not_count() -> None:
    here = world()
    here.deliver([said(f"always use v{n} for slot{n}", minute=n) for n in range(20)])
    consolidate(here)
    lines = here.lines
    here.now += LONG
    run = consolidate(here)
    assert run.state is RunState.COMPLETED
    assert run.counts["decay"]["consolidated"] == 20
    assert here.lines == lines


def test_a_refused_run_can_be_made_again_and_is_refused_again() -> None:
    here = world()
    here.deliver(habits(20))
    consolidate(here)
    here.now += LONG
    first, second = consolidate(here), consolidate(here)
    assert first.id != second.id
    assert second.state is RunState.REJECTED


def test_a_contradicted_note_leaves_before_one_that_stands_and_no_page_of_it_comes_back() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always use pnpm for packages", minute=1)])
    consolidate(here)
    here.deliver([said("always use spaces for indent", day=1, session="s2")])
    consolidate(here)
    due = here.note(TABS).due_at
    other = here.note("Use pnpm for packages").due_at
    assert due
    assert other
    assert due < other
    here.now = due + timedelta(hours=1)
    assert consolidate(here).state is RunState.COMPLETED
    gone = here.note(TABS)
    assert here.shelves.pages[gone.page_id].item.state is PageState.STALE
    assert (gone.state, gone.contested) == (NoteState.RETIRED, True)
    assert TABS not in here.lines
    here.now += LONG
    here.registry.mark_ready(SCOPE, here.now)
    consolidate(here)
    assert TABS not in here.lines
    reasons = [each.reason for each in here.shelves.revisions if each.item_id == gone.id]
    assert any("in conflict" in each for each in reasons)


def test_important_notes_of_a_subject_fade_onto_one_page_and_stay_assumptions() -> None:
    here = world()
    for n, text in enumerate(("here use tabs for indent", "here use four for indent_width")):
        here.deliver([said("this matters", minute=10 * n), said(text, minute=10 * n + 1)])
    here.deliver([said("here use pnpm for packages", minute=30)])
    consolidate(here)
    assert not here.active_pages()
    here.now += LONG
    run = consolidate(here)
    (page,) = here.active_pages().values()
    assert len(page.note_ids) == 2
    assert page.standing is Standing.ASSUMPTION
    assert page.text in {TABS, "Use four for indent_width"}
    assert here.lines == {page.text}
    assert {each.item.page_id for each in here.shelves.notes.values()} == {page.id, ""}
    assert run.counts["decay"] == {"due": 3, "consolidated": 2, "retired": 1, "expired": 0, "kept": 0}


def test_a_note_that_is_said_again_leaves_its_cluster_and_may_be_shown_again() -> None:
    here = world()
    for n, text in enumerate(("here use tabs for indent", "here use four for indent_width")):
        here.deliver([said("this matters", minute=10 * n), said(text, minute=10 * n + 1)])
    here.now += LONG
    consolidate(here)
    (before,) = here.active_pages().values()
    here.deliver([said("here use tabs for indent", day=125, session="s9")])
    here.now += timedelta(days=1)
    consolidate(here)
    (after,) = here.active_pages().values()
    assert after.note_ids == (here.note("Use four for indent_width").id,)
    assert after.id != before.id
    assert here.note(TABS).page_id == ""
    assert here.lines == {TABS, "Use four for indent_width"}


def test_tasks_keep_what_they_are_about() -> None:
    def relevance(_scope: object, statement: str, _query: str, _at: object) -> float:
        return 0.9 if "tabs" in statement else 0.0

    here = world()
    here.relevance = relevance
    here.deliver([said("here use tabs for indent"), said("here use pnpm for packages", minute=1)])
    consolidate(here)
    here.now += LONG
    consolidate(here)
    assert here.states() == {TABS: NoteState.ACTIVE, "Use pnpm for packages": NoteState.RETIRED}
    kept = here.note(TABS)
    assert kept.due_at
    assert here.now < kept.due_at <= here.now + timedelta(days=30)


def tasks_of(here: World) -> decay.Relevance:
    """Relevance is 1 to what a recent session opened with, as the log of openings has it."""

    def relevance(_scope: object, statement: str, _query: str, at: object) -> float:
        opened = here.tasks.openings(SCOPE, before=at, limit=3)  # type: ignore[arg-type]
        words = " ".join(here.shelves.records[each.record_id].text for each in opened)
        return float(statement.split()[1] in words)

    return relevance


def test_a_session_that_turns_up_late_changes_what_its_task_would_have_kept() -> None:
    old = [said("hello", minute=-1), said("here use tabs for indent"), said("here use pnpm for packages", minute=1)]
    late = [said(f"what about tabs now {n}", day=60 + 10 * n, session=f"late{n}") for n in range(6)]
    at_once, in_parts = world(), world()
    for here, parts in ((at_once, [[*old, *late]]), (in_parts, [old, late])):
        here.relevance = tasks_of(here)
        here.now += LONG
        for part in parts:
            here.deliver(part)
            assert consolidate(here).state is RunState.COMPLETED
    assert at_once.states()[TABS] is NoteState.ACTIVE
    assert in_parts.states() == at_once.states()
    assert in_parts.note(TABS).due_at == at_once.note(TABS).due_at
    assert in_parts.lines == at_once.lines


def test_the_value_view_decides_when_the_policy_says_so() -> None:
    fast = AgentPolicy(SCOPE, decay_view=DecayView.VALUE, decay_rate=1.0)
    for policy, state in ((fast, NoteState.RETIRED), (replace(fast, decay_rate=0.001), NoteState.ACTIVE)):
        here = world(policy=policy)
        here.deliver([said("here use tabs for indent")])
        consolidate(here)
        assert here.states() == {TABS: state}


def test_saying_it_again_raises_the_note_and_never_makes_a_second() -> None:
    here = world(policy=AgentPolicy(SCOPE, decay_view=DecayView.VALUE))
    here.deliver([said("here use tabs for indent")])
    consolidate(here)
    once = here.note(TABS)
    here.deliver([said("here use tabs for indent", session="s2", minute=1)])
    consolidate(here)
    twice = here.note(TABS)
    assert twice.id == once.id
    assert (twice.evidence_count, twice.sessions) == (2, 2)
    assert twice.importance > once.importance
    assert twice.due_at
    assert once.due_at
    assert twice.due_at - once.due_at > timedelta(days=1)


def test_a_resumed_run_keeps_its_task_and_its_release() -> None:
    here = world()
    here.deliver(habits(1))
    every = {
        "registry": here.registry, "ledger": here.ledger, "journal": here.journal, "clock": here.clock, "owner": "us",
    }  # fmt: skip
    first = plan.plan_scope(SCOPE, here.now, query="mind AKIAIOSFODNN7EXAMPLE", released=True, **every)  # type: ignore[arg-type]
    again = plan.plan_scope(SCOPE, here.now, query="another", **every)  # type: ignore[arg-type]
    assert first
    assert again
    assert again.query == first.query
    assert "AKIA" not in first.query
    assert here.run(again).released


def test_what_a_temporary_override_replaced_holds_again_in_the_run_that_sees_it_end() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always use spaces for indent lasting 30", day=2)])
    here.consolidate()
    assert SPACES in here.lines
    assert TABS not in here.lines
    here.now += timedelta(days=40)
    here.deliver([said("always use pnpm for packages", day=39)])
    here.consolidate()
    assert TABS in here.lines
    assert SPACES not in here.lines


def test_what_was_corrected_during_a_temporary_override_does_not_come_back_after_it() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always use spaces for indent lasting 30", day=2)])
    here.deliver([said("always use four for indent", day=5)])
    here.consolidate()
    here.now += timedelta(days=40)
    here.deliver([said("always use pnpm for packages", day=39)])
    here.consolidate()
    assert {"Use four for indent", "Use pnpm for packages"} <= here.lines
    assert not {TABS, SPACES} & here.lines
