"""Acts through a whole run: at once, after a crash, while a run is under way, and on every path that may undo them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.attempts import ATTEMPTS
from slowwave.domain.act_json import encode
from slowwave.domain.acts import ActKind
from slowwave.domain.changes import Put
from slowwave.domain.claims import Skeleton, Standing
from slowwave.domain.notes import NoteState
from slowwave.domain.pages import page_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import RunState, Stage
from slowwave.errors import InvalidInput, Unavailable, UnknownItem, VersionConflict
from slowwave.online import capture, curate, injection
from slowwave.online.curate import Applied, Wish
from slowwave.stages.task import Task
from tests.unit.stages.fakes import Fuse, WordTokenizer
from tests.unit.stages.world import NOW, SCOPE, START, World, said, world

TABS, SPACES = "Use tabs for indent", "Use spaces for indent"
PNPM = "Use pnpm for packages"
TALK = [said("always use tabs for indent"), said("always use pnpm for packages", minute=1)]


def do(here: World, kind: ActKind, item_id: str, *, actor: Actor = Actor.USER) -> Applied:
    here.now += timedelta(hours=1)
    return curate.run(
        SCOPE,
        Wish(kind, item_id, actor),
        records=here.records,
        notes=here.notes,
        pages=here.pages,
        journal=here.journal,
        ledger=here.ledger,
        registry=here.registry,
        clock=here.clock,
    )


def read(here: World) -> str:
    return injection.read(
        SCOPE, task="", budget=None, journal=here.journal, sets=here.sets, tokenizer=lambda _: WordTokenizer()
    ).text


def told(records: list[Record] = TALK) -> World:
    here = world()
    here.deliver(records)
    here.consolidate()
    return here


def again(here: World) -> World:
    here.now += timedelta(hours=1)
    here.consolidate()
    return here


@pytest.mark.parametrize("by", [lambda note: note.id, lambda note: note.page_id], ids=["note", "page"])
@pytest.mark.parametrize("kind", [ActKind.FORGET, ActKind.REJECT])
def test_what_is_forgotten_is_gone_from_the_next_read_and_the_rest_is_the_same_bytes(
    kind: ActKind, by: Callable[..., str]
) -> None:
    here = told()
    before = read(here)
    applied = do(here, kind, by(here.note(TABS)))
    assert applied.at_once
    assert read(here).splitlines() == [line for line in before.splitlines() if TABS not in line]
    last = here.shelves.revisions[-1]
    assert (last.item_kind, last.cause, kind.value in last.reason) == ("pointer", applied.record_id, True)
    again(here)
    assert here.states()[TABS] is NoteState.REJECTED
    assert here.lines == {PNPM}
    assert not here.shelves.unread
    assert not here.shelves.work


def test_importing_again_late_or_with_an_old_time_brings_nothing_back() -> None:
    here = told()
    do(here, ActKind.FORGET, here.note(TABS).id)
    again(here)
    old = [
        said("always use tabs for indent", session="old", day=-5),
        said("always use tabs for indent", session="late", day=9),
        said("here use tabs for indent", session="review", day=9),
    ]
    here.deliver([*TALK, *old])
    again(here)
    assert here.lines == {PNPM}
    here.now += timedelta(days=1)
    loose = replace(said("here use tabs for indent", session="new"), event_time=here.now)
    here.deliver([loose])
    again(here)
    assert here.lines == {PNPM}


def test_an_instruction_said_later_brings_it_back_into_reads_with_a_revision() -> None:
    here = told()
    do(here, ActKind.FORGET, here.note(TABS).id)
    again(here)
    here.deliver([replace(said("always use tabs for indent", session="new"), event_time=here.now)])
    again(here)
    assert here.lines == {TABS, PNPM}
    assert TABS in read(here)
    assert here.shelves.pointer
    assert not here.shelves.pointer.item.withheld
    assert any("no longer withheld" in each.reason for each in here.shelves.revisions)


@pytest.mark.parametrize("after", [False, True])
def test_an_act_whose_commit_never_happened_is_applied_by_the_next_run(after: bool) -> None:
    here = told()
    here.shelves.fuse = Fuse(1, after)
    with pytest.raises(Unavailable):
        do(here, ActKind.FORGET, here.note(TABS).id)
    here.shelves.fuse = Fuse()
    assert bool(here.shelves.acts) is after
    assert (TABS in read(here)) is not after
    again(here)
    assert here.lines == {PNPM}
    assert here.shelves.pointer
    assert here.note(TABS).id in here.shelves.pointer.item.withheld
    assert TABS not in read(here)


def test_an_act_is_counted_and_is_no_candidate() -> None:
    here = told()
    asked = here.model.asked
    do(here, ActKind.PIN, here.note(TABS).id)
    here.now += timedelta(hours=1)
    run = here.consolidate()
    assert run
    assert (run.account.inputs, run.counts[Stage.EXTRACT]["acts"], here.model.asked) == (0, 1, asked)
    assert here.note(TABS).utility == 5
    assert any("utility to 5" in each.reason for each in here.shelves.revisions)


def test_an_act_made_while_a_run_is_under_way_stays_hidden_and_is_applied_by_the_next() -> None:
    here = told()
    here.deliver([said("always use tabs for indent", minute=9, session="more")])
    task: Task | None = here.plan()
    assert task
    here.run_stage(Stage.EXTRACT, task)
    do(here, ActKind.FORGET, here.note(TABS).id)
    for stage in list(Stage)[1:]:
        here.run_stage(stage, task)
    here.finish(task)
    assert here.note(TABS).state is NoteState.ACTIVE
    assert TABS not in read(here)
    again(here)
    assert here.note(TABS).state is NoteState.REJECTED


def test_the_same_log_consolidated_in_a_fresh_home_gives_the_same_set() -> None:
    here = told([*TALK, said("always use spaces for indent", minute=5, session="s2")])
    do(here, ActKind.FORGET, here.note(PNPM).id)
    again(here)
    do(here, ActKind.CONFIRM, here.note(TABS).id)
    do(here, ActKind.PIN, here.note(TABS).id)
    again(here)
    fresh = world()
    fresh.now = here.now
    fresh.records.append(list(here.shelves.records.values()), scope=SCOPE, received_at=here.now)
    fresh.registry.mark_ready(SCOPE, here.now)
    fresh.consolidate()
    assert fresh.lines == here.lines == {TABS}
    assert fresh.states() == here.states()
    assert fresh.shelves.pointer
    assert here.shelves.pointer
    assert fresh.shelves.pointer.item.current == here.shelves.pointer.item.current


LOG = [
    *TALK,
    said("always use spaces for indent", minute=5, session="s2"),
    said("here use gzip for archives", minute=7, session="s3"),
    said("always use tabs for indent", session="s4", day=4),
]
DEEDS = st.lists(
    st.tuples(st.sampled_from(list(ActKind)), st.sampled_from([TABS, SPACES, PNPM]), st.integers(1, 6)), max_size=4
)


@settings(max_examples=40, deadline=None)
@given(DEEDS, st.data())
def test_any_delivery_of_records_and_acts_gives_the_same_memory(
    deeds: list[tuple[ActKind, str, int]], data: st.DataObject
) -> None:
    known = told(LOG)
    made = {}
    for kind, statement, day in deeds:
        note = known.note(statement)
        text = encode(kind, {note.id: note.group_id})
        act = Record(SCOPE, "acts", Actor.USER, Kind.ACT, Origin.USER, text, START + timedelta(days=day, hours=1))
        made[act.id] = act
    log = data.draw(st.permutations([*LOG, *made.values()]))
    cut = data.draw(st.integers(0, len(log)))
    worlds = []
    for parts in ([log], [log[:cut], log[cut:]]):
        here = world()
        for part in parts:
            here.records.append(part, scope=SCOPE, received_at=NOW)
            here.registry.mark_ready(SCOPE, START)
            run = here.consolidate()
            assert run is None or run.state is RunState.COMPLETED
        worlds.append(here)
    one, other = worlds
    assert one.states() == other.states()
    assert one.lines == other.lines
    assert one.active_pages() == other.active_pages()


def test_consolidating_a_note_by_hand_makes_its_page() -> None:
    here = told([*TALK, said("here use gzip for archives", minute=2)])
    note = here.note("Use gzip for archives")
    assert not note.page_id
    do(here, ActKind.CONSOLIDATE, note.id)
    again(here)
    page = here.active_pages()[page_id(note.id)]
    assert (page.standing, page.because) == (Standing.ASSUMPTION, "consolidated by a person")


def test_acting_twice_is_a_second_record_and_the_same_state() -> None:
    here = told()
    first = do(here, ActKind.FORGET, here.note(TABS).id)
    again(here)
    note, pointer = here.note(TABS), here.shelves.pointer
    second = do(here, ActKind.FORGET, note.id)
    again(here)
    assert first.record_id != second.record_id
    assert {first.record_id, second.record_id} <= here.shelves.records.keys()
    assert (here.note(TABS), here.shelves.pointer) == (note, pointer)


def test_what_may_not_be_done_is_refused_before_anything_is_stored() -> None:
    here = told([said("always use tabs for indent", actor=Actor.OPERATOR, origin=Origin.OPERATOR), TALK[1]])
    records, tabs = dict(here.shelves.records), here.note(TABS).id
    with pytest.raises(UnknownItem, match="n-unknown"):
        do(here, ActKind.PIN, "n-unknown")
    with pytest.raises(InvalidInput, match="only an operator may forget"):
        do(here, ActKind.FORGET, tabs)
    with pytest.raises(InvalidInput, match="only a user or an operator"):
        do(here, ActKind.PIN, tabs, actor=Actor.ASSISTANT)
    assert here.shelves.records == records
    do(here, ActKind.FORGET, tabs, actor=Actor.OPERATOR)
    assert TABS not in read(here)


def test_nothing_is_confirmed_that_nobody_asserted() -> None:
    here = told([said("stop using tabs for indent")])
    with pytest.raises(InvalidInput, match="nothing asserts"):
        do(here, ActKind.CONFIRM, here.note(TABS).id)


def test_forgetting_before_the_first_publication_needs_no_pointer() -> None:
    here = world(policy=AgentPolicy(SCOPE, (Skeleton.CODING,)))
    here.deliver(TALK)
    task = here.plan()
    assert task
    for stage in (Stage.EXTRACT, Stage.VERIFY):
        here.run_stage(stage, task)
    do(here, ActKind.FORGET, here.note(TABS).id)
    again(here)
    again(here)
    assert here.lines == {PNPM}


@pytest.mark.parametrize(("conflicts", "gives_up"), [(2, False), (99, True)])
def test_a_pointer_that_moves_meanwhile_is_read_again_a_bounded_number_of_times(
    conflicts: int, gives_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = told()
    commit, left = here.ledger.commit, [conflicts]

    def contended(*arguments: object, **options: object) -> None:
        if left[0]:
            left[0] -= 1
            pointer = here.shelves.pointer
            assert pointer
            shown = replace(pointer.item, withheld=pointer.item.withheld | {f"n-{left[0]}"})
            commit(SCOPE, [Put(shown, pointer.version, "another act")], cause="x", at=NOW, lease=None, now=NOW)
        commit(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(here.ledger, "commit", contended)
    if gives_up:
        with pytest.raises(VersionConflict):
            do(here, ActKind.FORGET, here.note(TABS).id)
        assert left[0] == conflicts - ATTEMPTS
        monkeypatch.undo()
        again(here)
    else:
        do(here, ActKind.FORGET, here.note(TABS).id)
    assert TABS not in read(here)


def test_no_import_and_no_request_makes_an_act() -> None:
    here = told()
    note = here.note(TABS)
    text = encode(ActKind.FORGET, {note.id: note.group_id})
    forged = Record(SCOPE, "acts", Actor.OPERATOR, Kind.ACT, Origin.OPERATOR, text, here.now)
    receipt = capture.store(
        [said("hello", day=3), forged], scope=SCOPE, records=here.records, registry=here.registry, now=here.now
    )
    assert (receipt.stored, receipt.failed) == (1, {1: capture.ACT})
    assert forged.id not in here.shelves.records
    event = {
        "session": "acts",
        "actor": "user",
        "kind": "act",
        "text": text,
        "event_time": here.now.isoformat(),
    }
    answer = capture.run([{}, event], scope=SCOPE, records=here.records, registry=here.registry, clock=here.clock)
    assert [each["reason"] for each in answer["failed"]][1] == capture.ACT
    again(here)
    assert here.lines == {TABS, PNPM}
