"""The promises of `ports.ledger.Journal`."""

import pytest

from slowwave.domain.changes import Put, Versioned
from slowwave.domain.injection import Pointer
from slowwave.domain.runs import Account, Run, RunState, Stage
from slowwave.domain.taskmix import TaskMix, Week
from slowwave.errors import VersionConflict
from slowwave.ports.ledger import Journal
from tests.contract.builders import NEIGHBOURS, SCOPE, claim, minutes, note
from tests.contract.chain import verify_chain
from tests.contract.conftest import Commit, Ports


@pytest.fixture
def journal(ports: Ports) -> Journal:
    return ports.journal


def run(number: int, **changes: object) -> Run:
    return Run(SCOPE, f"run-{number}", minutes(number), 1, "0.1", **changes)  # type: ignore[arg-type]


def test_there_is_no_pointer_before_the_first_publication(journal: Journal, commit: Commit) -> None:
    assert journal.pointer(SCOPE) is None
    pointer = Pointer(SCOPE, "f" * 64, withheld=frozenset(f"n-{n}" for n in range(50)))
    commit(Put(pointer, 0, "Published."))
    assert journal.pointer(SCOPE) == Versioned(pointer, 1)


def test_a_run_is_rewritten_at_its_version_only(journal: Journal, commit: Commit) -> None:
    first = run(1)
    done = run(1, state=RunState.COMPLETED, account=Account(1, 2, 3, 4, 5, {"gate": 3}), sessions=("a", "b"))
    done = done.counted(Stage.EXTRACT, records=7)
    commit(Put(first, 0))
    commit(Put(done, 1))
    with pytest.raises(VersionConflict, match="run-1"):
        commit(Put(first, 1))
    assert journal.run(SCOPE, "run-1") == Versioned(done, 2)
    assert journal.run(SCOPE, "run-9") is None
    assert list(journal.revisions(SCOPE)) == []


def test_runs_come_newest_first(journal: Journal, commit: Commit) -> None:
    commit(*[Put(run(n), 0) for n in (2, 10, 1)], Put(Run(SCOPE, "run-0", minutes(10), 1, "0.1"), 0))
    assert [each.item.id for each in journal.runs(SCOPE, limit=9)] == ["run-10", "run-0", "run-2", "run-1"]
    assert [each.item.id for each in journal.runs(SCOPE, limit=2)] == ["run-10", "run-0"]


def test_the_task_mix_is_empty_before_the_first_and_replaced_after(journal: Journal, commit: Commit) -> None:
    assert journal.task_mix(SCOPE) == TaskMix(SCOPE)
    for bits in ("1", "f" * 4096):
        mix = TaskMix(SCOPE, (Week("2026-W07", bits), Week("2026-W03", "0a")))
        commit(Put(mix))
        assert journal.task_mix(SCOPE) == mix
    assert journal.task_mix(NEIGHBOURS[-1]) == TaskMix(NEIGHBOURS[-1])


def test_the_revisions_of_one_item_are_a_part_of_the_chain(journal: Journal, commit: Commit) -> None:
    mine = note(claim(value="mine"))
    for version in range(3):
        commit(Put(mine, version, f"change {version}", ("r-1",)), Put(note(claim(value=f"v{version}")), 0, "new"))
    found = list(journal.revisions(SCOPE, mine.id))
    assert [(each.to_version, each.reason, each.evidence) for each in found] == [
        (n + 1, f"change {n}", ("r-1",)) for n in range(3)
    ]
    assert found == [each for each in journal.revisions(SCOPE) if each.item_id == mine.id]
    assert list(journal.revisions(SCOPE, "n-unknown")) == []


def test_scopes_do_not_see_each_other(journal: Journal, commit: Commit) -> None:
    for scope in NEIGHBOURS:
        commit(
            Put(Pointer(scope, scope.key), 0, "Published."),
            Put(Run(scope, "run-1", minutes(1), 1, "0.1"), 0),
            scope=scope,
        )
    for scope in NEIGHBOURS:
        pointer = journal.pointer(scope)
        assert pointer is not None
        assert pointer.item.current == scope.key
        assert [each.item.scope for each in journal.runs(scope, limit=9)] == [scope]
        revisions = list(journal.revisions(scope))
        assert [each.scope for each in revisions] == [scope]
        assert list(journal.revisions(scope, "pointer")) == revisions
        assert verify_chain(revisions) == []


def test_the_chain_is_read_from_its_end_as_from_its_start(journal: Journal, commit: Commit) -> None:
    for number in range(5):
        commit(Put(note(claim(value=f"v{number % 2}"), importance=number / 10), number // 2, "Said."))
    chain = list(journal.revisions(SCOPE))
    assert list(journal.revisions(SCOPE, newest_first=True)) == chain[::-1]
    item = chain[0].item_id
    own = list(journal.revisions(SCOPE, item))
    assert len(own) == 3
    assert list(journal.revisions(SCOPE, item, newest_first=True)) == own[::-1]
