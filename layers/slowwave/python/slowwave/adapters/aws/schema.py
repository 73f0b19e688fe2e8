"""What the tables and the bucket look like, as plain data: the models, local provisioning and the stack all read it, so
they cannot disagree. It must not import anything of AWS.

Every key of a scope's item starts with `Scope.key`, followed by `#`, which no encoded id contains. The two exceptions
cross scopes on purpose: `agents` starts with the encoded tenant, and `ready` is one partition for the planner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from slowwave.domain.claims import Skeleton

SCHEMA: Final = 2
"""The number on every stored item; raised when a reader of this version could not understand a newer one. What older
ones mean is in `upgrades`. 2: revisions have a salted commitment.
"""

RAW_PREFIX: Final = "raw"
SETS_PREFIX: Final = "sets"
REPORTS_PREFIX: Final = "reports"
REPLIES_PREFIX: Final = "replies"


@dataclass(frozen=True, slots=True)
class Index:
    """A global secondary index with string keys.

    Attributes:
        include: attributes projected beside the keys; none projects the keys only.
    """

    name: str
    hash_key: str
    range_key: str
    include: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with string keys, on demand.

    Attributes:
        suffix: the last part of its name.
        ttl_attribute: where the time of expiry is, in epoch seconds, for a table whose items expire.
    """

    suffix: str
    indexes: tuple[Index, ...] = ()
    hash_key: str = "pk"
    range_key: str = "sk"
    ttl_attribute: str | None = None

    def index(self, name: str) -> Index:
        """Return one of its indexes by name."""
        return next(each for each in self.indexes if each.name == name)


RECORDS: Final = Table(
    "records",
    (
        Index("by_session", "session_key", "order", ("session", "object_key", "offset", "length", "line_hash")),
        Index("unread", "unread_key", "order", ("session",)),
    ),
)

NOTES: Final = Table(
    "notes",
    (
        Index("by_note", "notes_key", "note_id"),
        Index("observed", "observed_key", "sk", ("content",)),
        Index("due", "due_key", "due_order"),
        Index("ranked", "ranked_key", "rank"),
        Index("opened", "opened_key", "opened_order"),
    ),
)

PAGES: Final[Mapping[Skeleton, Table]] = {
    skeleton: Table(f"pages-{skeleton.value}", (Index("ranked", "ranked_key", "rank"),)) for skeleton in Skeleton
}

CONTROL: Final = Table(
    "control",
    (
        Index("agents", "tenant_key", "agent", ("scope_key",)),
        Index("ready", "ready_key", "ready_order", ("scope_key",)),
        Index("runs", "runs_key", "run_order"),
        Index("by_item", "item_key", "sk"),
    ),
)

TABLES: Final[tuple[Table, ...]] = (RECORDS, NOTES, *PAGES.values(), CONTROL)


def table_names(prefix: str) -> dict[str, str]:
    """Return a table name for each suffix: the prefix, a hyphen, the suffix."""
    return {table.suffix: f"{prefix}-{table.suffix}" for table in TABLES}


def key_attributes(table: Table) -> tuple[str, ...]:
    """Return the names of all attributes that are a key of the table or of one of its indexes."""
    names = [table.hash_key, table.range_key]
    for index in table.indexes:
        names += [index.hash_key, index.range_key]
    return tuple(dict.fromkeys(names))
