"""The promises of `ports.memory.PageStore`."""

import pytest

from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.pages import DynamoPageStore
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.claims import Lane, Skeleton
from slowwave.domain.pages import Page, PageState
from slowwave.ports.memory import PageStore
from tests.contract.builders import NEIGHBOURS, SCOPE, T0, claim, note, page
from tests.contract.conftest import Cloud, Commit, Ports


@pytest.fixture
def store(ports: Ports) -> PageStore:
    return ports.pages


def put(item: Page, version: int = 0) -> Put:
    return Put(item, version, "Said in three sessions.")


def pages(count: int, **changes: object) -> list[Page]:
    return [page(note(claim(value=f"v{n}")), **changes) for n in range(count)]


@pytest.mark.parametrize("skeleton", Skeleton)
def test_a_page_comes_back_from_the_table_of_its_skeleton(store: PageStore, commit: Commit, skeleton: Skeleton) -> None:
    made = page(skeleton=skeleton)
    commit(put(made))
    assert store.get(SCOPE, made.id) == Versioned(made, 1)
    for each in Skeleton:
        expected = [Versioned(made, 1)] if each is skeleton else []
        assert list(store.all(SCOPE, each)) == expected
        assert store.top(SCOPE, each, limit=5) == expected


def test_an_unknown_page_is_none(store: PageStore) -> None:
    assert store.get(SCOPE, "p-unknown") is None


def test_the_best_active_pages_come_first(store: PageStore, commit: Commit) -> None:
    plain, important, safe = pages(3)
    important = page(note(claim(value="v1")), importance=0.9)
    safe = page(note(claim(value="v2")), lane=Lane.SAFETY)
    commit(*map(put, [plain, safe, important]))
    assert [each.item for each in store.top(SCOPE, Skeleton.CODING, limit=9)] == [safe, important, plain]
    assert [each.item for each in store.top(SCOPE, Skeleton.CODING, limit=1)] == [safe]


def test_a_stale_page_leaves_the_ranking_and_stays_for_audit(store: PageStore, commit: Commit) -> None:
    commit(put(page()))
    stale = page(state=PageState.STALE)
    commit(put(stale, 1))
    assert store.top(SCOPE, Skeleton.CODING, limit=9) == []
    assert store.get(SCOPE, stale.id) == Versioned(stale, 2)
    assert list(store.all(SCOPE, Skeleton.CODING, state=PageState.ACTIVE)) == []
    assert list(store.all(SCOPE, Skeleton.CODING, state=PageState.STALE)) == [Versioned(stale, 2)]


def test_all_pages_come_by_id(store: PageStore, commit: Commit) -> None:
    made = pages(120)
    commit(*map(put, made))
    assert [each.item for each in store.all(SCOPE, Skeleton.CODING)] == sorted(made, key=lambda each: each.id)


def test_scopes_do_not_see_each_other(store: PageStore, commit: Commit) -> None:
    for number, scope in enumerate(NEIGHBOURS):
        commit(put(page(scope=scope, trust=number)), scope=scope)
    for number, scope in enumerate(NEIGHBOURS):
        expected = [Versioned(page(scope=scope, trust=number), 1)]
        assert store.get(scope, page().id) == expected[0]
        assert store.top(scope, Skeleton.CODING, limit=9) == expected
        assert list(store.all(scope, Skeleton.CODING)) == expected


def test_a_page_is_found_in_one_call_whichever_table_has_it(home: Cloud) -> None:
    store = DynamoPageStore(home.tables)
    made = [page(note(claim(value=each.value)), skeleton=each) for each in Skeleton]
    DynamoLedger(home.tables).commit(SCOPE, [put(each) for each in made], cause="a", at=T0, lease=None, now=T0)
    calls = home.calls()
    assert [store.get(SCOPE, each.id) for each in made] == [Versioned(each, 1) for each in made]
    assert store.get(SCOPE, "p-unknown") is None
    assert calls == ["BatchGetItem"] * 4
