import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.evaluation.simulation.attributes import Shape
from slowwave.evaluation.simulation.events import Act
from slowwave.evaluation.simulation.history import styles
from slowwave.evaluation.simulation.presence import shows, states_scope, withdrawals_of, withdraws
from slowwave.evaluation.simulation.values import Mint
from tests.unit.evaluation.simulation.histories import history

VALUES = st.builds(
    lambda draw, shape: Mint(draw).value(shape), st.randoms(use_true_random=False), st.sampled_from(Shape)
)


@given(
    VALUES,
    st.sampled_from(["", " ", "(", '"', "`", ": ", "\n"]),
    st.sampled_from(["", " ", ")", '"', "`", ".", ", ", "'s", "\n"]),
)
def test_a_value_is_shown_between_any_punctuation(value: str, before: str, after: str) -> None:
    assert shows(f"it is{before or ' '}{value}{after}", value)


@given(VALUES, st.sampled_from(["-", "x", "7", "-v2", "_old"]))
def test_a_part_of_a_longer_word_is_not_the_value(value: str, tail: str) -> None:
    assert not shows(f"it is {value}{tail} here", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("port 148213", "48213"),
        ("v3.41.7.2", "v3.41.7"),
        ("/srv/ledger/ingest/tmp", "/srv/ledger/ingest"),
        ("old-postgres-ridge", "postgres-ridge"),
        ("TEAM BASALT", "team Basalt"),
        ("", "48213"),
        ("anything", ""),
    ],
)
def test_these_texts_do_not_show_the_value(text: str, value: str) -> None:
    assert not shows(text, value)


@pytest.mark.parametrize(
    "line",
    [
        "The port is not 48213.",
        "The port is no longer 48213 but 50001.",
        "The port is 50001, not 48213.",
        "Use 50001 instead of 48213.",
        "The port moved from 48213 to 50001.",
        "We replaced 48213 with 50001.",
        "50001 replaces 48213.",
        "48213 was replaced by 50001.",
        "48213 is void.",
        "Nobody uses 48213 any more.",
        "Don't use 48213.",
        "The port is 50001 (was 48213).",
        "The port of billing is 50001 (formerly 48213).",
        "billing isnt on 48213",
        "Drop 48213, the port is 50001.",
        "We dropped the use of 48213 last week.",
        "We stopped using port 48213.",
        "Forget about 48213.",
        "I can rule out 48213.",
        "48213 as the port is off the table.",
        "48213 in the draft is stale.",
        "48213 for the old gateway is wrong.",
        "Isn't 48213, it's 50001.",
        "So it isn't 48213, it's 50001.",
        "The reply said it wasn't 48213.",
        "The diff is right, billing doesn't use 48213.",
        "The branch doesn't use 48213 any more.",
    ],
)
def test_these_lines_withdraw_the_port(line: str) -> None:
    assert withdraws(line, "48213")
    assert not withdraws(line, "50001")


@pytest.mark.parametrize(
    "line",
    [
        "The port is 48213.",
        "The port is 48213, not 50001.",
        "It is no longer 50001 but 48213.",
        "We replaced 50001 with 48213.",
        "Never bypass 48213.",
        "Do not forget that the port is 48213.",
        "The port is not 48213 in staging. In production the port is 48213.",
        "48213 replaces 50001.",
        "The port is 48213 and no longer 50001.",
        "From 48213 on everything is fine.",
        "48213 is not documented.",
        "When the report is ready, drop it in 48213.",
        "I dropped the file off, then dropped it on 48213.",
        "The limit dropped to 48213.",
        "Don't forget 48213.",
        "We have not dropped 48213.",
        "Never stop using 48213.",
        "Isn't 48213 the port of billing?",
        'Somebody wrote "isn\'t 48213 the port of billing" below it.',
        "Wasn't 48213 what we agreed on?",
        "Isn't the port 48213?",
        "But isn't it 48213?",
        "Is it not 48213?",
        "Why not use 48213?",
        "Why don't we use 48213?",
        "The diff doesn't use 48213 as port.",
        "Your pull request still does not use 48213.",
        "Alerts go to 48213 since the old room got too noisy.",
        "We use 48213 because 50001 is dead.",
        "It is 48213 now that the old one is gone.",
        "Use 48213 and the old port is history.",
        "Use 48213 as the old port is retired.",
        "Use 48213 until the old one has been replaced.",
        "The port is 50001.",
    ],
)
def test_these_lines_do_not_withdraw_it(line: str) -> None:
    assert not withdraws(line, "48213")


@pytest.mark.parametrize("style", styles())
def test_no_statement_of_any_style_is_taken_for_a_withdrawal(style: str) -> None:
    for seed in range(3):
        for event in history(seed, style).events:
            if event.slot and event.value:
                assert not withdraws(event.text, event.value), event.text


def test_the_plain_style_withdraws_in_words_that_are_recognized() -> None:
    withdrawing = [e for e in history(1).events if e.old and e.act is not Act.CONVENIENCE]
    recognized = sum(withdraws(event.text, event.old) for event in withdrawing)
    assert recognized / len(withdrawing) > 0.9


@pytest.mark.parametrize("style", styles())
def test_a_line_that_holds_a_withdrawing_text_withdraws_however_it_is_worded(style: str) -> None:
    events = history(1, style).events
    known = withdrawals_of(events)
    for event in events:
        if event.old and event.act is not Act.CONVENIENCE:
            assert withdraws(f"- {event.text}  [p-1]", event.old, known[event.old])
            assert not withdraws(f"{event.text} Use {event.old} anyway: {event.old}", event.old, known[event.old])


def test_a_scope_is_stated_by_its_content_words_in_any_order_and_case() -> None:
    assert states_scope("Port in Staging: 48213", "in staging")
    assert states_scope("when the cache was found cold", "when the cache is cold")
    assert not states_scope("when the cache is full", "when the cache is cold")
    assert not states_scope("anything", "in the")
