"""The undisturbed life once a module, and the summary of what was done to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import pytest

from tests.chaos.faults import Call
from tests.chaos.history import History, Tally, undisturbed

FULL = os.environ.get("SLOWWAVE_CHAOS") == "full"
"""Every kind of fault at every call (`make chaos`); otherwise a sample of what no other call tells."""


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    with undisturbed(tmp_path_factory.mktemp("chaos")) as history:
        yield history


@pytest.fixture
def history(lived: History, record_property: pytest.RecordProperty) -> Iterator[History]:
    """The life with a tally of this test."""
    lived.tally = Tally()
    yield lived
    record_property("chaos", asdict(lived.tally))


def sampled(calls: Sequence[Call], *, writes: bool = False, stride: int) -> list[int]:
    """Return the calls to disturb: all in a full sweep; otherwise all that write, when asked for, and every n-th."""
    return [each.index for each in calls if FULL or (writes and each.writes) or each.index % stride == stride // 2]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [
        each for found in terminalreporter.stats.values() for each in found if isinstance(each, pytest.TestReport)
    ]
    tallies = [
        dict(each.user_properties)["chaos"]
        for each in reports
        if each.when == "teardown" and "chaos" in dict(each.user_properties)
    ]
    if tallies:
        points, faults, compared = (sum(each[name] for each in tallies) for name in ("points", "faults", "compared"))
        terminalreporter.write_line(
            f"chaos: {points:,} fault points, {faults:,} faults survived, {compared:,} items compared"
        )
