"""Capture: take events in, account for every one, and store them before anything is acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slowwave.domain.erasures import ERASED
from slowwave.domain.record_json import decode
from slowwave.domain.records import FIRST_TIME, Kind, Record, is_before_clocks, is_from_the_future
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput, InvalidRecord
from slowwave.ports.ledger import Registry
from slowwave.ports.records import RecordStore

MAX_BATCH = 500
"""One request's events; an import goes in batches of this size."""

FUTURE_TIME = "its event time lies more than five minutes after its arrival; correct the clock of the source"

PAST_TIME = f"its event time lies before {FIRST_TIME.year}; correct the clock of the source"

ACT = "it is an act of a person, which is made with its own command or route and never imported"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a batch; the parts add up to what came in.

    Attributes:
        failed: reasons of events that could not be taken, by position in the batch.
    """

    stored: int = 0
    duplicate: int = 0
    failed: Mapping[int, str] | None = None

    def to_message(self) -> dict[str, Any]:
        """Return the receipt as JSON."""
        failed = [{"position": place, "reason": reason} for place, reason in sorted((self.failed or {}).items())]
        return {"stored": self.stored, "duplicate": self.duplicate, "failed": failed}


def run(
    body: Sequence[Mapping[str, Any]],
    *,
    scope: Scope,
    records: RecordStore,
    registry: Registry,
    clock: Callable[[], datetime],
) -> dict[str, Any]:
    """Store the events of one request in the form of `domain.record_json`; one that cannot be read costs no other.

    Raises:
        InvalidInput: more than `MAX_BATCH` events.
        Unavailable: nothing is acknowledged; send the same request again.
    """
    if len(body) > MAX_BATCH:
        raise InvalidInput(f"{len(body)} events in one request; send at most {MAX_BATCH}")
    now = clock()
    readable: dict[int, Record] = {}
    failed: dict[int, str] = {}
    for place, item in enumerate(body):
        try:
            readable[place] = decode(item, scope)
        except InvalidRecord as error:
            failed[place] = str(error)
    receipt = store(list(readable.values()), scope=scope, records=records, registry=registry, now=now)
    refused = {list(readable)[place]: reason for place, reason in (receipt.failed or {}).items()}
    return Receipt(receipt.stored, receipt.duplicate, {**failed, **refused}).to_message()


def store(batch: Sequence[Record], *, scope: Scope, records: RecordStore, registry: Registry, now: datetime) -> Receipt:
    """Store records and mark the scope ready from the first event on that no run has read. Acts, events of the future
    or of before there were clocks, and what was erased before are refused. An earlier delivery may have been stopped
    between its records and the mark.
    """
    refused = {place: FUTURE_TIME for place, record in enumerate(batch) if is_from_the_future(record, now)}
    refused |= {place: PAST_TIME for place, record in enumerate(batch) if is_before_clocks(record)}
    refused |= {place: ACT for place, record in enumerate(batch) if record.kind is Kind.ACT}
    taken = [record for place, record in enumerate(batch) if place not in refused]
    appended = records.append(taken, scope=scope, received_at=now) if taken else None
    if appended and appended.unread:
        unread = set(appended.unread)
        registry.mark_ready(scope, min(record.event_time for record in taken if record.id in unread))
    erased = set(appended.erased) if appended else set()
    refused |= {place: ERASED for place, record in enumerate(batch) if record.id in erased}
    return Receipt(len(appended.stored) if appended else 0, len(appended.duplicates) if appended else 0, refused)
