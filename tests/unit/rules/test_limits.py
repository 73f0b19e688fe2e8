"""What a sentence says of how long it holds, and what it only seems to say."""

from datetime import UTC, datetime

import pytest

from slowwave.adapters.local.rules import propose_candidates
from slowwave.adapters.local.rules.dates import end_of_it, expiry
from slowwave.domain.claims import Candidate, Signal
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window

SAID = datetime(2026, 3, 2, tzinfo=UTC)  # a Monday


def read(text: str) -> list[Candidate]:
    record = Record(Scope("acme", "dev"), "s1", Actor.USER, Kind.MESSAGE, Origin.USER, text, SAID)
    found = propose_candidates(Window("s1", (record,), frozenset({record.id})))
    return [each for each in found if each.signal is not Signal.UNCLEAR]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("until Sunday, 5 April 2026 it is 30 s", "2026-04-05"),
        ("until Sunday the 5th of April, it is 30 s", "2026-04-05"),
        ("until Sunday it is 30 s", "2026-03-08"),
        ("30 s thru Mar 23, then the old one", "2026-03-23"),
    ],
)
def test_a_date_beside_a_day_of_the_week_says_which_one(text: str, day: str) -> None:
    limited, until = expiry(text, SAID)
    assert limited
    assert until is not None
    assert until.date().isoformat() == day


def test_the_end_of_a_limit_may_stand_in_the_next_sentence() -> None:
    (found,) = read("For a limited time the timeout of billing is 90 s. It ends on 20 March, as agreed.")
    assert found.claim.key.qualifier == ""
    assert found.claim.valid_until is not None
    assert found.claim.valid_until.date().isoformat() == "2026-03-20"
    assert end_of_it("The tests end with a summary.", SAID) is None


def test_a_limit_whose_end_nobody_tells_is_no_lasting_value() -> None:
    assert read("For a limited time the timeout of billing is 90 s. Thanks for the tests.") == []


@pytest.mark.parametrize(
    "text",
    [
        "The timeout of billing is 90 s, isn't it? I have to fill in a form.",
        "The timeout of billing is 90 s, or is it? I lost track.",
        "It was said that billing is running in eu-harbor-3.",
    ],
)
def test_what_is_asked_back_or_was_said_by_nobody_in_particular_states_nothing(text: str) -> None:
    assert read(text) == []


def test_a_relative_clause_and_an_idiom_are_no_place_where_a_value_holds() -> None:
    for text in (
        "For legal reasons, billing is hosted in eu-harbor-3.",
        "On reflection, the timeout of billing is 90 s.",
    ):
        (found,) = read(text)
        assert found.claim.key.qualifier == ""
