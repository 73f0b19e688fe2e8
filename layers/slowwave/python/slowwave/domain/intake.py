"""From a proposed candidate to observations, or to the reason it is not kept: the checks between a model and memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from slowwave.domain import grounding
from slowwave.domain.claims import Candidate, Evidence, Span
from slowwave.domain.gate import passes
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.notes import Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin, Record
from slowwave.domain.secrets import BLANK


class Discard(StrEnum):
    """Why a candidate is not kept; each is counted in the run's account."""

    INJECTED = "our own output, seen again"
    SECRET = "cites a secret"  # noqa: S105 - a reason, not a secret
    UNGROUNDED = "not grounded"
    SKELETON = "skeleton not enabled"
    UNIMPORTANT = "below the importance gate"


@dataclass(frozen=True, slots=True)
class Admission:
    """What became of a candidate of one record: observations (its own first, then one for each claim it denies), or a
    reason and detail.
    """

    record_id: str
    observations: tuple[Observation, ...] = ()
    discard: Discard | None = None
    detail: str = ""


def admit(
    candidate: Candidate, *, raw: Mapping[str, Record], redacted: Mapping[str, str], policy: AgentPolicy, run_id: str
) -> Admission:
    """Check one candidate against its evidence and the policy.

    Args:
        raw: the records its spans cite, by id.
        redacted: the same texts as the model saw them.
        run_id: the run that admits it.
    """
    record = raw[candidate.span.record_id]
    spans = (candidate.span, *candidate.support)
    if any(raw[span.record_id].origin is Origin.INJECTED for span in spans):
        return Admission(record.id, discard=Discard.INJECTED)
    if candidate.claim.skeleton not in policy.skeletons:
        return Admission(record.id, discard=Discard.SKELETON, detail=candidate.claim.skeleton.value)
    seen = [words(redacted[span.record_id], span) for span in spans]
    if any(BLANK in text for text in (candidate.claim.statement, *seen)):
        return Admission(record.id, discard=Discard.SECRET)
    grounded = grounding.check(candidate.claim, seen[0], seen[1:])
    if not grounded:
        return Admission(record.id, discard=Discard.UNGROUNDED, detail=str(grounded.problem))
    if not passes(candidate, record.origin, policy):
        return Admission(record.id, discard=Discard.UNIMPORTANT)
    return Admission(record.id, _observations(candidate, record, _evidence(candidate, record, raw), run_id))


def words(text: str, span: Span) -> str:
    """Return the words of a span."""
    return text[span.start : span.end]


def _evidence(candidate: Candidate, record: Record, raw: Mapping[str, Record]) -> Evidence:
    return Evidence(
        event_time=record.order[0],
        sequence=record.sequence,
        span=candidate.span,
        hash=sha256_hex(words(record.text, candidate.span)),
        origin=record.origin,
        session=record.session,
        signal=candidate.signal,
        support=candidate.support,
        support_hashes=tuple(sha256_hex(words(raw[span.record_id].text, span)) for span in candidate.support),
    )


def _observations(candidate: Candidate, record: Record, evidence: Evidence, run_id: str) -> tuple[Observation, ...]:
    claims = [(candidate.claim, False), *((denied, True) for denied in candidate.denies)]
    return tuple(
        Observation(
            record.scope,
            claim.group_id(),
            claim.note_id(),
            claim,
            evidence,
            candidate.importance,
            candidate.pattern,
            denies,
            run_id,
        )
        for claim, denies in claims
    )
