"""Port to the vector index: a projection of notes and pages that proposes ids, and may be lost and built again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from slowwave.domain.scope import Scope


class VectorIndex(Protocol):
    """Unit vectors of one scope by id and embedding version.

    It is never truth: a hit only proposes an id, and the item's current version in its store decides. A deleted item
    may be proposed and a new one missed for a while. No call reaches into another scope, and vectors of different
    embedding versions are never compared.
    """

    def put(self, scope: Scope, version: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Store vectors under their ids, in place of those of the same version that were there."""
        ...

    def remove(self, scope: Scope, ids: Sequence[str]) -> None:
        """Drop the ids in every version; an unknown id changes nothing."""
        ...

    def search(self, scope: Scope, version: str, vector: Sequence[float], k: int) -> list[tuple[str, float]]:
        """Return up to `k` ids with their cosine to a unit vector, nearest first, equals by id."""
        ...

    def get(self, scope: Scope, version: str, ids: Sequence[str]) -> Mapping[str, tuple[float, ...]]:
        """Return the vectors of those of the ids that have one of this version."""
        ...
