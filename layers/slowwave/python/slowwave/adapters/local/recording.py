"""What a home does about each call that changes something: keeps it in the journal before the caller hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slowwave.adapters.local.bodies import Bodies
from slowwave.adapters.local.moto_backend import items, objects
from slowwave.adapters.local.operations import Effect, object_keys
from slowwave.errors import InvalidInput, Unavailable

if TYPE_CHECKING:
    from slowwave.adapters.local.journal import Entry, Journal
    from slowwave.adapters.local.moto_backend.serving import Call

COMPACTION_FLOOR = 2_000
"""Superseded states below which rewriting the journal is not worth it."""
_STATES_PER_LINE = 100


class Recording:
    """Keeps the changes of one open home.

    Args:
        path: the home.
        journal: where changes are kept; None keeps them nowhere.
        read_only: refuse changes of items and objects.
    """

    def __init__(self, path: Path, journal: Journal | None, *, read_only: bool) -> None:
        self._journal = journal
        self._read_only = read_only
        self._bodies = Bodies(path / "objects")
        self._calls: list[Entry] = []
        self._released: list[str] = []
        self._restoring = False
        self._lost: str | None = None
        self.served = 0

    def before(self, call: Call) -> None:
        """Refuse what may not happen, and note the bodies that the call may release."""
        self.served += 1
        if self._lost:
            raise Unavailable(f"the home stopped after {self._lost}; open it again")
        changes_data = call.effect in {Effect.ITEMS, Effect.OBJECTS}
        if self._read_only and changes_data:
            raise InvalidInput(f"the home is open for reading; {call.service}:{call.operation} would change it")
        self._released = []
        if call.effect is Effect.OBJECTS:
            self._released = [body for key in object_keys(call.parameters) for body in objects.used(*key)]

    def after(self, call: Call, states: list[Entry]) -> None:
        """Return when the change is on the disk."""
        if self._journal is None or self._restoring:
            return
        if call.effect is Effect.ITEMS:
            if states:
                self._journal.append({"items": states})
        elif call.effect is Effect.OBJECTS:
            self._keep_objects(self._journal, object_keys(call.parameters))
        else:
            entry = _shape(call)
            self._journal.append(entry)
            self._calls.append(entry)

    def _keep_objects(self, journal: Journal, keys: list[tuple[str, str]]) -> None:
        self._lost = "an object could not be stored"
        journal.append({"objects": [objects.keep(*key, self._bodies) for key in keys]})
        self._lost = None
        self._bodies.use(self._released, chain.from_iterable(objects.used(*key) for key in keys))

    def restore(self, entries: Sequence[Entry], client: Callable[[str], Any]) -> None:
        """Bring back the latest state of each key, and compact the journal when that is worth it."""
        self._calls = [entry for entry in entries if "call" in entry]
        self._restoring = True
        for entry in self._calls:
            call = entry["call"]
            client(call["service"])._make_api_call(call["operation"], call["parameters"])  # noqa: SLF001
        self._restoring = False
        latest_items = _latest(entries, "items", _item_identity)
        latest_objects = _latest(entries, "objects", _object_identity)
        live_items = [state for state in latest_items if state["item"] is not None]
        live_objects = [state for state in latest_objects if state["versions"]]
        items.restore(live_items)
        objects.restore(live_objects, self._bodies)
        live = len(live_items) + len(live_objects)
        written = sum(len(entry.get("items", ())) + len(entry.get("objects", ())) for entry in entries)
        if written > 2 * live and written - live > COMPACTION_FLOOR:
            self.compact()

    def missing(self) -> list[Path]:
        """Return the files that hold something of the home and are not there."""
        return self._bodies.missing()

    def compact(self) -> None:
        """Write the present state as a new journal in place of the old, and remove bodies that nothing uses."""
        if self._journal is None:
            return
        states = chain(_lines("items", items.all_states()), _lines("objects", objects.all_states()))
        self._journal.replace(chain(self._calls, states))
        self._bodies.sweep()


def _shape(call: Call) -> Entry:
    return {
        "call": {"service": call.service, "operation": call.operation, "parameters": dict(call.parameters)},
    }


def _latest(entries: Iterable[Entry], kind: str, identity: Callable[[Entry], tuple[Any, ...]]) -> list[Entry]:
    latest = {identity(state): state for entry in entries for state in entry.get(kind, ())}
    return list(latest.values())


def _item_identity(state: Entry) -> tuple[Any, ...]:
    return state["table"], *(part for value in state["key"].values() for part in value.items())


def _object_identity(state: Entry) -> tuple[Any, ...]:
    return state["bucket"], state["key"]


def _lines(kind: str, states: Iterable[Entry]) -> Iterator[Entry]:
    batch: list[Entry] = []
    for state in states:
        batch.append(state)
        if len(batch) == _STATES_PER_LINE:
            yield {kind: batch}
            batch = []
    if batch:
        yield {kind: batch}
