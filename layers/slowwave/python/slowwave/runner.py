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


def _extract(task: Task, ports: Ports) -> Progress:
    return extract.run(
        task,
        records=ports.records,
        notes=ports.notes,
        tasks=ports.tasks,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        model=ports.model,
        tokenizer=ports.tokenizer,
        clock=ports.clock,
    )


def _verify(task: Task, ports: Ports) -> Progress:
    return verify.run(
        task,
        notes=ports.notes,
        kin=ports.kin,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        clock=ports.clock,
        near=ports.near,
    )


def _decay(task: Task, ports: Ports) -> Progress:
    return decay.run(
        task,
        notes=ports.notes,
        tasks=ports.tasks,
        census=ports.census,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        clock=ports.clock,
        relevance=ports.relevance,
    )


def _distill(task: Task, ports: Ports) -> Progress:
    return distill.run(
        task,
        notes=ports.notes,
        clusters=ports.clusters,
        pages=ports.pages,
        census=ports.census,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        clock=ports.clock,
    )


def _reorganize(task: Task, ports: Ports) -> Progress:
    return reorganize.run(
        task,
        notes=ports.notes,
        kin=ports.kin,
        pages=ports.pages,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        clock=ports.clock,
    )


def _publish(task: Task, ports: Ports) -> Progress:
    return publish.run(
        task,
        pages=ports.pages,
        ranking=ports.ranking,
        kin=ports.kin,
        tasks=ports.tasks,
        records=ports.records,
        sets=ports.sets,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        tokenizer=ports.tokenizer,
        rank=ports.rank,
        clock=ports.clock,
    )


STEPS: Mapping[Stage, Callable[[Task, Ports], Progress]] = {
    Stage.EXTRACT: _extract,
    Stage.VERIFY: _verify,
    Stage.DECAY: _decay,
    Stage.DISTILL: _distill,
    Stage.REORGANIZE: _reorganize,
    Stage.PUBLISH: _publish,
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
    task = _plan(scope, as_of, ports, query=query, released=released, gated=gated, over_rollback=over_rollback)
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


def _plan(
    scope: Scope, as_of: datetime, ports: Ports, *, query: str, released: bool, gated: bool, over_rollback: bool
) -> Task | None:
    return plan.plan_scope(
        scope,
        as_of,
        registry=ports.registry,
        ledger=ports.ledger,
        journal=ports.journal,
        clock=ports.clock,
        query=query,
        released=released,
        gated=gated,
        over_rollback=over_rollback,
        owner=ports.new_owner(),
    )


def _close(task: Task, ports: Ports, served: int | None, problem: str = "") -> Run:
    calls = ports.served
    return report.run(
        task,
        notes=ports.notes,
        records=ports.records,
        reports=ports.reports,
        registry=ports.registry,
        journal=ports.journal,
        ledger=ports.ledger,
        clock=ports.clock,
        problem=problem,
        cost=report.NO_COST if calls is None or served is None else {"store calls": calls - served},
    )
