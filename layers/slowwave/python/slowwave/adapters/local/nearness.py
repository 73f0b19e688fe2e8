"""Whether two statements are close enough for the rules to look at them, by an embedding model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slowwave.domain.scope import Scope
from slowwave.ports.models import Embedder

CLOSE: Final = 0.6
"""Cosine from which a pair is looked at; contradictions lie above it too, so it decides nothing alone."""

_DIGITS: Final = 6
"""Beyond these the order of float additions decides."""


class StatementNearness:
    """Cosine of two statements over a threshold: a function of the two texts and the model, and of no index, so that
    what was embedded before, or lost since, changes no answer.
    """

    def __init__(self, embedder: Callable[[Scope], Embedder]) -> None:
        self._embedder = embedder

    def __call__(self, scope: Scope, one: str, other: str) -> bool:
        if not one or not other:
            return False
        first, second = self._embedder(scope).embed([one, other])
        return round(sum(a * b for a, b in zip(first, second, strict=True)), _DIGITS) >= CLOSE
