"""One transaction of a commit: the rows of a chunk, their revisions and the head, and what a refusal means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from pynamodb.exceptions import TransactWriteError
from pynamodb.transactions import TransactWrite

from slowwave.adapters.aws import rows
from slowwave.adapters.aws.chain import Commit, extend
from slowwave.adapters.aws.errors import CONDITION_FAILED, cancellations, translated
from slowwave.errors import LeaseLost, VersionConflict

if TYPE_CHECKING:
    from slowwave.adapters.aws.chunks import Chunk
    from slowwave.adapters.aws.head import Head, Heads
    from slowwave.adapters.aws.models import NoteRow, PageRow, RunRow
    from slowwave.adapters.aws.steps import Step
    from slowwave.adapters.aws.tables import Tables

_HEAD: Final = "head"


def write_chunk(tables: Tables, heads: Heads, commit: Commit, chunk: Chunk) -> bool:
    """Write a chunk; return False when the head moved and the same chunk may be chained again.

    Raises:
        VersionConflict: an item is not at the version it was read at.
        LeaseLost: the lease is not in force.
    """
    head = None
    if any(step.audited for step in chunk.steps):
        head = heads.expected(commit.scope, commit.lease, commit.now)
        _check_lease(commit, head)
    moved = head
    names: list[str] = []
    with translated():
        try:
            with TransactWrite(connection=tables.connection) as transaction:
                names, moved = _fill(transaction, tables, heads, commit, chunk, head)
        except TransactWriteError as error:
            failed = _failed(names, error)
            if not failed:
                raise
            _refuse(heads, commit, failed)
            return False
    if moved is not None:
        heads.saw(commit.scope, commit.lease, moved)
    return True


def _fill(
    transaction: TransactWrite, tables: Tables, heads: Heads, commit: Commit, chunk: Chunk, head: Head | None
) -> tuple[list[str], Head | None]:
    """Add the actions and return what each is about, in the order of the request (checks, deletes, puts, updates), and
    the head after them if it moves.
    """
    for step in chunk.required:
        _require(transaction, step)
    for step in chunk.awaited:
        _await(transaction, step)
    deletes = [(step.name, row) for step in chunk.steps for row in step.deletes]
    puts = [(step.name, row) for step in chunk.steps for row in step.puts]
    for _, row in deletes:
        transaction.delete(row)
    for _, row in puts:
        transaction.save(row)
    checked = [step.name for step in (*chunk.required, *chunk.awaited)]
    written = [name for name, _ in (*deletes, *puts)]
    if head is not None:
        revisions, moved = extend(commit, head, (step.audited for step in chunk.steps if step.audited))
        for revision in revisions:
            transaction.save(rows.revision_row(tables, revision), condition=tables.revision.pk.does_not_exist())
        heads.move(transaction, commit.scope, read=head, to=moved, lease=commit.lease, now=commit.now)
        return [*checked, *written, *(_HEAD for _ in revisions), _HEAD], moved
    if commit.lease is not None:
        heads.check(transaction, commit.scope, lease=commit.lease, now=commit.now)
        return [*checked, _HEAD, *written], None
    return [*checked, *written], None


def _require(transaction: TransactWrite, step: Step) -> None:
    """Add the condition that an item is still at the version that an earlier transaction of this commit gave it."""
    row = cast("NoteRow | PageRow", step.puts[0])
    model, read_at = type(row), (step.audited.version or 0) if step.audited else 0
    transaction.condition_check(model, row.pk, row.sk, condition=model.version == read_at + 1)


def _await(transaction: TransactWrite, step: Step) -> None:
    """Add the condition that an item that a later transaction of this commit writes is as it was read."""
    row = cast("RunRow", step.puts[0])
    model = type(row)
    condition = model.version == row.version if row.version else model.pk.does_not_exist()
    transaction.condition_check(model, row.pk, row.sk, condition=condition)


def _refuse(heads: Heads, commit: Commit, failed: set[str]) -> None:
    if _HEAD in failed and commit.lease is not None:
        _check_lease(commit, heads.read(commit.scope))
    items = sorted(failed - {_HEAD})
    if items:
        raise VersionConflict(f"{', '.join(items)}: changed since it was read; read again and decide again")


def _check_lease(commit: Commit, head: Head) -> None:
    if commit.lease is not None and not head.holds(commit.lease, commit.now):
        raise LeaseLost(f"run {commit.lease.run_id!r} no longer holds the lease of this scope; stop writing")


def _failed(names: Sequence[str], error: TransactWriteError) -> set[str]:
    """Return the names of the actions whose condition did not hold."""
    reasons = zip(names, cancellations(error), strict=False)
    return {name for name, reason in reasons if reason is not None and reason.code == CONDITION_FAILED}
