"""What a home still computes from after an erasure: embeddings of any other text are those of erased words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from slowwave.domain.changes import Versioned
from slowwave.domain.notes import Note, Observation
from slowwave.domain.records import Kind, Origin
from slowwave.domain.runs import Run
from slowwave.domain.secrets import redact
from slowwave.domain.twins import Kin, Tombstone
from slowwave.ports.erasing import Kept


def texts_left(items: Iterable[Any], records: Iterable[Kept]) -> Iterator[str]:
    """Yield the texts that a run may have embedded of what is left: statements, tasks, and what users asked for."""
    for each in items:
        item = each.item if isinstance(each, Versioned) else each
        if isinstance(item, Note | Observation | Kin | Tombstone):
            yield item.claim.statement
        elif isinstance(item, Run):
            yield item.task
    for line in records:
        if line.record.origin is Origin.USER and line.record.kind is Kind.MESSAGE:
            yield redact(line.record.text)
