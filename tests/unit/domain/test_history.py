"""Whatever is done to a chain behind its back shows, and shows where it was done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.commitments import SALT_BYTES, committed, erase
from slowwave.domain.history import End, Finding, History, Link, follow
from slowwave.domain.runs import REMOVED, UNSALTED, Revision
from tests.unit.domain.builders import SCOPE, START

LENGTH = 8
places = st.integers(1, LENGTH)
FIELDS: dict[str, Any] = {
    "sequence": 99,
    "item_kind": "page",
    "item_id": "n-9",
    "to_version": 99,
    "state": "retired",
    "reason": "another",
    "cause": "operator",
    "evidence": ("r-9",),
    "content_hash": "9" * 64,
    "previous": "9" * 64,
    "commitment": "9" * 64,
    "salt": "99" * SALT_BYTES,
}


@st.composite
def chains(draw: st.DrawFn) -> list[Revision]:
    """A chain of changes of a few items, of which the first may be of before there were commitments."""
    old = draw(st.integers(0, LENGTH))
    items = draw(st.lists(st.sampled_from(["n-1", "n-2", "n-3"]), min_size=LENGTH, max_size=LENGTH))
    chain: list[Revision] = []
    for sequence, item_id in enumerate(items, start=1):
        version = sum(each.item_id == item_id for each in chain) + 1
        previous = chain[-1].hash if chain else ""
        content, evidence = f"{sequence:064x}", (f"r-{sequence}",)
        link = Revision(
            SCOPE, sequence, "note", item_id, version, "active", "why", "run-1", START, evidence, content, previous
        )
        chain.append(replace(link, schema=UNSALTED) if sequence <= old else committed(link, f"{sequence:032x}"))
    return chain


def end_of(chain: list[Revision]) -> End:
    return End(len(chain), chain[-1].hash)


def read(stored: dict[int, Revision], end: End) -> History:
    return follow([Link(place, each) for place, each in sorted(stored.items())], end)


def placed(chain: list[Revision]) -> dict[int, Revision]:
    return {each.sequence: each for each in chain}


def first(history: History) -> Finding:
    assert history.findings
    return history.findings[0]


@given(chain=chains())
def test_an_untouched_chain_has_no_finding(chain: list[Revision]) -> None:
    history = read(placed(chain), end_of(chain))
    assert history.findings == ()
    assert history.latest == {("note", each.item_id): each for each in chain}


def test_no_chain_at_all_has_no_finding() -> None:
    assert follow([], End()).findings == ()


@given(chain=chains(), place=places, name=st.sampled_from(sorted(FIELDS)))
def test_an_edit_is_named_where_it_was_made(chain: list[Revision], place: int, name: str) -> None:
    edited = replace(chain[place - 1], **{name: FIELDS[name]})
    history = read({**placed(chain), place: edited}, end_of(chain))
    if edited.schema == UNSALTED and name in ("commitment", "salt"):
        assert history.findings == ()  # the older formula has none, and the chain covers none
        return
    assert first(history).entry == f"revision {place}"


@given(chain=chains(), place=places)
def test_a_removal_is_named_where_it_was_made(chain: list[Revision], place: int) -> None:
    stored = placed(chain)
    del stored[place]
    found = first(read(stored, end_of(chain)))
    assert (found.entry, "missing" in found.problem) == (f"revision {place}", True)


@given(chain=chains(), pair=st.lists(places, min_size=2, max_size=2, unique=True))
def test_revisions_that_changed_places_are_named(chain: list[Revision], pair: list[int]) -> None:
    one, other = sorted(pair)
    stored = placed(chain)
    stored[one], stored[other] = stored[other], stored[one]
    assert (
        str(first(read(stored, end_of(chain)))) == f"revision {one} holds revision {other}: it was moved or copied here"
    )


@given(chain=chains(), pair=st.lists(places, min_size=2, max_size=2, unique=True))
def test_a_copy_over_another_is_named(chain: list[Revision], pair: list[int]) -> None:
    source, target = pair
    found = first(read({**placed(chain), target: chain[source - 1]}, end_of(chain)))
    assert str(found) == f"revision {target} holds revision {source}: it was moved or copied here"


@given(chain=chains(), place=places)
def test_a_chain_that_closes_up_over_a_removal_is_found(chain: list[Revision], place: int) -> None:
    """Whoever renumbers what follows has to give it other hashes."""
    left = [each for each in chain if each.sequence != place]
    moved = {n: replace(each, sequence=n) for n, each in enumerate(left, start=1)}
    assert read(moved, end_of(chain)).findings
    if place < LENGTH:
        assert read(moved, End(LENGTH - 1, chain[-1].hash)).findings


@given(chain=chains(), cut=places)
def test_a_chain_that_was_cut_is_found_while_its_head_stands(chain: list[Revision], cut: int) -> None:
    assert read(placed(chain[: cut - 1]), end_of(chain)).findings


def erased(chain: list[Revision], gone: set[int], items: set[str]) -> tuple[dict[int, Revision], End]:
    """The chain with these places emptied, going on with an erasure that removes these items."""
    longer = [erase(each) if each.sequence in gone else each for each in chain]
    for item_id in sorted(items):
        version = 1 + max(each.to_version for each in chain if each.item_id == item_id)
        place = len(longer) + 1
        removal = Revision(
            SCOPE, place, "note", item_id, version, REMOVED, "why", "e-1", START, (), "", longer[-1].hash
        )
        longer.append(committed(removal, "00" * SALT_BYTES))
    return placed(longer), end_of(longer)


@given(chain=chains(), gone=st.sets(places, min_size=1))
def test_what_was_emptied_is_named_unless_an_erasure_of_its_item_says_so(chain: list[Revision], gone: set[int]) -> None:
    stored, end = erased(chain, gone, set())
    assert first(read(stored, end)).entry == f"revision {min(gone)}"
    stored, end = erased(chain, gone, {chain[place - 1].item_id for place in gone})
    history = read(stored, end)
    assert history.findings == ()
    assert {*history.erased} == gone | {*range(LENGTH + 1, end.sequence + 1)}
    assert not {f"r-{place}" for place in gone} & history.cited.keys()


@given(chain=chains(), place=places)
def test_an_erasure_of_other_items_is_no_cover_for_what_was_emptied(chain: list[Revision], place: int) -> None:
    emptied = chain[place - 1].item_id
    stored, end = erased(chain, {place}, {each.item_id for each in chain} - {emptied})
    assert [each.entry for each in read(stored, end).findings] == [f"revision {place}"]


@given(chain=chains(), place=places)
def test_no_revision_passes_for_one_of_before_there_were_commitments(chain: list[Revision], place: int) -> None:
    """Of those the chain covers no more than a hash that is written beside them."""
    stored, end = erased(chain, set(), {each.item_id for each in chain})
    revision = stored[place]
    forged = replace(erase(revision), schema=UNSALTED, state=REMOVED, cause="e-1", commitment=revision.hash)
    found = read({**stored, place: forged}, end).findings
    assert f"revision {place}" in [each.entry for each in found]
