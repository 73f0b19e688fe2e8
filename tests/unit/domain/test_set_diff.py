"""When a set became the current one, and which revision of an item may be a reason."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from slowwave.domain.injection import Pointer, RolledBack
from slowwave.domain.runs import Revision, Run
from slowwave.domain.scope import Scope
from slowwave.domain.set_diff import How, Published, publications, reason_for

SCOPE = Scope("local", "dev")
AT = datetime(2026, 3, 1, tzinfo=UTC)
MARK = RolledBack("r-1", AT, ("b",))


def _revision(sequence: int, cause: str = "run-a", evidence: tuple[str, ...] = ()) -> Revision:
    return Revision(SCOPE, sequence, "page", "p-1", sequence, "active", f"#{sequence}", cause, AT, evidence, "h", "")


RUNS = [Run(SCOPE, f"run-{name}", AT, 1, "0", published=name) for name in "abc"]
MOVES = [_revision(10, "run-a"), _revision(20, "run-b"), _revision(30, "r-1", ("r-1",))]


@pytest.mark.parametrize(
    ("more", "pointer", "expected"),
    [
        ([], Pointer(SCOPE, "x", "b", rollback=MARK), {"x": Published(30, rolled_back=True)}),
        ([], Pointer(SCOPE, "a", "b", rollback=MARK), {"a": Published(30, rolled_back=True)}),
        (
            [_revision(40, "run-c")],
            Pointer(SCOPE, "c", "x", rollback=RolledBack("r-1", AT, ("b",), holds=False)),
            {"x": Published(30, rolled_back=True), "c": Published(40)},
        ),
        ([], Pointer(SCOPE, "b", "a"), {}),
    ],
)
def test_a_set_is_published_where_it_last_became_current(
    more: list[Revision], pointer: Pointer, expected: dict[str, Published]
) -> None:
    found = publications([*MOVES, *more], RUNS, pointer)
    assert found == {"a": Published(10), "b": Published(20), **expected}


@pytest.mark.parametrize(
    ("how", "since", "until", "reason"),
    [
        (How.ADDED, 1, 4, "#2"),
        (How.REMOVED, 1, 4, "#4"),
        (How.REMOVED, 5, 9, ""),
        (How.ADDED, 4, 1, ""),
        (How.REMOVED, None, 4, ""),
        (How.REMOVED, 1, None, ""),
    ],
)
def test_only_what_happened_between_two_sets_is_a_reason(
    how: How, since: int | None, until: int | None, reason: str
) -> None:
    assert reason_for(how, [_revision(each) for each in range(1, 6)], since=since, until=until) == reason
