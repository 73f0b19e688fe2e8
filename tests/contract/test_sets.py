"""The promises of `ports.memory.SetStore`."""

from dataclasses import replace

import pytest

from slowwave.domain.injection import FileEvidence, WorkingFile, set_content, set_hash
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


def test_a_set_with_files_comes_back_whole(store: SetStore) -> None:
    cited = FileEvidence("r-1", "s-1", "2026-01-12", edited=True)
    made = replace(injection_set("Use tabs."), files=(WorkingFile("src/größe.py", 2, "2026-01-12", (cited,)),))
    assert store.get(SCOPE, store.put(made)) == made
    assert set_hash(made) != set_hash(injection_set("Use tabs."))


def test_a_set_stored_before_sets_held_files_has_none_and_keeps_its_hash(store: SetStore) -> None:
    made = injection_set("Use tabs.")
    assert "files" not in set_content(made)
    assert store.get(SCOPE, store.put(made)).files == ()


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
