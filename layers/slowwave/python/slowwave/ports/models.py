"""Ports to models: what proposes candidates, what writes pages, what turns text into vectors, what counts tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from slowwave.domain.windows import Window

MOST_REPLY_TOKENS = 4_096
"""What one reply of a paid model may take; its adapter asks for no more."""


class ExtractionModel(Protocol):
    """Proposes candidates from a window of redacted records. Its items are untrusted: code validates each."""

    @property
    def version(self) -> str:
        """Name and version; stored with every reply and part of its hash."""
        ...

    @property
    def priced(self) -> bool:
        """Whether it is paid by the token: what it is shown, and a reply of at most `MOST_REPLY_TOKENS`."""
        ...

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        """Return proposed items in the shape of `prompts.extraction`; raises `Unavailable` when it cannot answer."""
        ...


class Embedder(Protocol):
    """Turns text into unit vectors. Vectors of different `version`s are never compared."""

    @property
    def version(self) -> str:
        """Model id with the digest of its weights."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Sequence[tuple[float, ...]]:
        """Return one unit vector (L2 norm 1) a text, in order."""
        ...


class Tokenizer(Protocol):
    """Counts tokens under a named vocabulary; budgets are meaningless without the name."""

    @property
    def name(self) -> str:
        """The vocabulary, such as `o200k_base`."""
        ...

    def count(self, text: str) -> int:
        """Tokens of the text; 0 for the empty text."""
        ...
