"""Verify: read everything that is kept for a scope again, from the first revision and from the raw records, and say
what is not as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from slowwave.domain.audit import POINTER, Kept, KeptSet, item_findings, named_findings, shown_by
from slowwave.domain.erasure_audit import erasure_findings
from slowwave.domain.history import End, Finding, follow
from slowwave.domain.raw_audit import audit_raw
from slowwave.domain.run_audit import run_findings
from slowwave.domain.run_reports import owes_report
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope
from slowwave.errors import Conflict, Corrupt, UnknownItem
from slowwave.ports.audit import Archive
from slowwave.ports.ledger import Journal
from slowwave.ports.memory import SetStore
from slowwave.ports.reports import ReportStore

T = TypeVar("T")

Progress = Callable[[], None]
"""Called after each entry that was read."""

ALL_RUNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verification came to.

    Attributes:
        end: where the chain ends.
        counts: entries that were read, by kind.
        findings: what is not as it was written: the chain first, then items, runs, sets and raw records.
    """

    end: End
    counts: Mapping[str, int]
    findings: tuple[Finding, ...]

    @property
    def intact(self) -> bool:
        """Whether everything is as it was written."""
        return not self.findings


def verify(
    scope: Scope,
    *,
    archive: Archive,
    journal: Journal,
    reports: ReportStore,
    sets: SetStore,
    progress: Progress = lambda: None,
) -> Verdict:
    """Read everything of a scope and compare it.

    Raises:
        Conflict: the scope was changed meanwhile; nothing can be said.
        Corrupt: something cannot be read at all; the message names it.
    """
    end = archive.end(scope)
    history = follow(_each(archive.links(scope), progress), end)
    items = [*_each(archive.items(scope), progress)]
    register = archive.register(scope)
    runs = [each.item for each in _each(journal.runs(scope, limit=ALL_RUNS), progress)]
    kept = dict(_each(reports.all(scope), progress))
    shown = shown_by(_each(_sets(scope, sets), progress))
    raw = audit_raw(history, shown, _each(archive.raw(scope), progress))
    findings = (
        *history.findings,
        *item_findings(history, items),
        *erasure_findings(history, register),
        *run_findings(history, runs, kept),
        *shown.findings,
        *named_findings(history, _named(scope, runs, journal), shown),
        *raw.findings,
    )
    if archive.end(scope) != end:
        raise Conflict(f"agent {scope.agent!r} was changed while it was read; verify again")
    counts = {
        "revisions": len(history.hashes),
        "erased revisions": len(history.erased),
        **_by_kind(items),
        "runs": len(runs),
        "run reports": len(kept),
        "run reports owed": sum(owes_report(run) and run.id not in kept for run in runs),
        "sets": len(shown.names),
        "quotes": raw.quotes,
        "erasures": len(register.accounts),
        "raw objects": raw.objects,
        "records": raw.records,
        "records not acknowledged": raw.unacknowledged,
    }
    return Verdict(end, counts, findings)


def _sets(scope: Scope, sets: SetStore) -> Iterator[KeptSet]:
    for name, _ in sets.hashes(scope):
        try:
            yield KeptSet(name, sets.get(scope, name))
        except (Corrupt, UnknownItem) as error:
            yield KeptSet(name, None, str(error))


def _named(scope: Scope, runs: Iterable[Run], journal: Journal) -> dict[str, str]:
    """What names each set; the pointer before any run, also by what was rolled away from, which every run compares.
    A pointer that cannot be read is an item that was edited.
    """
    pointer = None
    with suppress(Corrupt):
        pointer = journal.pointer(scope)
    named = {run.published: run.id for run in runs if run.published}
    pointed: tuple[str, ...] = (pointer.item.previous, pointer.item.current) if pointer else ()
    if pointer and pointer.item.rollback:
        pointed += pointer.item.rollback.away
    return named | {each: POINTER for each in pointed if each}


def _by_kind(items: Iterable[Kept]) -> dict[str, int]:
    counts: dict[str, int] = {"notes": 0, "pages": 0, "policy versions": 0}
    for each in items:
        name = f"{each.kind}s"
        if name in counts:
            counts[name] += 1
    return counts


def _each(entries: Iterable[T], progress: Progress) -> Iterator[T]:
    for entry in entries:
        yield entry
        progress()
