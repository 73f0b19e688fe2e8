"""The promises of `ports.ledger.Ledger`."""

from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from slowwave.domain.changes import Change, Put, Versioned, Work
from slowwave.domain.injection import Pointer
from slowwave.domain.runs import Run, Stage
from slowwave.errors import Busy, InvalidInput, LeaseLost, VersionConflict
from slowwave.ports.ledger import Lease
from tests.contract.builders import NEIGHBOURS, SCOPE, T0, claim, minutes, note, observation, page
from tests.contract.chain import verify_chain
from tests.contract.conftest import Ports

HOUR = timedelta(hours=1)


def put(value: str = "tabs", version: int = 0, **changes: object) -> Put:
    return Put(note(claim(value=value), **changes), version, f"Said {value}.", ("r-1",))


def write(ports: Ports, *changes: Change, lease: Lease | None = None, now: float = 0) -> None:
    ports.ledger.commit(SCOPE, changes, cause="run-1", at=minutes(1), lease=lease, now=minutes(now))


def test_every_audited_change_leaves_a_revision_in_an_unbroken_chain(ports: Ports) -> None:
    write(ports, put("a"), Put(page(), 0, "Promoted."), Put(observation(1)), Put(Work(SCOPE, Stage.VERIFY, "g-1")))
    write(ports, put("a", 1, importance=0.5), Put(Pointer(SCOPE, "f" * 64), 0, "Published."))
    revisions = list(ports.journal.revisions(SCOPE))
    assert verify_chain(revisions) == []
    assert [(each.sequence, each.item_kind, each.to_version) for each in revisions] == [
        (1, "note", 1),
        (2, "page", 1),
        (3, "note", 2),
        (4, "pointer", 1),
    ]
    first = revisions[0]
    assert (first.cause, first.at, first.reason, first.evidence) == ("run-1", minutes(1), "Said a.", ("r-1",))
    assert first.state == "active"
    assert first.content_hash != revisions[2].content_hash


def test_an_edited_removed_or_moved_revision_is_found(ports: Ports) -> None:
    write(ports, *[put(f"v{n}") for n in range(4)])
    chain = list(ports.journal.revisions(SCOPE))
    edited = [*chain[:1], replace(chain[1], reason="Something else."), *chain[2:]]
    for broken in (edited, chain[:1] + chain[2:], [chain[1], chain[0], *chain[2:]]):
        assert verify_chain(broken) != []
    assert verify_chain(chain[:3], sequence=4, chain=chain[3].hash) != []
    assert verify_chain(chain, sequence=4, chain=chain[3].hash) == []


def test_revisions_keep_their_hash_whatever_zone_the_time_had(ports: Ports) -> None:
    at = T0.astimezone(timezone(timedelta(hours=5)))
    for value in ("a", "b"):
        ports.ledger.commit(SCOPE, [put(value)], cause="act-1", at=at, lease=None, now=T0)
    assert verify_chain(ports.journal.revisions(SCOPE)) == []


def test_an_item_that_changed_since_it_was_read_is_refused_and_named(ports: Ports) -> None:
    write(ports, put("a"))
    write(ports, put("a", 1, trust=2))
    stale = put("a", 1, trust=1)
    item = stale.item
    for change in (stale, put("a", 0), put("a", 7)):
        with pytest.raises(VersionConflict, match=note(claim(value="a")).id):
            write(ports, put("other"), change)
    assert ports.notes.get(SCOPE, note(claim(value="a")).id) == Versioned(replace(item, trust=2), 2)
    assert ports.notes.get(SCOPE, note(claim(value="other")).id) is None
    assert len(list(ports.journal.revisions(SCOPE))) == 2


def test_an_item_that_does_not_exist_is_not_created_by_a_later_version(ports: Ports) -> None:
    with pytest.raises(VersionConflict):
        write(ports, put("a", 3))


def test_no_change_writes_nothing(ports: Ports) -> None:
    write(ports)
    assert list(ports.journal.revisions(SCOPE)) == []


def test_large_commits_are_cut_into_whole_changes_with_one_chain(ports: Ports) -> None:
    changes: list[Change] = []
    for n in range(75):
        changes += [Put(observation(n)), put(f"v{n:03}")]
    write(ports, *changes)
    revisions = list(ports.journal.revisions(SCOPE))
    assert verify_chain(revisions) == []
    assert [each.reason for each in revisions] == [f"Said v{n:03}." for n in range(75)]
    assert len(list(ports.notes.all(SCOPE))) == 75


def test_what_a_conflict_stops_is_its_chunk_and_those_after_it(ports: Ports) -> None:
    write(ports, put("v060"))
    with pytest.raises(VersionConflict, match=note(claim(value="v060")).id):
        write(ports, *[put(f"v{n:03}") for n in range(120)])
    written = [each.reason for each in ports.journal.revisions(SCOPE)]
    assert written == ["Said v060.", *[f"Said v{n:03}." for n in range(49)]]
    assert verify_chain(ports.journal.revisions(SCOPE)) == []


@pytest.mark.parametrize(
    "changes",
    [
        [put("a"), put("a")],
        [Put(observation(1)), Put(observation(1))],
        [replace(put("a"), reason="")],
        [replace(put("a"), version=None)],
        [Put(Run(SCOPE, "run-1", T0, 1, "0.1"))],
        [Put(note(scope=NEIGHBOURS[0]), 0, "Said.")],
    ],
    ids=["twice", "observed twice", "no reason", "no version", "run without version", "another scope"],
)
def test_malformed_commits_are_refused_before_anything_is_written(ports: Ports, changes: list[Change]) -> None:
    with pytest.raises(InvalidInput):
        write(ports, put("first"), *changes)
    assert list(ports.journal.revisions(SCOPE)) == []


def test_one_run_at_a_time_holds_the_lease(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    assert (lease.run_id, lease.expires_at) == ("run-1", T0 + HOUR)
    with pytest.raises(Busy, match="run-1"):
        ports.ledger.acquire(SCOPE, "run-2", now=minutes(59), lasting=HOUR)
    taken = ports.ledger.acquire(SCOPE, "run-2", now=minutes(60), lasting=HOUR)
    assert taken.token == lease.token + 1


def test_its_holder_extends_a_lease_under_the_same_token(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    longer = ports.ledger.acquire(SCOPE, "run-1", now=minutes(30), lasting=HOUR, held=lease)
    assert (longer.token, longer.expires_at) == (lease.token, minutes(90))
    write(ports, put("a"), lease=lease, now=80)
    with pytest.raises(LeaseLost):
        write(ports, put("b"), lease=longer, now=90)


def test_a_run_that_comes_back_after_its_lease_expired_fences_its_former_self(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    again = ports.ledger.acquire(SCOPE, "run-1", now=minutes(61), lasting=HOUR)
    with pytest.raises(LeaseLost):
        write(ports, put("a"), lease=lease, now=62)
    write(ports, put("a"), lease=again, now=62)


@pytest.mark.parametrize("changes", [[put("a")], [Put(observation(1))], [Put(observation(1)), put("a")]])
def test_without_the_lease_nothing_is_written(ports: Ports, changes: list[Change]) -> None:
    old = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    with pytest.raises(LeaseLost):
        write(ports, *changes, lease=old, now=60)
    ports.ledger.acquire(SCOPE, "run-2", now=minutes(61), lasting=HOUR)
    with pytest.raises(LeaseLost):
        write(ports, *changes, lease=old, now=62)
    assert ports.notes.group(SCOPE, note().group_id).observations == ()
    assert list(ports.journal.revisions(SCOPE)) == []


def test_with_the_lease_derived_items_alone_leave_the_chain_as_it_is(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    write(ports, Put(observation(1)), lease=lease)
    assert ports.notes.group(SCOPE, note().group_id).observations == (observation(1),)
    assert list(ports.journal.revisions(SCOPE)) == []


def test_a_lease_that_was_given_back_is_free_and_worth_nothing(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    for _ in range(2):
        ports.ledger.release(lease)
    with pytest.raises(LeaseLost):
        write(ports, put("a"), lease=lease)
    other = ports.ledger.acquire(SCOPE, "run-2", now=minutes(1), lasting=HOUR)
    ports.ledger.release(lease)
    write(ports, put("a"), lease=other, now=2)


def test_acts_of_people_need_no_lease_and_do_not_end_one(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    write(ports, put("a"))
    write(ports, put("b"), lease=lease)
    assert verify_chain(ports.journal.revisions(SCOPE)) == []


def test_a_lost_lease_says_more_than_a_version_conflict(ports: Ports) -> None:
    old = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=timedelta(minutes=1))
    write(ports, put("a"))
    with pytest.raises(LeaseLost):
        write(ports, put("a"), lease=old, now=2)


def test_the_lease_of_one_scope_is_not_that_of_another(ports: Ports) -> None:
    for number, scope in enumerate(NEIGHBOURS):
        ports.ledger.acquire(scope, f"run-{number}", now=T0, lasting=HOUR)


@pytest.mark.parametrize("owner", ["", "execution-2"])
def test_to_name_the_run_is_not_to_hold_its_lease(ports: Ports, owner: str) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR, owner="execution-1" if owner else "")
    with pytest.raises(Busy, match="run-1"):
        ports.ledger.acquire(SCOPE, "run-1", now=minutes(59), lasting=HOUR, owner=owner)
    resumed = ports.ledger.acquire(SCOPE, "run-1", now=minutes(60), lasting=HOUR, owner=owner)
    assert resumed.token == lease.token + 1


def test_an_execution_that_asks_again_gets_the_lease_and_the_run_it_was_given(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR, owner="execution-1")
    again = ports.ledger.acquire(SCOPE, "run-2", now=minutes(30), lasting=HOUR, owner="execution-1")
    assert again == replace(lease, expires_at=minutes(90))
    write(ports, put("a"), lease=lease, now=30)
    ports.ledger.release(again)
    ports.ledger.acquire(SCOPE, "run-3", now=minutes(31), lasting=HOUR, owner="execution-2")
    with pytest.raises(Busy, match="run-3"):
        ports.ledger.acquire(SCOPE, "run-1", now=minutes(32), lasting=HOUR, owner="execution-1")


def test_a_call_that_is_made_again_with_an_old_message_goes_on(ports: Ports) -> None:
    message = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR, owner="execution-1")
    for now in (30, 31):  # the answer of the first call was lost
        longer = ports.ledger.acquire(SCOPE, "run-1", now=minutes(now), lasting=HOUR, held=message)
        assert (longer.token, longer.expires_at) == (message.token, minutes(now + 60))
    for now in (120, 121):  # both came when the lease had run out, and the first took it anew
        late = ports.ledger.acquire(SCOPE, "run-1", now=minutes(now), lasting=HOUR, held=message)
        assert (late.token, late.expires_at) == (message.token + 1, minutes(now + 60))
        write(ports, put(f"v{now}"), lease=late, now=now)


def test_a_lease_that_is_shown_is_extended_under_its_token(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    longer = ports.ledger.acquire(SCOPE, "run-1", now=minutes(30), lasting=HOUR, held=lease)
    assert longer == Lease(SCOPE, "run-1", lease.token, minutes(90))
    with pytest.raises(Busy):
        ports.ledger.acquire(SCOPE, "run-2", now=minutes(89), lasting=HOUR)


def test_a_lease_that_is_shown_when_it_has_expired_is_taken_anew(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    assert ports.ledger.acquire(SCOPE, "run-1", now=minutes(61), lasting=HOUR, held=lease).token > lease.token


def test_a_lease_that_is_shown_when_another_run_has_taken_over_helps_nobody(ports: Ports) -> None:
    lease = ports.ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    taken = ports.ledger.acquire(SCOPE, "run-2", now=minutes(61), lasting=HOUR)
    for held in (lease, taken):
        with pytest.raises(Busy):
            ports.ledger.acquire(SCOPE, "run-1", now=minutes(62), lasting=HOUR, held=held)
