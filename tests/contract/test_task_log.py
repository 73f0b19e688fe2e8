"""Openings, looks, clusters and the census over every adapter of the stores."""

from dataclasses import replace
from datetime import timedelta

import pytest

from slowwave.adapters.aws.census import DynamoCensus
from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.notes import DynamoNoteStore
from slowwave.adapters.aws.task_log import DynamoTaskLog
from slowwave.domain.changes import Change, Put
from slowwave.domain.claims import Skeleton
from slowwave.domain.clusters import Member
from slowwave.domain.notes import NoteState
from slowwave.domain.openings import Look, Opening, day_of
from slowwave.domain.pages import PageState
from slowwave.domain.scope import Scope
from slowwave.domain.working_set import SessionFiles, Touch
from tests.contract.builders import NEIGHBOURS, SCOPE, T0, claim, note, page
from tests.contract.conftest import Cloud, Commit


@pytest.fixture
def commit(cloud: Cloud) -> Commit:
    """Commit into the storage that the stores under test read."""

    def write(*changes: Change, scope: Scope = SCOPE) -> None:
        DynamoLedger(cloud.tables).commit(scope, changes, cause="act-1", at=T0, lease=None, now=T0)

    return write


@pytest.fixture
def tasks(cloud: Cloud) -> DynamoTaskLog:
    return DynamoTaskLog(cloud.tables)


def opening(session: str, day: int) -> Opening:
    return Opening(SCOPE, session, f"r-{session}", T0 + timedelta(days=day), 0)


def test_openings_are_found_by_session_and_latest_first(tasks: DynamoTaskLog, commit: Commit) -> None:
    made = [opening("one", 1), opening("two", 3), opening("three", 2)]
    commit(*map(Put, made))
    assert tasks.opening(SCOPE, "two") == made[1]
    assert tasks.opening(SCOPE, "none") is None
    assert tasks.openings(SCOPE, before=T0 + timedelta(days=9), limit=2) == [made[1], made[2]]
    assert tasks.openings(SCOPE, before=made[1].event_time, limit=9) == [made[2], made[0]]


def test_an_earlier_opening_takes_the_place_of_the_one_known(tasks: DynamoTaskLog, commit: Commit) -> None:
    commit(Put(opening("one", 5)))
    commit(Put(opening("one", 1)))
    assert tasks.openings(SCOPE, before=T0 + timedelta(days=9), limit=9) == [opening("one", 1)]


def files(session: str, day: int, *, scope: Scope = SCOPE) -> SessionFiles:
    return SessionFiles(scope, session, (Touch("src/app.py", False, T0 + timedelta(days=day), f"r-{session}"),))


def test_files_are_found_by_session_and_by_their_latest_touch(tasks: DynamoTaskLog, commit: Commit) -> None:
    made = [files("one", 1), files("two", 3), files("three", 2)]
    commit(*map(Put, made))
    commit(Put(opening("one", 9)))
    assert tasks.files(SCOPE, "two") == made[1]
    assert tasks.files(SCOPE, "none") is None
    assert tasks.recent_files(SCOPE, limit=2) == [made[1], made[2]]
    commit(Put(files("one", 5)))
    assert tasks.recent_files(SCOPE, limit=9) == [files("one", 5), made[1], made[2]]
    assert tasks.openings(SCOPE, before=T0 + timedelta(days=99), limit=9) == [opening("one", 9)]


def test_files_of_scopes_do_not_mix(tasks: DynamoTaskLog, commit: Commit) -> None:
    for n, scope in enumerate(NEIGHBOURS):
        commit(Put(files("one", n, scope=scope)), scope=scope)
    for n, scope in enumerate(NEIGHBOURS):
        assert tasks.recent_files(scope, limit=9) == [files("one", n, scope=scope)]
        assert tasks.files(scope, "one") == files("one", n, scope=scope)


def test_looks_are_found_from_a_day_on_each_note_once(tasks: DynamoTaskLog, commit: Commit) -> None:
    days = [day_of(T0 + timedelta(days=n)) for n in range(3)]
    commit(Put(Look(SCOPE, days[0], "n-1")), Put(Look(SCOPE, days[1], "n-2")))
    commit(Put(Look(SCOPE, days[2], "n-2")), Put(Look(SCOPE, days[2], "n-3")))
    assert tasks.looked_at(SCOPE, since=days[1], limit=9) == ["n-2", "n-3"]


def test_members_of_a_cluster_are_read_as_they_are_now(cloud: Cloud, commit: Commit) -> None:
    store = DynamoNoteStore(cloud.tables)
    one, other = note(claim(value="one")), note(claim(value="other"))
    commit(*(Put(each, 0, "a test") for each in (one, other)))
    commit(*(Put(Member(SCOPE, "c-1", each.group_id, each.id)) for each in (one, other)))
    retired = replace(one, state=NoteState.RETIRED)
    commit(Put(retired, 1, "a test"))
    assert {each.item.id: each.item.state for each in store.members(SCOPE, "c-1")} == {
        one.id: NoteState.RETIRED,
        other.id: NoteState.ACTIVE,
    }
    assert store.members(SCOPE, "c-2") == []


def test_the_census_counts_pages_and_loose_notes_up_to_its_limit(cloud: Cloud, commit: Commit) -> None:
    census = DynamoCensus(cloud.tables)
    loose = [note(claim(value=f"v{n}")) for n in range(3)]
    commit(*(Put(each, 0, "a test") for each in [*loose, note(claim(value="placed"), page_id="p-1"), page()]))
    assert census.active_items(SCOPE, limit=100) == 4
    assert census.active_items(SCOPE, limit=2) == 2
    commit(Put(replace(loose[0], state=NoteState.RETIRED), 1, "a test"))
    assert census.active_items(SCOPE, limit=100) == 3


def test_the_census_counts_active_pages_up_to_its_limit(cloud: Cloud, commit: Commit) -> None:
    census = DynamoCensus(cloud.tables)
    made = [page(note(claim(value=f"v{n}")), skeleton=each) for n, each in enumerate(Skeleton)]
    commit(*(Put(each, 0, "a test") for each in [note(), *made]))
    assert census.active_pages(SCOPE, limit=100) == 3
    assert census.active_pages(SCOPE, limit=2) == 2
    commit(Put(replace(made[0], state=PageState.STALE), 1, "a test"))
    assert census.active_pages(SCOPE, limit=100) == 2
