"""Sentences about where figures differ from the paper's are made from the figures."""

from __future__ import annotations

from slowwave.evaluation.simulation.beside_paper import courses, gaps, reversals
from slowwave.evaluation.statistics import Estimate


def measured(mean: float, width: float = 1.0) -> Estimate:
    return Estimate(mean, mean - width, mean + width, 100)


def test_an_order_that_reverses_is_told_with_both_sides_figures() -> None:
    told = [
        *reversals({"window": (18.1, measured(9.1)), "RAG": (5.5, measured(50.9)), "hybrid": (1.2, measured(4))}, "C")
    ]
    assert told == [
        "C: the paper has window above RAG (18.1 and 5.5 %); here it is the other way round (9.1 and 50.9 %)."
    ]


def test_an_order_that_reverses_within_the_intervals_is_a_tie() -> None:
    (told,) = reversals({"window": (1, measured(9)), "RAG": (2, measured(8))}, "C")
    assert "a tie at best" in told
    assert [*reversals({"window": (1, None), "RAG": (2, measured(8))}, "C")] == []


def test_only_figures_outside_of_their_interval_are_told_apart_from_the_papers() -> None:
    (told,) = gaps({"hybrid": (92.5, measured(23)), "RAG": (81, measured(80.5))}, "Completion")
    assert told == "Completion, measured against the paper's, in %: hybrid 23.0 [22.0, 24.0] against 92.5."
    assert [*gaps({"RAG": (81, measured(80.5)), "window": (5, None)}, "Completion")] == []


def test_a_line_that_falls_where_the_papers_is_level_is_told() -> None:
    falling = [(80.0, measured(30)), (80.0, None), (80.0, measured(2))]
    alike = [(80.0, measured(40)), (94.0, measured(70))]
    assert [*courses({"fixed window": falling, "hybrid": alike, "all-add": falling[:1]})] == [
        "Over the turns the fixed window stays at 80 % in the paper; here it goes from 30.0 to 2.0 %."
    ]
