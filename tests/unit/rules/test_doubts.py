"""Which sentences of a person are kept as unclear words of change."""

from datetime import UTC, datetime

import pytest

from slowwave.adapters.local.rules import propose_candidates
from slowwave.domain.claims import Candidate, Claim, Signal
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window


def proposed(text: str, actor: Actor = Actor.USER, origin: Origin = Origin.USER) -> tuple[Candidate, ...]:
    record = Record(Scope("acme", "dev"), "s1", actor, Kind.MESSAGE, origin, text, datetime(2026, 1, 1, tzinfo=UTC))
    return propose_candidates(Window("s1", (record,), frozenset({record.id})))


def found(text: str, actor: Actor = Actor.USER, origin: Origin = Origin.USER) -> list[Candidate]:
    return [each for each in proposed(text, actor, origin) if each.signal is Signal.UNCLEAR]


def stated(text: str) -> list[Claim]:
    return [each.claim for each in proposed(text) if each.signal is not Signal.UNCLEAR]


@pytest.mark.parametrize(
    "text",
    [
        "billing crawls, so callers wait up to 2950 ms now",
        "oops, #ops-merlin for the search pages, my bad",
        "gateway got its lib pushed up a notch, v3.52.9 replaced the old one",
        "ledger sits beside postgres-delta these days, postgres-ridge is gone",
        "callers of billing sit around for 2950 ms",
        "lol wrong shelf, search reads /srv/ledger",
        "billing used to crawl along, callers get 2950 ms nowadays, sorry",
        "what was written about billing is outdated, callers get 2950 ms",
        "callers of billing got 2950 ms instead, since this morning",
        "callers of billing ought to get 2950 ms instead, if you would be so kind",
        "i guess callers of billing sit around for 2950 ms",
        "billing -> 2950 ms, sorry",
        "anything you remember about callers of billing, wipe it",
        "callers of billing knock on 49082",
        "after the 17 from this afternoon the total of billing adds up to 68921",
        "today's count for billing: plus 29, so 24710 in all",
        "in case you missed the announcement: callers of billing get 2950 ms since Monday",
        "if you haven't heard yet, callers of billing get 2950 ms",
        "can you let the alerts of billing end up in #ops-merlin instead?",
        "Could you please switch the callers of billing to 2950 ms?",
        "2950 ms for callers of billing is off the table, and there is no alternative for now",
        "never mind the 2950 ms for callers of billing",
        "would you please update the caretaker of billing to team Finch?",
        "whatever was agreed about callers of billing was withdrawn",
        "billing port: 8080 -> 9090",
        "The pool size of billing: 8 → 16",
        "rate limit: 100 rps => 200 rps",
        "the total time that callers of billing get: 2950 ms",
        "billing runs on tap-driven-9, no longer on tap-8",
        "in line with the plan callers of billing get 2950 ms",
        "the api version has changed since",
        "The standup is history.",
        "Yuki is on leave, Omar is doing releases until june",
    ],
)
def test_a_sentence_that_tells_of_a_change_and_is_not_read_is_kept_in_its_words(text: str) -> None:
    (kept,) = found(text)
    assert kept.claim.statement in text


@pytest.mark.parametrize(
    "text",
    [
        "should billing wait 2950 ms now?",
        "The request timeout of billing is 2950 ms now.",
        "thanks, that looks better now",
        "4b4ff54 fixes it, 2950 ms",
        "main_test.go:838 took 2950 ms",
        "[2026-01-05T09:12:00Z] billing now waits 2950 ms",
        "if (timeout == 2950) { retry(); } else { moved = true }",
        "let's do 4 and 18 now",
        "Run it with --dry-run from now on, in src/billing-v2.",
        "My colleague said billing waits 2950 ms now.",
        "if billing crawls and waits 2950 ms now, we would break",
        "the vendor's mail claims: billing crawls, no longer 2950 ms",
        "mail from the vendor: callers of billing get 2950 ms now",
        "write a test that checks callers of billing get 2950 ms now",
        "commit with the message: billing changed, callers get 2950 ms now",
        "what takes 2950 ms in billing now?",
        "just for today let callers of billing get 2950 ms instead",
        "generate a table for billing with 2950 ms",
        "it was said that callers of billing get 2950 ms now",
        "remove the timeout from billing",
        "just for this week let callers of billing get 2950 ms",
        "in case billing crawls, callers get 2950 ms instead",
        "can you check whether callers of billing get 2950 ms now?",
        "if you get 2950 ms for callers of billing now, restart it",
        "can we switch callers of billing to 2950 ms?",
        "someone in the standup mentioned that callers of billing get 2950 ms now",
        "callers of billing get 2950 ms now, not confirmed yet",
        "has the port of billing changed to 9443 by any chance",
        "quick question, do callers of billing get 2950 ms now",
        "The JSON of billing is not valid JSON, have a look",
        "The pool size of billing is 8 -> 16.",
        "click File -> Save, then run 2 of them",
        "DONE 853 tests, 2 skipped, 1 failure in 13.435s",
        "Total duration 1m 0s",
        "repository: acme/tap path: tap ssh-strict: true ssh-user: git clean: true depth: 5000",
        "The existing tests in main_test.go already follow the table-driven pattern.",
        "Examples of the representation, and end-to-end flows of the whole system.",
        "The run command also has the sync flag (line 1846).",
        "billing has 1200 open tickets",
        "The error is gone.",
        "The files were dropped.",
        "the api has changed since",
        "Has the api version changed since?",
        "My colleague said the standup is history.",
        "Yuki is on leave this week",
    ],
)
def test_questions_what_is_read_talk_code_and_other_peoples_words_are_not(text: str) -> None:
    assert found(text) == []


def test_nobody_but_a_person_casts_doubt() -> None:
    text = "billing crawls, so callers wait up to 2950 ms now"
    assert found(text, Actor.ASSISTANT, Origin.ASSISTANT) == []
    assert found(text, Actor.TOOL, Origin.TOOL) == []


def test_a_fragment_is_kept_with_the_sentence_beside_it_and_without_the_answer_before() -> None:
    (kept,) = found("nope, #ops-merlin. for the search pages")
    assert kept.claim.statement == "#ops-merlin. for the search pages"
    (kept,) = found("You wrote that billing crawls along for callers. That is outdated, as they get 2950 ms.")
    assert kept.claim.statement.startswith("You wrote that billing")


def test_a_fragment_that_only_adds_to_what_was_read_is_no_doubt_of_its_own() -> None:
    assert found("The timeout of billing was cancelled. Leave it empty please.") == []


def test_a_whole_sentence_is_kept_without_the_one_beside_it() -> None:
    (kept,) = found("I went through all the billing pages once more today. Callers of search sit around for 2950 ms.")
    assert "billing" not in kept.claim.statement


@pytest.mark.parametrize(
    "text",
    [
        "The database host of billing is pg-north, swap it for pg-south.",
        "The port of billing is 28435, make it 9123.",
        "The port of billing is 28435 in the docs; we run 9123.",
        "The request timeout of billing is 3000 ms, bump to 5000 ms.",
    ],
)
def test_a_sentence_that_names_a_second_value_of_the_kind_which_nothing_accounts_for_states_nothing(text: str) -> None:
    assert found(text)
    assert not stated(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The request timeout of billing is 30 s, the old 20 s were too few.", {"30"}),
        ("The port of billing is 9123 and the port of ledger is 9200.", {"9123", "9200"}),
        ("The port of billing is 9123, tested 3 times.", {"9123"}),
        ("The row limit of billing is 5,000 rows.", {"5000"}),
        ("The client version of billing is v3.4.1.", {"3.4.1"}),
        ("The linter of ledger-archive is morxone-check.", {"morxone-check"}),
        ("correction: faults are answered within 20 minutes, not 15 minutes", {"20"}),
    ],
)
def test_a_second_value_whose_part_is_known_hinders_nothing(text: str, values: set[str]) -> None:
    assert {each.value.text for each in stated(text)} == values
    assert not found(text)


def test_a_denial_of_a_thing_alone_holds_back_what_it_may_be_about_and_one_of_a_slot_only_itself() -> None:
    (kept,) = found("The ledger is no longer db-1. It's db-2.")
    assert kept.signal is Signal.UNCLEAR
    assert found("The ledger host is no longer db-1. It's db-2.") == []
