"""Extractors that know the truth: what they propose passes the checks, and the noise in it is the noise asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from slowwave.domain import grounding
from slowwave.domain.claims import Candidate, Polarity, Signal
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.evaluation.simulation.events import Act, Event
from slowwave.evaluation.simulation.extractors import FOOLED, READINGS, GoldExtractor
from slowwave.evaluation.simulation.memory import recorded
from slowwave.evaluation.simulation.sentences import spoken
from slowwave.evaluation.simulation.style import styles
from slowwave.prompts.extraction import parse
from tests.unit.evaluation.simulation.histories import history

LEAST_GROUNDED = {
    "plain": 1.0,
    "colloquial": 0.99,
    "roundabout": 0.98,
    "workaday": 0.99,
    "deskside": 0.98,
    "oncall": 0.97,
}
"""Some wordings take a value back without a word that the grounding check knows for a negation."""


def read(style: str, **noise: float) -> Iterator[tuple[Event, Candidate, list[str]]]:
    """Every candidate of a history, session by session, with its event and the words it cites."""
    told = history(1, style)
    model = GoldExtractor(told.events, seed=1, **noise)  # type: ignore[arg-type]
    meant = {event.id: event for event in told.events}
    sessions: dict[tuple[str, str], list[Event]] = {}
    for event in told.events:
        sessions.setdefault((event.tenant, event.session), []).append(event)
    for (tenant, session), own in sessions.items():
        records = sorted((recorded(each, Scope(tenant, "planner")) for each in own), key=lambda each: each.order)
        window = Window(session, tuple(records), frozenset(each.id for each in records))
        known = {each.id: each for each in records}
        for item in model.propose(window):
            candidate = parse(item, window)
            assert candidate, item
            spans = (candidate.span, *candidate.support)
            words = [known[span.record_id].text[span.start : span.end] for span in spans]
            yield meant[known[candidate.span.record_id].source_id or ""], candidate, words


@cache
def gold(style: str) -> list[tuple[Event, Candidate, list[str]]]:
    return list(read(style))


@pytest.mark.parametrize("style", styles())
def test_what_an_ideal_extractor_proposes_stands_on_the_words_it_cites(style: str) -> None:
    checked = [(event.act, grounding.check(said.claim, words[0], words[1:])) for event, said, words in gold(style)]
    assert {act for act, _ in checked} == set(READINGS)
    assert sum(bool(grounded) for _, grounded in checked) >= LEAST_GROUNDED[style] * len(checked)
    failed = Counter(act for act, grounded in checked if not grounded)
    terse = {Act.NEGATE} if style == "oncall" else set()
    assert set(failed) <= {Act.RETRACT, Act.DENY, Act.LEAVE, Act.CONFIRM, *terse}, failed


@pytest.mark.parametrize("style", styles())
def test_a_proposal_is_about_the_slot_and_the_value_of_its_event(style: str) -> None:
    for event, said, _ in gold(style):
        if event.slot:
            assert (said.claim.key.subject, said.claim.key.attribute) == (event.slot.entity, event.slot.attribute)
            assert said.claim.key.qualifier == event.scope
            assert said.claim.value.text == (event.value or event.old)
        assert (said.claim.polarity is Polarity.DENY) == READINGS[event.act].ends
        assert said.claim.valid_until == event.until


@pytest.mark.parametrize("style", styles())
def test_what_an_event_replaces_is_denied_with_it(style: str) -> None:
    named = [(event, said) for event, said, _ in gold(style) if event.old and event.act is Act.CORRECT]
    assert named
    assert all([denied.value.text for denied in said.denies] == [event.old] for event, said in named)


@pytest.mark.parametrize("style", styles())
def test_a_confirmation_quotes_the_guess_that_it_confirms(style: str) -> None:
    confirmed = [(event.value, words) for event, _, words in gold(style) if event.act is Act.CONFIRM]
    quoted = [(value, words[1]) for value, words in confirmed if len(words) == 2]
    assert len(quoted) > len(confirmed) / 2  # of the others the guess is too far back
    assert all(value in guess for value, guess in quoted)


def test_attacks_and_hearsay_are_proposed_by_a_believing_extractor_only() -> None:
    believed = {event.act for event, _, _ in read("plain", fooled=True)}
    assert believed == {*READINGS, *FOOLED}
    assert not {event.act for event, _, _ in gold("plain")} & (set(FOOLED) - set(READINGS))


@pytest.mark.parametrize("share", [0.6, 0.8, 0.95])
def test_a_noisy_extractor_finds_and_attributes_the_share_that_was_asked_for(share: float) -> None:
    everything = gold("plain")
    found = list(read("plain", recall=share, precision=share))
    assert len(found) / len(everything) == pytest.approx(share, abs=0.06)
    own = [
        (said.claim.key.subject, said.claim.key.attribute) == (event.slot.entity, event.slot.attribute)
        for event, said, _ in found
        if event.slot
    ]
    assert sum(own) / len(own) == pytest.approx(share, abs=0.06)


def test_the_same_noise_is_made_again_and_named_in_the_version() -> None:
    events = history(1).events
    assert [said for _, said, _ in read("plain", recall=0.7)] == [said for _, said, _ in read("plain", recall=0.7)]
    versions = {GoldExtractor(events, recall=r, precision=p, seed=s).version for r, p, s in
                ((1, 1, 0), (0.7, 1, 0), (1, 0.7, 0), (1, 1, 2))}  # fmt: skip
    assert len(versions | {GoldExtractor(events, fooled=True).version}) == 5


def test_a_guess_is_read_as_an_inference_and_a_rejection_as_one() -> None:
    signals = {event.act: said.signal for event, said, _ in gold("plain")}
    assert (signals[Act.ASSUME], signals[Act.RETRACT]) == (Signal.INFERENCE, Signal.REJECTION)


def test_the_shortest_run_of_whole_sentences_with_the_words_is_cited() -> None:
    text = "Good morning! The port of ledger is set. It is 8080 now, I hope. Bye."
    start, end = spoken(text, ["8080", "ledger"]) or (0, 0)
    assert text[start:end] == "The port of ledger is set. It is 8080 now, I hope."
    assert spoken(text, ["9090", "ledger"]) is None
    assert spoken(text, []) is None
