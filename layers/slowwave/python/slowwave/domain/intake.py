"""From a proposed candidate to observations, or to the reason it is not kept: the checks between a model and memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from slowwave.domain import grounding
from slowwave.domain.claims import Candidate, Evidence, Span
from slowwave.domain.echo import echoes, overlaps, without_echoes
from slowwave.domain.gate import passes
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.notes import Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin, Record
from slowwave.domain.records import redacted as redacted_record
from slowwave.domain.secrets import BLANK, find_secrets
from slowwave.domain.sensitivity import is_obligation, residues, sensitivity_of, texts
from slowwave.domain.suspicion import Suspicion, suspicions
from slowwave.domain.trust import may_bind


class Discard(StrEnum):
    """Why a candidate is not kept; each is counted in the run's account."""

    INJECTED = "our own output, seen again"
    SECRET = "cites a secret"  # noqa: S105 - a reason, not a secret
    UNGROUNDED = "not grounded"
    SKELETON = "skeleton not enabled"
    ORDER = "stands beside an order to the model"
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
    if any(_is_ours(raw[span.record_id], span) for span in spans):
        return Admission(record.id, discard=Discard.INJECTED)
    if candidate.claim.skeleton not in policy.skeletons:
        return Admission(record.id, discard=Discard.SKELETON, detail=candidate.claim.skeleton.value)
    if not may_bind(record.origin) and _beside_an_order(record.text, candidate.span):
        return Admission(record.id, discard=Discard.ORDER)
    said = _classified(candidate)
    if _cites_secret(said, redacted):
        kept = _residue(said, record, redacted)
        if kept is None:
            return Admission(record.id, discard=Discard.SECRET)
        said = kept
    grounded = _grounded(said, redacted)
    if not grounded:
        return Admission(record.id, discard=Discard.UNGROUNDED, detail=str(grounded.problem))
    if not passes(said, record.origin, policy):
        return Admission(record.id, discard=Discard.UNIMPORTANT)
    return Admission(record.id, _observations(said, record, _evidence(said, record, raw), run_id))


def shown_to_models(record: Record, hide: Callable[[str], str]) -> Record:
    """Return what a model may see of a record: no secret, and nothing of our own output; every offset is kept.

    Args:
        hide: blanks secrets at the same length.
    """
    hidden = redacted_record(record, hide)
    ours = "\n" * len(record.text) if record.origin is Origin.INJECTED else without_echoes(hidden.text)
    return replace(hidden, text=ours, redacted_from=record.id) if ours != hidden.text else hidden


def _is_ours(record: Record, span: Span) -> bool:
    """Whether words are our own output: injected, or a quotation of what was."""
    return record.origin is Origin.INJECTED or overlaps(span.start, span.end, echoes(record.text))


def _beside_an_order(text: str, span: Span) -> bool:
    """Whether the lines that a span stands in tell the model to drop its orders: what else they say serves that end."""
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    return Suspicion.OVERRIDE in suspicions(text[start : end if end >= 0 else len(text)], by_a_person=False)


def _classified(candidate: Candidate) -> Candidate:
    """The candidate with the sensitivity that code gives its claims, whatever a model said."""
    denies = tuple(replace(each, sensitivity=sensitivity_of(each)) for each in candidate.denies)
    claim = replace(candidate.claim, sensitivity=sensitivity_of(candidate.claim))
    return replace(candidate, claim=claim, denies=denies)


def _cites_secret(candidate: Candidate, shown: Mapping[str, str]) -> bool:
    stated = (text for claim in (candidate.claim, *candidate.denies) for text in texts(claim))
    return any(BLANK in text or find_secrets(text) for text in (*stated, *_seen(candidate, shown)))


def _residue(candidate: Candidate, record: Record, shown: Mapping[str, str]) -> Candidate | None:
    """That a constraint exists, without the secret it is about; None unless a person said it and its words still carry
    it.
    """
    if not (may_bind(record.origin) and is_obligation(candidate.claim)):
        return None
    left = (each for each in residues(candidate, shown) if not _cites_secret(each, shown))
    return next((each for each in left if _grounded(each, shown)), None)


def _grounded(candidate: Candidate, shown: Mapping[str, str]) -> grounding.Grounding:
    own, *support = _seen(candidate, shown)
    return grounding.check(candidate.claim, own, support)


def _seen(candidate: Candidate, shown: Mapping[str, str]) -> list[str]:
    return [words(shown[span.record_id], span) for span in (candidate.span, *candidate.support)]


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
        day=_day_elsewhere(record),
    )


def _day_elsewhere(record: Record) -> str:
    """The day of the record in its own zone, where that is another than in UTC."""
    day = record.event_time.date()
    return day.isoformat() if day != record.order[0].date() else ""


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
