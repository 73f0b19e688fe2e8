"""The functions as a table: which settings each reads, which methods of ports it calls, how large and how long it may
be. `calls` decides the permissions; tests compare it with the source of the stages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slowwave import settings as of
from slowwave.domain.runs import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

STAGE_TIMEOUT_SECONDS: Final = 14 * 60
"""Less than the lease of a run, which is as long as a function may run at all."""

ONLINE_TIMEOUT_SECONDS: Final = 20


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """One function.

    Attributes:
        calls: `port.method` for each that it may call and that reaches something outside of the process.
    """

    settings: type[of.Settings]
    calls: tuple[str, ...]
    memory_mb: int = 1024
    timeout_seconds: int = STAGE_TIMEOUT_SECONDS


_CALL: Final = ("ledger.acquire", "ledger.release", "journal.run", "ledger.commit")
"""What every call of a stage makes: it renews the lease, or gives a closed run's back, reads the run and writes."""

_RUN: Final = (*_CALL, "registry.policy")
"""What a stage calls that reads the agent policy."""

FUNCTIONS: Final[Mapping[str, FunctionSpec]] = {
    "plan": FunctionSpec(
        of.PlanSettings,
        (
            "registry.ready",
            "registry.marks",
            "registry.policy",
            "journal.run",
            "journal.runs",
            "ledger.acquire",
            "ledger.commit",
            "ledger.release",
        ),
    ),
    Stage.EXTRACT: FunctionSpec(
        of.ExtractSettings,
        (
            *_RUN,
            "records.unread_sessions",
            "records.neighbourhood",
            "records.mark_read",
            "journal.pointer",
            "notes.group",
            "notes.observed_in",
            "tasks.opening",
            "tasks.files",
            "journal.task_mix",
        ),
    ),
    Stage.VERIFY: FunctionSpec(
        of.VerifySettings,
        (
            *_RUN,
            "notes.work",
            "notes.due",
            "notes.group",
            "journal.pointer",
            "kin.listed",
            "kin.tombstones",
            "kin.namings",
        ),
    ),
    Stage.DECAY: FunctionSpec(
        of.DecaySettings, (*_RUN, "notes.due", "notes.get", "tasks.looked_at", "census.active_items")
    ),
    Stage.DISTILL: FunctionSpec(
        of.DistillSettings, (*_RUN, "notes.work", "notes.group", "clusters.members", "pages.get", "census.active_pages")
    ),
    Stage.REORGANIZE: FunctionSpec(
        of.ReorganizeSettings, (*_RUN, "notes.work", "notes.group", "kin.listed", "pages.get")
    ),
    Stage.PUBLISH: FunctionSpec(
        of.PublishSettings,
        (
            *_RUN,
            "journal.pointer",
            "pages.top",
            "pages.get",
            "ranking.top_notes",
            "ranking.existing",
            "ranking.notes",
            "kin.tombstones",
            "kin.namings",
            "tasks.openings",
            "tasks.recent_files",
            "records.get",
            "sets.put",
            "sets.get",
            "journal.task_mix",
        ),
    ),
    "report": FunctionSpec(
        of.ReportSettings,
        (*_CALL, "notes.due", "records.unread_sessions", "reports.put", "journal.revisions", "registry.settle"),
    ),
    "capture": FunctionSpec(
        of.CaptureSettings, ("records.append", "registry.mark_ready"), timeout_seconds=ONLINE_TIMEOUT_SECONDS
    ),
    "curate": FunctionSpec(
        of.CurateSettings,
        (
            "pages.get",
            "notes.get",
            "records.append",
            "registry.mark_ready",
            "journal.pointer",
            "ledger.commit",
        ),
        timeout_seconds=ONLINE_TIMEOUT_SECONDS,
    ),
    "rollback": FunctionSpec(
        of.RollbackSettings,
        (
            "records.append",
            "records.get",
            "ranking.notes",
            "ranking.existing",
            "kin.tombstones",
            "sets.put",
            "sets.get",
            "registry.policy",
            "registry.mark_ready",
            "journal.pointer",
            "ledger.commit",
        ),
        timeout_seconds=ONLINE_TIMEOUT_SECONDS,
    ),
    "erase": FunctionSpec(
        of.EraseSettings,
        (
            "holdings.raw",
            "holdings.items",
            "holdings.objects",
            "records.append",
            "eraser.erasure",
            "eraser.bury",
            "eraser.rewrite",
            "eraser.strip",
            "eraser.drop_records",
            "sets.get",
            "sets.put",
            "journal.pointer",
            "registry.mark_ready",
            "ledger.acquire",
            "ledger.commit",
            "ledger.release",
        ),
        memory_mb=3008,
    ),
    "injection": FunctionSpec(
        of.InjectionSettings, ("journal.pointer", "sets.get"), timeout_seconds=ONLINE_TIMEOUT_SECONDS
    ),
}
"""Every function by the name of its folder."""

ONLINE: Final = frozenset({"capture", "curate", "rollback", "injection"})
"""The functions behind the HTTP edge."""

APART: Final = frozenset({"erase"})
"""What only an administrator invokes, by hand; the state machine invokes all others that are not behind the edge."""
