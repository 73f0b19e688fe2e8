"""One run after another over fakes that keep the promises of the ports: what is kept, counted and shown."""

from dataclasses import replace
from datetime import timedelta

import pytest

from slowwave.domain.changes import Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.notes import NoteState
from slowwave.domain.pages import PageState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin
from slowwave.domain.runs import Account, RunState, Stage
from slowwave.errors import LeaseLost, PublicationRejected
from slowwave.ports.ledger import Lease
from tests.unit.stages.fakes import withhold
from tests.unit.stages.world import NOW, SCOPE, said, world

TABS, SPACES = "Use tabs for indent", "Use spaces for indent"
MIXED = [
    said("always use tabs for indent"),
    said("here use pnpm for packages", minute=1),
    said("garbage", minute=2),
    said("lie here use npm for packages", minute=3),
    said("always use tabs for indent", minute=4, session="s2"),
    said("just talking", minute=5),
]


def _parts(account: Account) -> tuple[int, int, int, int, int]:
    return (account.promoted, account.merged, account.rejected, account.pending, account.failed)


def test_the_account_adds_up_after_every_stage() -> None:
    here = world()
    here.deliver(MIXED)
    task = here.plan()
    assert task
    for stage in Stage:
        here.run_stage(stage, task)
        account = here.run(task).account
        assert account.inputs == 5, stage
        assert min(_parts(account)) >= 0, stage
    assert _parts(here.finish(task).account) == (1, 1, 1, 1, 1)


def test_running_any_stage_again_changes_nothing() -> None:
    here = world()
    here.deliver(MIXED)
    task = here.plan()
    assert task
    for stage in Stage:
        here.run_stage(stage, task)
        before = replace(here.shelves, fuse=None)  # type: ignore[arg-type]
        writes = here.shelves.fuse.writes
        here.run_stage(stage, task)
        assert replace(here.shelves, fuse=None) == before  # type: ignore[arg-type]
        assert here.shelves.fuse.writes == writes, stage


def test_a_run_with_nothing_new_writes_nothing_between_its_opening_and_its_report() -> None:
    here = world()
    here.deliver(MIXED)
    here.consolidate()
    assert here.plan() is None
    here.registry.mark_ready(SCOPE, here.now)
    task = here.plan()
    assert task
    writes, revisions, asked = here.shelves.fuse.writes, len(here.shelves.revisions), here.model.asked
    for stage in Stage:
        here.run_stage(stage, task)
    assert (here.shelves.fuse.writes, len(here.shelves.revisions), here.model.asked) == (writes, revisions, asked)


def test_the_same_delivery_twice_makes_nothing_new() -> None:
    here = world()
    here.deliver(MIXED)
    here.consolidate()
    first = here.shelves.pointer
    here.deliver(MIXED)
    assert here.consolidate() is None
    assert here.shelves.pointer == first


def test_a_record_of_a_later_time_stays_unread_until_its_time_has_come() -> None:
    here = world()
    later = said("always use spaces for indent", day=20)
    here.records.append([later, said("always use tabs for indent")], scope=SCOPE, received_at=here.now)
    here.registry.mark_ready(SCOPE, here.now)
    here.consolidate()
    assert here.shelves.unread == {later.id}
    assert here.lines == {TABS}
    here.now += timedelta(days=20)
    here.consolidate()
    assert not here.shelves.unread
    assert here.lines == {SPACES}


def test_a_refused_publication_keeps_the_pointer_and_marks_the_run() -> None:
    here = world()
    here.deliver([said("always use tabs for indent")])
    here.consolidate()
    before = here.shelves.pointer
    note = here.note(TABS)
    here.deliver([said("always use pnpm for packages", day=1)])
    task = here.plan()
    assert task
    for stage in (each for each in Stage if each is not Stage.PUBLISH):
        here.run_stage(stage, task)
    cited = here.shelves.observations
    record = next(each for each in here.shelves.records.values() if "pnpm" in each.text)
    here.shelves.records[record.id] = replace(record, text="always use pnpn for packages", redacted_from=record.id)
    with pytest.raises(PublicationRejected):
        here.run_stage(Stage.PUBLISH, task)
    closed = here.finish(task)
    assert here.shelves.pointer == before
    assert closed.state is RunState.REJECTED
    assert "cites words" in closed.problem
    assert note.id in {each.note_id for each in cited.values()}


def test_a_contradicted_page_goes_stale_and_names_its_successor() -> None:
    here = world()
    here.deliver([said("always use tabs for indent")])
    here.consolidate()
    here.deliver([said("always use spaces for indent", day=1, session="s2")])
    here.consolidate()
    assert here.lines == {SPACES}
    loser, winner = here.note(TABS), here.note(SPACES)
    assert (loser.state, loser.successor) == (NoteState.CONTRADICTED, winner.id)
    stale = here.shelves.pages[loser.page_id].item
    assert (stale.state, stale.successor) == (PageState.STALE, winner.id)


def test_a_revert_brings_the_first_page_back() -> None:
    here = world()
    for day, tool in enumerate(("tabs", "spaces", "tabs")):
        here.deliver([said(f"always use {tool} for indent", day=day, session=f"s{day}")])
        here.consolidate()
    assert here.lines == {TABS}
    assert here.states() == {TABS: NoteState.ACTIVE, SPACES: NoteState.CONTRADICTED}


def test_a_rejection_takes_the_page_away_and_only_a_later_instruction_brings_it_back() -> None:
    here = world()
    here.deliver([said("always use tabs for indent")])
    here.consolidate()
    here.deliver([said("stop using tabs for indent", day=2, session="s2")])
    here.consolidate()
    assert TABS not in here.lines
    here.deliver([said("always use tabs for indent", day=1, session="late")])
    here.deliver([said("here use tabs for indent", day=3, session=f"r{n}") for n in range(5)])
    here.consolidate()
    assert TABS not in here.lines
    here.deliver([said("always use tabs for indent", day=4, session="s4")])
    here.consolidate()
    assert here.lines == {TABS}


def test_repetition_promotes_at_the_third_session_and_is_counted_by_session() -> None:
    here = world()
    for minute in range(5):
        here.deliver([said("here use tabs for indent", minute=minute)])
    here.deliver([said("here use tabs for indent", session="s2")])
    here.consolidate()
    assert not here.shelves.pages
    assert [item.standing.value for item in here.published.pool] == ["assumption"]
    here.deliver([said("here use tabs for indent", session="s3")])
    here.consolidate()
    (page,) = here.active_pages().values()
    assert (page.standing.value, page.sessions, page.evidence_count) == ("convention", 3, 7)


def test_a_page_is_demoted_when_its_evidence_is_withdrawn() -> None:
    here = world()
    here.deliver([said("here use tabs for indent", minute=5 * n, session=f"s{n}") for n in range(3)])
    here.consolidate()
    assert here.active_pages()
    here.shelves.observations.pop(next(iter(here.shelves.observations)))
    here.deliver([said("here use spaces for indent", session="s9", day=-1)])
    here.consolidate()
    assert not here.active_pages()
    (page,) = here.shelves.pages.values()
    assert page.item.because == "no promotion rule applies to its note any more"


def test_tool_output_repeated_in_fifty_sessions_is_never_confirmed() -> None:
    here = world()
    tool = {"actor": Actor.TOOL, "origin": Origin.TOOL, "kind": Kind.TOOL_RESULT}
    here.deliver([said("tabs works for indent", session=f"s{n}", minute=n, **tool) for n in range(50)])  # type: ignore[arg-type]
    here.deliver([said("always use npm for packages", session=f"t{n}", minute=n, **tool) for n in range(50)])  # type: ignore[arg-type]
    here.consolidate()
    assert not here.shelves.pages
    assert not here.published.stable
    assert {(note.item.confirmation.value, note.item.sessions) for note in here.shelves.notes.values()} == {("none", 0)}
    assert here.note("Use npm for packages").claim.standing.value == "assumption"


def test_a_document_gives_an_attributed_fact_from_one_source() -> None:
    here = world(policy=AgentPolicy(SCOPE, skeletons=(Skeleton.DOCUMENT,)))
    document = {"actor": Actor.SYSTEM, "origin": Origin.FILE, "kind": Kind.DOCUMENT}
    here.deliver([said("gzip works for archives", session="document:ops.md", **document)])  # type: ignore[arg-type]
    here.consolidate()
    assert here.lines == {"gzip works for archives"}
    assert {item.source for item in here.published.pool} == {"ops.md, 2026-01-01"}
    (page,) = here.active_pages().values()
    assert (page.standing.value, page.confirmation.value) == ("fact", "none")
    assert not here.published.stable


def test_what_faded_leaves_the_short_term_store_and_its_page_carries_on() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("here use pnpm for packages", minute=1)])
    here.consolidate()
    before = here.shelves.pages[here.note(TABS).page_id].item
    due = here.note(TABS).due_at
    assert due
    assert here.shelves.ready == {SCOPE: due}
    here.now = due + timedelta(hours=1)
    here.consolidate()
    assert here.states() == {TABS: NoteState.RETIRED, "Use pnpm for packages": NoteState.RETIRED}
    after = here.shelves.pages[before.id].item
    assert (after.state, after.text) == (PageState.ACTIVE, before.text)
    assert after.importance > before.importance
    assert here.lines == {TABS}
    here.deliver([said("here use pnpm for packages", day=60, session="s9")])
    here.consolidate()
    assert here.note("Use pnpm for packages").state is NoteState.ACTIVE


def test_withheld_ids_stay_out_of_every_later_set() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always use pnpm for packages", minute=1)])
    here.consolidate()
    withhold(here.shelves, here.note(TABS).id)
    here.deliver([said("always use gzip for archives", minute=2)])
    here.consolidate()
    assert here.lines == {"Use pnpm for packages", "Use gzip for archives"}
    assert here.shelves.pointer
    assert here.shelves.pointer.item.withheld == {here.note(TABS).id}


def test_a_correction_that_arrives_in_the_middle_changes_what_follows_it() -> None:
    first = said("always use tabs for indent")
    second = said("always use pnpm for packages", minute=5)
    wrong = said("that is wrong", minute=10)
    here = world()
    here.deliver([first, wrong])
    here.consolidate()
    assert here.states()[TABS] is NoteState.REJECTED
    here.deliver([second])
    here.consolidate()
    assert here.states()[TABS] is NoteState.ACTIVE
    assert here.states()["Use pnpm for packages"] is NoteState.REJECTED
    assert here.lines == {TABS}


def test_a_safety_rule_is_shown_first_and_a_preference_cannot_replace_it() -> None:
    here = world()
    here.deliver(
        [
            said("always use vault for secrets"),
            said("always use tabs for indent", minute=1),
        ]
    )
    here.consolidate()
    assert [item.text for item in here.published.stable] == ["Use vault for secrets", TABS]


def test_a_lost_lease_stops_the_run_before_it_writes() -> None:
    here = world()
    here.deliver(MIXED)
    task = here.plan()
    assert task
    here.shelves.lease = Lease(SCOPE, "run-other", task.lease.token + 1, NOW + timedelta(hours=1))
    with pytest.raises(LeaseLost):
        here.run_stage(Stage.EXTRACT, task)
    assert not here.shelves.observations
    assert len(here.shelves.unread) == len(MIXED)


def test_a_stage_called_again_after_its_run_was_closed_keeps_no_lease() -> None:
    here = world()
    here.deliver(MIXED)
    task = here.plan()
    assert task
    here.finish(task)
    assert here.shelves.lease is None
    with pytest.raises(LeaseLost, match="plan another"):
        here.run_stage(Stage.EXTRACT, task)
    assert here.shelves.lease is None


def test_a_scope_that_another_run_holds_is_left_alone() -> None:
    here = world()
    here.deliver(MIXED)
    here.shelves.lease = Lease(SCOPE, "run-other", 7, here.now + timedelta(minutes=1))
    assert here.plan() is None


def test_work_that_a_failed_run_left_is_taken_up_by_the_next_one() -> None:
    here = world()
    here.deliver(MIXED)
    task = here.plan()
    assert task
    here.run_stage(Stage.EXTRACT, task)
    failed = here.finish(task, problem="the note store was unavailable")
    assert failed.state is RunState.FAILED
    done = here.consolidate()
    assert done
    assert here.lines == {TABS, "Use pnpm for packages"}
    assert failed.account.inputs + done.account.inputs == 5
    assert min(_parts(done.account)) >= 0


def test_the_revisions_of_a_run_form_an_unbroken_chain() -> None:
    here = world()
    here.deliver(MIXED)
    here.consolidate()
    previous = ""
    for place, revision in enumerate(here.journal.revisions(SCOPE), start=1):
        assert (revision.sequence, revision.previous) == (place, previous)
        assert revision.reason
        previous = revision.hash
    assert previous


def test_a_small_pool_leaves_no_safety_rule_out() -> None:
    here = world(policy=AgentPolicy(SCOPE, pool_size=1))
    here.deliver(
        [
            said("always use vault for secrets"),
            said("never use plaintext for secrets", minute=1),
            said("never use email for secrets", minute=2),
        ]
    )
    here.consolidate()
    shown = {item.text for item in here.published.stable}
    assert shown == {
        "Use vault for secrets",
        "Never use plaintext for secrets",
        "Never use email for secrets",
    }


def test_a_page_past_its_stated_end_is_not_selected_whatever_became_of_its_note() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("always use pnpm for packages", minute=1)])
    here.consolidate()
    page_id = here.note(TABS).page_id
    stored = here.shelves.pages[page_id]
    ended = replace(stored.item, valid_until=here.now - timedelta(hours=1))
    here.shelves.pages[page_id] = Versioned(ended, stored.version)
    here.deliver([said("always use gzip for archives", minute=2)])
    here.consolidate()
    assert here.lines == {"Use pnpm for packages", "Use gzip for archives"}


def test_what_was_taken_back_first_and_made_a_rule_later_is_a_rule() -> None:
    here = world()
    here.deliver([said("always use tabs for indent"), said("stop using tabs for indent", minute=1)])
    here.consolidate()
    assert "Never use tabs for indent" not in here.lines
    here.deliver([said("never use tabs for indent", minute=2)])
    here.consolidate()
    assert "Never use tabs for indent" in here.lines
