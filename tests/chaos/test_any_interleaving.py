"""Whatever is delivered, done, killed, overtaken and run in whatever order, the real stack shows what a page of plain
Python says that it must.

A few lives are drawn, the same every time; `SLOWWAVE_EXAMPLES` says how many.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from slowwave.bootstrap import LocalPorts
from slowwave.domain.acts import DENYING, ActKind
from slowwave.domain.acts import SESSION as ACTS_SESSION
from slowwave.domain.claims import Skeleton
from slowwave.domain.hashing import sha256_hex, short_id
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.online import agents, injection
from slowwave.online.verifying import verify
from tests.chaos import store
from tests.chaos.faults import die_after, die_before
from tests.chaos.life import FIRST, LEASE_OVER
from tests.chaos.operations import (
    SOON,
    Act,
    Consolidate,
    Erase,
    Hear,
    Operation,
    Process,
    RollBack,
    World,
    dying,
    world,
)
from tests.chaos.rebuilding import carry, check_replay
from tests.chaos.reference import SLOTS, Line, Memory, Said, Slot
from tests.chaos.wishes import ACTS, ANYTHING, DIES, HEARD, RUMORS, RUN, SCOPES, SHARE, Saying, Wish

EXAMPLES: Final = int(os.environ.get("SLOWWAVE_EXAMPLES", "6"))
VALUES: Final = frozenset(value for slot in SLOTS for values in slot.values for value in values) | {*RUMORS}
LONGEST_RUN: Final = 1440
"""Minutes: a run that lies dead through several steps is gone on with, and still reads everything up to its time."""

TASK: Final = "port of billing, timeout of search, region of the archive, where the user lives, run the tests"
IDS: Final = re.compile(r'\[[np]-[0-9a-f]+\]|set="[0-9a-f]+"')


class Interleavings(RuleBasedStateMachine):
    """The real stack and the reference side by side."""

    def __init__(self, world: World, begin: store.Contents) -> None:
        super().__init__()
        self.world = world
        store.put_back(begin)
        world.boundary.begin()
        world.clock.now = FIRST
        self.memories = {scope: Memory() for scope in SCOPES}
        self.events: dict[Scope, list[dict[str, Any]]] = defaultdict(list)
        self.counted = 0
        self.rebuilt = False
        self.verified: dict[Scope, Any] = {}
        self.bytes: dict[tuple[Any, ...], str] = {}

    @initialize(wish=HEARD, rebuilt=st.sampled_from([False, False, True]))
    def begin(self, wish: Wish, rebuilt: bool) -> None:
        self.rebuilt = rebuilt
        self.do(wish)

    @rule(wish=ANYTHING)
    def step(self, wish: Wish) -> None:
        """A process does something from beginning to end."""
        self.do(wish)

    @rule(wish=ANYTHING, share=SHARE, heard=st.booleans())
    def kill(self, wish: Wish, share: int, heard: bool) -> None:
        """A process dies at a call, before it or after it; the next does the same again, but for a run: that waits for
        the schedule.
        """
        self.pass_time(SOON)
        operation = self.operation(wish)
        at = operation.calls * share // 100
        if isinstance(operation, Consolidate):
            self.unsettle(at_once=False)
        died = self.world.killed(operation, dying(at, (die_before, die_after)[heard]))
        if not (died and isinstance(operation, Consolidate)):
            self.pass_time(LEASE_OVER)
            self.settle(operation, self.world.process())

    @rule(wish=ANYTHING, share=SHARE, others=st.lists(ANYTHING, min_size=1, max_size=3), dies=DIES)
    def overtake(self, wish: Wish, share: int, others: list[Wish], dies: int | None) -> None:
        """A process stands still at a call while others do something from beginning to end, runs unless they die, and
        then goes on. Whether a set comes back, or words go, before or after what a run has read, is not for the
        reference to say.
        """
        self.pass_time(SOON)
        every = [self.operation(each) for each in (wish, *others)]
        every = [each for each in every if not isinstance(each, RollBack | Erase)] or [Consolidate()]
        runs = [each for each in every if isinstance(each, Consolidate)]
        if runs:
            self.unsettle(at_once=True)
        first, *rest = (Consolidate() if each in runs else each for each in every)
        results = self.world.overtaken(first, first.calls * share // 100, rest, dies)
        for operation, result in zip(every, results, strict=True):
            if operation not in runs:
                self.learn(operation, result)
        if runs:
            self.unsettle(at_once=True)

    def pass_time(self, time: timedelta) -> None:
        self.world.clock.now += time

    def do(self, wish: Wish) -> None:
        self.pass_time(LEASE_OVER if any(each.unfinished for each in self.memories.values()) else SOON)
        self.settle(self.operation(wish), self.world.process())
        if wish.runs:
            self.the_block_is_what_the_reference_says()
            self.do(Wish(wish.scope, RUN))

    def operation(self, wish: Wish) -> Operation:
        """Return what a wish comes to now; where there is nothing to do it to, a run."""
        scope = SCOPES[wish.scope]
        memory = self.memories[scope]
        if wish.kind == "hear":
            return self.heard(scope, wish)
        if wish.kind == "hear what was injected":
            return self.heard_again(scope)
        names, lines = [*memory.sets], memory.known()
        if wish.kind == "roll back" and len(names) > 1 and not memory.unfinished:
            return RollBack(scope, names[wish.which % len(names)])
        if wish.kind in ACTS and lines:
            return Act(scope, ActKind(wish.kind), lines[wish.which % len(lines)], by_page=wish.which % 2 == 1)
        if wish.kind == "erase" and lines and memory.away is None:
            return Erase(scope, f"s{wish.which % 3}")
        return Consolidate(self.check_nothing_forbidden)

    def heard_again(self, scope: Scope) -> Hear:
        """Return a delivery of the own block, as a tool shows it and as a user pastes it: it teaches nothing."""
        text = self.read(self.world.process(), scope).text or "nothing yet"
        return Hear(scope, tuple(self.event("s0", actor, text, 0) for actor in ("tool", "user")), ())

    def heard(self, scope: Scope, wish: Wish) -> Hear:
        """Return a delivery: new events, and some that were delivered before."""
        known = self.events[scope]
        events = [known[(wish.which + place) % len(known)] for place in range(min(wish.again, len(known)))]
        said = {}
        for saying in wish.says:
            slot = SLOTS[saying.slot]
            values = slot.values[SCOPES.index(scope)]
            value = RUMORS[saying.slot] if saying.rumor else values[saying.value]
            corrects = _corrected(saying, slot, values)
            words = slot.corrected.format(value, corrects) if corrects else slot.plain.format(value)
            actor = "assistant" if saying.rumor else "user"
            event = self.event(f"s{saying.session}", actor, words, saying.hours_ago)
            events.append(event)
            if not saying.rumor:
                at = self.world.clock.now - timedelta(hours=saying.hours_ago, microseconds=self.counted)
                taken_back = slot.shown(corrects) if corrects else ""
                said[event["source_id"]] = Said(slot, slot.shown(value), at, event["session"], taken_back)
        refused = sum(each["source_id"] in self.memories[scope].gone for each in events)
        return Hear(scope, tuple(events), tuple(said.items()), refused)

    def event(self, session: str, actor: str, text: str, hours_ago: int) -> dict[str, Any]:
        self.counted += 1
        at = self.world.clock.now - timedelta(hours=hours_ago, microseconds=self.counted)
        source_id = f"event {self.counted}"
        return {
            "session": session,
            "source_id": source_id,
            "actor": actor,
            "text": text,
            "event_time": at.isoformat(),
        }

    def settle(self, operation: Operation, process: Process) -> None:
        """Do it to the end, and tell the reference."""
        self.learn(operation, operation.run(process))
        if isinstance(operation, Erase):  # as the command line does
            self.the_block_is_what_the_reference_says()
            self.settle(Consolidate(self.check_nothing_forbidden), self.world.process())
            self.check_nothing_is_left_of(operation)

    def learn(self, operation: Operation, result: Any) -> None:
        """Tell the reference what happened."""
        if isinstance(operation, Consolidate):
            for scope in SCOPES:
                self.learn_of_runs(scope)
            return
        scope: Scope = operation.scope  # type: ignore[attr-defined]
        memory = self.memories[scope]
        if isinstance(operation, Hear):
            memory.said.update(operation.said)
            memory.stirred = True
            self.events[scope] += [each for each in operation.events if each not in self.events[scope]]
        elif isinstance(operation, Act) and result is not None:
            kind = operation.kind
            memory.act(operation.line, denies=kind in DENYING, confirms=kind is ActKind.CONFIRM, at=result.event_time)
        elif isinstance(operation, Erase):
            memory.erased(each["source_id"] for each in self.events[scope] if each["session"] == operation.session)
        elif isinstance(operation, RollBack):
            memory.went_back(operation.target, result.set_hash)

    def learn_of_runs(self, scope: Scope) -> None:
        memory, pointer = self.memories[scope], self.world.process().journal.pointer(scope)
        if pointer is None:
            assert not memory.believed(), "nothing was published"
            return
        held = pointer.item.rollback is not None and pointer.item.rollback.holds
        if held:
            assert memory.away is not None, "nobody went back"
            assert not memory.has_news(), "news waits behind a set that somebody went back to"
            assert pointer.item.current == memory.current
        else:
            assert not memory.must_hold(), "a run published over a set that somebody went back to"
        self.check_counted(scope)
        memory.consolidated(pointer.item.current, held=held)

    def check_counted(self, scope: Scope) -> None:
        """Each record is read, and counted once with the claim in it, where no run gave up and no words went, which are
        read again.
        """
        process = self.world.process()
        runs = [each.item for each in process.journal.runs(scope, limit=99)]
        assert process.records.count(scope)["unread"] == 0
        if not self.memories[scope].gone and all(each.state is not RunState.FAILED for each in runs):
            counted = sum(each.count(Stage.EXTRACT, "records") for each in runs)
            assert counted == process.records.count(scope)["records"]
            assert sum(each.account.inputs for each in runs) <= len(self.events[scope])

    def unsettle(self, *, at_once: bool) -> None:
        """A run is stopped on its way: the set may be the old one or the new one."""
        for memory in self.memories.values():
            memory.unsettle(at_once=at_once)

    def read(self, process: Process, scope: Scope) -> injection.Rendered:
        return injection.read(scope, task=TASK, budget=None, **process.taken_by(injection.read))

    @invariant()
    def the_block_is_what_the_reference_says(self) -> None:
        process = self.world.process()
        for scope, memory in self.memories.items():
            rendered = self.read(process, scope)
            lines = _lines(rendered)
            assert len({*lines}) == len(lines)
            assert memory.allows(frozenset(lines)), f"{scope}: {sorted(lines)}, and not {sorted(memory.shown())}"
            told = {value for value in VALUES if re.search(rf"\b{value}\b", IDS.sub("", rendered.text))}
            assert told == {value for value in VALUES for line in lines if re.search(rf"\b{value}\b", line)}
            self.check_bytes(process, scope, rendered)
            self.check_evidence(process, scope, rendered)

    @invariant()
    def everything_verifies(self) -> None:
        process = self.world.process()
        for scope in SCOPES:
            left = (process.archive.end(scope), len(self.events[scope]))
            if self.verified.get(scope) == left:
                continue
            self.verified[scope] = left
            verdict = verify(
                scope, archive=process.archive, journal=process.journal, reports=process.reports, sets=process.sets
            )
            assert verdict.findings == ()
            for run in (each.item for each in process.journal.runs(scope, limit=99)):
                counted = sum(counts.get("candidates", 0) for stage, counts in run.counts.items() if stage == "extract")
                assert run.state is RunState.RUNNING or run.account.inputs == counted

    def check_bytes(self, process: Process, scope: Scope, rendered: injection.Rendered) -> None:
        """The same set without the same items is the same to the byte, whatever happens around it."""
        pointer = process.journal.pointer(scope)
        key = (scope, pointer.item.current, pointer.item.withheld) if pointer else (scope,)
        assert self.bytes.setdefault(key, f"{rendered.etag}\n{rendered.text}") == f"{rendered.etag}\n{rendered.text}"

    def check_evidence(self, process: Process, scope: Scope, rendered: injection.Rendered) -> None:
        """Every line can be proved by the words of a record that is there."""
        for item in (*rendered.stable, *rendered.task):
            assert any(each.session != ACTS_SESSION for each in item.quotes), "acts alone are no evidence"
            raw = process.records.get(scope, [each.span.record_id for each in item.quotes])
            for quote in item.quotes:
                words = raw[quote.span.record_id].text[quote.span.start : quote.span.end]
                assert sha256_hex(words) == quote.hash
                assert quote.session == ACTS_SESSION or item.value.text.lower() in words.lower()

    def check_nothing_forbidden(self) -> None:
        """Between two runs, too, nothing is read that was taken back."""
        process = Process(self.world.whole)
        for scope, memory in self.memories.items():
            hidden = memory.withheld - memory.believed()
            assert not hidden & {*_lines(self.read(process, scope))}

    def check_nothing_is_left_of(self, erasure: Erase) -> None:
        """No item and no version of an object holds the id that the source gave to what was erased, or its record's."""
        contents = store.take()
        kept = [json.dumps(row, default=str) for _, row in store.rows()]
        kept += [each.value.decode() for versions in contents.objects.values() for each in versions]
        for name in self.memories[erasure.scope].gone:
            record_id = short_id("r", erasure.scope.key, name)
            assert not any(record_id in each or re.search(rf"\b{name}\b", each) for each in kept), f"{name} is left"

    def teardown(self) -> None:
        if self.rebuilt and sys.exc_info()[0] is None:
            self.check_rebuilt()

    def check_rebuilt(self) -> None:
        """Carried to an empty home, memory shows the same and goes on; replayed, it is the same."""
        carry(self.world, SCOPES)
        self.verified = {}
        self.the_block_is_what_the_reference_says()
        self.everything_verifies()
        self.pass_time(LEASE_OVER)
        self.settle(Consolidate(self.check_nothing_forbidden), self.world.process())
        self.the_block_is_what_the_reference_says()
        check_replay(self.world, SCOPES)


def _lines(rendered: injection.Rendered) -> list[Line]:
    return [item.text for item in (*rendered.stable, *rendered.task)]


def _corrected(saying: Saying, slot: Slot, values: tuple[str, ...]) -> Line:
    """Return the value that a saying corrects: another than it gives, where its slot is corrected in one sentence."""
    if saying.corrects is None or saying.rumor or not slot.corrected or saying.corrects == saying.value:
        return ""
    return values[saying.corrects]


def make_agents(whole: LocalPorts) -> None:
    for scope in SCOPES:
        policy = AgentPolicy(
            scope, (Skeleton.CODING, Skeleton.ASSISTANT), inject_assumptions=False, max_run_minutes=LONGEST_RUN
        )
        agents.create(policy, ledger=whole.ledger, now=FIRST)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("interleavings"), [make_agents]) as made:
        yield made


@pytest.mark.timeout(0)
def test_any_interleaving_shows_what_the_reference_says(lived: World) -> None:
    begin = store.take()
    run_state_machine_as_test(
        lambda: Interleavings(lived, begin),
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=12,
            deadline=None,
            database=None,
            derandomize=True,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
