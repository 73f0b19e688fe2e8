"""The report that a closed run leaves for good: which sessions it read, what it changed and why, and where in the chain
that stands. It holds ids, numbers and reasons, and no word of anybody, so that it may outlive what it tells of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from slowwave.domain.history import RUN
from slowwave.domain.runs import Revision, Run, RunState

REPORT_SCHEMA = 1


def leaves_report(run: Run) -> bool:
    """Whether a run is closed and did anything: one that found nothing to do writes nothing."""
    if run.state is RunState.RUNNING:
        return False
    numbers = (number for stage in run.counts.values() for number in stage.values())
    did_nothing = not (run.sessions or run.account.inputs or run.carried or any(numbers))
    is_idle = run.state is RunState.COMPLETED and did_nothing
    return not is_idle


def owes_report(run: Run) -> bool:
    """Whether its report is still to be written: it was stopped between closing and that. Runs that know no time of
    their start are of before there were reports.
    """
    return leaves_report(run) and not run.reported and run.started_at is not None


def own_revisions(run_id: str, newest_first: Iterable[Revision]) -> list[Revision]:
    """Return the revisions of the newest run, in their order, reading the chain back no further than that run.

    A run has the scope for itself: before its first revision lies that of another run, and between its own only acts.
    """
    own: list[Revision] = []
    for revision in newest_first:
        if revision.cause == run_id:
            own.append(revision)
        elif revision.cause.startswith(RUN):
            break
    return own[::-1]


def report_of(run: Run, revisions: Iterable[Revision]) -> dict[str, Any]:
    """Return the report of a closed run as JSON-ready data, the same whenever it is made.

    Args:
        revisions: those that it caused, in their order.
    """
    own = list(revisions)
    return {
        "schema": REPORT_SCHEMA,
        "run": run.id,
        "tenant": run.scope.tenant,
        "agent": run.scope.agent,
        "as_of": _text(run.as_of),
        "started": _text(run.started_at),
        "ended": _text(run.ended_at),
        "policy_version": run.policy_version,
        "code_version": run.code_version,
        "model": run.model,
        "state": run.state.value,
        "problem": _problem(run),
        "released": run.released,
        "gated": run.gated,
        "gate": None if run.probed is None else asdict(run.probed) | {"lost": list(run.probed.lost)},
        "account": asdict(run.account) | {"inputs": run.account.inputs, "reasons": dict(run.account.reasons)},
        "counts": {stage: dict(numbers) for stage, numbers in run.counts.items()},
        "cost": dict(run.cost),
        "tokens": run.tokens,
        "carried": dict(run.carried),
        "sessions": list(run.sessions),
        "over_rollback": run.over_rollback,
        "published": run.published,
        "kept": run.kept,
        "chain": {
            "first": own[0].sequence if own else 0,
            "last": own[-1].sequence if own else 0,
            "hash": own[-1].hash if own else "",
        },
        "changes": [
            {
                "sequence": each.sequence,
                "item": f"{each.item_kind} {each.item_id}" if each.item_kind != each.item_id else each.item_kind,
                "version": each.to_version,
                "state": each.state,
                "reason": each.reason,
            }
            for each in own
        ],
    }


def _text(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _problem(run: Run) -> str:
    """Why it did not complete: of an error only the name, since a message may say what could not be read."""
    return run.problem.partition(":")[0] if run.state is RunState.FAILED else run.problem
