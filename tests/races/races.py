"""The races, each over any memory: sixteen workers at once, and what may come of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from slowwave.bootstrap import Ports
from slowwave.domain.act_json import acts_in
from slowwave.domain.acts import ActKind
from slowwave.domain.changes import Put
from slowwave.domain.records import Record
from slowwave.domain.runs import RunState
from slowwave.errors import Busy, LeaseLost, SlowwaveError, VersionConflict
from slowwave.online import curate
from slowwave.online.curate import Wish
from slowwave.stages.task import LEASE
from tests.contract.builders import claim, note
from tests.races.memory import THREADS, Memory, at_once, check, deliver, log, run


def of_leases(memory: Memory, rounds: int) -> Counter[int]:
    """Let all ask for one lease, given back after each round; return how many rounds had how many winners."""
    winners: Counter[int] = Counter()

    def ask(ports: Ports) -> object:
        try:
            return ports.ledger.acquire(
                memory.scope, "run-1", now=ports.clock(), lasting=LEASE, owner=ports.new_owner()
            )
        except Busy:
            return None

    ports = memory.ports
    tokens = []
    for _ in range(rounds):
        given = [each for each in at_once([ask] * THREADS, memory) if each is not None]
        winners[len(given)] += 1
        for lease in given:
            tokens.append(lease.token)  # type: ignore[attr-defined]
            ports.ledger.release(lease)  # type: ignore[arg-type]
    assert tokens == sorted(set(tokens)), "a fencing token was given twice"
    return winners


def of_versions(memory: Memory, rounds: int) -> Counter[int]:
    """Let all change one note as they read it, each in a commit of its own; return rounds by number of winners."""
    winners: Counter[int] = Counter()
    about = note(claim(value="raced"), scope=memory.scope)

    def change(version: int, number: int, ports: Ports) -> bool:
        put = Put(note(claim(value="raced"), scope=memory.scope, importance=number / 100), version, "raced for", ())
        try:
            ports.ledger.commit(memory.scope, [put], cause="act", at=ports.clock(), lease=None, now=ports.clock())
        except VersionConflict:
            return False
        return True

    for version in range(rounds):
        winners[sum(at_once([partial(change, version, number) for number in range(THREADS)], memory))] += 1
    revisions = list(memory.ports.journal.revisions(memory.scope, about.id))
    assert [each.to_version for each in revisions] == list(range(1, rounds + 1))
    return winners


def of_deliveries(memory: Memory, rounds: int) -> int:
    """Let all deliver the same records at once, each in another order and cut elsewhere; return how many are stored."""
    total = 0
    for number in range(rounds):
        records = [each for each in log(memory.scope) if each.session == f"s-{number % 3}"]

        def send(seed: int, ports: Ports) -> int:
            mixed = random.Random(seed).sample(records * 2, 2 * len(records))  # noqa: B023 - used in this round alone
            cut = 1 + seed % len(mixed)
            return deliver(ports, mixed[:cut]) + (deliver(ports, mixed[cut:]) if mixed[cut:] else 0)

        stored = sum(at_once([partial(send, seed) for seed in range(THREADS)], memory))
        assert stored == len(records), "a record was stored by two deliveries, or by none"
        total += stored
    count = memory.ports.records.count(memory.scope)
    assert count == {"records": total, "unread": total}
    return total


def of_runs(memory: Memory) -> Counter[str]:
    """Let all consolidate one scope at once; return how they ended."""

    def go(ports: Ports) -> str:
        try:
            return run(ports, memory.scope, memory.at).state.value
        except (Busy, LeaseLost) as error:
            return type(error).__name__

    ports = memory.ports
    deliver(ports, log(memory.scope))
    ended = Counter(at_once([go] * THREADS, memory))
    check(memory)
    published_by = [each.item.id for each in ports.journal.runs(memory.scope, limit=99) if each.item.published]
    assert len(published_by) == 1, published_by
    return ended


def of_everything(memory: Memory) -> tuple[Counter[str], list[str]]:
    """Let a third deliver, a third consolidate and the others act on notes, all at once; return how each ended, and the
    records of the acts.
    """
    first = memory.ports
    records = log(memory.scope)
    deliver(first, [each for each in records if each.session == "s-0"])
    run(first, memory.scope, first.clock())
    notes = sorted(each.item.id for each in first.notes.all(memory.scope) if each.item.evidence_count)
    kinds = (ActKind.FORGET, ActKind.PIN, ActKind.CONFIRM, ActKind.UNPIN)

    def send(seed: int, ports: Ports) -> list[str]:
        mixed = random.Random(seed).sample(records, len(records))
        for start in range(0, len(mixed), 5):
            deliver(ports, mixed[start : start + 5])
        return ["delivered"]

    def go(ports: Ports) -> list[str]:
        ended = []
        for _ in range(3):
            try:
                ended.append(run(ports, memory.scope, ports.clock()).state.value)
            except SlowwaveError as error:
                ended.append(type(error).__name__)
        return ended

    def act(number: int, ports: Ports) -> list[str]:
        acted = []
        for turn in range(2):
            wish = Wish(kinds[(number + turn) % len(kinds)], notes[(number * 2 + turn) % len(notes)])
            applied = curate.run(memory.scope, wish, **ports.taken_by(curate.run))
            acted.append(applied.record_id)
        return [f"act {each}" for each in acted]

    work: list[Callable[[Ports], list[str]]] = [partial(send, seed) for seed in range(5)]
    work += [go] * 5 + [partial(act, number) for number in range(THREADS - 10)]
    ended = [each for some in at_once(work, memory) for each in some]
    acts = [each.removeprefix("act ") for each in ended if each.startswith("act ")]
    return Counter("act" if each.startswith("act ") else each for each in ended), acts


def settled(memory: Memory, acts: list[str]) -> dict[str, int]:
    """Run once more at the memory's time, and check that nothing was lost."""
    ports, scope = memory.ports, memory.scope
    waiting = ports.records.count(scope)["unread"]
    assert not waiting or scope in ports.registry.ready(memory.at, limit=99), "a mark was lost"
    assert run(ports, scope, memory.at).state is RunState.COMPLETED
    found = check(memory)
    assert found["records"] == len(log(scope)) + len(acts)
    made, unreadable = acts_in(ports.records.get(scope, acts).values())
    assert (len(made), unreadable) == (len(acts), 0)
    pointer = ports.journal.pointer(scope)
    assert pointer
    for each in made:
        held = {known.id for known in ports.notes.group(scope, each.group_id).acts}
        assert each.id in held, "an act was lost"
        if each.kind is ActKind.FORGET:
            assert each.note_id in pointer.item.withheld
    return found


def stored(memory: Memory, acts: list[str]) -> list[Record]:
    """Return every record of the memory, acts among them."""
    ids = [each.id for each in log(memory.scope)] + acts
    return list(memory.ports.records.get(memory.scope, ids).values())
