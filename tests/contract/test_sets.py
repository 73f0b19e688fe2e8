"""The promises of `ports.memory.SetStore`."""

import pytest

from slowwave.domain.injection import set_hash
from slowwave.errors import Corrupt, UnknownItem
from slowwave.ports.memory import SetStore
from tests.contract.builders import NEIGHBOURS, SCOPE, injection_set
from tests.contract.conftest import Ports


@pytest.fixture
def store(ports: Ports) -> SetStore:
    return ports.sets


def test_a_set_comes_back_by_its_hash(store: SetStore) -> None:
    made = injection_set("Use tabs.", "Grüße 𝔘")
    assert store.put(made) == set_hash(made)
    assert store.get(SCOPE, set_hash(made)) == made


def test_storing_a_set_again_changes_nothing(store: SetStore) -> None:
    made = injection_set("Use tabs.")
    store.put(made)
    before = list(store.hashes(SCOPE))
    assert store.put(made) == set_hash(made)
    assert list(store.hashes(SCOPE)) == before


def test_a_stored_set_is_never_written_over(store: SetStore, ports: Ports) -> None:
    digest = store.put(injection_set("Use tabs."))
    ports.damage_set(SCOPE, digest)
    store.put(injection_set("Use tabs."))
    with pytest.raises(Corrupt, match=digest):
        store.get(SCOPE, digest)


@pytest.mark.parametrize("unknown", ["0" * 64, "", "../../sets", "A" * 64])
def test_a_hash_that_is_not_stored_is_unknown(store: SetStore, unknown: str) -> None:
    with pytest.raises(UnknownItem):
        store.get(SCOPE, unknown)


def test_sets_are_listed_oldest_first(store: SetStore) -> None:
    stored = {store.put(injection_set(f"line {n}")) for n in range(3)}
    listed = list(store.hashes(SCOPE))
    assert {name for name, _ in listed} == stored
    times = [written for _, written in listed]
    assert times == sorted(times)
    assert all(time.utcoffset() is not None for time in times)


def test_scopes_do_not_see_each_other(store: SetStore) -> None:
    digests = {scope: store.put(injection_set("Use tabs.", scope=scope)) for scope in NEIGHBOURS}
    for scope, digest in digests.items():
        assert [name for name, _ in store.hashes(scope)] == [digest]
        for other in NEIGHBOURS:
            if other != scope:
                with pytest.raises(UnknownItem):
                    store.get(other, digest)
