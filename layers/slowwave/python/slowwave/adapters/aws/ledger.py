"""The one way to write memory: transactions of whole changes, each with its revisions and the scope's head."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from slowwave.adapters.aws.chain import Commit
from slowwave.adapters.aws.chunks import Chunk, chunks
from slowwave.adapters.aws.head import Head, Heads
from slowwave.adapters.aws.retrying import ATTEMPTS, Retry
from slowwave.adapters.aws.steps import steps
from slowwave.adapters.aws.transaction import write_chunk
from slowwave.domain.commitments import SALT_BYTES
from slowwave.errors import Busy, HeadConflict
from slowwave.ports.ledger import Lease

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.changes import Change
    from slowwave.domain.scope import Scope


def _fresh_salt() -> str:
    return secrets.token_hex(SALT_BYTES)


class DynamoLedger:
    """`Ledger` over all tables.

    Args:
        heads: reads and moves heads.
        outlived: whether the execution of this name is known to have ended, so that its lease need not run out first.
        retry: how often it chains again, and how long it waits before.
        salt: returns the salt of one more revision, in hex.
    """

    def __init__(
        self,
        tables: Tables,
        *,
        heads: Heads | None = None,
        outlived: Callable[[str], bool] = lambda _owner: False,
        retry: Retry | None = None,
        salt: Callable[[], str] = _fresh_salt,
    ) -> None:
        self._tables = tables
        self._heads = heads or Heads(tables)
        self._outlived = outlived
        self._retry = retry or Retry()
        self._salt = salt

    def acquire(
        self,
        scope: Scope,
        run_id: str,
        *,
        now: datetime,
        lasting: timedelta,
        owner: str = "",
        held: Lease | None = None,
    ) -> Lease:
        if held is not None and held.run_id == run_id and self._heads.extend(held, now=now, until=now + lasting):
            return replace(held, expires_at=now + lasting)
        wanted = Lease(scope, run_id, 0, now + lasting, held.owner if held else owner)
        for attempt in range(ATTEMPTS):
            head = self._heads.read(scope)
            lease = self._due(wanted, head, now)
            if lease is None:
                break
            if self._heads.lend(lease, read=head):
                return lease
            if not self._retry.again(attempt + 1):
                break
        raise Busy(f"run {head.run_id!r} consolidates this scope until {head.expires_at}; wait for it")

    def _due(self, wanted: Lease, head: Head, now: datetime) -> Lease | None:
        """Return the lease that may be given out over a head: the one in force to its owner, a new one when it is free
        or its holder is gone; None to anybody else.
        """
        if head.expires_at is None or head.expires_at <= now:
            return replace(wanted, token=head.token + 1)
        if wanted.owner and head.owner == wanted.owner:
            return replace(wanted, token=head.token, run_id=head.run_id)
        return replace(wanted, token=head.token + 1) if self._outlived(head.owner) else None

    def release(self, lease: Lease) -> None:
        self._heads.take_back(lease)

    def commit(
        self, scope: Scope, changes: Sequence[Change], *, cause: str, at: datetime, lease: Lease | None, now: datetime
    ) -> None:
        this = Commit(scope, cause, at, lease, now, self._salt)
        for chunk in chunks(steps(self._tables, scope, changes)):
            self._write(this, chunk)

    def _write(self, commit: Commit, chunk: Chunk) -> None:
        failures = 0
        while not write_chunk(self._tables, self._heads, commit, chunk):
            failures += 1
            if not self._retry.again(failures):
                raise HeadConflict(f"the head of {commit.scope.key!r} moved {failures} times in a row; commit again")
