"""What a run may take for news while a person's rollback holds: words, and neither time, rank nor freshness."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.holding import ROOM_OF_NOTES, Sets, has_news
from slowwave.domain.injection import InjectionSet, Layer, RolledBack, SetItem
from slowwave.domain.notes import NoteState
from slowwave.domain.policy import AgentPolicy
from tests.unit.domain.builders import AS_OF, SCOPE, item, note

POLICY = AgentPolicy(SCOPE)
MARK = RolledBack("r-act", AS_OF, ("a" * 64,))
TABS, PNPM, GZIP = item("p-1"), item("p-2", "Use pnpm for packages"), item("p-3", "Use gzip for archives")


def of(*lines: SetItem, pool: tuple[SetItem, ...] = ()) -> InjectionSet:
    return InjectionSet(SCOPE, "o200k_base", 1000, 600, inject_assumptions=True, stable=lines, pool=pool)


def news(candidate: InjectionSet, sets: Sets, mark: RolledBack = MARK, state: NoteState | None = None) -> bool:
    notes = {each.note_ids[0]: replace(note(), state=state) for each in (TABS, PNPM, GZIP)} if state else {}
    return has_news(replace(sets, candidate=candidate), mark, POLICY, notes)


BEFORE = Sets(of(), current=of(TABS), away=(of(PNPM),))


@given(
    st.sets(st.sampled_from([TABS, PNPM])),
    st.integers(0, 4),
    st.floats(0, 1),
    st.integers(1, 90),
    st.sampled_from([None, NoteState.ACTIVE, NoteState.RETIRED, NoteState.EXPIRED]),
)
def test_no_selection_from_what_the_sets_had_is_news_however_it_ranks(
    chosen: set[SetItem], freshness: int, importance: float, tokens: int, state: NoteState | None
) -> None:
    shown = sorted(chosen, key=lambda each: each.item_id)
    aged = tuple(replace(each, freshness=freshness, importance=importance, tokens=tokens) for each in shown)
    assert not news(of(*aged), BEFORE, state=state)
    assert not news(of(pool=aged), BEFORE, state=state)


@pytest.mark.parametrize(
    "line",
    [
        GZIP,
        replace(TABS, text="Use tabs for indent everywhere"),
        replace(TABS, quotes=(*TABS.quotes, replace(TABS.quotes[0], date="2026-02-01"))),
    ],
    ids=["a line", "other words", "more evidence"],
)
def test_words_that_no_set_had_are_news(line: SetItem) -> None:
    assert news(of(PNPM, line), BEFORE)


def test_a_line_that_only_moved_up_is_none_and_one_said_since_is() -> None:
    pool = tuple(replace(item(f"n-{n}", layer=Layer.NOTE), text=f"Use {n}") for n in range(ROOM_OF_NOTES))
    crowded = Sets(of(), current=of(TABS), away=(of(pool=pool),))
    moved = item("n-up", layer=Layer.NOTE)
    assert not news(of(pool=(*pool[1:], moved)), crowded)
    assert news(of(pool=(*pool[1:], moved)), replace(crowded, away=(of(pool=pool[1:]),)))
    said = replace(moved, quotes=(replace(moved.quotes[0], date=(AS_OF + timedelta(days=1)).date().isoformat()),))
    assert news(of(pool=(*pool[1:], said)), crowded)


@pytest.mark.parametrize(
    ("state", "despite", "expected"),
    [
        (NoteState.CONTRADICTED, False, True),
        (NoteState.PENDING, False, True),
        (NoteState.REJECTED, False, True),
        (NoteState.CONTRADICTED, True, False),
        (NoteState.PENDING, True, False),
        (NoteState.REJECTED, True, True),
        (NoteState.RETIRED, False, False),
        (NoteState.EXPIRED, False, False),
    ],
)
def test_a_line_that_evidence_took_out_is_news_unless_it_was_out_when_it_was_asked_for(
    state: NoteState, despite: bool, expected: bool
) -> None:
    mark = replace(MARK, despite=("p-1",) if despite else ())
    assert news(of(PNPM), BEFORE, mark, state) is expected
    withheld = replace(BEFORE, withheld=frozenset({"p-1"}))
    assert not news(of(PNPM), withheld, mark, state)


def test_what_an_erasure_had_folded_again_is_no_news_and_more_evidence_is() -> None:
    said = frozenset(quote.span.record_id for quote in GZIP.quotes)
    mark = replace(MARK, again=tuple(said))
    assert not news(of(PNPM, GZIP), BEFORE, mark)
    span = replace(GZIP.quotes[0].span, record_id="r-new")
    assert news(of(PNPM, replace(GZIP, quotes=(*GZIP.quotes, replace(GZIP.quotes[0], span=span)))), BEFORE, mark)


def test_a_line_that_moves_up_where_an_erasure_made_room_is_no_news() -> None:
    pool = tuple(item(f"p-{number}") for number in range(10, 10 + POLICY.pool_size - 1))
    full = replace(BEFORE, away=(of(pool=pool),))
    old = replace(GZIP, quotes=tuple(replace(each, date="2020-01-01") for each in GZIP.quotes))
    assert news(of(old), full)
    assert not news(of(old), full, replace(MARK, taken=1))
