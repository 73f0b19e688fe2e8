"""With notes that fade, are kept by tasks, contradicted and consolidated: the same memory for every order of delivery,
and for every number of runs on the way.
"""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy, DecayView
from slowwave.domain.records import Record
from tests.unit.stages.world import NOW, SCOPE, World, said, world

TEXTS = (
    "here use tabs for indent",
    "here use spaces for indent",
    "here use four for indent_width",
    "here use soft for indent_style",
    "never use hard for indent_style",
    "always use pnpm for packages",
    "always use yarn for packages lasting 20",
    "always use spaces for indent lasting 60",
    "this matters",
    "this matters",
    "what about tabs and soft",
    "what about four",
)
POLICIES = (
    AgentPolicy(SCOPE, blast_floor=1000),
    AgentPolicy(SCOPE, blast_floor=1000, decay_view=DecayView.VALUE, consolidation_importance=0.9),
)

records = st.builds(
    lambda text, minute, day, session: said(text, minute=minute, day=day, session=f"{session}{day}"),
    st.sampled_from(TEXTS),
    st.integers(0, 6),
    st.sampled_from([-200, -150, -100, -90, -60, 0]),
    st.sampled_from("ab"),
)
logs = st.lists(records, min_size=1, max_size=14, unique_by=lambda record: record.id)


def scope_of(policy: AgentPolicy) -> World:
    """Relevance is 1 to what the last two sessions opened with."""
    here = world(policy=policy)
    here.shelves.policies = [policy]

    def relevance(_scope: object, statement: str, _query: str, at: Any) -> float:
        opened = here.tasks.openings(SCOPE, before=at, limit=2)
        words = " ".join(here.shelves.records[each.record_id].text for each in opened)
        return float(statement.split()[1] in words)

    here.relevance = relevance
    return here


def notes_of(here: World) -> dict[str, Note]:
    return {key: replace(each.item, born_run="", page_id="") for key, each in here.shelves.notes.items()}


def content(here: World) -> tuple[dict[str, Note], dict[str, Page], str]:
    assert here.shelves.pointer
    return notes_of(here), here.active_pages(), here.shelves.pointer.item.current


@settings(max_examples=150, deadline=None)
@given(logs, st.sampled_from(POLICIES), st.data())
def test_any_splitting_of_deliveries_gives_the_same_memory(
    log: list[Record], policy: AgentPolicy, data: st.DataObject
) -> None:
    at_once, in_parts = scope_of(policy), scope_of(policy)
    at_once.deliver(log)
    at_once.consolidate()
    shuffled = data.draw(st.permutations(log))
    cuts = data.draw(st.sets(st.integers(1, max(len(log) - 1, 1)), max_size=3))
    for start, end in pairwise([0, *sorted(cuts), len(log)]):
        in_parts.deliver(shuffled[start:end])
        in_parts.consolidate()
    assert content(in_parts) == content(at_once)


@settings(max_examples=100, deadline=None)
@given(logs, st.sampled_from(POLICIES), st.sets(st.sampled_from([-195, -120, -80, -30, 5]), max_size=4))
def test_any_number_of_runs_on_the_way_gives_the_same_memory(
    log: list[Record], policy: AgentPolicy, days: set[int]
) -> None:
    at_once, on_the_way = scope_of(policy), scope_of(policy)
    at_once.deliver(log)
    at_once.consolidate()
    rest = list(log)
    for now in [*(NOW + timedelta(days=day) for day in sorted(days) if day < 0), NOW]:
        on_the_way.now = now
        on_the_way.deliver(each for each in rest if each.event_time <= now)
        rest = [each for each in rest if each.event_time > now]
        on_the_way.registry.mark_ready(SCOPE, now)
        on_the_way.consolidate()
    assert content(on_the_way) == content(at_once)
