"""A run in one process: the stages of `domain.runs.Stage` in their order, the same functions that the state machine
calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from slowwave.bootstrap import Ports
from slowwave.domain.runs import Run, Stage
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, PublicationRejected, SlowwaveError
from slowwave.stages import decay, distill, extract, plan, publish, reorganize, report, verify
from slowwave.stages.task import Progress, Task, run_of

Observer = Callable[[Stage, Run], None]
"""Called after each call of a stage with the run's report so far."""


STEPS: Mapping[Stage, Callable[[Task, Ports], Progress]] = {
    Stage.EXTRACT: lambda task, ports: extract.run(task, **ports.taken_by(extract.run)),
    Stage.VERIFY: lambda task, ports: verify.run(task, near=ports.near, **ports.taken_by(verify.run)),
    Stage.DECAY: lambda task, ports: decay.run(task, relevance=ports.relevance, **ports.taken_by(decay.run)),
    Stage.DISTILL: lambda task, ports: distill.run(task, **ports.taken_by(distill.run)),
    Stage.REORGANIZE: lambda task, ports: reorganize.run(task, **ports.taken_by(reorganize.run)),
    Stage.PUBLISH: lambda task, ports: publish.run(task, **ports.taken_by(publish.run)),
}


def consolidate(
    scope: Scope,
    as_of: datetime,
    ports: Ports,
    *,
    observe: Observer,
    query: str = "",
    released: bool = False,
    gated: bool = True,
    over_rollback: bool = False,
) -> Run:
    """Run every stage for one scope until none has more to do, and return the closed report.

    Args:
        query: text of the task at hand; relevance to it keeps notes from decaying.
        released: a person allows the run to retire more than its share.
        gated: its set must answer the scope's probes no worse than the last one.
        over_rollback: a person tells it to publish over the set that was rolled back to.

    Raises:
        Busy: another run holds the scope.
        PublicationRejected: validation, gate or blast radius refused it; the run is closed and the last set stays.
        SlowwaveError: a stage gave up; the run is closed as failed, and what it had not done waits for the next.
    """
    served = ports.served
    task = plan.plan_scope(
        scope, as_of, query=query, released=released, gated=gated, over_rollback=over_rollback,
        owner=ports.new_owner(), **ports.taken_by(plan.plan_scope),
    )  # fmt: skip
    if task is None:
        raise Busy(f"agent {scope.agent!r} is being consolidated by another run; try again when it has ended")
    try:
        for stage in Stage:
            more = True
            while more:
                progress = STEPS[stage](task, ports)
                observe(stage, progress.report or run_of(task, ports.journal).item)
                more = progress.more
    except PublicationRejected:
        _close(task, ports, served)
        raise
    except SlowwaveError as error:
        _close(task, ports, served, problem=f"{type(error).__name__}: {error}")
        raise
    return _close(task, ports, served)


def _close(task: Task, ports: Ports, served: int | None, problem: str = "") -> Run:
    calls = ports.served
    cost = report.NO_COST if calls is None or served is None else {"store calls": calls - served}
    return report.run(task, problem=problem, cost=cost, **ports.taken_by(report.run))
