"""Whose words an erasure takes, what was read with them, and what of a set and a pointer it leaves."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.erasure import LEAST_MATCH, NAME_KEYS, By, Subject, folded, ids_in, read_after
from slowwave.domain.erasure_orders import order_of
from slowwave.domain.erasures import Erasure, ErasureState, blind, done, new_key, receipt
from slowwave.domain.hashing import short_id
from slowwave.domain.records import Actor, Attachment, Kind, Origin, Record, ToolUse
from slowwave.domain.scope import Scope
from slowwave.domain.windows import LOOK_BACK
from slowwave.errors import InvalidInput

SCOPE = Scope("acme", "dev")
T0 = datetime(2026, 1, 1, tzinfo=UTC)


def record(number=0, session="s-1", **fields):
    given = {"actor": Actor.USER, "kind": Kind.MESSAGE, "origin": Origin.USER, "text": f"words {number}", **fields}
    return Record(SCOPE, session, event_time=T0 + timedelta(minutes=number), **given)


HELD = {
    "text": record(text="Ask Straße 7"),
    "command": record(tool=ToolUse("c", "Bash", command="ls STRASSE")),
    "path": record(tool=ToolUse("c", "Read", files_read=("/srv/strasse/a.py",))),
    "metadata": record(metadata={"actor": "strasse-bot"}),
    "attachment": record(attachments=(Attachment("image/png", "strasse.png"),)),
    "session": record(session="about-strasse"),
    "source": record(source_id="strasse-1"),
    "full width": record(text="ｓｔｒａｓｓｅ"),
}


@pytest.mark.parametrize("where", HELD)
def test_a_text_is_found_wherever_a_record_holds_it(where):
    assert Subject(By.MATCH, ("strasse",)).matches(HELD[where])
    assert not Subject(By.MATCH, ("strassenbahn",)).matches(HELD[where])


def test_an_actor_is_a_role_or_a_name():
    by_name = record(metadata={"actor": "kim"})
    assert Subject(By.ACTOR, ("user",)).matches(by_name)
    assert Subject(By.ACTOR, ("kim",)).matches(by_name)
    assert not Subject(By.ACTOR, ("operator",)).matches(by_name)


@pytest.mark.parametrize("key", [*sorted(NAME_KEYS), "Author", "FROM"])
def test_a_name_is_the_whole_of_what_stands_where_names_stand_in_whatever_case(key):
    named = record(metadata={key: "Kim Straße "})
    assert Subject(By.ACTOR, ("lee", " KIM STRASSE")).matches(named)
    assert not Subject(By.ACTOR, ("kim",)).matches(named)


def test_a_name_elsewhere_in_the_metadata_is_not_who_spoke():
    assert not Subject(By.ACTOR, ("kim",)).matches(record(metadata={"reviewer": "kim", "model": "kim"}))


def test_a_session_and_a_record_are_named_exactly():
    assert Subject(By.SESSION, ("s-1", "s-2")).matches(record())
    assert not Subject(By.SESSION, ("s",)).matches(record())
    assert Subject(By.RECORD, (record().id,)).matches(record())


@pytest.mark.parametrize(
    ("by", "names"),
    [
        (By.MATCH, ("abc",)),
        (By.MATCH, ("  abc   ",)),
        (By.MATCH, ("long enough", "no")),
        (By.SESSION, ()),
        (By.ACTOR, ("",)),
    ],
)
def test_a_subject_that_could_be_everybody_is_refused(by, names):
    with pytest.raises(InvalidInput, match="nothing was erased"):
        Subject(by, names)


@given(st.text(), st.text(min_size=LEAST_MATCH))
def test_a_text_always_matches_where_it_stands(around, wanted):
    if len(folded(wanted).strip()) < LEAST_MATCH:
        return
    assert Subject(By.MATCH, (wanted,)).matches(record(text=f"{around} {wanted} {around}"))


@given(st.sets(st.integers(0, 40), min_size=1), st.randoms(use_true_random=False))
def test_what_was_read_after_is_what_stands_within_reach_in_the_same_session(erased, random):
    session = [record(number) for number in range(41)]
    others = [record(number, session="other") for number in range(41)]
    shuffled = [*session, *others, *session[:5]]
    random.shuffle(shuffled)
    found = read_after(shuffled, frozenset(session[number].id for number in erased))
    expected = {
        session[number].id
        for number in range(41)
        if number not in erased and any(0 < number - each <= LOOK_BACK for each in erased)
    }
    assert found == expected


def test_an_erasure_that_is_done_names_no_record_and_cannot_be_guessed():
    key, ids = new_key(), [record(number).id for number in range(3)]
    running = Erasure(SCOPE, "e-1", By.MATCH, T0, frozenset(ids), frozenset({"n-1"}), counts={"records": 3})
    over = done(running, [blind(key, each) for each in ids])
    assert over.state is ErasureState.DONE
    assert not {*ids, "n-1"} & {*over.records, *over.withheld}
    assert over.records != done(running, [blind(new_key(), each) for each in ids]).records
    told = receipt(over)
    assert (told["removed"], told["recoverable_until"][:10]) == ({"records": 3}, "2026-02-05")


@pytest.mark.parametrize(
    "message",
    [
        {"agent": "a", "by": "match", "names": ["long enough"]},
        {"tenant": "t", "agent": "a"},
        {"tenant": "t", "agent": "a", "by": "everything", "names": ["x"]},
        {"tenant": "t", "agent": "a", "by": "match", "names": None},
        {"tenant": "t", "agent": "a", "by": "match", "names": ["abc"]},
    ],
)
def test_a_malformed_order_is_refused(message):
    with pytest.raises(InvalidInput, match="nothing was erased"):
        order_of(message, owner="o")


def test_an_order_goes_on_without_a_subject_by_its_plan():
    order = order_of({"tenant": "t", "agent": "a", "confirm": "e-1"}, owner="o")
    assert (order.scope, order.subject, order.confirmed, order.owner) == (Scope("t", "a"), None, "e-1", "o")


def test_ids_are_found_wherever_they_are_written():
    name = short_id("r", 1)
    assert ids_in(f'{{"content":"{{\\"record_id\\":\\"{name}\\"}}"}} x{name} run-{"0" * 24}') >= {name}


@pytest.mark.parametrize(
    "text",
    [
        "hello Anna\nKovacs",
        "Anna  Kovacs",
        "An\u200bna Kov\u00adacs",
        "anna\tkovacs",
        r"Anna\nKovacs",
        r"An\u200bna\\n Kovacs",
    ],
)
def test_breaks_and_unseen_characters_hide_no_text(text: str) -> None:
    assert Subject(By.MATCH, ("Anna Kovacs",)).matches(record(text=text))


def test_a_kind_of_quotes_hides_no_text() -> None:
    assert Subject(By.MATCH, ('don\'t say "Anna"',)).matches(record(text="please don’t say “Anna” again"))
