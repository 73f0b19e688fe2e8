"""Pages and notes as lines of a set, with the age of their evidence in coarse buckets, and where their words are."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from slowwave.domain.claims import Evidence, Lane
from slowwave.domain.distillation import TITLE_JOINT
from slowwave.domain.injection import Layer, Quote, SetItem
from slowwave.domain.naming import ONE_NAME_EACH, Names
from slowwave.domain.notes import Note
from slowwave.domain.pages import DocumentBody, Page

FRESHNESS_DAYS = (7, 30, 90, 365)
"""Upper bounds of the freshness buckets 0 to 3; older is 4. Coarse, so that a quiet scope keeps its set hash."""


def freshness(last_time: datetime, as_of: datetime) -> int:
    """Return the coarse age bucket of the latest evidence: 0 (up to a week) to 4 (over a year)."""
    age = (as_of - last_time).days
    return next((bucket for bucket, days in enumerate(FRESHNESS_DAYS) if age <= days), len(FRESHNESS_DAYS))


def item_of_page(page: Page, as_of: datetime, names: Names = ONE_NAME_EACH) -> SetItem:
    """Return the line of a page, its size not yet counted."""
    return SetItem(
        item_id=page.id,
        note_ids=page.note_ids,
        layer=Layer.KNOWLEDGE,
        skeleton=page.skeleton,
        lane=page.lane,
        standing=page.standing,
        confirmation=page.confirmation,
        text=page.text,
        source=_source(page),
        directory=page.directory,
        importance=page.importance,
        freshness=freshness(page.last_time, as_of),
        tokens=0,
        quotes=_quotes(page.evidence),
        group_id=page.group_id,
        polarity=page.polarity,
        value=page.value,
        sensitivity=page.sensitivity,
        about=_about(page.title.partition(TITLE_JOINT)[0], page.text, names),
    )


def item_of_note(note: Note, as_of: datetime, names: Names = ONE_NAME_EACH) -> SetItem:
    """Return the line of a note that is on no page, its size not yet counted."""
    ends = tuple(dict.fromkeys(each for each in (note.earliest, note.latest) if each))
    return SetItem(
        item_id=note.id,
        note_ids=(note.id,),
        layer=Layer.NOTE,
        skeleton=note.claim.skeleton,
        lane=Lane.DEFAULT,
        standing=note.claim.standing,
        confirmation=note.confirmation,
        text=note.claim.statement,
        directory=note.claim.module,
        importance=note.importance,
        freshness=freshness(ends[-1].event_time, as_of) if ends else len(FRESHNESS_DAYS),
        tokens=0,
        quotes=_quotes(ends),
        group_id=note.group_id,
        polarity=note.claim.polarity,
        value=note.claim.value,
        sensitivity=note.claim.sensitivity,
        about=_about(note.claim.key.subject, note.claim.statement, names),
    )


def _about(subject: str, text: str, names: Names) -> str:
    """The words of the subject, and of other names of its thing, that the text does not have."""
    said = text.lower()
    words = (word for name in (subject, *sorted(names.others(subject))) for word in name.split())
    return " ".join(dict.fromkeys(word for word in words if word.lower() not in said))


def _source(page: Page) -> str:
    body = page.body
    return f"{body.source}, {body.source_date}" if isinstance(body, DocumentBody) else ""


def _quotes(evidence: Iterable[Evidence]) -> tuple[Quote, ...]:
    return tuple(
        Quote(span, digest, each.session, each.date, each.origin, span != each.span)
        for each in evidence
        for span, digest in each.cited()
    )
