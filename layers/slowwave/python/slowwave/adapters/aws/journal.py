"""What happened to a scope: its pointer, runs and revisions, and what its sessions were about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.reading import BATCH, fetch_in_order, find, stream
from slowwave.adapters.aws.upgrades import read
from slowwave.domain.changes import Versioned
from slowwave.domain.injection import Pointer
from slowwave.domain.runs import Revision, Run
from slowwave.domain.taskmix import TaskMix

if TYPE_CHECKING:
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class DynamoJournal:
    """`Journal` over the control table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def pointer(self, scope: Scope) -> Versioned[Pointer] | None:
        row = find(self._tables.pointer, keys.part(scope, "pointer"), "pointer")
        return Versioned(read(Pointer, row), int(row.version)) if row else None

    def run(self, scope: Scope, run_id: str) -> Versioned[Run] | None:
        row = find(self._tables.run, keys.part(scope, "run"), run_id)
        return Versioned(read(Run, row), int(row.version)) if row else None

    def runs(self, scope: Scope, *, limit: int) -> Sequence[Versioned[Run]]:
        newest = self._tables.run.runs.query(keys.part(scope, "runs"), scan_index_forward=False, limit=limit)
        found = fetch_in_order(self._tables.run, newest)
        return [Versioned(read(Run, row), int(row.version)) for row in found]

    def task_mix(self, scope: Scope) -> TaskMix:
        row = find(self._tables.task_mix, keys.part(scope, "task-mix"), "task-mix")
        return read(TaskMix, row) if row else TaskMix(scope)

    def revisions(self, scope: Scope, item_id: str | None = None, *, newest_first: bool = False) -> Iterable[Revision]:
        model, forward = self._tables.revision, not newest_first
        if item_id is None:
            part, size = keys.revisions_part(scope), BATCH if newest_first else None
            rows = stream(model.query(part, consistent_read=True, scan_index_forward=forward, page_size=size))
        else:
            named = model.by_item.query(keys.item_part(scope, item_id), scan_index_forward=forward)
            rows = fetch_in_order(model, named)
        for row in rows:
            yield read(Revision, row)
