"""What each method of a port may do in the account. A function is granted what the methods that it calls need, and
nothing else; resources are named as the constructs of `infra.constructs.storage` know them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slowwave.domain.claims import Skeleton

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Grant:
    """Literal actions on one resource.

    Attributes:
        resource: a table's suffix, `<suffix>/<index>`, `raw/`, `replies/`, `reports/` or `sets/` for objects of a
            bucket, or one of `LISTED` for a bucket itself.
    """

    resource: str
    actions: tuple[str, ...]


def _items(table: str, *operations: str) -> Grant:
    return Grant(table, tuple(f"dynamodb:{operation}" for operation in operations))


def _query(table: str, index: str) -> Grant:
    return Grant(f"{table}/{index}", ("dynamodb:Query",))


VERSIONS: Final = " versions"
LISTED: Final = (f"raw{VERSIONS}", f"sets{VERSIONS}")
"""The lists of all versions in the buckets of raw records and of sets."""

_LIST: Final = tuple(Grant(each, ("s3:ListBucketVersions",)) for each in LISTED)
_READ_VERSIONS: Final = "s3:GetObjectVersion"
_REMOVE: Final = ("s3:DeleteObjectVersion",)
_UNLOCK: Final = ("s3:BypassGovernanceRetention", "s3:DeleteObjectVersion")
"""What only the role that erases may do: remove for good what is under the governance lock."""

_PAGES: Final = tuple(f"pages-{skeleton.value}" for skeleton in Skeleton)

METHODS: Final[Mapping[str, tuple[Grant, ...]]] = {
    "records.append": (Grant("raw/", ("s3:PutObject",)), _items("records", "BatchGetItem", "PutItem")),
    "records.get": (Grant("raw/", ("s3:GetObject",)), _items("records", "BatchGetItem")),
    "records.unread_sessions": (_query("records", "unread"),),
    "records.neighbourhood": (
        Grant("raw/", ("s3:GetObject",)),
        _items("records", "BatchGetItem"),
        _query("records", "by_session"),
    ),
    "records.mark_read": (_items("records", "BatchGetItem", "UpdateItem"),),
    "notes.group": (_items("notes", "Query"),),
    "notes.observed_in": (_query("notes", "observed"),),
    "notes.work": (_items("notes", "Query"),),
    "notes.get": (_items("notes", "BatchGetItem"), _query("notes", "by_note")),
    "notes.due": (_items("notes", "BatchGetItem"), _query("notes", "due")),
    "kin.listed": (_items("notes", "Query"),),
    "kin.tombstones": (_items("notes", "Query"),),
    "kin.namings": (_items("notes", "Query"),),
    "tasks.opening": (_items("notes", "GetItem"),),
    "tasks.files": (_items("notes", "GetItem"),),
    "tasks.recent_files": (_items("notes", "BatchGetItem"), _query("notes", "opened")),
    "tasks.openings": (_items("notes", "BatchGetItem"), _query("notes", "opened")),
    "tasks.looked_at": (_items("notes", "Query"),),
    "clusters.members": (_items("notes", "BatchGetItem", "Query"),),
    "census.active_items": (
        _query("notes", "ranked"),
        *(_query(table, "ranked") for table in _PAGES),
    ),
    "census.active_pages": tuple(_query(table, "ranked") for table in _PAGES),
    "ranking.existing": (_items("notes", "BatchGetItem"), _query("notes", "by_note")),
    "ranking.notes": (_items("notes", "BatchGetItem"),),
    "ranking.top_notes": (_items("notes", "BatchGetItem"), _query("notes", "ranked")),
    "pages.get": tuple(_items(table, "BatchGetItem") for table in _PAGES),
    "pages.top": tuple(each for table in _PAGES for each in (_items(table, "BatchGetItem"), _query(table, "ranked"))),
    "sets.put": (Grant("sets/", ("s3:PutObject",)),),
    "sets.get": (Grant("sets/", ("s3:GetObject",)),),
    "reports.put": (Grant("reports/", ("s3:PutObject",)),),
    "holdings.raw": (_LIST[0], Grant("raw/", (_READ_VERSIONS,)), _items("records", "Query")),
    "holdings.items": (
        *(_items(table, "Scan") for table in ("records", "notes", "control")),
        *(_items(table, "Query", "Scan") for table in _PAGES),
    ),
    "holdings.objects": (
        *_LIST,
        *(Grant(prefix, (_READ_VERSIONS,)) for prefix in ("sets/", "replies/", "reports/")),
    ),
    "eraser.erasure": (_items("control", "GetItem"),),
    "eraser.bury": (_items("records", "BatchGetItem", "BatchWriteItem", "PutItem"),),
    "eraser.strip": (_items("control", "BatchGetItem", "PutItem"),),
    "eraser.rewrite": (
        *_LIST,
        Grant("sets/", _REMOVE),
        Grant("replies/", _UNLOCK),
        Grant("reports/", ("s3:PutObject", *_UNLOCK)),
    ),
    "eraser.drop_records": (
        _LIST[0],
        Grant("raw/", (_READ_VERSIONS, "s3:PutObject", *_UNLOCK)),
        _items("records", "BatchGetItem", "BatchWriteItem", "UpdateItem"),
        *(_items(table, "DeleteItem") for table in _PAGES),  # of pages, in the commits of an erasure alone
    ),
    "registry.policy": (_items("control", "GetItem"),),
    "registry.mark_ready": (_items("control", "GetItem", "PutItem", "UpdateItem"),),
    "registry.ready": (_query("control", "ready"),),
    "registry.marks": (_items("control", "GetItem"),),
    "registry.settle": (_items("control", "GetItem", "PutItem"),),
    "journal.pointer": (_items("control", "GetItem"),),
    "journal.task_mix": (_items("control", "GetItem"),),
    "journal.run": (_items("control", "GetItem"),),
    "journal.runs": (_items("control", "BatchGetItem"), _query("control", "runs")),
    "journal.revisions": (_items("control", "Query"),),
    "ledger.acquire": (_items("control", "GetItem", "UpdateItem"),),
    "ledger.release": (_items("control", "UpdateItem"),),
    "ledger.commit": (
        _items("notes", "ConditionCheckItem", "DeleteItem", "PutItem"),
        *(_items(table, "ConditionCheckItem", "PutItem") for table in _PAGES),
        _items("control", "ConditionCheckItem", "GetItem", "PutItem", "UpdateItem"),
    ),
}
"""Grants by port and method, for the methods that functions call. Listing a bucket is granted for erasing alone: to the
others a missing object looks like one that may not be read."""


def grants(calls: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the actions on each resource that these calls need together, sorted."""
    actions: dict[str, set[str]] = {}
    for call in calls:
        for grant in METHODS[call]:
            actions.setdefault(grant.resource, set()).update(grant.actions)
    return {resource: tuple(sorted(actions[resource])) for resource in sorted(actions)}
