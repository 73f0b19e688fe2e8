"""What only the AWS ledger can be asked: what happens between its reads and its writes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from slowwave.adapters.aws.head import Head, Heads
from slowwave.adapters.aws.journal import DynamoJournal
from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.retrying import ATTEMPTS, Retry
from slowwave.adapters.aws.tables import Tables
from slowwave.domain.changes import Put
from slowwave.domain.commitments import SALT_BYTES, holds
from slowwave.domain.notes import NoteState
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, HeadConflict, LeaseLost, VersionConflict
from slowwave.ports.ledger import Lease
from tests.contract.builders import SCOPE, T0, claim, minutes, note, observation
from tests.contract.chain import verify_chain
from tests.contract.conftest import Cloud

HOUR = timedelta(hours=1)


class Interrupted(Heads):
    """Does something else after each of the first reads of a head."""

    def __init__(self, tables: Tables, times: int, interrupt: Callable[[int], None]) -> None:
        super().__init__(tables)
        self.left = times
        self.interrupt = interrupt

    def read(self, scope: Scope) -> Head:
        head = super().read(scope)
        if self.left:
            self.left -= 1
            self.interrupt(self.left)
        return head


def put(value: str) -> Put:
    return Put(note(claim(value=value)), 0, f"Said {value}.")


def write(ledger: DynamoLedger, *changes: Put, lease: Lease | None = None) -> None:
    ledger.commit(SCOPE, changes, cause="act-1", at=T0, lease=lease, now=T0)


def interrupted(cloud: Cloud, times: int, interrupt: Callable[[int], None]) -> tuple[DynamoLedger, list[float]]:
    pauses: list[float] = []
    heads = Interrupted(cloud.tables, times, interrupt)
    retry = Retry(sleep=pauses.append, jitter=lambda: 1.0)
    return DynamoLedger(cloud.tables, heads=heads, retry=retry), pauses


def reasons(cloud: Cloud) -> list[str]:
    revisions = list(DynamoJournal(cloud.tables).revisions(SCOPE))
    head = Heads(cloud.tables).read(SCOPE)
    assert verify_chain(revisions, sequence=head.sequence, chain=head.chain) == []
    return [each.reason for each in revisions]


@pytest.mark.parametrize("first", [True, False])
def test_a_commit_that_was_overtaken_is_chained_again(cloud: Cloud, first: bool) -> None:
    other = DynamoLedger(cloud.tables)
    if not first:
        write(other, put("before"))
    ledger, pauses = interrupted(cloud, 2, lambda left: write(other, put(f"interrupt {left}")))
    write(ledger, put("mine"), put("mine too"))
    overtaking = ["Said interrupt 1.", "Said interrupt 0.", "Said mine.", "Said mine too."]
    assert reasons(cloud) == [*([] if first else ["Said before."]), *overtaking]
    assert pauses == [0.05, 0.1]


def test_a_commit_that_is_always_overtaken_gives_up(cloud: Cloud) -> None:
    other = DynamoLedger(cloud.tables)
    ledger, pauses = interrupted(cloud, 99, lambda left: write(other, put(f"interrupt {left}")))
    with pytest.raises(HeadConflict):
        write(ledger, put("mine"))
    assert len(pauses) == ATTEMPTS - 1
    assert "Said mine." not in reasons(cloud)


def test_an_item_written_in_the_meantime_is_a_conflict_and_not_tried_again(cloud: Cloud) -> None:
    other = DynamoLedger(cloud.tables)
    ledger, pauses = interrupted(cloud, 1, lambda _: write(other, put("mine")))
    with pytest.raises(VersionConflict, match=note(claim(value="mine")).id):
        write(ledger, put("mine"))
    assert pauses == []


def test_a_lease_that_is_taken_over_between_read_and_write_stops_the_commit(cloud: Cloud) -> None:
    other = DynamoLedger(cloud.tables)
    lease = other.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)

    def take_over(_: int) -> None:
        other.acquire(SCOPE, "run-2", now=minutes(61), lasting=HOUR)

    ledger, pauses = interrupted(cloud, 1, take_over)
    with pytest.raises(LeaseLost):
        write(ledger, put("mine"), lease=lease)
    assert (reasons(cloud), pauses) == ([], [])


@pytest.mark.parametrize("held_before", ["never", "expired", "given back"])
def test_of_two_runs_that_see_a_free_lease_one_gets_it(cloud: Cloud, held_before: str) -> None:
    other = DynamoLedger(cloud.tables)
    if held_before != "never":
        lease = other.acquire(SCOPE, "run-0", now=minutes(-90), lasting=HOUR)
        if held_before == "given back":
            other.release(lease)
    ledger, _ = interrupted(cloud, 1, lambda _: _take(other))
    with pytest.raises(Busy, match="run-2"):
        ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)


def _take(ledger: DynamoLedger) -> None:
    ledger.acquire(SCOPE, "run-2", now=T0, lasting=HOUR)


@pytest.mark.parametrize("rejected", [True, False])
def test_nothing_is_replaced_once_its_successor_was_rejected(cloud: Cloud, rejected: bool) -> None:
    other, journal = DynamoLedger(cloud.tables), DynamoJournal(cloud.tables)
    loser, winner = note(claim(value="old")), note(claim(value="new"))
    write(other, Put(loser, 0, "Said old."))
    replaced = replace(loser, state=NoteState.CONTRADICTED, successor=winner.id)

    def reject(left: int) -> None:
        if rejected and not left:
            write(other, Put(replace(winner, state=NoteState.REJECTED), 1, "Rejected."))

    ledger, _ = interrupted(cloud, 2, reject)
    changes = [Put(winner, 0, "Said new."), *[put(f"v{n}") for n in range(60)], Put(replaced, 1, "Replaced.")]
    if rejected:
        with pytest.raises(VersionConflict, match=winner.id):
            write(ledger, *changes)
    else:
        write(ledger, *changes)
    assert ("Replaced." in [each.reason for each in journal.revisions(SCOPE, loser.id)]) is not rejected
    assert ("Rejected." in reasons(cloud)) is rejected


def test_large_changes_are_cut_by_size(home: Cloud) -> None:
    ledger = DynamoLedger(home.tables)
    calls = home.calls()
    write(ledger, *[Put(observation(n, pattern="x" * 300_000)) for n in range(24)])
    assert calls == ["TransactWriteItems"] * 3


def test_a_lease_in_force_is_extended_and_written_under_without_reading_the_head(home: Cloud) -> None:
    ledger = DynamoLedger(home.tables)
    lease = ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    calls = home.calls()
    lease = ledger.acquire(SCOPE, "run-1", now=T0, lasting=2 * HOUR, held=lease)
    for value in ("one", "two", "three"):
        write(ledger, put(value), lease=lease)
    assert calls == ["UpdateItem", *["TransactWriteItems"] * 3]
    assert reasons(home) == ["Said one.", "Said two.", "Said three."]


def test_a_commit_under_a_lease_is_chained_again_when_an_act_came_first(cloud: Cloud) -> None:
    ledger, pauses = interrupted(cloud, 0, lambda _: None)
    lease = ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    write(ledger, put("mine"), lease=lease)
    write(DynamoLedger(cloud.tables), put("an act"))
    write(ledger, put("mine again"), lease=lease)
    assert reasons(cloud) == ["Said mine.", "Said an act.", "Said mine again."]
    assert pauses == [0.05]


def test_a_head_seen_under_a_lease_that_was_lost_writes_nothing(cloud: Cloud) -> None:
    ledger, other = DynamoLedger(cloud.tables), DynamoLedger(cloud.tables)
    lease = ledger.acquire(SCOPE, "run-1", now=T0, lasting=HOUR)
    write(ledger, put("mine"), lease=lease)
    other.acquire(SCOPE, "run-2", now=minutes(61), lasting=HOUR)
    with pytest.raises(LeaseLost):
        write(ledger, put("late"), lease=lease)
    assert reasons(cloud) == ["Said mine."]


def test_reading_the_chain_back_takes_no_more_of_it_than_is_asked_for(home: Cloud) -> None:
    ledger, journal = DynamoLedger(home.tables), DynamoJournal(home.tables)
    for batch in range(5):
        write(ledger, *(put(f"v{batch}-{number}") for number in range(45)))
    made = home.calls()
    newest = next(iter(journal.revisions(SCOPE, newest_first=True)))
    assert (newest.sequence, made) == (225, ["Query"])
    assert len(list(journal.revisions(SCOPE, newest_first=True))) == 225
    assert made == ["Query"] * 4


def test_every_revision_has_a_salt_of_its_own_that_the_chain_does_not_cover(home: Cloud) -> None:
    given = iter(f"{number:032x}" for number in range(9))
    ledger = DynamoLedger(home.tables, salt=lambda: next(given))
    write(ledger, put("a"), put("b"))
    chain = list(DynamoJournal(home.tables).revisions(SCOPE))
    assert [each.salt for each in chain] == [f"{number:032x}" for number in range(2)]
    assert all(holds(each) for each in chain)
    write(DynamoLedger(home.tables), put("c"))
    *_, drawn = DynamoJournal(home.tables).revisions(SCOPE)
    assert len(bytes.fromhex(drawn.salt)) == SALT_BYTES
    assert replace(drawn, salt="00").hash == drawn.hash
