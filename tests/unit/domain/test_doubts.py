"""Unclear words of change hold back what they may be about, until somebody says it clearly."""

from dataclasses import replace

import pytest

from slowwave.domain.claims import Claim, ClaimKey, Lane, Polarity, Signal, Skeleton, Standing, Value, ValueKind
from slowwave.domain.doubts import UNCLEAR, holding, unsettles
from slowwave.domain.folding import denials, fold
from slowwave.domain.notes import NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin
from slowwave.domain.shapes import shape, shapes
from slowwave.domain.twins import Tombstone, rejections, unknown_nearness
from tests.unit.domain.builders import SCOPE, evidence, observation

TIMEOUT = Value(ValueKind.NUMBER, "4137", "ms")


def known(value: Value = TIMEOUT, subject: str = "billing request timeout", lane: Lane = Lane.DEFAULT) -> Claim:
    statement = f"The {subject} is {value.text}."
    key = ClaimKey(subject, "is")
    return Claim(
        Skeleton.CODING, key, Polarity.AFFIRM, value, statement, Standing.FACT, "fact", lane=lane, protected=True
    )


def unclear(words: str) -> Claim:
    named = ClaimKey(" ".join(words.lower().split()[:6]), UNCLEAR)
    return Claim(Skeleton.CODING, named, Polarity.AFFIRM, Value(), words, Standing.ASSUMPTION, UNCLEAR)


@pytest.mark.parametrize(
    "words",
    [
        "billing bumped, callers get 2950 ms",
        "4137 ms is so last month, that was wrong",
        "billing had 4137 ms, make that 2950 ms",
        "4137 ms is for billing in the lab only",
        "the 4137 ms for billing, wipe that",
        "billing went 2,950ms now",
    ],
)
def test_words_that_name_the_value_or_one_of_its_kind_beside_the_thing_unsettle_it(words: str) -> None:
    assert unsettles(unclear(words), known())


@pytest.mark.parametrize(
    "words",
    [
        "search bumped to 2950 ms",  # of another thing
        "billing moved to eu-harbor-3",  # of another kind
        "billing retries 5 times now",
        "the request timeout of billing-v2 bumped to 2950 ms",
        "callers of billing wait 4137 ms as ever",  # the same again
    ],
)
def test_words_about_another_thing_or_of_another_kind_unsettle_nothing(words: str) -> None:
    assert not unsettles(unclear(words), known())


def test_a_value_that_many_things_have_needs_the_thing_beside_it() -> None:
    short = known(Value(ValueKind.NUMBER, "30", "s"))
    assert not unsettles(unclear("the shipping timeout changed, no longer 30 s"), short)
    assert unsettles(unclear("billing changed, no longer 30 s"), short)


def test_a_safety_rule_a_denial_and_plain_words_are_never_unsettled() -> None:
    words = unclear("billing changed to 2950 ms, no longer 4137 ms")
    assert not unsettles(words, known(lane=Lane.SAFETY))
    assert not unsettles(words, known(Value(ValueKind.TEXT, "quick")))
    assert not unsettles(words, unclear("billing is 4137 ms"))
    assert not unsettles(known(), known())


PORT = Value(ValueKind.NUMBER, "28435")


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("billing has 49082 for a port", True),
        ("billing moved to 49082", True),
        ("billing moved 5000 rows to the lake yesterday", True),  # a change that nobody understood: it waits
        ("billing returned 5000 rows", False),
        ("billing was built in 2019", False),
        ("search has 49082 for a port", False),
    ],
)
def test_a_number_without_a_unit_needs_a_word_of_change_or_the_whole_subject(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(PORT, "billing port")) is held


@pytest.mark.parametrize(
    "words", ["forget what i told you about the owner of billing", "the owner of billing does not hold any more"]
)
def test_words_that_end_something_need_no_value(words: str) -> None:
    owner = known(Value(ValueKind.TEXT, "team heron"), "billing owner")
    assert unsettles(unclear(words), owner)
    assert not unsettles(unclear(words), known(Value(ValueKind.TEXT, "team heron"), "search owner"))
    assert not unsettles(unclear("remove the owner of billing from the form"), owner)


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("billing now has 1200 open tickets", False),
        ("we moved 1500 users from billing to the new cluster", False),
        ("the logs of billing now show 4711 errors in 90 s", False),
        ("billing is up to 90 people now", False),
        ("callers of billing knock on 49082 now", True),
        ("billing is on 49082 these days, changed last week", True),
        ("49082 answers for billing now", True),
        ("billing now has 1200 open tickets and listens on 49082", True),
    ],
)
def test_a_number_that_counts_something_else_is_no_value(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(PORT, "billing port")) is held


def test_a_time_in_which_something_was_counted_is_no_value_and_what_a_setting_counts_is_one() -> None:
    timeout = known(Value(ValueKind.NUMBER, "30", "s"), "billing request timeout")
    assert not unsettles(unclear("billing now shows 4711 errors in 90 s"), timeout)
    assert unsettles(unclear("billing now gives up in 90 s"), timeout)
    seats = known(Value(ValueKind.NUMBER, "12"), "billing seat limit")
    assert unsettles(unclear("billing now has 40 seats"), seats)
    assert not unsettles(unclear("billing now has 40 tickets"), seats)


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("search, billing and gateway moved to 49082", False),
        ("search, billing, gateway, orders: all on 49082 now", False),
        ("the ports of search, billing and gateway changed to 49082", True),
        ("billing and gateway moved to 49082", True),
        ("sorry, billing and gateway are on 49082 now", True),
    ],
)
def test_a_sentence_that_lists_things_reaches_only_the_slot_that_it_names(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(PORT, "billing port")) is held


PAIR = Value(ValueKind.TEXT, "breton and catalan")


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("Corsican, please; I had written Breton and Catalan by mistake", True),
        ("the two are no longer Breton and Catalan", True),
        ("the retry delay was withdrawn", False),
        ("we talked about Breton and Catalan, it went well", False),
        ("Breton was written by mistake", False),
    ],
)
def test_a_value_of_several_words_is_meant_where_it_is_called_a_mistake_or_over(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(PAIR, "friday mail language pair")) is held


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("whatever stood for the owner of billing was cancelled, leave it empty", True),
        ("the agreement on billing and its owner was withdrawn", True),
        ("the owner of billing is void", True),
        ("the owner of billing joins us today", False),
        ("the meeting about billing was cancelled", False),
    ],
)
def test_words_that_cancel_or_withdraw_reach_what_they_name(words: str, held: bool) -> None:
    assert unsettles(unclear(words), known(Value(ValueKind.TEXT, "heron"), "billing owner")) is held


def test_a_rate_is_of_another_kind_than_a_count() -> None:
    limit = known(Value(ValueKind.NUMBER, "9705", "request minute"), "billing rate limit")
    assert unsettles(unclear("billing takes 6334 requests per minute"), limit)
    assert not unsettles(unclear("billing took 6334 requests"), limit)


def test_the_name_of_a_thing_is_no_value_of_it() -> None:
    host = known(Value(ValueKind.TEXT, "postgres-ridge-heron"), "ledger-archive database host")
    assert not unsettles(unclear("ledger-archive waits 2950 ms now"), host)
    assert unsettles(unclear("ledger-archive sits on mysql-fell-merlin now"), host)


def test_a_claim_that_only_mentions_a_value_waits_when_words_of_change_name_that_value() -> None:
    curl = replace(known(Value(), "health check"), statement="Call billing on 28435 in the health check.")
    assert unsettles(unclear("billing is not on 28435, that was wrong"), curl)
    assert not unsettles(unclear("billing is on 28435 as ever"), curl)


def test_values_compare_by_what_they_look_like() -> None:
    assert shape(TIMEOUT) == "number ms"
    assert shapes("2950 milliseconds") == {"number ms"}
    assert shapes("#ops-kestrel v3.41.7 /srv/ledger postgres-ridge JorvaClient plain") == {
        "channel", "version", "path", "hyphenated", "camel",
    }  # fmt: skip
    assert shapes("nothing of the kind") == frozenset()


def test_only_a_persons_unclear_words_after_the_last_direct_ones_hold_something_back() -> None:
    said = [evidence(1, signal=Signal.DECISION)]
    assert holding(said, [evidence(2, signal=Signal.UNCLEAR)])
    assert not holding(said, [evidence(0, signal=Signal.UNCLEAR)])
    assert not holding(said, [evidence(2, origin=Origin.TOOL, signal=Signal.UNCLEAR)])
    assert not holding([*said, evidence(3, signal=Signal.DECISION)], [evidence(2, signal=Signal.UNCLEAR)])


def test_what_is_unsettled_waits_and_a_clear_word_settles_it() -> None:
    words = observation(unclear("billing bumped, callers get 2950 ms"), evidence(2, signal=Signal.UNCLEAR))
    ((note_id, denial),) = denials([words], [], words.evidence.event_time).items()
    stone = Tombstone(SCOPE, words.claim, denial)
    assert note_id == words.note_id

    def state(*seen: float) -> NoteState:
        said = [observation(known(), evidence(day, signal=Signal.DECISION, record_id=f"r-{day}")) for day in seen]
        (note,) = fold(
            said,
            policy=AgentPolicy(SCOPE),
            as_of=evidence(30).event_time,
            known={},
            rejected=lambda claim: rejections(SCOPE, claim, [stone], unknown_nearness),
        )
        return note.state

    assert state(1) is NoteState.PENDING
    assert state(1, 3) is NoteState.ACTIVE
    assert state(3) is NoteState.ACTIVE
