"""The gate of publication over whole runs: what it refuses, what stays, what is recorded, and who may open it."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from slowwave.cli.gating import gate_summary
from slowwave.cli.reporting import as_dict
from slowwave.domain.changes import Versioned
from slowwave.domain.hashing import canonical_json
from slowwave.domain.injection import set_content
from slowwave.domain.pages import PageState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.errors import PublicationRejected
from slowwave.online import injection
from slowwave.stages import plan
from tests.unit.stages.fakes import WordTokenizer
from tests.unit.stages.world import SCOPE, World, said, world

TOOLS = [f"always use tool for thing{n:c}" for n in range(97, 117)]


def _published() -> World:
    here = world(policy=AgentPolicy(SCOPE, stable_tokens=200, budget_tokens=320))
    here.deliver([said(text, session=f"s{n}") for n, text in enumerate(TOOLS)])
    here.consolidate()
    return here


def _again(here: World, *, gated: bool = True) -> Run:
    """Run once more over the same records, closing the run as the runner does."""
    here.now += timedelta(hours=1)
    here.registry.mark_ready(SCOPE, here.now)
    task = plan.plan_scope(
        SCOPE, here.now, registry=here.registry, ledger=here.ledger, journal=here.journal, clock=here.clock, gated=gated
    )
    assert task
    try:
        for stage in Stage:
            here.run_stage(stage, task)
    finally:
        here.finish(task)
    return here.run(task)


def _lose(here: World, pages: int) -> dict[str, Versioned[object]]:
    """Take pages away behind the back of their notes; fewer than the check of the set's size allows."""
    taken = dict(list(here.shelves.pages.items())[:pages])
    for page_id in taken:
        del here.shelves.pages[page_id]
    return taken  # type: ignore[return-value]


def _read(here: World, task: str) -> injection.Rendered:
    return injection.read(
        SCOPE,
        task=task,
        budget=None,
        journal=here.journal,
        sets=here.sets,
        tokenizer=lambda _: WordTokenizer(),
    )


def test_a_candidate_that_lost_confirmed_pages_is_refused_and_the_last_set_is_read_as_before() -> None:
    here = _published()
    pointer, bytes_before = here.shelves.pointer, canonical_json(set_content(here.published))
    before = _read(here, "thinga and thingt")
    taken = _lose(here, 5)
    notes = sorted(each.item.note_ids[0] for each in taken.values())  # type: ignore[attr-defined]
    with pytest.raises(PublicationRejected, match="5 of 21 probes lost against the last set on confirmed claims: n-"):
        _again(here)
    run = max((each.item for each in here.shelves.runs.values()), key=lambda each: each.as_of)
    assert run.state is RunState.REJECTED
    assert run.probed
    assert sorted(run.probed.lost) == notes
    assert all(each in run.problem for each in notes)
    assert "tool" not in run.problem
    assert here.shelves.pointer == pointer
    assert canonical_json(set_content(here.published)) == bytes_before
    assert _read(here, "thinga and thingt") == before
    assert as_dict(run)["gate"] == {
        "probes": 21, "right": 15, "wrong": 0, "candidate": 15, "last": 21, "none": 0, "lost": run.probed.lost,
    }  # fmt: skip


def test_a_good_run_after_a_refusal_publishes_again() -> None:
    here = _published()
    first = here.shelves.pointer
    taken = _lose(here, 5)
    with pytest.raises(PublicationRejected):
        _again(here)
    here.shelves.pages.update(taken)  # type: ignore[arg-type]
    here.deliver([said("always use pnpm for packages", day=1, session="new")])
    run = _again(here)
    assert run.state is RunState.COMPLETED
    assert run.published
    assert here.shelves.pointer != first
    assert gate_summary(run) == "22 probes, 22 right, 0 wrong (last set 21, no memory 0)"


def test_a_person_may_open_the_gate_and_the_run_says_so() -> None:
    here = _published()
    _lose(here, 5)
    run = _again(here, gated=False)
    assert (run.state, run.gated, run.probed) == (RunState.COMPLETED, False, None)
    assert len(here.lines) == 15
    assert json.loads(json.dumps(as_dict(run), default=str))["gated"] is False
    assert gate_summary(run) == "opened by a person, and not asked"


def test_a_superseded_value_put_back_on_its_page_is_refused() -> None:
    here = _published()
    here.deliver([said("always use pliers for thinga", day=1, session="new")])
    corrected = _again(here)
    assert corrected.probed
    assert (corrected.probed.wrong, corrected.probed.lost) == (0, ())
    (old,) = [name for name, each in here.shelves.pages.items() if each.item.state is PageState.STALE]
    (new,) = [name for name, each in here.shelves.pages.items() if each.item.text == "Use pliers for thinga"]
    stored = here.shelves.pages[old]
    here.shelves.pages[old] = Versioned(replace(stored.item, state=PageState.ACTIVE, successor=""), stored.version)
    del here.shelves.pages[new]
    with pytest.raises(PublicationRejected, match=f"no longer believed: {stored.item.note_ids[0]}"):
        _again(here)
    assert "Use pliers for thinga" in here.lines


def test_the_first_set_is_compared_with_no_memory_alone_and_reads_no_tasks() -> None:
    here = _published()
    (run,) = (each.item for each in here.shelves.runs.values())
    assert run.probed
    assert (run.probed.probes, run.probed.right, run.probed.last) == (20, 20, None)
    assert as_dict(run)["gate"]["last"] is None


def test_a_run_that_changes_nothing_asks_nothing() -> None:
    here = _published()
    run = _again(here)
    assert (run.published, run.probed, run.gated) == ("", None, True)


def test_a_resumed_run_stays_open_once_a_person_opened_it() -> None:
    here = _published()
    here.now += timedelta(hours=1)
    every = {
        "registry": here.registry, "ledger": here.ledger, "journal": here.journal, "clock": here.clock, "owner": "us",
    }  # fmt: skip
    task = plan.plan_scope(SCOPE, here.now, gated=False, **every)  # type: ignore[arg-type]
    assert task
    again = plan.plan_scope(SCOPE, here.now, **every)  # type: ignore[arg-type]
    assert again
    assert again.run_id == task.run_id
    assert not here.run(again).gated


def test_what_recent_sessions_asked_for_is_still_answered_and_told_apart_by_its_record() -> None:
    here = _published()
    here.deliver([said("please look at thingb and thingc", day=2, session="opened")])
    here.deliver([said("always use pnpm for packages", day=3, session="other")])
    run = _again(here)
    assert run.probed
    assert run.probed.probes > 21
    assert run.probed.right == run.probed.probes
