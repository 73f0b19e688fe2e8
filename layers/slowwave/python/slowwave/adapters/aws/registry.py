"""Policies, the agents of a tenant, and marks that say which scopes have something to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from slowwave.adapters.aws import codec, keys, rows
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.marks import Mark
from slowwave.adapters.aws.reading import find, stream
from slowwave.adapters.aws.retrying import Retry
from slowwave.adapters.aws.upgrades import read
from slowwave.domain.changes import Versioned
from slowwave.domain.hashing import short_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.scope import Scope
from slowwave.errors import Conflict
from slowwave.ports.ledger import Marks

if TYPE_CHECKING:
    from pynamodb.expressions.update import Action

    from slowwave.adapters.aws.models import ReadyRow
    from slowwave.adapters.aws.tables import Tables

INDEX_LAG: Final = timedelta(minutes=5)
"""How far an index may lie behind its table: what was marked this shortly before a run began may not have been in the
index of unread records yet, so the scope is looked at once more."""

KEPT_VERSIONS: Final = 64
"""Versions of policies that a process keeps: each call of a stage asks for the one its run was planned with."""


def _now() -> datetime:
    return datetime.now(UTC)


class _NoVersionError(Exception):
    """There is no such version yet."""


class DynamoRegistry:
    """`Registry` over the control table.

    Args:
        clock: returns the present time, aware.
        index_lag: how far an index may lie behind its table.
    """

    def __init__(
        self,
        tables: Tables,
        *,
        retry: Retry | None = None,
        clock: Callable[[], datetime] = _now,
        index_lag: timedelta = INDEX_LAG,
    ) -> None:
        self._tables = tables
        self._retry = retry or Retry()
        self._clock = clock
        self._index_lag = index_lag
        self._version = lru_cache(maxsize=KEPT_VERSIONS)(self._read_version)

    def policy(self, scope: Scope, version: int | None = None) -> Versioned[AgentPolicy] | None:
        if version is None:
            row = find(self._tables.policy, keys.policy_part(scope), "newest")
            return Versioned(read(AgentPolicy, row), int(row.version)) if row else None
        with suppress(_NoVersionError):
            return self._version(scope, version)
        return None

    def _read_version(self, scope: Scope, version: int) -> Versioned[AgentPolicy]:
        """Read one version, which never changes once it is written; that there is none may change, and raises."""
        row = find(self._tables.policy_version, keys.policy_part(scope), keys.version_sort(version))
        if row is None:
            raise _NoVersionError
        return Versioned(read(AgentPolicy, row), int(row.version))

    def agents(self, tenant: str) -> Iterable[Scope]:
        last = ""
        for row in stream(self._tables.agent.agents.query(keys.tenant_part(tenant))):
            if row.agent != last:
                last = row.agent
                yield Scope.from_key(row.scope_key)

    def mark_ready(self, scope: Scope, at: datetime) -> None:
        now = codec.time_text(self._clock())
        self._insist(scope, lambda: self._marked(scope, codec.time_text(at), now))

    def marks(self, scope: Scope) -> Marks:
        at = self._clock()
        return Marks(int(self._read(scope).version or 0), at)

    def ready(self, as_of: datetime, *, limit: int) -> Sequence[Scope]:
        until = self._tables.ready.ready_order <= keys.until(as_of)
        with translated():
            found = self._tables.ready.ready.query(keys.READY, until, limit=limit)
            return [Scope.from_key(row.scope_key) for row in found]

    def settle(self, scope: Scope, *, seen: Marks, as_of: datetime, next_due: datetime | None) -> None:
        since = codec.time_text(seen.at - self._index_lag)
        again_at = codec.time_text(seen.at + self._index_lag)
        due = codec.time_text(next_due) if next_due else None

        def settled(mark: Mark, count: int) -> Mark:
            recent = mark.made is not None and mark.made > since
            back = min(due or again_at, again_at) if recent else due
            return mark.settled(codec.time_text(as_of), back) if count == seen.count else mark.kept(back)

        self._insist(scope, lambda: self._replaced(scope, settled))

    def _insist(self, scope: Scope, write: Callable[[], bool]) -> None:
        """Let a mark be read and written until nobody wrote in between."""
        failures = 0
        while not write():
            failures += 1
            if not self._retry.again(failures):
                raise Conflict(f"the mark of {scope.key!r} changed {failures} times in a row; try again")

    def _marked(self, scope: Scope, at: str, now: str) -> bool:
        """Widen the span of the marks, whatever else was marked in the meantime: many deliver at once."""
        row, model = self._read(scope), self._tables.ready
        before = _mark_of(row)
        if before.first is None or before.last is None or at < before.first:
            return self._saved(row, scope, before.marked(at, now))
        actions: list[Action] = [model.marked_at.set(now)]
        still = (model.marked_from <= at) & (model.marked_to >= at)
        if at > before.last:
            actions.append(model.marked_to.set(at))
            still = (model.marked_from <= at) & (model.marked_to < at)
        return self._done(lambda: row.update(actions, still, add_version_condition=False))

    def _replaced(self, scope: Scope, change: Callable[[Mark, int], Mark]) -> bool:
        row = self._read(scope)
        return self._saved(row, scope, change(_mark_of(row), int(row.version or 0)))

    def _read(self, scope: Scope) -> ReadyRow:
        model = self._tables.ready
        part = keys.part(scope, "ready")
        return find(model, part, "ready") or model(pk=part, sk="ready", **rows.agent_keys(scope))

    def _saved(self, row: ReadyRow, scope: Scope, mark: Mark) -> bool:
        row.marked_from, row.marked_to, row.due, row.marked_at = mark.first, mark.last, mark.due, mark.made
        ready_at = mark.ready_at
        row.ready_key = keys.READY if ready_at else None
        row.ready_order = f"{ready_at}#{short_id('s', scope.key)}" if ready_at else None
        return self._done(row.save)

    @staticmethod
    def _done(write: Callable[[], object]) -> bool:
        """Do a conditional write; return whether its condition held."""
        try:
            with translated():
                write()
        except Conflict:
            return False
        return True


def _mark_of(row: ReadyRow) -> Mark:
    return Mark(row.marked_from, row.marked_to, row.due, row.marked_at)
