"""What a history took: counts a thousand events, the wait until what arrived was published, and the time of it all."""

from __future__ import annotations

import pytest

from slowwave.evaluation.simulation.costs import Seconds, Tally, timed
from slowwave.evaluation.simulation.events import Act, Delivery
from tests.unit.evaluation.simulation.histories import history

HISTORY = history(1, turns=60)
ONE, OTHER = HISTORY.tenants


def deliveries(tenant: str, number: int) -> list[Delivery]:
    event = next(each for each in HISTORY.events if each.tenant == tenant and each.act is Act.ASSERT)
    return [Delivery(event.turn, event)] * number


def test_an_event_waits_until_its_own_tenant_is_published_or_until_the_end() -> None:
    tally = Tally()
    tally.took(0, deliveries(ONE, 2), set(), Seconds(1, 2))
    tally.took(1, deliveries(OTHER, 1), {OTHER}, Seconds(1, 2))
    tally.took(4, deliveries(ONE, 1), {ONE}, Seconds(0, 0))
    tally.took(7, deliveries(ONE, 1), set(), Seconds(0, 0))
    assert tally.published == {ONE: 4, OTHER: 1}
    assert tally.figures(9, {})["publish lag"] == (4 + 4 + 0 + 0 + 2) / 5


def test_every_turn_is_paid_for_and_costs_are_given_for_a_thousand_events() -> None:
    tally = Tally()
    for turn in range(4):
        tally.took(turn, deliveries(ONE, 1), {ONE}, Seconds(0.5, 1.0))
    figures = tally.figures(3, {"runs": 2})
    assert figures["intake CPU seconds"] == pytest.approx(500)
    assert figures["events a second"] == pytest.approx(1)
    assert figures["runs"] == pytest.approx(500)


def test_what_is_never_published_has_no_lag_and_no_speed() -> None:
    tally = Tally()
    tally.took(0, deliveries(ONE, 1), set(), Seconds(0, 0))
    assert tally.figures(3, {"bytes": 0}) == {"bytes": 0}
    assert Tally().figures(3, {"bytes": 0}) == {}


def test_work_that_somebody_else_had_done_is_paid_for_by_whoever_uses_it() -> None:
    saved = [Seconds()]

    def found_in_a_cache() -> str:
        saved[0] += Seconds(5, 7)
        return "a vector"

    given, spent = timed(found_in_a_cache, lambda: saved[0])
    assert given == "a vector"
    assert 5 <= spent.cpu < 6
    assert 7 <= spent.wall < 8
    assert timed(found_in_a_cache)[1].wall < 1
