"""Samples of what grows: ten on the way, over all tenants, from a run of the pipeline."""

from __future__ import annotations

from itertools import pairwise

import pytest

from slowwave.evaluation.simulation.growth import SAMPLES, Sample, grow, table
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.setups import GOLD
from tests.unit.evaluation.simulation.histories import history


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return list(grow(history(1, turns=60), GOLD.name, budget=300, cadence=Cadence.CLOSE))


def test_a_history_is_looked_at_ten_times(samples: list[Sample]) -> None:
    assert [each.turn for each in samples] == [6 * (number + 1) for number in range(SAMPLES)]


def test_records_and_notes_only_grow_and_end_with_every_event_once(samples: list[Sample]) -> None:
    assert all(one.records <= other.records for one, other in pairwise(samples))
    assert all(one.notes <= other.notes for one, other in pairwise(samples))
    arrived = {each.event.id for each in history(1, turns=60).deliveries if each.turn < 60}
    assert samples[-1].records == len(arrived)


def test_what_is_active_and_published_is_part_of_what_is_stored(samples: list[Sample]) -> None:
    last = samples[-1]
    assert 0 < last.active_notes <= last.notes
    assert last.active_pages > 0
    assert 0 < last.set_lines < last.set_bytes
    assert sum(each.calls for each in samples) > 0
    assert all(each.left <= each.due for each in samples)


def test_the_table_has_a_row_a_sample_and_no_efficiency_where_nothing_was_due() -> None:
    idle, busy = Sample(6, 9, 4, 4, 3, 3, 900, 12.5, 0, 0), Sample(12, 20, 8, 6, 5, 5, 1500, 12.5, 4, 1)
    made = table([idle, busy], "a memory")
    assert all(len(line) == len(made.headings) for line in made.rows)
    assert [line[-1] for line in made.rows] == [None, 0.25]
