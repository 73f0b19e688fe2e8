from __future__ import annotations

import pytest

from slowwave.adapters.tokens import NAMES, PIECE_CHARS, BpeTokenizer
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
    assert tokenizer.count("word " * PIECE_CHARS) == pytest.approx(PIECE_CHARS, abs=10)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidInput, match="o200k_base, cl100k_base"):
        BpeTokenizer("gpt-2")
