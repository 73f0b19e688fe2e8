"""An Embedder that asks another one only once for a text: replies are kept by the hash of version and text."""

from __future__ import annotations

from collections.abc import Sequence

from slowwave.adapters.local.vectors import LocalVectorIndex
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.scope import Scope
from slowwave.ports.models import Embedder


def kept_id(version: str, text: str) -> str:
    """Return the id that the embedding of a text is kept under."""
    return sha256_hex(canonical_json([version, text]))


class KeptEmbedder:
    """Keeps the embeddings of one scope; scopes share none, so that none can tell what another embedded.

    Args:
        embedder: asked for what is not kept.
        kept: an index of its own directory; nothing is searched in it.
    """

    def __init__(self, embedder: Embedder, kept: LocalVectorIndex, scope: Scope) -> None:
        self._embedder = embedder
        self._kept = kept
        self._scope = scope

    @property
    def version(self) -> str:
        return self._embedder.version

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> Sequence[tuple[float, ...]]:
        hashes = {text: kept_id(self.version, text) for text in texts}
        known = dict(self._kept.get(self._scope, self.version, list(hashes.values())))
        missing = [text for text in hashes if hashes[text] not in known]
        if missing:
            fresh = zip(missing, self._embedder.embed(missing), strict=True)
            fresh_by_hash = {hashes[text]: vector for text, vector in fresh}
            self._kept.put(self._scope, self.version, fresh_by_hash)
            known |= fresh_by_hash
        return [known[hashes[text]] for text in texts]
