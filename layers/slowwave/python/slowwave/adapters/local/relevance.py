"""E of the utility view with an embedding model: cosine of a statement to the current task vector."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime

from slowwave.domain.openings import RECENT_TASKS, day_of
from slowwave.domain.scope import Scope
from slowwave.domain.secrets import redact
from slowwave.ports.models import Embedder
from slowwave.ports.records import RecordStore
from slowwave.ports.tasks import TaskLog

Vector = Sequence[float]


class TaskRelevance:
    """Relevance to the task at hand, or else to the mean of the tasks that recent sessions opened with.

    The tasks of a day are those set before it, so the vector is a function of the records alone, whenever it is asked
    for. Only redacted text is embedded.
    """

    def __init__(self, tasks: TaskLog, records: RecordStore, embedder: Callable[[Scope], Embedder]) -> None:
        self._tasks = tasks
        self._records = records
        self._embedder = embedder
        self._vectors: dict[tuple[Scope, str, datetime], Vector | None] = {}

    def __call__(self, scope: Scope, statement: str, query: str, at: datetime) -> float:
        wanted = (scope, query, day_of(at))
        if wanted not in self._vectors:
            self._vectors[wanted] = self._vector(*wanted)
        vector = self._vectors[wanted]
        if vector is None:
            return 0.0
        (own,) = self._embedder(scope).embed([statement])
        return sum(a * b for a, b in zip(own, vector, strict=True))

    def _vector(self, scope: Scope, query: str, day: datetime) -> Vector | None:
        texts = [query] if query else self._recent(scope, day)
        return _mean(self._embedder(scope).embed(texts)) if texts else None

    def _recent(self, scope: Scope, day: datetime) -> list[str]:
        opened = self._tasks.openings(scope, before=day, limit=RECENT_TASKS)
        found = self._records.get(scope, [each.record_id for each in opened])
        return [redact(found[each.record_id].text) for each in opened if each.record_id in found]


def _mean(vectors: Sequence[Vector]) -> Vector | None:
    """The mean at unit length; None when the vectors cancel each other out."""
    total = [math.fsum(each) for each in zip(*vectors, strict=True)]
    length = math.sqrt(math.fsum(each * each for each in total))
    return [each / length for each in total] if length else None
