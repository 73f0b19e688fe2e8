"""The promises of `ports.kin.KinStore`."""

from dataclasses import replace

import pytest

from slowwave.domain.changes import Put, Remove
from slowwave.domain.naming import Naming, same_thing
from slowwave.domain.scope import Scope
from slowwave.domain.twins import Kin, Tombstone, listings
from slowwave.ports.kin import KinStore
from tests.contract.builders import NEIGHBOURS, SCOPE, claim, evidence
from tests.contract.conftest import Commit, Ports


@pytest.fixture
def store(ports: Ports) -> KinStore:
    return ports.kin


def test_notes_are_listed_under_their_anchors_and_under_no_others(store: KinStore, commit: Commit) -> None:
    one = claim()
    entries = listings(SCOPE, one)
    commit(*map(Put, entries))
    commit(*map(Put, entries))
    assert len(entries) > 1
    for each in entries:
        assert store.listed(SCOPE, each.anchor) == [each]
    assert store.listed(SCOPE, "coding nothing") == []


def test_a_listing_takes_the_claim_as_it_reads_now(store: KinStore, commit: Commit) -> None:
    first = Kin(SCOPE, "coding tab", claim().group_id(), claim())
    worded = replace(first, claim=replace(first.claim, statement="Said otherwise."))
    commit(Put(first))
    commit(Put(worded))
    assert store.listed(SCOPE, "coding tab") == [worded]


def test_a_tombstone_stays_until_it_is_removed(store: KinStore, commit: Commit) -> None:
    stone = Tombstone(SCOPE, claim(), evidence())
    commit(Put(stone))
    commit(Put(stone))
    assert store.tombstones(SCOPE) == [stone]
    commit(Remove(stone))
    assert store.tombstones(SCOPE) == []


def test_a_naming_stays_until_it_is_removed(store: KinStore, commit: Commit) -> None:
    naming = Naming(SCOPE, replace(claim(), key=same_thing("mail sender", "notifier")), evidence())
    commit(Put(naming))
    commit(Put(naming))
    assert store.namings(SCOPE) == [naming]
    assert store.tombstones(SCOPE) == []
    commit(Remove(naming))
    assert store.namings(SCOPE) == []


@pytest.mark.parametrize("other", NEIGHBOURS)
def test_another_scope_sees_none_of_it(store: KinStore, commit: Commit, other: Scope) -> None:
    entries = listings(SCOPE, claim())
    commit(*map(Put, entries), Put(Tombstone(SCOPE, claim(), evidence())), Put(Naming(SCOPE, claim(), evidence())))
    assert not any(store.listed(other, each.anchor) for each in entries)
    assert store.tombstones(other) == []
    assert store.namings(other) == []
