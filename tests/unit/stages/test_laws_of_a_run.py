"""What must hold for every order of delivery and every place to stop: the same memory, and an account that adds up."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.notes import Note, NoteState
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.errors import Unavailable
from slowwave.stages import decay, distill, extract, reorganize, verify
from tests.unit.stages.fakes import Fuse
from tests.unit.stages.world import World, said, world

TEXTS = (
    "always use tabs for indent",
    "always use spaces for indent",
    "here use tabs for indent",
    "stop using tabs for indent",
    "that is wrong",
    "this matters",
    "always use vault for secrets",
    "never use vault for secrets",
    "lie here use npm for packages",
    "garbage",
)
SPEAKERS = (
    (Actor.USER, Origin.USER, Kind.MESSAGE),
    (Actor.USER, Origin.USER, Kind.MESSAGE),
    (Actor.ASSISTANT, Origin.ASSISTANT, Kind.MESSAGE),
    (Actor.TOOL, Origin.WEB, Kind.TOOL_RESULT),
)


@st.composite
def _records(draw: st.DrawFn) -> Record:
    actor, origin, kind = draw(st.sampled_from(SPEAKERS))
    return said(
        draw(st.sampled_from(TEXTS)),
        minute=draw(st.integers(0, 20)),
        day=draw(st.sampled_from([0, 0, 1, -200])),
        session=draw(st.sampled_from(["s1", "s2", "s3"])),
        actor=actor,
        origin=origin,
        kind=kind,
    )


SLICES = (
    (extract, "SLICE_RECORDS"),
    (verify, "SLICE_GROUPS"),
    (decay, "SLICE_NOTES"),
    (distill, "SLICE_GROUPS"),
    (reorganize, "SLICE_GROUPS"),
)

logs = st.lists(_records(), min_size=1, max_size=12, unique_by=lambda record: record.id)


def _living(here: World) -> dict[str, Note]:
    """The notes as their content has it: without what only says which runs and pages they went through."""
    notes = (each.item for each in here.shelves.notes.values())
    return {
        note.id: replace(note, born_run="", page_id="", due_at=None)
        for note in notes
        if note.evidence_count or note.state is not NoteState.REJECTED
    }


def _consolidate(deliveries: list[list[Record]], *, chunk: int = 100) -> World:
    here = world(chunk=chunk)
    for delivery in deliveries:
        here.deliver(delivery)
        run = here.consolidate()
        assert run is None or run.state is RunState.COMPLETED
    return here


@settings(max_examples=150, deadline=None)
@given(logs, st.data())
def test_any_order_repetition_and_splitting_of_deliveries_gives_the_same_memory(
    log: list[Record], data: st.DataObject
) -> None:
    at_once = _consolidate([log])
    shuffled = data.draw(st.permutations(log))
    cuts = data.draw(st.sets(st.integers(1, max(len(log) - 1, 1)), max_size=3))
    edges = [0, *sorted(cuts), len(log)]
    parts = [shuffled[start:end] for start, end in pairwise(edges)]
    again = data.draw(st.lists(st.sampled_from(log), max_size=3))
    in_parts = _consolidate([*parts, again])
    assert _living(in_parts) == _living(at_once)
    assert in_parts.active_pages() == at_once.active_pages()
    assert in_parts.shelves.pointer
    assert at_once.shelves.pointer
    assert in_parts.shelves.pointer.item.current == at_once.shelves.pointer.item.current


@settings(max_examples=60, deadline=None)
@given(logs, st.integers(1, 4))
def test_small_slices_give_the_same_memory_and_the_same_account(log: list[Record], size: int) -> None:
    whole = _consolidate([log])
    with pytest.MonkeyPatch.context() as patch:
        for stage, limit in SLICES:
            patch.setattr(stage, limit, size)
        sliced = _consolidate([log])
    assert _living(sliced) == _living(whole)
    assert sliced.active_pages() == whole.active_pages()
    assert sliced.lines == whole.lines
    (run,), (expected,) = sliced.shelves.runs.values(), whole.shelves.runs.values()
    assert run.item.account.inputs == expected.item.account.inputs


@settings(max_examples=60, deadline=None)
@given(logs)
def test_the_account_of_a_run_has_no_negative_part_and_matches_what_was_read(log: list[Record]) -> None:
    here = world()
    here.deliver(log)
    run = here.consolidate()
    assert run
    account = run.account
    assert min(account.promoted, account.merged, account.rejected, account.pending, account.failed) >= 0
    assert account.inputs == run.counts[Stage.EXTRACT.value]["candidates"]
    assert account.failed == sum(record.text == "garbage" for record in log)
    assert run.counts[Stage.EXTRACT.value]["records"] == len(log)


SESSIONS = [
    said("always use tabs for indent"),
    said("garbage", minute=1),
    said("lie here use npm for packages", minute=2),
    said("here use pnpm for packages", minute=3),
    said("always use spaces for indent", session="s2", day=1),
    said("that is wrong", session="s2", day=1, minute=1),
    said("here use pnpm for packages", session="s2", day=1, minute=2),
    said("always use vault for secrets", session="s3", day=-200),
    said("here use gzip for archives", session="s3", day=-200, minute=1),
]


def _stopped_run(fuse: Fuse, chunk: int) -> tuple[World, list[Run]]:
    """Consolidate once; where the fuse blows, plan again an hour later and finish what is found."""
    here = world(chunk=chunk, fuse=fuse)
    here.deliver(SESSIONS)
    as_of = here.now
    try:
        here.consolidate(as_of)
    except Unavailable:
        here.now += timedelta(hours=1)
        here.consolidate(here.now)
    return here, sorted((each.item for each in here.shelves.runs.values()), key=lambda run: run.as_of)


def _writes_of_an_undisturbed_run(chunk: int) -> int:
    here, _ = _stopped_run(Fuse(), chunk)
    return here.shelves.fuse.writes


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("chunk", [100, 2, 1])
def test_a_run_stopped_at_any_write_is_resumed_under_its_id_to_the_same_outcome(chunk: int, after: bool) -> None:
    whole, (expected,) = _stopped_run(Fuse(), 100)
    for place in range(1, _writes_of_an_undisturbed_run(chunk) + 1):
        here, (run, *later) = _stopped_run(Fuse(place, after), chunk)
        if place > 1 or after:
            assert (run.id, run.as_of) == (expected.id, expected.as_of), place
        assert all(each.account.inputs == 0 for each in later), place
        assert {each.state for each in (run, *later)} == {RunState.COMPLETED}
        assert run.account.inputs == expected.account.inputs, place
        assert run.account.reasons == expected.account.reasons or chunk < 100, place
        assert run.counts[Stage.EXTRACT.value] == expected.counts[Stage.EXTRACT.value], place
        assert run.account == expected.account or chunk < 100, place
        assert _living(here) == _living(whole), place
        assert here.active_pages() == whole.active_pages(), place
        assert here.lines == whole.lines
        assert not here.shelves.unread
        assert not here.shelves.work
