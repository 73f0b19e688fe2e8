"""A model that is asked once for a window: replies are kept by the hash of (version, model, input).

It goes around whatever is not a function of code alone. The rules are code: what they propose is computed again by
every replay, at no cost, and what they proposed before another version of them is told by the version of the run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.record_json import encode
from slowwave.domain.windows import Window
from slowwave.ports.models import ExtractionModel
from slowwave.ports.replies import Reply, ReplyStore
from slowwave.prompts.extraction import VERSION, items_of


class KeptModel:
    """`ExtractionModel` that reads what was answered before, in the scope of the records it is asked about.

    Args:
        model: asked for what is not kept. It sees redacted records only, and so does the store.
        replies: where the raw replies are kept.
    """

    def __init__(self, model: ExtractionModel, replies: ReplyStore) -> None:
        self._model = model
        self._replies = replies

    @property
    def version(self) -> str:
        return self._model.version

    @property
    def priced(self) -> bool:
        return self._model.priced

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        if not window.records:
            return ()
        scope = window.records[0].scope
        question = question_of(self.version, window)
        kept = self._replies.get(scope, question)
        if kept is None:
            shown = tuple(record.id for record in window.records)
            fresh = tuple(_storable(items_of(self._model.propose(window))))
            kept = self._replies.put(scope, question, Reply(VERSION, self.version, window.session, shown, fresh))
        return cast("Sequence[Mapping[str, Any]]", kept.items)


def question_of(model: str, window: Window) -> str:
    """Return the hash of (version, model, input)."""
    shown = [encode(record) for record in window.records]
    return sha256_hex(canonical_json([VERSION, model, window.session, shown, sorted(window.fresh)]))


def _storable(items: Sequence[Any]) -> Iterator[Any]:
    """Yield the items as JSON-ready data; one that is no JSON can be no candidate, and only that it came is kept."""
    for item in items:
        try:
            yield json.loads(canonical_json(item))
        except (TypeError, ValueError, RecursionError):
            yield f"an item of type {type(item).__name__} that is no JSON"
