"""Whether a candidate set may be published: a table of checks, each a small function that names item and reason.

What the words of one transcript can cause costs their own line: else one sentence could stop an agent's memory for
good. The set says what was left out and why. What only a defect, tampering or the loss of a rule explains stops the
publication, and the last set stays. A safety rule is never left out for its content, so there the same finding stops
the set; text that works on its reader is no rule, and is left out of any lane.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slowwave.domain import filechecks, linechecks, setchecks
from slowwave.domain.claims import Lane
from slowwave.domain.injection import InjectionSet, LeftOut
from slowwave.domain.problems import Finding, Grounds, Problem


class Effect(StrEnum):
    """What a finding does."""

    REJECT = "the set is rejected"
    LEAVE_OUT = "the item is left out"


@dataclass(frozen=True, slots=True)
class Check:
    """One row of the table.

    Attributes:
        find: its docstring says what it finds.
        effect: what a finding does.
        on_safety: what it does when the item is in the safety lane.
    """

    find: Finding
    effect: Effect
    on_safety: Effect


CHECKS: tuple[Check, ...] = (
    Check(linechecks.suspicious, Effect.LEAVE_OUT, Effect.LEAVE_OUT),
    Check(linechecks.secret, Effect.LEAVE_OUT, Effect.REJECT),
    Check(linechecks.ungrounded, Effect.LEAVE_OUT, Effect.REJECT),
    Check(linechecks.candidate_too_long, Effect.LEAVE_OUT, Effect.LEAVE_OUT),
    Check(setchecks.contradictory, Effect.LEAVE_OUT, Effect.REJECT),
    Check(linechecks.page_too_long, Effect.REJECT, Effect.REJECT),
    Check(linechecks.without_evidence, Effect.REJECT, Effect.REJECT),
    Check(linechecks.miscited, Effect.REJECT, Effect.REJECT),
    Check(linechecks.beyond_its_origin, Effect.REJECT, Effect.REJECT),
    Check(setchecks.unresolved, Effect.REJECT, Effect.REJECT),
    Check(setchecks.against_safety, Effect.REJECT, Effect.REJECT),
    Check(setchecks.listed_twice, Effect.REJECT, Effect.REJECT),
    Check(setchecks.safety_over_budget, Effect.REJECT, Effect.REJECT),
    Check(setchecks.over_budget, Effect.REJECT, Effect.REJECT),
    Check(setchecks.shrunk, Effect.REJECT, Effect.REJECT),
    Check(filechecks.files_not_asked_for, Effect.REJECT, Effect.REJECT),
    Check(filechecks.unfit_file_names, Effect.REJECT, Effect.REJECT),
    Check(filechecks.files_without_evidence, Effect.REJECT, Effect.REJECT),
)
"""In the order in which they are asked: what is left out by one is not there for the next."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the table says of a candidate: items to leave out, or, when there are none, the reasons to reject it.

    Attributes:
        left_out: by id; the set is composed again without them, and judged again.
        against: with none, and nothing left out, the set may be published.
    """

    left_out: tuple[LeftOut, ...] = ()
    against: tuple[Problem, ...] = ()


def judge(candidate: InjectionSet, grounds: Grounds) -> Judgement:
    """Run the table, up to the first check that leaves something out."""
    safety = {item.item_id for item in candidate.stable if item.lane is Lane.SAFETY}
    against: list[Problem] = []
    for check in CHECKS:
        out: dict[str, LeftOut] = {}
        for problem in check.find(candidate, grounds):
            effect = check.on_safety if problem.item_id in safety else check.effect
            if effect is Effect.REJECT:
                against.append(problem)
            else:
                out.setdefault(problem.item_id, LeftOut(problem.item_id, problem.because))
        if out:
            return Judgement(left_out=tuple(out[item_id] for item_id in sorted(out)))
    return Judgement(against=tuple(against))
