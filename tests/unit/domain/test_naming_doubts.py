"""Unclear words about a thing are about it under all its names."""

from dataclasses import replace

from slowwave.domain.claims import Claim, ClaimKey, Polarity, Skeleton, Standing, Value
from slowwave.domain.doubts import UNCLEAR
from slowwave.domain.naming import ONE_NAME_EACH, Names
from slowwave.domain.twins import anchors

BOTH = frozenset({"billing", "invoicing service"})
NAMES = Names(dict.fromkeys(BOTH, BOTH))


def unclear(words: str) -> Claim:
    key = ClaimKey("callers", UNCLEAR)
    return Claim(Skeleton.CODING, key, Polarity.AFFIRM, Value(), words, Standing.ASSUMPTION, UNCLEAR)


def test_words_about_one_name_are_found_by_the_other() -> None:
    retold = NAMES.retold(unclear("callers of the invoicing service get 2950 ms now"))
    assert "billing" in retold.statement
    assert "coding bill" in anchors(retold)


def test_words_about_something_else_and_claims_that_were_read_stay_as_they_are() -> None:
    other = unclear("callers of search get 2950 ms now")
    read = replace(unclear("billing is up"), category="fact")
    assert NAMES.retold(other) == other
    assert NAMES.retold(read) == read
    assert ONE_NAME_EACH.retold(unclear("billing is up")) == unclear("billing is up")
