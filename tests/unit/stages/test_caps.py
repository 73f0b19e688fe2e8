"""What a run leaves to the next one at a cap, that nothing is lost by it, and that a person is told."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.acts import ActKind
from slowwave.domain.caps import next_month, spent_before, token_room
from slowwave.domain.notes import NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.online import curate
from slowwave.stages import extract
from tests.unit.stages.scripted import ScriptedModel
from tests.unit.stages.world import NOW, SCOPE, START, World, said, world

SLOTS = ["indent", "packages", "archives", "branches", "dates", "logs", "tests", "names"]


class PaidModel(ScriptedModel):
    """The toy language, read for money."""

    priced = True


def paid(**caps: int) -> World:
    here = world(policy=replace(AgentPolicy(SCOPE), **caps))
    here.model = PaidModel()
    return here


def talk(sessions: int = 8, *, words: int = 400) -> list[Record]:
    padding = "so " * words
    return [said(f"{padding}always use tool for {SLOTS[n]}", session=f"s{n}", minute=n) for n in range(sessions)]


def until_done(here: World, *, days: float = 0, most: int = 40) -> list[Run]:
    runs: list[Run] = []
    for _ in range(most):
        here.now += timedelta(minutes=10, days=days)
        run = here.consolidate()
        if run is None:
            return runs
        runs.append(run)
        if not run.carried and not here.shelves.unread:
            return runs
    raise AssertionError("it never ends")


def test_a_run_at_its_token_cap_reads_no_more_publishes_what_it_read_and_says_what_is_left() -> None:
    here = paid(max_run_model_tokens=1000)
    here.deliver(talk())
    run = here.consolidate()
    assert run
    assert run.state is RunState.COMPLETED
    assert 0 < run.tokens <= 1000 + run.count(Stage.EXTRACT, "tokens_replied")
    assert run.carried == {"model tokens": len(here.shelves.unread)}
    read = run.count(Stage.EXTRACT, "records")
    assert 0 < read < 8
    assert len(here.shelves.unread) == 8 - read
    assert len(here.lines) == read
    assert here.registry.ready(here.now, limit=1) == [SCOPE]


def test_runs_under_a_cap_read_everything_in_the_end_and_know_what_one_run_would() -> None:
    free, capped = paid(), paid(max_run_model_tokens=1000)
    for here in (free, capped):
        here.deliver(talk())
    one, several = until_done(free), until_done(capped)
    assert (len(one), len(several) > 2) == (1, True)
    assert sum(run.account.inputs for run in several) == one[0].account.inputs
    assert capped.lines == free.lines
    assert capped.states() == free.states()
    assert not several[-1].carried


def test_a_record_that_is_larger_than_the_cap_is_read_alone() -> None:
    here = paid(max_run_model_tokens=1000)
    here.deliver([*talk(1, words=4000), *talk(3)[1:]])
    first, *rest = until_done(here)
    assert (first.count(Stage.EXTRACT, "records"), first.tokens > 1000) == (1, True)
    assert sum(run.count(Stage.EXTRACT, "records") for run in rest) == 2


def test_a_long_session_is_read_in_parts() -> None:
    here = paid(max_run_model_tokens=1000)
    here.deliver([replace(each, session="one") for each in talk()])
    runs = until_done(here)
    assert len(runs) > 1
    assert all(run.count(Stage.EXTRACT, "records") for run in runs)
    assert len(here.lines) == 8


def test_the_month_is_summed_over_runs_and_nothing_is_asked_when_it_is_spent() -> None:
    here = paid(max_month_model_tokens=1000)
    here.now = datetime(2026, 1, 30, tzinfo=UTC)
    here.deliver(talk())
    first = here.consolidate()
    assert first
    (due,) = here.shelves.ready.values()
    assert due == datetime(2026, 2, 1, tzinfo=UTC)
    last = _again(here)
    assert (last.spent_before, last.count(Stage.EXTRACT, "records")) == (first.tokens, 1)
    asked, left = here.model.asked, len(here.shelves.unread)
    assert left == 5
    spent = _again(here)
    assert (spent.tokens, here.model.asked, spent.carried) == (0, asked, {"model tokens of the month": left})
    assert spent.spent_before == first.tokens + last.tokens >= 1000
    here.now = datetime(2026, 2, 2, tzinfo=UTC)
    fresh = here.consolidate()
    assert fresh
    assert (fresh.spent_before, fresh.tokens > 0) == (0, True)


def test_what_people_do_is_read_although_the_month_is_spent() -> None:
    here = paid(max_month_model_tokens=100_000)
    here.deliver(talk(1))
    here.consolidate()
    here.shelves.policies.append(replace(AgentPolicy(SCOPE), max_month_model_tokens=0))
    here.deliver(talk()[1:])
    (note,) = (each.item for each in here.shelves.notes.values())
    here.now += timedelta(hours=1)
    curate.run(
        SCOPE,
        curate.Wish(ActKind.REJECT, note.id),
        records=here.records,
        notes=here.notes,
        pages=here.pages,
        journal=here.journal,
        ledger=here.ledger,
        registry=here.registry,
        clock=here.clock,
    )
    here.now += timedelta(hours=1)
    run = here.consolidate()
    assert run
    assert (run.count(Stage.EXTRACT, "acts"), run.carried) == (1, {"model tokens of the month": 7})
    assert here.shelves.notes[note.id].item.state is NoteState.REJECTED


def test_a_model_that_is_not_paid_meets_no_cap_on_tokens() -> None:
    here = world(policy=replace(AgentPolicy(SCOPE), max_run_model_tokens=1000, max_month_model_tokens=0))
    here.deliver(talk())
    run = here.consolidate()
    assert run
    assert (run.tokens, run.carried, here.shelves.unread) == (0, {}, set())


def test_a_run_that_is_out_of_time_takes_on_no_more_but_gets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "SLICE_RECORDS", 3)
    here = world(policy=replace(AgentPolicy(SCOPE), max_run_minutes=1))
    here.deliver(talk())
    propose = here.model.propose

    def slow(window: object) -> object:
        here.now += timedelta(seconds=40)
        return propose(window)  # type: ignore[arg-type]

    monkeypatch.setattr(here.model, "propose", slow)
    runs = until_done(here)
    assert [run.count(Stage.EXTRACT, "records") for run in runs] == [2, 2, 2, 2]
    assert [run.carried for run in runs] == [{"run time": 6}, {"run time": 4}, {"run time": 2}, {}]
    assert all(run.published for run in runs)


@pytest.mark.parametrize("stage", [Stage.EXTRACT, Stage.DISTILL])
def test_calling_a_stage_again_at_a_cap_changes_nothing(stage: Stage) -> None:
    here = paid(max_run_model_tokens=1000, max_pages=1)
    here.deliver(talk())
    task = here.plan()
    assert task
    for each in Stage:
        here.run_stage(each, task)
        if each is stage:
            break
    known, writes, asked = here.run(task), here.shelves.fuse.writes, here.model.asked
    here.run_stage(stage, task)
    assert (here.run(task), here.shelves.fuse.writes, here.model.asked) == (known, writes, asked)


def test_no_note_is_promoted_beyond_the_page_cap_and_each_is_once_there_is_room() -> None:
    here = world(policy=replace(AgentPolicy(SCOPE), max_pages=2))
    here.deliver(talk(5))
    run = here.consolidate()
    assert run
    assert (len(here.active_pages()), run.carried) == (2, {"pages": 3})
    assert (run.account.promoted, run.account.pending, run.account.inputs) == (2, 3, 5)
    assert len(here.lines) == 5
    here.shelves.policies.append(replace(AgentPolicy(SCOPE), max_pages=4))
    later = _again(here)
    assert (len(here.active_pages()), later.carried) == (4, {"pages": 1})
    here.shelves.policies.append(AgentPolicy(SCOPE))
    last = _again(here)
    assert (len(here.active_pages()), last.carried) == (5, {})
    assert not here.shelves.work


def test_safety_and_what_a_person_puts_on_a_page_need_no_room() -> None:
    here = world(policy=replace(AgentPolicy(SCOPE), max_pages=1))
    here.deliver([said("always use tool for indent"), said("never use keys for secrets", minute=1)])
    here.consolidate()
    assert "Never use keys for secrets" in {page.text for page in here.active_pages().values()}
    here.deliver([said("here use gzip for archives", day=1)])
    _again(here)
    note = here.note("Use gzip for archives")
    here.now += timedelta(hours=1)
    curate.run(
        SCOPE,
        curate.Wish(ActKind.CONSOLIDATE, note.id),
        records=here.records,
        notes=here.notes,
        pages=here.pages,
        journal=here.journal,
        ledger=here.ledger,
        registry=here.registry,
        clock=here.clock,
    )
    _again(here)
    assert "Use gzip for archives" in {page.text for page in here.active_pages().values()}


def test_a_claim_that_falls_while_it_waits_for_a_page_waits_no_longer() -> None:
    here = world(policy=replace(AgentPolicy(SCOPE), max_pages=1))
    here.deliver(talk(2))
    here.consolidate()
    (held,) = (each.item for each in here.shelves.notes.values() if not each.item.page_id)
    slot = held.claim.key.subject
    here.deliver([said(f"stop using tool for {slot}", day=1, session="stop")])
    run = _again(here)
    assert run.carried == {}
    assert not here.shelves.work


def _again(here: World) -> Run:
    here.now += timedelta(hours=1)
    here.registry.mark_ready(SCOPE, here.now)
    run = here.consolidate()
    assert run
    return run


@settings(max_examples=30, deadline=None)
@given(st.integers(1000, 4000), st.integers(1, 8), st.integers(0, 300))
def test_under_any_cap_every_record_is_read_once_and_the_accounts_add_up(cap: int, sessions: int, words: int) -> None:
    here = paid(max_run_model_tokens=cap)
    here.deliver([*talk(sessions, words=words), said("garbage", session="s0", minute=30)])
    runs = until_done(here)
    assert sum(run.count(Stage.EXTRACT, "records") for run in runs) == sessions + 1
    assert sum(run.account.inputs for run in runs) == sessions + 1
    assert all(run.carried or run is runs[-1] for run in runs)


def test_the_sum_of_a_month_ends_with_it() -> None:
    run = Run(SCOPE, "run-1", NOW, 1, "0", started_at=START, spent_before=40)
    run = run.counted(Stage.EXTRACT, tokens_shown=2, tokens_replied=1)
    older = replace(run, id="run-0", spent_before=0)
    assert spent_before([run, older], START + timedelta(days=30)) == 43
    assert spent_before([run, older], START + timedelta(days=31)) == 0
    assert spent_before([replace(run, started_at=None)], START) == 0
    assert next_month(datetime(2026, 12, 31, 23, tzinfo=UTC)) == datetime(2027, 1, 1, tzinfo=UTC)
    assert next_month(datetime(2026, 11, 1, tzinfo=UTC)) == datetime(2026, 12, 1, tzinfo=UTC)
    assert token_room(replace(AgentPolicy(SCOPE), max_month_model_tokens=40), run)[0] == 0
