"""Revisions commit to what they no longer have to hold: erasing leaves the chain as it was and gives nothing away."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.commitments import SALT_BYTES, commitment, committed, erase, holds
from slowwave.domain.runs import UNSALTED, Revision
from tests.contract.chain import verify_chain
from tests.unit.domain.builders import SCOPE, START

SALT = "00" * SALT_BYTES
salts = st.binary(min_size=SALT_BYTES, max_size=SALT_BYTES).map(bytes.hex)
hashes = st.text("0123456789abcdef", min_size=64, max_size=64)


def revision(sequence: int = 1, previous: str = "", content_hash: str = "c" * 64) -> Revision:
    evidence = (f"r-{sequence}",)
    return Revision(
        SCOPE, sequence, "note", "n-1", sequence, "active", "why", "run-1", START, evidence, content_hash, previous
    )


@st.composite
def chains(draw: st.DrawFn) -> list[Revision]:
    """A chain that starts before there were commitments, or does not."""
    old = draw(st.integers(0, 3))
    chain: list[Revision] = []
    for sequence in range(1, 7):
        link = revision(sequence, chain[-1].hash if chain else "", draw(hashes))
        chain.append(replace(link, schema=UNSALTED) if sequence <= old else committed(link, draw(salts)))
    return chain


def problems(chain: Sequence[Revision]) -> list[str]:
    broken = [f"revision {each.sequence} does not hold" for each in chain if not holds(each)]
    return verify_chain(chain, sequence=6, chain=chain[-1].hash) + broken


@given(chain=chains(), gone=st.sets(st.integers(0, 5)))
def test_a_chain_verifies_whatever_was_erased_from_it(chain: list[Revision], gone: set[int]) -> None:
    left = [erase(each) if number in gone else each for number, each in enumerate(chain)]
    assert problems(left) == []
    assert [each.hash for each in left] == [each.hash for each in chain]
    assert all(left[number].erased for number in gone)


@given(chain=chains(), gone=st.integers(0, 5))
def test_erasing_twice_is_erasing_once(chain: list[Revision], gone: int) -> None:
    once = erase(chain[gone])
    assert erase(once) == once


@pytest.mark.parametrize("field", ["content_hash", "evidence", "salt"])
def test_what_is_committed_to_cannot_change_unseen(field: str) -> None:
    link = committed(revision(), SALT)
    assert holds(link)
    changed = {"content_hash": "d" * 64, "evidence": ("r-9",), "salt": "11" * SALT_BYTES}
    assert not holds(replace(link, **{field: changed[field]}))  # type: ignore[arg-type]
    assert not holds(replace(link, salt="no hex"))


@pytest.mark.parametrize("change", [{"reason": "other"}, {"item_id": "n-2"}, {"to_version": 7}, {"commitment": "f"}])
def test_what_is_left_of_an_erased_revision_is_still_covered(change: dict[str, object]) -> None:
    link = erase(committed(revision(), SALT))
    assert replace(link, **change).hash != link.hash  # type: ignore[arg-type]


@given(one=salts, other=salts, content=hashes)
def test_the_same_content_has_another_commitment_under_another_salt(one: str, other: str, content: str) -> None:
    assert (commitment(one, content, ()) == commitment(other, content, ())) == (one == other)


def test_nothing_that_was_erased_is_left_in_what_is_stored() -> None:
    link = committed(revision(), SALT)
    left = repr(erase(link))
    assert link.content_hash not in left
    assert link.salt not in left
    assert link.evidence[0] not in left


def test_the_formula_of_before_there_were_commitments_stays() -> None:
    pinned = "220124f3092809cc4af8da327d63cf4808b0219c267862661c7c2bdab332a74c"
    assert replace(revision(), schema=UNSALTED).hash == pinned
