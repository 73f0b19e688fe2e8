"""A closed run leaves one report for good, whatever stops it, and a run that did nothing leaves none."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.hashing import canonical_json
from slowwave.domain.run_reports import own_revisions, report_of
from slowwave.domain.runs import Revision, Run, RunState, Stage
from slowwave.errors import Unavailable
from slowwave.stages.task import Task
from tests.unit.stages.fakes import Fuse
from tests.unit.stages.world import NOW, SCOPE, START, World, said, world

SAID = [said("always use tabs for indent"), said("here use pnpm for packages", minute=1), said("garbage", minute=2)]


def ready() -> tuple[World, Task]:
    """A world whose run has passed all stages and is to be closed."""
    here = world()
    here.deliver(SAID)
    task = here.plan()
    assert task
    for stage in Stage:
        here.run_stage(stage, task)
    return here, task


def reports(here: World) -> dict[str, Any]:
    return dict(here.reports.all(SCOPE))


def test_the_report_says_what_the_run_changed_and_why_and_where_in_the_chain() -> None:
    here, task = ready()
    closed = here.finish(task)
    report = reports(here)[task.run_id]
    chain = here.shelves.revisions
    assert report["account"]["inputs"] == closed.account.inputs > 0
    assert report["sessions"] == ["s1"]
    assert report["published"] == closed.published
    assert [each["sequence"] for each in report["changes"]] == [each.sequence for each in chain]
    assert report["chain"] == {"first": 1, "last": len(chain), "hash": chain[-1].hash}
    assert {each["reason"] for each in report["changes"]} == {each.reason for each in chain}
    assert (report["started"], report["ended"]) == (NOW.isoformat(), NOW.isoformat())


def test_the_report_holds_no_word_of_anybody() -> None:
    here, task = ready()
    here.shelves.runs[task.run_id] = replace(
        here.shelves.runs[task.run_id], item=replace(here.run(task), task="fix the login form")
    )
    here.finish(task, problem="Corrupt: the words 'always use tabs' cannot be read")
    text = canonical_json(reports(here)[task.run_id]).decode()
    for word in ("tabs", "pnpm", "garbage", "login"):
        assert word not in text
    assert reports(here)[task.run_id]["problem"] == "Corrupt"


def test_a_run_that_found_nothing_to_do_leaves_no_report() -> None:
    here = world()
    here.deliver(SAID)
    first = here.consolidate()
    assert first
    here.registry.mark_ready(SCOPE, here.now)
    task = here.plan()
    assert task
    for stage in Stage:
        here.run_stage(stage, task)
    writes = here.shelves.fuse.writes
    here.finish(task)
    assert reports(here).keys() == {first.id}
    assert here.shelves.fuse.writes == writes + 2  # it is closed and settled, and that is all


def test_closing_again_writes_nothing_and_changes_no_report() -> None:
    here, task = ready()
    here.finish(task)
    before, runs = reports(here), {**here.shelves.runs}
    here.now += timedelta(minutes=1)
    here.finish(task)
    assert reports(here) == before
    assert here.shelves.runs == runs


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("write", [1, 2, 3], ids=["closing", "report", "mark"])
def test_wherever_closing_stops_the_next_run_leaves_both_reports(write: int, *, after: bool) -> None:
    here, task = ready()
    here.shelves.fuse = Fuse(blows_at=write, after=after)
    with pytest.raises(Unavailable):
        here.finish(task)
    here.shelves.fuse = Fuse()
    here.now += timedelta(hours=1)
    here.deliver([said("always use vault for secrets", minute=9)])
    for _ in range(2):
        here.consolidate()
    found = {each.item.id: each.item for each in here.shelves.runs.values()}
    assert all(run.state is RunState.COMPLETED for run in found.values())
    left = reports(here)
    assert task.run_id in left
    for run_id, report in left.items():
        own = [each for each in here.shelves.revisions if each.cause == run_id]
        assert report == report_of(found[run_id], own)
        assert found[run_id].reported
    assert sum(len(each["changes"]) for each in left.values()) == len(here.shelves.revisions)


def test_the_same_run_closed_again_after_a_stop_makes_the_same_report() -> None:
    here, task = ready()
    here.shelves.fuse = Fuse(blows_at=2, after=True)
    with pytest.raises(Unavailable):
        here.finish(task)
    before = reports(here)
    here.shelves.fuse = Fuse()
    here.now += timedelta(minutes=1)
    closed = here.finish(task)
    assert reports(here) == before
    assert before[task.run_id]["ended"] == closed.ended_at.isoformat()  # type: ignore[union-attr]


CAUSES = st.lists(st.sampled_from(["run-1", "run-2", "r-act", "operator"]), max_size=12)


@given(causes=CAUSES, own=st.lists(st.sampled_from(["run-3", "r-act", "plan"]), max_size=6))
def test_the_chain_is_read_back_no_further_than_the_run_before(causes: list[str], own: list[str]) -> None:
    chain = [
        Revision(SCOPE, n, "note", "n-1", n, "active", "why", cause, START, (), "h", "")
        for n, cause in enumerate([*causes, *own], start=1)
    ]
    read: list[int] = []

    def newest_first() -> Any:
        for each in reversed(chain):
            read.append(each.sequence)
            yield each

    assert own_revisions("run-3", newest_first()) == [each for each in chain if each.cause == "run-3"]
    runs_before = [n for n, cause in enumerate(causes, start=1) if cause.startswith("run-")]
    assert not read or min(read) >= max(runs_before, default=1)


def test_runs_of_before_there_were_reports_owe_none() -> None:
    here, task = ready()
    closed = here.finish(task)
    old = replace(closed, id="run-old", started_at=None, ended_at=None, reported=False)
    assert isinstance(old, Run)
    here.shelves.runs["run-old"] = replace(here.shelves.runs[task.run_id], item=old)
    here.deliver([said("always use vault for secrets", minute=9)])
    here.now += timedelta(hours=1)
    here.consolidate()
    assert "run-old" not in reports(here)
