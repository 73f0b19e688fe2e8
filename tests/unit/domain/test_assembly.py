"""The slice for a task: the same lines as rendering the whole block for every candidate gives, and for less."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.adapters.tokens import BpeTokenizer
from slowwave.domain.assembly import Opened, open_set, ranked_text, slice_for
from slowwave.domain.claims import Lane, Standing
from slowwave.domain.injection import InjectionSet, SetItem, set_content
from slowwave.online.lexical import rank
from tests.unit.domain.builders import SCOPE, item

WORDS = [
    "billing",
    "retry",
    "orders",
    "café",
    "日本語",
    "`make x`",
    "a/b_c.py",
    "— “quoted”",
    "]\t)",
    "!!!",
    "10 000",
    "🙂",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join)


@cache
def tokenizer(name: str) -> BpeTokenizer:
    return BpeTokenizer(name)


def naive(opened: Opened, task: str) -> tuple[SetItem, ...]:
    chosen: tuple[SetItem, ...] = ()
    for position, _ in rank(task, [ranked_text(each) for each in opened.pool]):
        wider = (*chosen, opened.pool[position])
        if opened.fits(wider):
            chosen = wider
    return chosen


@given(
    st.lists(st.tuples(TEXTS, st.sampled_from(Standing), st.sampled_from(Lane)), min_size=1, max_size=30),
    st.integers(50, 400),
    st.sampled_from(["o200k_base", "cl100k_base"]),
)
@settings(max_examples=60, deadline=None)
def test_what_cannot_fit_is_passed_over_without_changing_the_slice(
    given: list[tuple[str, Standing, Lane]], limit: int, name: str
) -> None:
    items = [item(f"p-{n:08d}", text, standing=standing, lane=lane) for n, (text, standing, lane) in enumerate(given)]
    made = InjectionSet(SCOPE, name, limit, limit, True, tuple(items[:3]), tuple(items[3:]))
    opened = open_set(made, set_hash="0" * 64, withheld=frozenset(), limit=limit, count=tokenizer(name).count)
    for task in ("billing orders", "retry café make"):
        assert slice_for(opened, task, rank) == naive(opened, task)


def test_a_block_is_rendered_for_few_of_many_candidates() -> None:
    items = [item(f"p-{n:08d}", f"Billing line {n} has some more words to say") for n in range(300)]
    made = InjectionSet(SCOPE, "o200k_base", 300, 100, True, (), tuple(items))
    counted: list[int] = []

    def count(text: str) -> int:
        counted.append(len(text))
        return tokenizer("o200k_base").count(text)

    opened = open_set(made, set_hash="0" * 64, withheld=frozenset(), limit=300, count=count)
    assert slice_for(opened, "billing", rank)
    assert sum(size > 300 for size in counted) < 30


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("manual/service-levels.md, 2025-08-01", "manual service levels"),
        ("policies/2026/expenses_v2.final.md, 2026-01-01", "policies expenses final"),
        ("", ""),
    ],
)
def test_a_line_of_a_document_is_found_by_the_words_in_its_path_and_not_by_numbers(source: str, names: str) -> None:
    line = replace(item("p-1", "Faults are answered within 40 minutes."), source=source)
    assert ranked_text(line) == f"{line.text} {line.directory} {names}".strip()


def test_a_line_is_found_by_the_words_of_its_key_that_its_text_lacks() -> None:
    said = replace(item("p-00000001", "ledger keeps its data on postgres-ridge"), about="database host")
    other = item("p-00000002", "ledger listens on port 48213")
    opened = Opened("0" * 64, (), (said, other), 400, len)
    assert slice_for(opened, "Which database host?", rank) == (said,)


def test_a_set_without_words_of_keys_has_the_bytes_it_had_before_sets_held_any() -> None:
    plain = InjectionSet(SCOPE, "o200k_base", 200, 120, True, (item("p-00000001", "Use tabs"),), ())
    assert "about" not in set_content(plain)["stable"][0]
    assert (
        set_content(replace(plain, stable=(replace(plain.stable[0], about="indent"),)))["stable"][0]["about"]
        == "indent"
    )
