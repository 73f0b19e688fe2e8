"""Unclear words of change hold back what they may be about, until somebody says it clearly."""

import pytest

from slowwave.domain.claims import Claim, ClaimKey, Lane, Polarity, Signal, Skeleton, Standing, Value, ValueKind
from slowwave.domain.doubts import UNCLEAR, holding, shape, shapes, unsettles
from slowwave.domain.folding import denials, fold
from slowwave.domain.notes import NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin
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
        "4137 ms is so last month",
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
