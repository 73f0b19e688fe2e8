"""What a page says: the claim of its note in testable words, in the schema of its skeleton, with where it came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowwave.domain.claims import Claim, Skeleton
from slowwave.domain.decay import KEEP_FOR_GOOD
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.pages import AssistantBody, Body, CodingBody, DocumentBody, Page, PageState

CONSOLIDATED_IMPORTANCE = 0.1
"""A page whose note left the short-term store gains this much importance: it now carries the lesson alone."""

TITLE_JOINT = " · "
TITLE_LENGTH = 80

PROJECT = "project"
"""The directory of what belongs to no module."""

DECISION_IMPACT = {
    "constraint": "binding",
    "goal": "directing",
    "preference": "shaping",
    "behaviour": "shaping",
    "emotional signal": "shaping",
}
"""How strongly an assistant page steers decisions, by category; everything else informs."""


def _coding(claim: Claim, _: Note) -> Body:
    return CodingBody(claim.module, claim.category, claim.trigger, claim.approach, claim.counterexample)


def _assistant(claim: Claim, _: Note) -> Body:
    return AssistantBody(claim.category, DECISION_IMPACT.get(claim.category, "informing"))


def _document(claim: Claim, note: Note) -> Body:
    source = note.earliest.session.removeprefix("document:") if note.earliest else ""
    date = note.earliest.date if note.earliest else ""
    return DocumentBody(claim.category, claim.module or claim.key.subject, source, date)


_BODY: dict[Skeleton, Callable[[Claim, Note], Body]] = {
    Skeleton.CODING: _coding,
    Skeleton.ASSISTANT: _assistant,
    Skeleton.DOCUMENT: _document,
}


def distill(note: Note, because: str, known: Page | None) -> Page:
    """Return the page of a promoted note; its place in the directory and its references are kept from the page as it
    was.

    Args:
        because: the rule that promoted it.
    """
    assert note.earliest is not None and note.renewed_at is not None  # noqa: S101, PT018 - promotion requires evidence
    claim = note.claim
    raised = CONSOLIDATED_IMPORTANCE if note.state is NoteState.RETIRED else 0.0
    ends = dict.fromkeys(each for each in (note.earliest, note.latest, note.confirmed) if each)
    return Page(
        scope=note.scope,
        skeleton=claim.skeleton,
        title=_title(claim),
        text=claim.statement,
        body=_kept(_BODY[claim.skeleton](claim, note), known),
        standing=claim.standing,
        confirmation=note.confirmation,
        lane=claim.lane,
        trust=note.trust,
        importance=round(min(note.importance + raised, 1.0), 4),
        note_ids=(note.id,),
        evidence=tuple(ends),
        evidence_count=note.evidence_count,
        sessions=note.sessions,
        first_time=note.earliest.event_time,
        last_time=note.renewed_at,
        directory=known.directory if known else "",
        valid_until=claim.valid_until,
        because=because,
        group_id=note.group_id,
        polarity=claim.polarity,
        value=claim.value,
        sensitivity=claim.sensitivity,
        pinned=note.utility == KEEP_FOR_GOOD,
    )


def _kept(body: Body, known: Page | None) -> Body:
    if known and isinstance(body, DocumentBody) and isinstance(known.body, DocumentBody):
        return replace(body, references=known.body.references)
    return body


def retire_page(page: Page, because: str, successor: str) -> Page:
    """Return the page marked stale, with the reason and the note that replaced its own (empty when none did)."""
    return replace(page, state=PageState.STALE, because=because, successor=successor)


def directory(page: Page) -> str:
    """Return where future tasks look for a page: by module and type, by decision impact, or by topic."""
    body = page.body
    if isinstance(body, CodingBody):
        return f"{body.module or PROJECT}/{body.convention_type}"
    if isinstance(body, AssistantBody):
        return f"{body.decision_impact}/{body.category}"
    return f"{body.topic}/{body.entry_type}"


def _title(claim: Claim) -> str:
    parts = [claim.key.subject, claim.key.attribute, claim.key.qualifier]
    return TITLE_JOINT.join(part for part in parts if part)[:TITLE_LENGTH]
