"""The head item of a scope: where its chain of revisions ends and who holds its lease. Every transaction touches it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pynamodb.exceptions import UpdateError
from pynamodb.expressions.condition import Condition

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.codec import parse_time, time_text
from slowwave.adapters.aws.errors import translate, translated
from slowwave.adapters.aws.reading import find
from slowwave.adapters.aws.schema import SCHEMA
from slowwave.errors import Conflict

if TYPE_CHECKING:
    from datetime import datetime

    from pynamodb.attributes import UnicodeAttribute
    from pynamodb.expressions.update import Action
    from pynamodb.transactions import TransactWrite

    from slowwave.adapters.aws.models import HeadRow
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope
    from slowwave.ports.ledger import Lease


@dataclass(frozen=True, slots=True)
class Head:
    """The head as read; all empty before the first write.

    Attributes:
        sequence: of the last revision; `chain`: its hash.
        token: of the last lease; `run_id`, `owner` and `expires_at` only while one is held.
    """

    sequence: int = 0
    chain: str = ""
    token: int = 0
    run_id: str = ""
    expires_at: datetime | None = None
    owner: str = ""

    def holds(self, lease: Lease, now: datetime) -> bool:
        """Whether this lease is the current one and has not expired."""
        return self.token == lease.token and self.expires_at is not None and self.expires_at > now


class Heads:
    """Reads heads, moves them inside transactions, and hands leases out.

    The head that a lease's holder saw last is kept: every transaction is on condition that it still stands, so that
    one that moved costs an attempt and nothing else.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._seen: tuple[tuple[Scope, int], Head] | None = None

    def read(self, scope: Scope) -> Head:
        """Return the head of a scope, consistently."""
        row = find(self._tables.head, *_key(scope))
        return Head() if row is None else _head(row)

    def expected(self, scope: Scope, lease: Lease | None, now: datetime) -> Head:
        """Return the head that the holder of a lease in force saw last, once; otherwise read it."""
        seen, self._seen = self._seen, None
        if lease is not None and seen is not None and seen[0] == (scope, lease.token) and seen[1].holds(lease, now):
            return seen[1]
        return self.read(scope)

    def saw(self, scope: Scope, lease: Lease | None, head: Head) -> None:
        """Note the head that a transaction under a lease left."""
        self._seen = ((scope, lease.token), head) if lease is not None else None

    def move(
        self, transaction: TransactWrite, scope: Scope, *, read: Head, to: Head, lease: Lease | None, now: datetime
    ) -> None:
        """Add the head's update to a transaction: it must be as read, and the lease in force when one is given."""
        model = self._tables.head
        condition = model.sequence.does_not_exist()
        if read.sequence:
            condition = (model.sequence == read.sequence) & (model.chain == read.chain)
        if lease is not None:
            condition &= self._in_force(lease, now)
        actions: list[Action] = [model.schema.set(SCHEMA), model.sequence.set(to.sequence), model.chain.set(to.chain)]
        transaction.update(self._row(scope), actions=actions, condition=condition)

    def check(self, transaction: TransactWrite, scope: Scope, *, lease: Lease, now: datetime) -> None:
        """Add the condition that the lease is in force to a transaction that moves no head."""
        transaction.condition_check(self._tables.head, *_key(scope), condition=self._in_force(lease, now))

    def lend(self, lease: Lease, *, read: Head) -> bool:
        """Give the lease out unless another was given since the head was read; return whether it did."""
        model = self._tables.head
        condition = model.lease_token.does_not_exist()
        if read.token:
            condition = (model.lease_token == read.token) & _equal(model.lease_expires, _text(read.expires_at))
        actions: list[Action] = [
            model.schema.set(SCHEMA),
            model.lease_token.set(lease.token),
            model.lease_run.set(lease.run_id),
            model.lease_owner.set(lease.owner),
            model.lease_expires.set(time_text(lease.expires_at)),
        ]
        return self._update(lease.scope, actions, condition) is not None

    def extend(self, lease: Lease, *, now: datetime, until: datetime) -> bool:
        """Extend a lease if it is in force; return whether it was."""
        actions: list[Action] = [self._tables.head.lease_expires.set(time_text(until))]
        row = self._update(lease.scope, actions, self._in_force(lease, now))
        if row is not None:
            self.saw(lease.scope, lease, _head(row))
        return row is not None

    def take_back(self, lease: Lease) -> bool:
        """End a lease if it is still the current one; return whether it was."""
        model = self._tables.head
        actions: list[Action] = [model.lease_run.remove(), model.lease_owner.remove(), model.lease_expires.remove()]
        return self._update(lease.scope, actions, model.lease_token == lease.token) is not None

    def _update(self, scope: Scope, actions: list[Action], condition: Condition) -> HeadRow | None:
        """Return the row as the update left it; None when the condition does not hold."""
        row = self._row(scope)
        with translated():
            try:
                row.update(actions=actions, condition=condition)
            except UpdateError as error:
                if isinstance(translate(error), Conflict):
                    return None
                raise
        return row

    def _in_force(self, lease: Lease, now: datetime) -> Condition:
        model = self._tables.head
        condition: Condition = (model.lease_token == lease.token) & (model.lease_expires > time_text(now))
        return condition

    def _row(self, scope: Scope) -> HeadRow:
        pk, sk = _key(scope)
        return self._tables.head(pk=pk, sk=sk)


def _head(row: HeadRow) -> Head:
    expires_at = parse_time(row.lease_expires) if row.lease_expires else None
    token, run_id, owner = int(row.lease_token), row.lease_run or "", row.lease_owner or ""
    return Head(int(row.sequence), row.chain, token, run_id, expires_at, owner)


def _equal(attribute: UnicodeAttribute, value: str | None) -> Condition:
    if value is None:
        return attribute.does_not_exist()
    condition: Condition = attribute == value
    return condition


def _text(time: datetime | None) -> str | None:
    return time_text(time) if time is not None else None


def _key(scope: Scope) -> tuple[str, str]:
    return keys.part(scope, "head"), "head"
