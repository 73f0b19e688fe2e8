"""What one run and one month may cost a scope. A cap stops a run from taking on more, never from finishing what it
took: what is left over stays unread, or waits for a page, and the run says how much of it there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run


class Cap(StrEnum):
    """What may bind."""

    TOKENS = "model tokens"
    MONTH = "model tokens of the month"
    TIME = "run time"
    PAGES = "pages"
    MODEL = "a model that did not answer"


READING: Final = frozenset({Cap.TOKENS, Cap.MONTH, Cap.TIME})
"""The caps at which a run takes on no more records."""

MOST_COUNTED: Final = 10_000
"""Unread records up to which a run that met a cap counts what it leaves over."""

MOST_ASKED: Final = 3
"""How often a run asks a model about one window before it leaves the session to the next run; once where another
session had no answer in the same run, for then it is the model that is away.
"""

MOST_HELD: Final = 1_000
"""Claim keys that no page was free for, of which a run looks at so many."""


def token_room(policy: AgentPolicy, run: Run) -> tuple[int, Cap]:
    """Return how many model tokens the run may still take, from 0, and the cap that says so. A reply is known once it
    is there, so the last one may cross the cap.
    """
    left = {
        Cap.TOKENS: policy.max_run_model_tokens - run.tokens,
        Cap.MONTH: policy.max_month_model_tokens - run.spent_before - run.tokens,
    }
    cap = min(left, key=lambda each: left[each])
    return max(left[cap], 0), cap


def is_out_of_time(policy: AgentPolicy, run: Run, now: datetime) -> bool:
    """Whether the run began longer ago than a run may last."""
    return run.started_at is not None and now - run.started_at >= timedelta(minutes=policy.max_run_minutes)


def stopped_reading(run: Run) -> Cap | None:
    """Return the cap at which the run took on no more records, if it met one."""
    return next((cap for cap in Cap if cap in READING and cap.value in run.carried), None)


def spent_before(recent: Iterable[Run], started_at: datetime) -> int:
    """Return the model tokens of the month so far: each run carries the sum on, so that the largest is the last."""
    month = _month(started_at)
    known = (run for run in recent if run.started_at is not None and _month(run.started_at) == month)
    return max((run.spent_before + run.tokens for run in known), default=0)


def next_month(now: datetime) -> datetime:
    """Return the first moment (UTC) of the month after."""
    year, month = divmod(now.astimezone(UTC).year * 12 + now.astimezone(UTC).month, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC)


def _month(time: datetime) -> tuple[int, int]:
    return (time.astimezone(UTC).year, time.astimezone(UTC).month)
