"""What grows over a long history and what does not: stores, sets, calls and the work of decay, sampled as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowwave.domain.claims import Skeleton
from slowwave.domain.hashing import canonical_json
from slowwave.domain.injection import set_content
from slowwave.domain.notes import NoteState
from slowwave.domain.pages import PageState
from slowwave.domain.scope import Scope
from slowwave.evaluation import plots as draw
from slowwave.evaluation.pipeline import Pipeline
from slowwave.evaluation.results import Plot, Table
from slowwave.evaluation.simulation.events import Delivery, History
from slowwave.evaluation.simulation.memory import Cadence
from slowwave.evaluation.simulation.setups import SETUPS, opened
from slowwave.evaluation.statistics import Estimate

SAMPLES = 10


@dataclass(frozen=True, slots=True)
class Sample:
    """The state after a turn, over all tenants, and what was done since the sample before.

    Attributes:
        calls: requests to the stores a turn.
        due, left: notes that decay looked at, and those of them that left the active index.
        set_bytes: size of the published sets.
    """

    turn: int
    records: int
    notes: int
    active_notes: int
    active_pages: int
    set_lines: int
    set_bytes: int
    calls: float
    due: int
    left: int


def grow(history: History, name: str, *, budget: int, cadence: Cadence) -> Iterator[Sample]:
    """Run a memory over a history and look at its stores ten times."""
    arriving: dict[int, list[Delivery]] = {}
    for delivery in history.deliveries:
        arriving.setdefault(delivery.turn, []).append(delivery)
    every = max(1, len(history.times) // SAMPLES)
    with opened(SETUPS[name], history, budget=budget, cadence=cadence) as arm:
        calls = runs = 0
        for turn, at in enumerate(history.times):
            before = arm.pipeline.ports.served
            arm.arrive(at, arriving.get(turn, ()), history.closes.get(turn, ()))
            calls += arm.pipeline.ports.served - before
            if (turn + 1) % every == 0:
                counts = [run.counts.get("decay", {}) for run in arm.runs[runs:]]
                due = sum(each.get("due", 0) for each in counts)
                left = sum(each.get(way, 0) for each in counts for way in ("consolidated", "retired", "expired"))
                yield _sample(arm.pipeline, arm.scopes, turn, calls / every, due, left)
                calls, runs = 0, len(arm.runs)


def _sample(opened: Pipeline, scopes: Sequence[Scope], turn: int, calls: float, due: int, left: int) -> Sample:
    ports = opened.ports
    notes = [each.item for scope in scopes for each in ports.notes.all(scope)]
    pages = [
        page for scope in scopes for kind in Skeleton for page in ports.pages.all(scope, kind, state=PageState.ACTIVE)
    ]
    pointers = [(scope, pointer.item.current) for scope in scopes if (pointer := ports.journal.pointer(scope))]
    sets = [ports.sets.get(scope, current) for scope, current in pointers]
    return Sample(
        turn=turn + 1,
        records=opened.stored,
        notes=len(notes),
        active_notes=sum(note.state is NoteState.ACTIVE for note in notes),
        active_pages=len(pages),
        set_lines=sum(len(each.stable) + len(each.pool) for each in sets),
        set_bytes=sum(len(canonical_json(set_content(each))) for each in sets),
        calls=calls,
        due=due,
        left=left,
    )


def table(samples: Sequence[Sample], name: str) -> Table:
    """Return the samples as a table, with the share of due notes that left: the efficiency of decay."""
    headings = (
        "turn", "records", "notes", "active notes", "active pages", "set lines", "set bytes", "calls a turn", "due",
        "left the index", "decay efficiency",
    )  # fmt: skip
    rows = tuple(
        (
            each.turn,
            each.records,
            each.notes,
            each.active_notes,
            each.active_pages,
            each.set_lines,
            each.set_bytes,
            each.calls,
            each.due,
            each.left,
            each.left / each.due if each.due else None,
        )
        for each in samples
    )
    return Table(f"What grows: {name}", headings, rows, "All tenants together; due and left since the row above.", 2)


def picture(samples: Sequence[Sample]) -> Plot:
    """Draw what is stored and what is published over the turns."""
    counted = {
        "records": [each.records for each in samples],
        "notes": [each.notes for each in samples],
        "active pages": [each.active_pages for each in samples],
        "set lines": [each.set_lines for each in samples],
    }
    turns = [each.turn for each in samples]
    series = {
        name: [(turn, Estimate(value, value, value, 1)) for turn, value in zip(turns, values, strict=True)]
        for name, values in counted.items()
    }
    return draw.lines("growth", "What grows and what does not", series, x_label="turn", y_label="items, all tenants")
