"""Run the pattern table over a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slowwave.adapters.local.rules import choices, directives, modules
from slowwave.adapters.local.rules.clauses import Clause, clauses
from slowwave.adapters.local.rules.dates import expiry
from slowwave.adapters.local.rules.pattern import Draft, Hit, Pattern
from slowwave.adapters.local.rules.regions import mask
from slowwave.adapters.local.rules.shape import candidate
from slowwave.adapters.local.rules.stance import stance_of
from slowwave.domain.claims import Candidate
from slowwave.domain.records import Kind, Origin, Record
from slowwave.domain.windows import Window

SAID: tuple[Pattern, ...] = (*choices.PATTERNS, *modules.PATTERNS, *directives.PATTERNS)


def propose_candidates(window: Window) -> tuple[Candidate, ...]:
    out: list[Candidate] = []
    for record in window.records:
        if record.id in window.fresh and record.origin in (Origin.USER, Origin.OPERATOR) and record.kind is Kind.MESSAGE:
            out += said(record)
    return tuple(out)


def said(record: Record) -> list[Candidate]:
    out = []
    masked = mask(record.text)
    for clause in clauses(masked, record.text):
        found = match(SAID, clause, record)
        if found:
            out.append(found)
    return out


def match(patterns: Iterable[Pattern], clause: Clause, record: Record) -> Candidate | None:
    for pattern in patterns:
        if pattern.needs and pattern.needs.isdisjoint(clause.flags):
            continue
        for regex in pattern.regexes:
            hit = regex.match(clause.text)
            draft = pattern.build(Hit(clause, hit, record.event_time)) if hit else None
            if draft:
                return finish(draft, pattern, clause, record)
    return None


def finish(draft: Draft, pattern: Pattern, clause: Clause, record: Record) -> Candidate | None:
    stance = stance_of(clause.sentence)
    if stance.blocked:
        return None
    return candidate(draft, pattern, clause, record, hedged=stance.hedged)
