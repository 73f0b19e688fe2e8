from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.adapters.tokens import NAMES, BpeTokenizer
from slowwave.errors import InvalidInput


@pytest.mark.parametrize("name", NAMES)
def test_the_empty_text_has_no_tokens(name: str) -> None:
    assert BpeTokenizer(name).count("") == 0


@pytest.mark.parametrize(
    ("name", "text", "tokens"), [("o200k_base", "hello world", 2), ("cl100k_base", "hello world", 2)]
)
def test_known_texts_have_their_known_number_of_tokens(name: str, text: str, tokens: int) -> None:
    assert BpeTokenizer(name).count(text) == tokens
    assert BpeTokenizer(name).name == name


@pytest.mark.parametrize("name", NAMES)
def test_special_tokens_in_a_text_are_counted_as_text(name: str) -> None:
    assert BpeTokenizer(name).count("<|endoftext|>") > 1


@pytest.mark.parametrize("name", NAMES)
def test_texts_of_any_length_and_broken_unicode_are_counted(name: str) -> None:
    tokenizer = BpeTokenizer(name)
    assert tokenizer.count("a\ud800b") > 0
    assert tokenizer.count("word " * 500_000) == pytest.approx(500_000, abs=1)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None)  # the first example waits for the library's own half
@given(text=st.text(st.characters(categories=("L", "N", "P", "S", "Z", "Cs", "Cc"))))
def test_a_count_is_the_number_of_tokens_that_the_library_encodes(name: str, text: str) -> None:
    assert BpeTokenizer(name).count(text) == len(_library(name).encode_ordinary(text))


@cache
def _library(name: str) -> Any:
    import bpe_openai

    return bpe_openai.get_encoding(name)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidInput, match="o200k_base, cl100k_base"):
        BpeTokenizer("gpt-2")
