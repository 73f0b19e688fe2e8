"""Everything that a life leaves, item by item, so that a disturbed one can be held against the undisturbed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from slowwave.adapters.aws.codec import parse_time
from slowwave.adapters.aws.head import Heads
from slowwave.domain.acts import SESSION
from slowwave.domain.claims import Skeleton
from tests.chaos import store
from tests.chaos.life import SCOPE, Process, read
from tests.contract.chain import verify_chain

Left = dict[str, Any]

RECEIPT = frozenset({"received_at", "object_key", "line", "offset"})
"""Where and when a record was received: a delivery that is repeated on another day is another object."""

HISTORY = frozenset({"version", "marked_at"})
"""How often a report or a mark was written, and when by the clock; their content is compared."""

WATCH = frozenset({"started_at", "ended_at"})
"""When a run began and ended by the clock: nothing in memory hangs on it."""

LEASE = frozenset({"lease_token", "lease_run", "lease_owner", "lease_expires", "chain"})
"""A run that is resumed has another lease. What the chain says is compared revision by revision."""

REVISED = ("item_kind", "item_id", "to_version", "state", "reason", "evidence", "cause")


def left(process: Process) -> Left:
    """Return every item of every table by a name, the sets, the revisions and what an agent reads.

    Raises:
        AssertionError: the chain does not verify, an account does not add up, or a lease is still in force.
    """
    found: Left = {"read": read(process), "sets": sorted(name for name, _ in process.sets.hashes(SCOPE))}
    for table, row in store.rows():
        if "item_key" not in row and not _is_empty_run(row):
            _check(row, process.clock())
            found[f"{table} {row['pk']} {row['sk']}"] = _comparable(row)
    revisions = list(process.journal.revisions(SCOPE))
    head = Heads(process._tables).read(SCOPE)
    assert verify_chain(revisions, sequence=head.sequence, chain=head.chain) == []
    return found | {f"revision {each.sequence}": {name: asdict(each)[name] for name in REVISED} for each in revisions}


def without_acts(whole: Left) -> Left:
    """Leave out which act did it: a person who heard no answer does the same again, and that is another record."""
    kept = {name: value for name, value in whole.items() if not _is_of_an_act(name, value)}
    return {
        name: {**value, "cause": "", "evidence": ()} if name.startswith("revision ") else value
        for name, value in kept.items()
    }


def known(process: Process) -> Left:
    """Return what a scope holds to be true, and what it shows: no act's time or id is in it."""
    notes = {
        f"note {each.item.id}": (each.item.claim.statement, each.item.state, each.item.page_id, each.item.marked)
        for each in process.notes.all(SCOPE)
    }
    pages = {
        f"page {each.item.id}": (each.item.text, each.item.state, each.item.confirmation, each.item.because)
        for skeleton in Skeleton
        for each in process.pages.all(SCOPE, skeleton)
    }
    stones = {f"tombstone {each.note_id}": each.claim.statement for each in process.kin.tombstones(SCOPE)}
    shown = read(process).partition("</slowwave>")[0].partition("\n")[2].partition("\n")[2]
    return {**notes, **pages, **stones, "shown": shown}


def differences(expected: Left, found: Left) -> list[str]:
    """Return what is not the same, one line a value."""
    one, other = dict(_leaves(expected)), dict(_leaves(found))
    return [
        f"{' '.join(name)}: expected {one.get(name, 'nothing')!r}, found {other.get(name, 'nothing')!r}"
        for name in sorted({*one, *other})
        if one.get(name) != other.get(name)
    ]


def _comparable(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in row.items() if name not in _unlike(row)}
    if "content" in kept:
        kept["content"] = json.loads(kept["content"])
        kept["content"] = {name: value for name, value in kept["content"].items() if name not in WATCH}
    return kept


def _check(row: Mapping[str, Any], now: datetime) -> None:
    if "lease_expires" in row:
        assert parse_time(row["lease_expires"]) <= now, "a lease was not given back"
    if "runs_key" in row:
        counts, account = json.loads(row["content"])["counts"], json.loads(row["content"])["account"]
        parts = sum(account[name] for name in ("promoted", "merged", "rejected", "pending", "failed"))
        assert parts == counts.get("extract", {}).get("candidates", 0), f"{account} of {counts}"


def _is_empty_run(row: Mapping[str, Any]) -> bool:
    """Whether a run closed with nothing to report: who was stopped before the mark of the scope was settled is asked
    again, and finds nothing to do.
    """
    content = json.loads(row["content"]) if "runs_key" in row else {"counts": True}
    return content["counts"] == {} and content["state"] == "completed" and not content["published"]


def _is_of_an_act(name: str, value: Any) -> bool:
    return isinstance(value, dict) and (" act#" in name or value.get("session") == SESSION or "marked_from" in value)


def _unlike(row: Mapping[str, Any]) -> frozenset[str]:
    if "received_at" in row:
        return RECEIPT
    if "lease_token" in row:
        return LEASE
    return HISTORY if "runs_key" in row or row["sk"] == "ready" else frozenset()


def _leaves(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict) and value:
        for name, part in value.items():
            yield from _leaves(part, (*at, str(name)))
    else:
        yield at, value
