"""Versions of one sentence of a document meet under one key; look-alikes, conditions and drafts do not."""

from collections.abc import Callable

import pytest

from slowwave.domain.claims import Candidate, ClaimKey, Skeleton
from slowwave.domain.records import Actor, Kind, Origin, Record

Propose = Callable[..., tuple[Candidate, ...]]
Make = Callable[..., Record]


@pytest.fixture
def key(record: Make, propose: Propose) -> Callable[[str], tuple[ClaimKey, str]]:
    """The key and value of the one claim of a document."""

    def read(text: str) -> tuple[ClaimKey, str]:
        (found,) = propose([record(text, actor=Actor.SYSTEM, kind=Kind.DOCUMENT, origin=Origin.FILE)])
        return found.claim.key, f"{found.claim.value.text} {found.claim.value.unit}".strip()

    return read


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Guest data is stored in the Oslo region.", "Guest data is stored in the Bergen region since 2026-03-01."),
        ("Oats cost 0.92 euros per kg.", "Oats cost 0.99 euros per kg as of 2026-02-01."),
        ("The notice period is three months.", "The notice period is 6 months with effect from 2026-02-01."),
        ("Handover takes place on Tuesday at 10:00.", "Handover takes place on Monday at 09:00."),
        (
            "The lease with Ostara & Partner ends on 2026-12-31.",
            "The lease with Ostara & Partner ends on 30 June 2027.",
        ),
        ("The portal is owned by team Dispatch.", "The portal is owned by team Intake."),
        ("Services exchange events over RabbitMQ.", "Services exchange events over NATS JetStream."),
        ("# Terms 2025\n\nNotice period: 3 months", "# Terms 2026\n\nNotice period: 6 months"),
    ],
)
def test_a_new_version_meets_the_old_one_and_differs_in_its_value(
    old: str, new: str, key: Callable[[str], tuple[ClaimKey, str]]
) -> None:
    before, after = key(old), key(new)
    assert before[0] == after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The supply voltage of the Boreal 30 is 24 V.", "The supply voltage of the Boreal 30 Mini is 12 V."),
        ("The Boreal 30 weighs 2 kg.", "The Boreal 40 weighs 3 kg."),
        ("Faults of priority 1 are answered within 15 minutes.", "Faults of priority 2 are answered within 4 hours."),
        ("The basic plan costs 21 pounds a month.", "In Malta the basic plan costs 16 pounds a month."),
        ("The basic plan costs 21 pounds a month.", "The basic plan costs 210 pounds a year."),
        ("Guest data is stored in the Oslo region.", "Guest data is stored in Postgres."),
        ("The turnover of 2024 was 3 million euros.", "The turnover of 2025 was 4 million euros."),
        ("Orders over 5 tonnes are delivered within 2 days.", "Orders over 9 tonnes are delivered within 4 days."),
        ("# Lease Nordsee\n\nNotice period: 3 months", "# Lease Ostara\n\nNotice period: 6 months"),
    ],
)
def test_what_only_looks_alike_keeps_a_key_of_its_own(
    one: str, other: str, key: Callable[[str], tuple[ClaimKey, str]]
) -> None:
    assert key(one)[0] != key(other)[0]


def test_a_person_who_corrects_a_document_speaks_under_its_key_and_in_no_document(
    record: Make, propose: Propose, key: Callable[[str], tuple[ClaimKey, str]]
) -> None:
    (said,) = propose([record("the handbook is out of date: handover takes place on Monday at 09:00")])
    assert said.claim.key == key("Handover takes place on Tuesday at 10:00.")[0]
    assert said.claim.skeleton is not Skeleton.DOCUMENT
    assert said.claim.protected
