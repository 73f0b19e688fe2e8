"""What the next run of a scope would read and what that would cost, before it happens: the same records in the same
windows under the same caps, and nothing asked or written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from slowwave.domain.caps import MOST_COUNTED, Cap, spent_before, token_room
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run, Stage
from slowwave.ports.models import MOST_REPLY_TOKENS
from slowwave.reading import Slice, read_within
from slowwave.stages.extract import SLICE_RECORDS
from slowwave.stages.plan import RECENT_RUNS

if TYPE_CHECKING:
    from slowwave.bootstrap import Ports
    from slowwave.domain.scope import Scope

CALLS: Final = "store calls"
"""What runs note of their cost."""


@dataclass(frozen=True, slots=True)
class Projection:
    """What a run would read.

    Attributes:
        windows: questions to the model; 0 when it is not paid.
        shown: tokens of them, exactly; `most_replied`: what their replies may take at most.
        carried: unread records that a cap would leave over, by the cap, before any reply is counted.
        calls_per_record: store calls for a record that recent runs read, measured; None before the first.
    """

    scope: Scope
    model: str
    records: int
    sessions: int
    windows: int = 0
    shown: int = 0
    carried: tuple[tuple[str, int], ...] = ()
    calls_per_record: float | None = None

    @property
    def most_replied(self) -> int:
        return self.windows * MOST_REPLY_TOKENS


def project(scope: Scope, as_of: datetime, ports: Ports, *, model: str = "") -> Projection:
    """Return what a run at this time would read.

    Args:
        model: name of a model that is paid by the token, to be asked instead; empty for the one that would be.
    """
    stored = ports.registry.policy(scope)
    policy = stored.item if stored else AgentPolicy(scope)
    recent = [each.item for each in ports.journal.runs(scope, limit=RECENT_RUNS)]
    now = ports.clock()
    run = Run(scope, "projected", as_of, 0, "", started_at=now, spent_before=spent_before(recent, now))
    count = ports.tokenizer(policy.tokenizer).count if model or ports.model.priced else None
    read = _read(run, policy, ports, count)
    return replace(read, model=model or ports.model.version, calls_per_record=_calls_per_record(recent))


def _read(run: Run, policy: AgentPolicy, ports: Ports, count: Callable[[str], int] | None) -> Projection:
    taken: set[str] = set()
    sessions: set[str] = set()
    met: Cap | None = None
    consumed = SLICE_RECORDS
    while consumed >= SLICE_RECORDS and met is None:
        consumed = 0
        listed = ports.records.unread_sessions(run.scope, limit=len(taken) + SLICE_RECORDS)
        for session, ids in listed.items():
            part, cap = _part(run, session, [each for each in ids if each not in taken], policy, ports, count, met)
            met = met or cap
            if part is not None:
                run = _counted(run, part)
                sessions.add(session)
                taken |= part.due
                consumed += len(part.due)
    left = sum(map(len, ports.records.unread_sessions(run.scope, limit=len(taken) + MOST_COUNTED).values()))
    return Projection(
        run.scope,
        "",
        len(taken),
        len(sessions),
        run.count(Stage.EXTRACT, "asked"),
        run.tokens,
        ((met.value, left - len(taken)),) if met else (),
    )


def _part(
    run: Run,
    session: str,
    unread: list[str],
    policy: AgentPolicy,
    ports: Ports,
    count: Callable[[str], int] | None,
    met: Cap | None,
) -> tuple[Slice | None, Cap | None]:
    room, cap = token_room(policy, run)
    part, is_all = read_within(
        run.scope,
        session,
        unread,
        run.as_of,
        records=ports.records,
        count=count,
        room=0 if met else room,
        first=not run.tokens,
    )
    return part, None if is_all or not unread else cap


def _counted(run: Run, part: Slice) -> Run:
    asked = {"tokens_shown": part.tokens, "asked": 1} if part.tokens else {}
    return run.counted(Stage.EXTRACT, records=len(part.due), **asked)


def _calls_per_record(recent: list[Run]) -> float | None:
    measured = [run for run in recent if run.cost.get(CALLS) and run.count(Stage.EXTRACT, "records")]
    records = sum(run.count(Stage.EXTRACT, "records") for run in measured)
    return sum(run.cost[CALLS] for run in measured) / records if records else None
