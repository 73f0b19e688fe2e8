"""A wish that is changed or taken back meets the wish of before under the same key, so that both never stand."""

from collections.abc import Callable

import pytest

from slowwave.domain.claims import Candidate, Claim, Polarity
from slowwave.domain.records import Record

CHANGES = (
    ("Please answer in British English.", "Switch to American English for your answers."),
    ("Keep your answers under 150 words.", "Make it 300 words at most from now on."),
    ("Keep it under 150 words unless I ask for more.", "You can write up to 400 words now."),
    ("No bullet points, I read them on a screen reader.", "You may use bullets again."),
    ("From now on no tables", "Tables are fine again."),
    ("Call me Doctor in letters.", "Call me Professor in letters, not Doctor."),
    ("I have hay fever.", "I no longer have hay fever."),
    ("I don't drink red at all", "I drink red again"),
    ("I fly out of Lyon, LYS.", "We moved house, I fly from Basel now, BSL."),
    ("tuesday, thursday and sunday work for me", "thursdays are gone, I can only do tuesday and sunday for good"),
    ("I need the sales digest every Monday at 8.", "The digest has to be there on Fridays at 16:00 instead."),
    ("I need the sales digest every Monday, in euros.", "Digest in dollars from now on, headquarters insists."),
    ("I'd like homework after every session, one thing only", "and make the homework two things, one is too easy"),
    ("I want the briefing every morning.", "I no longer want the briefing."),
    ("Max 160 euros a night, and quiet.", "hotel budget is 190 euros a night from now on, prices went up"),
    ("python 3.12 for all services", "and we're on 3.13 in all services since the base image update"),
    ("no friday deploys, learned that the hard way", "friday deploys are fine again"),
    ("no friday meetings please", "friday meetings are ok again"),
    ("my knee hurts going down, so no hills please", "knee is ok, you can put hills back in"),
    ("I'm bad at speaking, so please no goals with talks", "put talks back into the goals"),
    ("book trains through the company portal, never through agencies", "from now on book trains with the rail app"),
    ("uploads use the role report-writer, not personal keys", "uploads use the role media-writer now"),
    ("always prefix css classes with nt-", "css classes always start with so-"),
    ("the changelog lives in CHANGES.rst", "the changelog lives in docs/changes.md"),
    ("Copy the finance lead on anything about budgets.", "copy the controller on all budget mails"),
    ("deploys go out with just deploy", "deploys go out with make ship now"),
    (
        "code in src/refunds doesn't touch storage directly, it goes through LedgerGateway",
        "the old gateway class is deleted, src/refunds calls ledger_client.totals() from now on",
    ),
)


def asserts(claim: Claim) -> tuple[Polarity, str, str]:
    return claim.polarity, claim.value.text, claim.value.unit


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_what_changes_a_wish_has_its_key_and_asserts_something_else(
    before: str, after: str, record: Callable[..., Record], propose: Callable[..., tuple[Candidate, ...]]
) -> None:
    old = {each.claim.key: each.claim for each in propose([record(before)])}
    new = {each.claim.key: each.claim for each in propose([record(after)])}
    shared = old.keys() & new.keys()
    assert shared
    assert all(asserts(old[key]) != asserts(new[key]) for key in shared)
