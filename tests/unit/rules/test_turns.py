"""A value that its own sentence or the next message takes back: the later one is kept, or nothing, never the first."""

from collections.abc import Callable

import pytest

from slowwave.adapters.local.rules.alike import alike
from slowwave.domain.claims import Candidate, Claim, Signal
from slowwave.domain.grounding import check
from slowwave.domain.records import Actor, Origin, Record

Make = Callable[..., Record]
Propose = Callable[..., tuple[Candidate, ...]]
Asserted = Callable[[Claim], str]


def clear(found: tuple[Candidate, ...]) -> list[Candidate]:
    return [each for each in found if each.signal is not Signal.UNCLEAR]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The retry limit of billing is 5, scratch that, 7.", "billing retry limit | is | +7"),
        ("The retry limit of billing is 5, changed to 7.", "billing retry limit | is | +7"),
        ("The retry limit of billing is 5 but was changed to 7 last week.", "billing retry limit | is | +7"),
        ("The retry limit of billing is 5, it's 7 now.", "billing retry limit | is | +7"),
        ("The retry limit of billing is 5 - actually 7.", "billing retry limit | is | +7"),
        ("The owner of billing is Kim, but Lee took over.", "billing owner | is | +lee"),
        ("The owner of billing is Kim, replaced by Lee.", "billing owner | is | +lee"),
        ("The owner of billing is team Alder, replaced by team Birch.", "billing owner | is | +team birch"),
        ("The database of billing is Postgres, now MySQL.", "billing database | is | +mysql"),
        ("The version of billing is 1.2, 1.3 since May.", "billing version | is | +1.3"),
        ("The deadline of billing is May 3, moved to May 9.", "billing deadline | is | +--05-09"),
        ("The timeout of billing is 30 seconds, bumped to 2 minutes.", "billing timeout | is | +2 min"),
        ("The build image is node:20, scratch that, node:22", "build image | is | +node:22"),
        ("The support inbox is help@acme.io, replaced by care@acme.io.", "support inbox | is | +care@acme.io"),
        ("I live in Berlin, no wait, Oslo.", "user | home | +oslo"),
        ("My name is Lena, sorry, Lana.", "user | name | +lana"),
    ],
)
def test_the_later_value_of_a_sentence_that_changes_its_own_is_the_one_kept(
    text: str, expected: str, record: Make, propose: Propose, asserted: Asserted
) -> None:
    said = record(text)
    (found,) = clear(propose([said]))
    assert asserted(found.claim) == expected
    spans = [said.text[each.start : each.end] for each in (found.span, *found.support)]
    assert check(found.claim, spans[0], spans[1:])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The limit of billing is 5, no more.", "billing limit | is | +5"),
        ("The limit of billing is 5, sorry for the confusion.", "billing limit | is | +5"),
        ("The retry limit of billing is 5, now that we have 3 replicas.", "billing retry limit | is | +5"),
        ("The timeout of billing is 30 s, raised from 10 s.", "billing timeout | is | +30 s"),
        ("The timeout of billing is 30 s, not 10 s.", "billing timeout | is | +30 s"),
        ("The port of billing is 8080, now on 2 hosts.", "billing port | is | +8080"),
        ("The owner of billing is Kim, now in Berlin.", "billing owner | is | +kim"),
        ("The owner of billing is Kim, now Head of Data.", "billing owner | is | +kim"),
        ("The owner of billing is Kim, to be replaced by Lee in May.", "billing owner | is | +kim"),
        ("The owner of billing is Kim, and Lee took over search.", "search owner | is | +lee"),
        ("The version of billing is 1.2, released in May.", "billing version | is | +1.2"),
        ("The deadline of billing is May 3, then June 1 for search.", "billing deadline | is | +--05-03"),
    ],
)
def test_words_behind_a_value_that_name_no_other_of_its_kind_leave_it(
    text: str, expected: str, record: Make, propose: Propose, asserted: Asserted
) -> None:
    assert expected in [asserted(each.claim) for each in clear(propose([record(text)]))]


def test_what_follows_a_changed_value_in_its_sentence_is_read_as_well(
    record: Make, propose: Propose, asserted: Asserted
) -> None:
    said = record("The retry limit of billing is 5, scratch that, 7, and the timeout of billing is 3 s.")
    found = clear(propose([said]))
    assert [asserted(each.claim) for each in found] == ["billing retry limit | is | +7", "billing timeout | is | +3 s"]
    assert [said.text[each.span.start : each.span.end][-3:] for each in found] == ["7", "3 s"]


@pytest.mark.parametrize(
    "text",
    [
        "The database of billing is Postgres, scratch that, I need to check.",
        "The database of billing is Postgres, scratch that.",
    ],
)
def test_a_value_taken_back_for_nothing_is_denied(
    text: str, record: Make, propose: Propose, asserted: Asserted
) -> None:
    said = record(text)
    (found,) = clear(propose([said]))
    assert asserted(found.claim) == "billing database | is | -postgres"
    spans = [said.text[each.start : each.end] for each in (found.span, *found.support)]
    assert check(found.claim, spans[0], spans[1:])


@pytest.mark.parametrize(
    "text",
    [
        "The retry limit of billing is 5, now 7 for staging.",
        "The port of billing is 8080, currently 9090 in staging.",
        "I live in Berlin, moved to Oslo for the summer.",
    ],
)
def test_a_change_whose_reach_is_not_plain_states_nothing_and_is_kept_as_a_doubt(
    text: str, record: Make, propose: Propose
) -> None:
    assert [each.signal for each in propose([record(text)])] == [Signal.UNCLEAR]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("the build image is node:20", "scratch that, he left. the owner of billing is Ines", "-node:20"),
        (
            "the lake bucket is gs://acme-raw",
            "scratch that, wrong one. the lake bucket is gs://acme-new",
            "-gs://acme-raw",
        ),
        ("the base branch is develop", "scratch that, too slow.", "-develop"),
        ("the queue is jobs-fast", "actually no, bad copy paste. the queue is jobs-default", "-jobs-fast"),
        ("the cache ttl is 60 seconds", "hmm no, that's the old one. the cache ttl is 90 seconds", "-60 s"),
        ("the index name is products_v4", "nope, outdated. the index name is products_v5", "-products_v4"),
        ("the schema owner is Lena", "no, she quit.", "-lena"),
        ("the support inbox is help@acme.io", "no, my mistake.", "-help@acme.io"),
        ("the queue is jobs-fast", "scratch that, out-of-date", "-jobs-fast"),
    ],
)
def test_a_reason_behind_a_correction_takes_the_value_back_and_is_none(
    before: str, text: str, expected: str, record: Make, propose: Propose, asserted: Asserted
) -> None:
    found = propose([record(before), record(text, 1)])
    denied = next(each for each in found if each.signal is Signal.REJECTION)
    assert asserted(denied.claim).endswith(f" {expected}")
    assert check(denied.claim, text[denied.span.start : denied.span.end], [before])
    affirmed = [each.claim.statement for each in found if each is not denied]
    assert len(affirmed) == text.count(". ")
    assert all(each.lower().rstrip(".") in text.lower() for each in affirmed)


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("the base branch is develop", "actually no, trunk.", "base branch | is | +trunk"),
        ("the base branch is develop", "scratch that, release/2.0", "base branch | is | +release/2.0"),
        ("the deploy region is eu-west-1", "no, eu-north-1", "deploy region | is | +eu-north-1"),
        ("the schema owner is Lena", "scratch that, it's Marta", "schema owner | is | +marta"),
        ("the deadline is May 3", "scratch that, May 9", "deadline | is | +--05-09"),
        ("the default environment is production", "no, staging", "default environment | is | +staging"),
        ("the office city is Berlin", "no wait, New York", "office city | is | +new york"),
    ],
)
def test_a_value_of_the_kind_of_the_one_before_takes_its_place(
    before: str, text: str, expected: str, record: Make, propose: Propose, asserted: Asserted
) -> None:
    (found,) = clear(propose([record(before), record(text, 1)]))
    assert asserted(found.claim) == expected
    assert check(found.claim, text[found.span.start : found.span.end], [before])


@pytest.mark.parametrize(
    "text",
    [
        "no, thanks",
        "no problem",
        "no, that's fine",
        "no, run the tests first",
        "no, comments in English please",
        "no, the tests fail because of the timeout",
        "no, 3 people complained",
        "sorry, the tests are failing",
        "wait, I need to check something",
        "actually, it's broken",
    ],
)
def test_what_takes_nothing_back_leaves_what_was_said(text: str, record: Make, propose: Propose) -> None:
    assert clear(propose([record("the base branch is develop"), record(text, 1)])) == []


@pytest.mark.parametrize(
    ("between", "denied"),
    [
        ("Shall I delete the old branch as well?", False),
        ("I will push the fix now.", False),
        ("Noted, the base branch is develop.", True),
    ],
)
def test_a_mere_no_answers_the_assistant_unless_it_repeated_the_value(
    between: str, *, denied: bool, record: Make, propose: Propose
) -> None:
    said = record(between, 1, actor=Actor.ASSISTANT, origin=Origin.ASSISTANT)
    found = propose([record("the base branch is develop"), said, record("no, too slow", 2)])
    assert bool(clear(found)) is denied


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("60 seconds", "90"),
        ("60 seconds", "2 minutes"),
        ("1.2", "1.2.3"),
        ("May 3", "May 9"),
        ("Lena", "Marta"),
        ("team Alder", "team Birch"),
        ("jobs-fast", "jobs-slow"),
        ("develop", "main"),
        ("develop", "release/2.0"),
        ("true", "false"),
    ],
)
def test_values_of_one_kind_are_alike(old: str, new: str) -> None:
    assert alike(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("60 seconds", "3 people"),
        ("60 seconds", "5 MB"),
        ("60 seconds", "yesterday"),
        ("May 3", "Lee"),
        ("Lena", "she quit"),
        ("Lena", "quit"),
        ("Lena", "9443"),
        ("node:20", "he left"),
        ("jobs-fast", "out-of-date"),
        ("jobs-fast", "outdated"),
        ("develop", "too slow"),
        ("develop", "broken"),
        ("develop", "develop"),
        ("develop", "wrong one"),
    ],
)
def test_a_reason_or_a_value_of_another_kind_is_not_alike(old: str, new: str) -> None:
    assert not alike(old, new)
