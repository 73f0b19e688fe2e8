"""Revisions from changes: each names the hash of the one before, so that any edit, removal or reordering shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING

from slowwave.adapters.aws.codec import content_hash
from slowwave.adapters.aws.steps import item_name
from slowwave.domain.changes import Put
from slowwave.domain.commitments import committed
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.runs import REMOVED, Revision

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.adapters.aws.head import Head
    from slowwave.domain.changes import Audited, Erase
    from slowwave.domain.scope import Scope
    from slowwave.ports.ledger import Lease


@dataclass(frozen=True, slots=True)
class Commit:
    """What all transactions of one commit share (see `ports.ledger.Ledger.commit`).

    Attributes:
        salt: returns the salt of one more revision.
    """

    scope: Scope
    cause: str
    at: datetime
    lease: Lease | None
    now: datetime
    salt: Callable[[], str]


def extend(commit: Commit, head: Head, puts: Iterable[Put | Erase]) -> tuple[list[Revision], Head]:
    """Return the revisions of audited changes chained to a head, and the head after them."""
    revisions: list[Revision] = []
    for put in puts:
        revision = _revision(commit, head, put)
        revisions.append(revision)
        head = replace(head, sequence=revision.sequence, chain=revision.hash)
    return revisions, head


def _revision(commit: Commit, head: Head, put: Put | Erase) -> Revision:
    item: Audited = put.item  # type: ignore[assignment]  # only steps of audited items carry their change
    kind, item_id = item_name(item)
    revision = Revision(
        scope=commit.scope,
        sequence=head.sequence + 1,
        item_kind=kind,
        item_id=item_id,
        to_version=(put.version or 0) + 1,
        state=_state(put),
        reason=put.reason,
        cause=commit.cause,
        at=commit.at.astimezone(UTC),
        evidence=put.evidence,
        content_hash=content_hash(item) if isinstance(put, Put) else "",
        previous=head.chain,
    )
    return committed(revision, commit.salt())


def _state(put: Put | Erase) -> str:
    if not isinstance(put, Put):
        return REMOVED
    return put.item.state.value if isinstance(put.item, Note | Page) else "active"
