"""A person has an earlier set back: what returns, what never does, how long it stays, and who may ask."""

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.attempts import ATTEMPTS
from slowwave.domain.acts import ActKind
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.injection import Pointer, set_hash
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Origin, Record
from slowwave.domain.runs import Run, RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, PublicationRejected, Unavailable, UnknownItem, VersionConflict
from slowwave.online import curate, injection, rollback
from slowwave.online.rollback import Outcome, Wish
from tests.unit.stages.fakes import Fuse, WordTokenizer
from tests.unit.stages.world import NOW, SCOPE, World, said, world

TABS, SPACES = "Use tabs for indent", "Use spaces for indent"
PNPM, NPM, GZIP = "Use pnpm for packages", "Use npm for packages", "Use gzip for archives"


def tokenizer(_: str) -> WordTokenizer:
    return WordTokenizer()


def ask(
    here: World, to: str = "previous", *, actor: Actor = Actor.USER, because: str = "", minutes: int = 60
) -> Outcome:
    here.now += timedelta(minutes=minutes)
    return rollback.run(SCOPE, Wish(to, actor, because=because), **ports(here))


def ports(here: World) -> dict[str, Any]:
    return {
        "records": here.records,
        "ranking": here.notes,
        "kin": here.kin,
        "sets": here.sets,
        "registry": here.registry,
        "journal": here.journal,
        "ledger": here.ledger,
        "tokenizer": tokenizer,
        "clock": here.clock,
    }


def do(here: World, kind: ActKind, statement: str) -> None:
    here.now += timedelta(hours=1)
    curate.run(
        SCOPE,
        curate.Wish(kind, here.note(statement).id),
        records=here.records,
        notes=here.notes,
        pages=here.pages,
        journal=here.journal,
        ledger=here.ledger,
        registry=here.registry,
        clock=here.clock,
    )


def consolidate(here: World, *records: Record, days: float = 0.05) -> Run:
    here.now += timedelta(days=days)
    if records:
        here.deliver(records)
    here.registry.mark_ready(SCOPE, here.now)
    run = here.consolidate()
    assert run
    return run


def read(here: World) -> str:
    return injection.read(SCOPE, task="", budget=None, journal=here.journal, sets=here.sets, tokenizer=tokenizer).text


def pointer(here: World) -> Pointer:
    assert here.shelves.pointer
    return here.shelves.pointer.item


def corrected(policy: AgentPolicy | None = None) -> World:
    """A scope with two sets: tabs and pnpm, then spaces instead of tabs."""
    here = world(policy=policy)
    consolidate(here, said("always use tabs for indent"), said("always use pnpm for packages", minute=1))
    consolidate(here, said("always use spaces for indent", day=1, session="s2"))
    assert here.lines == {SPACES, PNPM}
    return here


def test_the_earlier_set_is_read_at_once_with_the_bytes_that_it_had() -> None:
    here = corrected()
    before, first = pointer(here), pointer(here).previous
    outcome = ask(here, because="answers got worse")
    assert (pointer(here).current, pointer(here).previous) == (first, before.current)
    assert (outcome.set_hash, outcome.asked, outcome.away) == (first, first, before.current)
    assert TABS in read(here)
    last = here.shelves.revisions[-1]
    assert (last.item_kind, outcome.record is not None) == ("pointer", True)
    assert outcome.record
    assert (last.cause, last.evidence) == (outcome.record.id, (outcome.record.id,))
    assert last.reason == f"rolled back to set {first[:12]} by the user"
    assert "answers got worse" in here.shelves.records[outcome.record.id].text


def test_what_was_superseded_comes_back_because_a_person_asked_and_is_named() -> None:
    outcome = ask(corrected())
    assert outcome.found
    assert [item.text for item in outcome.found.superseded] == [TABS]


@pytest.mark.parametrize("kind", [ActKind.FORGET, ActKind.REJECT])
@pytest.mark.parametrize("consumed", [False, True])
def test_a_rollback_brings_back_nothing_withheld_or_rejected(kind: ActKind, consumed: bool) -> None:
    here = corrected()
    do(here, kind, TABS)
    if consumed:
        consolidate(here)
    outcome = ask(here, here.sets.hashes(SCOPE)[0][0])
    assert here.lines == {PNPM}
    assert outcome.found
    assert [item.text for item in outcome.found.withheld] == [TABS]
    assert outcome.set_hash != outcome.asked


def test_what_words_rejected_does_not_come_back_either() -> None:
    here = world()
    consolidate(here, said("always use tabs for indent"), said("always use pnpm for packages", minute=1))
    first = pointer(here).current
    consolidate(here, said("stop using tabs for indent", day=1, session="s2"))
    outcome = ask(here, first)
    assert here.lines == {PNPM}
    assert outcome.found
    assert [each.because for each in outcome.found.left_out] == ["was rejected since"]


@pytest.mark.parametrize("noticed", [False, True])
def test_what_has_expired_does_not_come_back(noticed: bool) -> None:
    here = world()
    consolidate(here, said("always use tabs for indent lasting 20"), said("always use pnpm for packages", minute=1))
    first = pointer(here).current
    consolidate(here, said("always use gzip for archives", day=1))
    if noticed:
        consolidate(here, days=30)
    here.now += timedelta(days=30)
    ask(here, first)
    assert here.lines == {PNPM}


@pytest.mark.parametrize("to", ["previous", "current"])
def test_asking_for_what_is_current_writes_nothing(to: str) -> None:
    here = corrected()
    if to == "previous":
        here.shelves.pointer = Versioned(replace(pointer(here), previous=pointer(here).current), 3)
    writes, records = here.shelves.fuse.writes, len(here.shelves.records)
    outcome = ask(here, pointer(here).current if to == "current" else to)
    assert (outcome.record, outcome.to_message()["effective"]) == (None, "already so")
    assert (here.shelves.fuse.writes, len(here.shelves.records)) == (writes, records)


@pytest.mark.parametrize("to", ["f" * 64, "previous"])
def test_a_set_that_does_not_exist_is_refused(to: str) -> None:
    here = world()
    with pytest.raises(UnknownItem, match="nothing is published"):
        ask(here, to)
    consolidate(here, said("always use tabs for indent"))
    records = len(here.shelves.records)
    with pytest.raises(UnknownItem):
        ask(here, to)
    assert len(here.shelves.records) == records


def test_evidence_that_was_changed_since_stops_it_before_anything_is_stored() -> None:
    here = corrected()
    (name,) = [each.id for each in here.shelves.records.values() if "tabs" in each.text]
    here.shelves.records[name] = replace(here.shelves.records[name], text="something else entirely here")
    records, known = len(here.shelves.records), here.shelves.pointer
    with pytest.raises(PublicationRejected, match="the current one stays; 1 problem"):
        ask(here)
    assert (len(here.shelves.records), here.shelves.pointer) == (records, known)


def test_the_present_budget_binds_and_what_it_has_no_room_for_goes_to_the_pool() -> None:
    here = corrected()
    tight = replace(AgentPolicy(SCOPE), stable_tokens=116, budget_tokens=200)
    here.shelves.policies.append(tight)
    ask(here)
    assert (here.published.budget_tokens, len(here.published.stable), len(here.published.pool)) == (200, 0, 2)
    assert here.lines == {TABS, PNPM}


def test_only_an_operator_rolls_back_past_what_an_operator_set() -> None:
    here = world()
    consolidate(here, said("always use tabs for indent"))
    rule = said("never use keys for secrets", day=1, actor=Actor.OPERATOR, origin=Origin.OPERATOR)
    consolidate(here, rule)
    records = len(here.shelves.records)
    with pytest.raises(InvalidInput, match="only an operator may roll back past it"):
        ask(here)
    with pytest.raises(InvalidInput, match="only a user or an operator"):
        ask(here, actor=Actor.ASSISTANT)
    assert len(here.shelves.records) == records
    outcome = ask(here, actor=Actor.OPERATOR)
    assert [item.text for item in outcome.without] == ["Never use keys for secrets"]


def test_a_run_without_news_keeps_it_and_says_so() -> None:
    here = corrected()
    ask(here)
    first, at = pointer(here).current, here.now
    for days in (0.05, 5, 400):
        run = consolidate(here, days=days)
        assert (run.state, run.published, run.kept) == (RunState.COMPLETED, "", f"rolled back at {at.isoformat()}")
        assert pointer(here).current == first


def test_words_said_again_that_the_sets_had_are_no_news_and_new_words_are() -> None:
    here = corrected()
    ask(here)
    run = consolidate(here, said("I had a look at the logs", day=2, session="s3"))
    assert run.kept
    run = consolidate(here, said("always use gzip for archives", day=2, session="s4"))
    assert (run.kept, bool(run.published)) == ("", True)
    assert here.lines == {SPACES, PNPM, GZIP}
    mark = pointer(here).rollback
    assert mark
    assert not mark.holds
    assert "published over the rollback" in here.shelves.revisions[-1].reason


def test_new_evidence_against_a_line_that_came_back_is_news() -> None:
    here = corrected()
    ask(here)
    run = consolidate(here, said("stop using tabs for indent", day=3, session="s5"))
    assert run.published
    assert TABS not in here.lines


def test_what_is_withheld_later_goes_on_subtracting_and_ends_no_rollback() -> None:
    here = corrected()
    ask(here)
    do(here, ActKind.FORGET, PNPM)
    assert PNPM not in read(here)
    assert consolidate(here).kept
    assert TABS in read(here)
    assert PNPM not in read(here)


def test_a_person_may_tell_a_run_to_publish_over_it() -> None:
    here = corrected()
    second = pointer(here).current
    ask(here)
    here.now += timedelta(hours=1)
    tell(here)
    assert pointer(here).current == second
    assert here.lines == {SPACES, PNPM}
    assert not consolidate(here).kept


def tell(here: World) -> None:
    task = here.plan()
    assert task
    stored = here.shelves.runs[task.run_id]
    here.shelves.runs[task.run_id] = Versioned(replace(stored.item, over_rollback=True), stored.version)
    for stage in Stage:
        here.run_stage(stage, task)
    here.finish(task)


def test_telling_a_run_ends_a_rollback_to_what_it_would_publish_anyway() -> None:
    here = corrected()
    second = pointer(here).current
    ask(here)
    ask(here, second)
    mark = pointer(here).rollback
    assert mark
    assert mark.holds
    here.now += timedelta(hours=1)
    tell(here)
    assert pointer(here).current == second
    assert pointer(here).rollback == replace(mark, holds=False)


def test_rolling_back_twice_stays_away_from_both_sets() -> None:
    here = corrected()
    consolidate(here, said("always use gzip for archives", day=2, session="s3"))
    third = pointer(here).current
    ask(here)
    second = pointer(here).current
    ask(here, here.sets.hashes(SCOPE)[0][0])
    mark = pointer(here).rollback
    assert mark
    assert mark.away == (third, second)
    assert consolidate(here).kept
    assert here.lines == {TABS, PNPM}


@pytest.mark.parametrize("blows_at", [1, 2, 3])
@pytest.mark.parametrize("after", [False, True])
def test_an_act_whose_commit_never_happened_is_applied_by_the_next_run(blows_at: int, after: bool) -> None:
    here = corrected()
    first = pointer(here).previous
    here.shelves.fuse = Fuse(blows_at, after)
    with contextlib.suppress(Unavailable):
        ask(here)
    here.shelves.fuse = Fuse()
    run = consolidate(here)
    assert run.kept
    assert pointer(here).current == first
    assert TABS in read(here)
    assert consolidate(here).kept
    assert [each.reason for each in here.shelves.revisions if "rolled back" in each.reason] == [
        f"rolled back to set {first[:12]} by the user"
    ]


def test_a_rollback_that_was_published_over_is_not_applied_again_when_its_record_is_read_late() -> None:
    here = corrected()
    ask(here)
    late = here.now
    here.deliver([said("always use gzip for archives", day=2, session="s4")])
    here.registry.mark_ready(SCOPE, NOW - timedelta(days=1))
    here.consolidate(as_of=late - timedelta(minutes=30))
    assert here.lines == {SPACES, PNPM, GZIP}
    assert here.shelves.unread
    consolidate(here)
    assert not here.shelves.unread
    assert here.lines == {SPACES, PNPM, GZIP}


def test_applying_a_stored_act_again_changes_nothing() -> None:
    here = corrected()
    outcome = ask(here)
    assert outcome.record
    known, writes = here.shelves.pointer, here.shelves.fuse.writes
    again = rollback.apply(outcome.record, **ports(here))
    assert (again.record, here.shelves.pointer, here.shelves.fuse.writes) == (None, known, writes)


def test_a_stored_act_applied_to_the_same_history_gives_the_same_pointer() -> None:
    here, there = corrected(), corrected()
    outcome = ask(here)
    assert outcome.record
    there.records.append([outcome.record], scope=SCOPE, received_at=there.now)
    rollback.apply(outcome.record, **ports(there))
    assert there.shelves.pointer == here.shelves.pointer


@pytest.mark.parametrize(("conflicts", "gives_up"), [(2, False), (99, True)])
def test_a_pointer_that_moves_meanwhile_is_read_again_a_bounded_number_of_times(
    conflicts: int, gives_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = corrected()
    first, commit, left = pointer(here).previous, here.ledger.commit, [conflicts]

    def contended(*arguments: Any, **options: Any) -> None:
        if left[0]:
            left[0] -= 1
            assert here.shelves.pointer
            shown = replace(pointer(here), withheld=pointer(here).withheld | {f"n-{left[0]}"})
            put = Put(shown, here.shelves.pointer.version, "another act")
            commit(SCOPE, [put], cause="x", at=NOW, lease=None, now=NOW)
        commit(*arguments, **options)

    monkeypatch.setattr(here.ledger, "commit", contended)
    if gives_up:
        with pytest.raises(VersionConflict):
            ask(here)
        assert left[0] == conflicts - ATTEMPTS
        monkeypatch.undo()
        consolidate(here)
    else:
        ask(here)
        assert pointer(here).withheld == {"n-0", "n-1"}
    assert pointer(here).current == first


def test_a_run_that_publishes_meanwhile_decides_again_and_loses_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    here = corrected()
    first = pointer(here).previous
    here.shelves.policies.append(replace(AgentPolicy(SCOPE), stable_tokens=590))
    here.registry.mark_ready(SCOPE, here.now)
    task = here.plan()
    assert task
    for stage in list(Stage)[:-1]:
        here.run_stage(stage, task)
    seen, moved = here.journal.pointer, list[Pointer]()

    def overtaken(scope: Scope) -> Versioned[Pointer] | None:
        known = seen(scope)
        monkeypatch.setattr(here.journal, "pointer", seen)
        ask(here, first, minutes=1)
        moved.append(pointer(here))
        return known

    monkeypatch.setattr(here.journal, "pointer", overtaken)
    here.run_stage(Stage.PUBLISH, task)
    assert here.finish(task).kept
    assert [pointer(here)] == moved
    assert here.lines == {TABS, PNPM}


TURNS: dict[str, Callable[[World], object]] = {
    "back": ask,
    "first": lambda here: ask(here, here.sets.hashes(SCOPE)[0][0]),
    "forget": lambda here: do(here, ActKind.FORGET, TABS),
    "reject": lambda here: do(here, ActKind.REJECT, PNPM),
    "rest": lambda here: consolidate(here, days=3),
    "tell": lambda here: consolidate(here, said("always use gzip for archives", day=2, session="s9")),
}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(TURNS)), max_size=6))
def test_whatever_is_asked_in_whatever_order_reads_never_show_what_people_took_out(turns: Iterable[str]) -> None:
    here, out = corrected(), set()
    for turn in turns:
        try:
            TURNS[turn](here)
        except UnknownItem:
            assert turn == "back"
        out |= {"forget": {TABS}, "reject": {PNPM}}.get(turn, set())
        assert not [each for each in out if each in read(here)]
        assert set_hash(here.published) == pointer(here).current
    assert {each.sequence for each in here.shelves.revisions} == set(range(1, len(here.shelves.revisions) + 1))
