"""The promises of `ports.memory.NoteStore` and `NoteRanking`."""

from dataclasses import replace

import pytest

from slowwave.domain.acts import Act, ActKind
from slowwave.domain.changes import Put, Remove, Versioned, Work
from slowwave.domain.claims import Lane
from slowwave.domain.notes import DECAYING, Note, NoteState
from slowwave.domain.records import Origin
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.ports.memory import Group, NoteRanking, NoteStore
from tests.contract.builders import NEIGHBOURS, SCOPE, claim, evidence, minutes, note, observation
from tests.contract.conftest import Commit, Ports


@pytest.fixture
def store(ports: Ports) -> NoteStore:
    return ports.notes


@pytest.fixture
def ranking(ports: Ports) -> NoteRanking:
    return ports.ranking


def act(number: int, *, sequence: int = 0, group_id: str = "") -> Act:
    about = note()
    where, at = group_id or about.group_id, minutes(number)
    origin = Origin.OPERATOR if number % 2 else Origin.USER
    return Act(SCOPE, ActKind.FORGET, about.id, where, origin, at, sequence, f"r-{number}-{sequence}", 9, "0" * 64)


def put(item: Note, version: int = 0) -> Put:
    return Put(item, version, "It was said.")


def test_an_unknown_group_is_empty(store: NoteStore) -> None:
    assert store.group(SCOPE, "g-unknown") == Group("g-unknown", (), ())
    assert store.get(SCOPE, "n-unknown") is None


def test_a_group_has_all_its_notes_and_its_observations_in_fold_order(store: NoteStore, commit: Commit) -> None:
    tabs, spaces, other = note(claim(value="tabs")), note(claim(value="spaces")), note(claim("quotes", "double"))
    seen = [
        observation(2),
        observation(1, denies=True),
        observation(0, of=spaces.claim),
        observation(1, evidence=evidence(1, sequence=-1, record_id="r-z")),
        observation(1, evidence=evidence(1, sequence=10, record_id="r-a")),
    ]
    commit(*[put(each) for each in (tabs, spaces, other)], *[Put(each) for each in seen])
    group = store.group(SCOPE, tabs.group_id)
    assert {each.item.id: each for each in group.notes} == {
        tabs.id: Versioned(tabs, 1),
        spaces.id: Versioned(spaces, 1),
    }
    assert list(group.observations) == [seen[n] for n in (2, 3, 1, 4, 0)]


def test_a_note_is_found_by_its_id_at_its_current_version(store: NoteStore, commit: Commit) -> None:
    commit(put(note()))
    changed = note(importance=0.7)
    commit(put(changed, 1))
    assert store.get(SCOPE, changed.id) == Versioned(changed, 2)


def test_an_observation_put_again_changes_nothing_and_a_removed_one_is_gone(store: NoteStore, commit: Commit) -> None:
    seen = observation(1)
    for _ in range(2):
        commit(Put(seen))
    assert store.group(SCOPE, seen.group_id).observations == (seen,)
    for _ in range(2):
        commit(Remove(seen))
    assert store.group(SCOPE, seen.group_id).observations == ()
    assert store.observed_in(SCOPE, seen.evidence.session, since=minutes(0), until=minutes(99)) == []


def test_a_group_has_the_acts_on_its_notes_in_fold_order_and_an_act_put_again_changes_nothing(
    store: NoteStore, commit: Commit
) -> None:
    seen, done = observation(1), [act(3), act(1, sequence=2), act(1, sequence=-1), act(2, group_id="g-other")]
    for _ in range(2):
        commit(put(note()) if not store.get(SCOPE, note().id) else Put(seen), *map(Put, done))
    group = store.group(SCOPE, seen.group_id)
    assert group.acts == (done[2], done[1], done[0])
    assert (group.observations, len(group.notes)) == ((seen,), 1)
    assert store.group(SCOPE, "g-other").acts == (done[3],)
    assert store.observed_in(SCOPE, "acts", since=minutes(0), until=minutes(9)) == []


def test_observations_are_found_by_session_and_event_time(store: NoteStore, commit: Commit) -> None:
    seen = [observation(n) for n in range(4)] + [observation(1, of=claim(value="spaces"))]
    elsewhere = observation(2, of=claim(value="none"))
    elsewhere = replace(elsewhere, evidence=replace(elsewhere.evidence, session="another"))
    commit(*map(Put, [*seen, elsewhere]))
    first, last = seen[1].evidence.event_time, seen[2].evidence.event_time
    found = store.observed_in(SCOPE, seen[1].evidence.session, since=first, until=last)
    assert {each.id for each in found} == {seen[1].id, seen[2].id, seen[4].id}
    assert len(found) == 3
    assert store.observed_in(SCOPE, "unknown", since=first, until=last) == []


def test_work_waits_by_stage_in_id_order_until_it_is_removed(store: NoteStore, commit: Commit) -> None:
    for _ in range(2):
        commit(*[Put(Work(SCOPE, Stage.VERIFY, f"g-{n}")) for n in (3, 1, 2)], Put(Work(SCOPE, Stage.DISTILL, "g-9")))
    assert store.work(SCOPE, Stage.VERIFY, limit=10) == ["g-1", "g-2", "g-3"]
    assert store.work(SCOPE, Stage.VERIFY, limit=2) == ["g-1", "g-2"]
    commit(Remove(Work(SCOPE, Stage.VERIFY, "g-1")))
    assert store.work(SCOPE, Stage.VERIFY, limit=2) == ["g-2", "g-3"]
    assert store.work(SCOPE, Stage.DISTILL, limit=2) == ["g-9"]


def test_due_notes_come_earliest_first_and_no_later_ones(store: NoteStore, commit: Commit) -> None:
    dated = [note(claim(value=f"v{n}"), due_at=minutes(n)) for n in (5, 1, 3, 2)]
    commit(*map(put, dated), put(note(claim(value="undated"))))
    due = [each.item for each in store.due(SCOPE, minutes(3), limit=10)]
    assert due == [dated[1], dated[3], dated[2]]
    assert [each.item for each in store.due(SCOPE, minutes(3), limit=1)] == [dated[1]]
    assert store.due(SCOPE, minutes(0.9), limit=10) == []


@pytest.mark.parametrize("state", [each for each in NoteState if each is not NoteState.ACTIVE])
def test_a_note_that_is_not_active_leaves_ranked_and_is_due_only_while_in_conflict(
    store: NoteStore, ranking: NoteRanking, commit: Commit, state: NoteState
) -> None:
    active = note(due_at=minutes(1))
    commit(put(active))
    moved = note(due_at=minutes(1), state=state)
    commit(put(moved, 1))
    assert store.due(SCOPE, minutes(9), limit=10) == ([Versioned(moved, 2)] if state in DECAYING else [])
    assert ranking.top_notes(SCOPE, limit=10) == []
    commit(put(active, 2))
    assert store.due(SCOPE, minutes(9), limit=10) == [Versioned(active, 3)]
    assert ranking.top_notes(SCOPE, limit=10) == [Versioned(active, 3)]


def test_a_note_that_is_dated_again_is_due_once_at_its_new_time(store: NoteStore, commit: Commit) -> None:
    commit(put(note(due_at=minutes(1))))
    commit(put(note(due_at=minutes(5)), 1))
    assert store.due(SCOPE, minutes(4), limit=10) == []
    assert len(store.due(SCOPE, minutes(5), limit=10)) == 1


def test_ranked_are_the_best_active_notes_without_a_page(ranking: NoteRanking, commit: Commit) -> None:
    low, high = note(claim(value="low"), importance=0.1), note(claim(value="high"), importance=0.8)
    safety = note(claim(value="safety", lane=Lane.SAFETY), importance=0.1)
    promoted = note(claim(value="promoted", lane=Lane.SAFETY), page_id="p-1")
    commit(*map(put, [low, promoted, safety, high]))
    assert [each.item for each in ranking.top_notes(SCOPE, limit=10)] == [safety, high, low]
    assert [each.item for each in ranking.top_notes(SCOPE, limit=2)] == [safety, high]


def test_which_notes_exist_is_told_with_their_group_or_without_it(ranking: NoteRanking, commit: Commit) -> None:
    notes = [note(claim(value=f"v{n}")) for n in range(120)]
    commit(*map(put, notes))
    known = {each.id: each.group_id for each in notes}
    asked = {**known, notes[0].id: "", "n-gone": notes[0].group_id, "n-unknown": ""}
    assert ranking.existing(SCOPE, asked) == known.keys()
    assert ranking.existing(SCOPE, {}) == frozenset()
    assert ranking.existing(NEIGHBOURS[-1], {notes[0].id: "", notes[1].id: notes[1].group_id}) == frozenset()


def test_notes_are_read_as_they_are_now_under_their_groups_and_no_others(ranking: NoteRanking, commit: Commit) -> None:
    notes = [note(claim(f"thing {n}")) for n in range(3)]
    commit(*map(put, notes))
    commit(put(replace(notes[0], state=NoteState.REJECTED), 1))
    asked = {notes[0].id: notes[0].group_id, notes[1].id: notes[0].group_id, "n-none": notes[2].group_id}
    assert ranking.notes(SCOPE, asked) == {notes[0].id: replace(notes[0], state=NoteState.REJECTED)}
    assert ranking.notes(SCOPE, {}) == {}
    assert ranking.notes(NEIGHBOURS[-1], {notes[1].id: notes[1].group_id}) == {}


def test_all_notes_come_by_id_and_by_state(store: NoteStore, commit: Commit) -> None:
    notes = [note(claim(value=f"v{n}"), state=list(NoteState)[n % 2]) for n in range(120)]
    commit(*map(put, notes))
    assert [each.item for each in store.all(SCOPE)] == sorted(notes, key=lambda each: each.id)
    pending = [each.item for each in store.all(SCOPE, state=NoteState.PENDING)]
    assert pending == sorted(notes[1::2], key=lambda each: each.id)


def test_scopes_do_not_see_each_other(store: NoteStore, ranking: NoteRanking, commit: Commit) -> None:
    mine: dict[Scope, Note] = {}
    for number, scope in enumerate(NEIGHBOURS):
        mine[scope] = note(scope=scope, due_at=minutes(1), importance=number / 20)
        commit(put(mine[scope]), Put(observation(scope=scope)), Put(Work(scope, Stage.VERIFY, "g-1")), scope=scope)
    for scope, each in mine.items():
        expected = [Versioned(each, 1)]
        group = store.group(scope, each.group_id)
        assert (list(group.notes), group.observations) == (expected, (observation(scope=scope),))
        assert store.get(scope, each.id) == expected[0]
        seen = observation(scope=scope)
        at = seen.evidence.event_time
        assert list(store.observed_in(scope, seen.evidence.session, since=at, until=at)) == [seen]
        assert store.due(scope, minutes(9), limit=10) == expected
        assert ranking.top_notes(scope, limit=10) == expected
        assert list(store.all(scope)) == expected
        assert store.work(scope, Stage.VERIFY, limit=10) == ["g-1"]
