"""Erase: plan what goes with somebody's words, and carry out exactly the plan that a person confirmed. Reads are
without it from the first write on; what is left is folded and published again by the next run, as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from slowwave.domain.act_json import wordless
from slowwave.domain.acts import Act
from slowwave.domain.changes import Change, Put, Versioned
from slowwave.domain.erasure import By, Subject, holds, read_after, stands_on, words_made
from slowwave.domain.erasure_changes import (
    REASON,
    changes,
    denied,
    hidden,
    of_runs,
    remade,
    rewritten,
    vouched,
)
from slowwave.domain.erasure_orders import Order, Outcome
from slowwave.domain.erasure_plan import Plan, plan
from slowwave.domain.erasure_rollback import moved, named_by, shortened
from slowwave.domain.erasures import Erasure, ErasureState, done
from slowwave.domain.held import Held
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Observation
from slowwave.domain.pages import Page
from slowwave.domain.records import Record
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope
from slowwave.errors import Conflict, InvalidInput
from slowwave.ports.erasing import Eraser, Holdings
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import SetStore
from slowwave.ports.records import RecordStore
from slowwave.stages.task import LEASE, Clock

Write = Callable[[Erasure, list[Change]], None]
"""Writes changes of an erasure under the lease, renewed."""

UNDONE: Final = "something was stored while its words were erased; run the same command again"


@dataclass(frozen=True, slots=True)
class Survey:
    """What a scope holds, and what goes.

    Attributes:
        sessions: those of which no record is left.
        kept: records that a run has read and that stay.
    """

    plan: Plan
    held: Held
    sessions: frozenset[str]
    kept: tuple[Record, ...]


def keep_files(_: Scope) -> None:
    """Do nothing: what holds where no file has to be written again to forget what was removed."""


def run(  # noqa: PLR0913 - a port an argument
    order: Order,
    *,
    records: RecordStore,
    holdings: Holdings,
    eraser: Eraser,
    sets: SetStore,
    journal: Journal,
    ledger: Ledger,
    registry: Registry,
    clock: Clock,
    new_key: Callable[[], str],
    scrub: Callable[[Scope], None] = keep_files,
) -> Outcome:
    """Return the plan, or carry it out; called again after a stop it goes on, and once done it says so again.

    Args:
        new_key: returns a new random key in hex.
        scrub: writes again the files that may still hold what was removed.

    Raises:
        InvalidInput: nothing was confirmed under this hash, and nobody says whose words go.
        Conflict: the plan is another by now; nothing was erased.
        Busy: a run holds the scope.
    """
    known = eraser.erasure(order.scope, order.confirmed) if order.confirmed else None
    if known and known.state is ErasureState.DONE:
        scrub(order.scope)
        return Outcome(erasure=known)
    if not order.confirmed:
        return Outcome(_survey(order, holdings, frozenset()).plan)
    lease = ledger.acquire(order.scope, f"erase-{order.confirmed}", now=clock(), lasting=LEASE, owner=order.owner)
    try:
        survey = _survey(order, holdings, known.records if known else frozenset())
        if not survey.plan.records:
            return Outcome(survey.plan)
        erasure = known or _confirmed(order, survey.plan, clock)
        registry.mark_ready(order.scope, erasure.at)
        write = partial(_write, order, ledger=ledger, clock=clock)
        erasure = _withhold(erasure, survey.plan, sets=sets, journal=journal, write=write)
        blinded = eraser.bury(order.scope, erasure.records, key=new_key())
        _publish_less(erasure, survey, sets=sets, journal=journal, write=write)
        records.append(survey.plan.denials, scope=order.scope, received_at=erasure.at)
        _remove(erasure, survey, eraser=eraser, write=write)
        over = done(erasure, blinded.values())
        _close(over, erasure, holdings=holdings, journal=journal, write=write)
    finally:
        ledger.release(lease)
    scrub(order.scope)
    return Outcome(erasure=over)


def _survey(order: Order, holdings: Holdings, records: frozenset[str]) -> Survey:
    """Go through everything; the records of an erasure that was begun are known, others are found by their subject."""
    if not records and order.subject is None:
        raise InvalidInput(f"no erasure {order.confirmed!r} was begun; say whose words go, as for its plan")
    lines = {line.record.id: line for line in holdings.raw(order.scope)}
    found = {line.record.id for line in lines.values() if order.subject and order.subject.matches(line.record)}
    held = Held(holdings.items(order.scope), holdings.objects(order.scope))
    found |= _made_of(order.subject, held) & lines.keys()
    bare = {each: wordless(lines[each].record) for each in (records or found) if each in lines}
    said = found - {each for each, act in bare.items() if act and act.id == each}
    if order.subject and order.subject.by is By.RECORD and said < found:
        raise InvalidInput(f"record {min(found - said)!r} is an act that has no words to erase; nothing was erased")
    erased = records or frozenset(said)
    denials = {act.id: act for each, act in bare.items() if act and each in erased}
    left = {line.record.session for line in lines.values() if line.record.id not in erased}
    sessions = frozenset({session for run in held.of(Run) for session in (*run.sessions, *run.unanswered)} - left)
    reread = read_after((line.record for line in lines.values()), erased)
    kept = tuple(line.record for line in lines.values() if line.consumed and line.record.id not in erased)
    goes = replace(plan(order.scope, erased, reread, held, sessions), denials=tuple(denials.values()))
    return Survey(goes, held, sessions, kept)


def _made_of(subject: Subject | None, held: Held) -> set[str]:
    """The records of which memory made the wanted text, in words that none of them has."""
    if subject is None or subject.by is not By.MATCH:
        return set()
    made: list[Observation | Page | Naming] = [*held.of(Observation), *held.of(Page), *held.of(Naming)]
    return {each for item in made if holds(words_made(item), subject.names) for each in stands_on(item)}


def _confirmed(order: Order, found: Plan, clock: Clock) -> Erasure:
    """The erasure as it begins."""
    if found.hash != order.confirmed:
        raise Conflict(f"nothing was erased: the plan is {found.hash!r} by now; look at it and confirm that one")
    by = order.subject.by if order.subject else By.RECORD
    return Erasure(order.scope, found.hash, by, clock(), found.records, counts=found.counts())


def _write(order: Order, erasure: Erasure, found: list[Change], *, ledger: Ledger, clock: Clock) -> None:
    """Write changes under the lease, renewed."""
    lease = ledger.acquire(order.scope, erasure.run_id, now=clock(), lasting=LEASE, owner=order.owner)
    ledger.commit(erasure.scope, found, cause=erasure.id, at=erasure.at, lease=lease, now=clock())


def _withhold(erasure: Erasure, found: Plan, *, sets: SetStore, journal: Journal, write: Write) -> Erasure:
    """Say that the erasure goes on and hide what it takes, in one transaction; return it with what it hides."""
    pointer = journal.pointer(erasure.scope)
    ids = hidden(found, pointer.item, sets.get(erasure.scope, pointer.item.current)) if pointer else frozenset[str]()
    updated = replace(erasure, withheld=erasure.withheld | ids | denied(found.acts))
    shown: list[Change] = []
    if pointer:  # changed or not, so that the chain says that there was an erasure
        shown = [Put(replace(pointer.item, withheld=pointer.item.withheld | ids), pointer.version, REASON)]
    write(erasure, [Put(updated), *shown])
    return updated


def _publish_less(erasure: Erasure, survey: Survey, *, sets: SetStore, journal: Journal, write: Write) -> None:
    """Point at sets without what goes, so that the sets that hold it can be removed."""
    pointer = journal.pointer(erasure.scope)
    if pointer is None:
        return
    known = {each: sets.get(erasure.scope, each) for each in named_by(pointer.item)}
    for each in shortened(known, survey.plan).values():
        sets.put(each)
    less = moved(pointer.item, survey.plan, survey.held, known)
    if less != pointer.item:
        write(erasure, [Put(less, pointer.version, REASON)])


def _remove(erasure: Erasure, survey: Survey, *, eraser: Eraser, write: Write) -> None:
    """Remove everything: what names the rest of it last, so that a stop in between leaves it to be found."""
    found = survey.plan
    eraser.rewrite(erasure.scope, rewritten(found, survey.held, survey.sessions))
    write(erasure, vouched(found, survey.held, erasure.id))
    eraser.strip(erasure.scope, [each.sequence for each in found.revisions])
    for each in of_runs(found, survey.held, survey.sessions):
        write(erasure, [each])
    write(erasure, changes(found, survey.held, remade(found, survey.kept)))
    eraser.drop_records(erasure.scope, erasure.records, reread=found.reread)


def _close(over: Erasure, erasure: Erasure, *, holdings: Holdings, journal: Journal, write: Write) -> None:
    """Say that it is done when nothing is left, and show again what is only hidden because of it.

    Raises:
        Conflict: something is left after all.
    """
    items = [*holdings.items(erasure.scope)]
    left = {type(each).__name__ for each in map(_item, items) if stands_on(each) & erasure.records}
    left |= {"record" for line in holdings.raw(erasure.scope) if line.record.id in erasure.records}
    if left:
        raise Conflict(f"{', '.join(sorted(left))}: {UNDONE}")
    pointer = journal.pointer(erasure.scope)
    lifted = erasure.withheld - denied(each for each in items if isinstance(each, Act))
    shown: list[Change] = []
    if pointer and lifted & pointer.item.withheld:
        shown = [Put(replace(pointer.item, withheld=pointer.item.withheld - lifted), pointer.version, REASON)]
    write(erasure, [*shown, Put(over)])


def _item(each: Any) -> Any:
    return each.item if isinstance(each, Versioned) else each
