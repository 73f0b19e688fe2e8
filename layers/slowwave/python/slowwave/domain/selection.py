"""What enters an injection set and in which order: ranks, freshness buckets and the greedy packing under a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from slowwave.domain.claims import Confirmation, Evidence, Lane, Skeleton, Standing
from slowwave.domain.injection import InjectionSet, Layer, Quote, SetItem
from slowwave.domain.notes import Note
from slowwave.domain.pages import DocumentBody, Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.rendering import line
from slowwave.domain.scope import Scope

FRESHNESS_DAYS = (7, 30, 90, 365)
"""Upper bounds of the freshness buckets 0 to 3; older is 4. Coarse, so that a quiet scope keeps its set hash."""

LANE_WEIGHT = {Lane.SAFETY: 9, Lane.PRINCIPLE: 5, Lane.DEFAULT: 1}
CONFIRMATION_WEIGHT = {Confirmation.EXPLICIT: 2, Confirmation.REPEATED: 1, Confirmation.NONE: 0}
STANDING_WEIGHT = {Standing.FACT: 2, Standing.CONVENTION: 2, Standing.ASSUMPTION: 0}


def freshness(last_time: datetime, as_of: datetime) -> int:
    """Return the coarse age bucket of the latest evidence: 0 (up to a week) to 4 (over a year)."""
    age = (as_of - last_time).days
    return next((bucket for bucket, days in enumerate(FRESHNESS_DAYS) if age <= days), len(FRESHNESS_DAYS))


def page_rank(page: Page) -> str:
    """Return a string that sorts pages worst to best: lane, standing, confirmation, importance, latest evidence, id."""
    return _rank(
        LANE_WEIGHT[page.lane],
        STANDING_WEIGHT[page.standing] + CONFIRMATION_WEIGHT[page.confirmation],
        page.importance,
        page.last_time,
        page.id,
    )


def note_rank(note: Note) -> str:
    """Return a string that sorts notes worst to best, by the same measures as `page_rank`."""
    claim = note.claim
    last = note.latest.event_time if note.latest else datetime.min.replace(tzinfo=UTC)
    return _rank(
        LANE_WEIGHT[claim.lane],
        STANDING_WEIGHT[claim.standing] + CONFIRMATION_WEIGHT[note.confirmation],
        note.importance,
        last,
        note.id,
    )


def _rank(lane: int, confidence: int, importance: float, last_time: datetime, item_id: str) -> str:
    tenths = min(int(importance * 10), 9)
    return f"{lane}#{confidence}#{tenths}#{last_time.astimezone(UTC):%Y-%m-%dT%H:%M:%S}#{item_id}"


STABLE_LANES = (Lane.SAFETY, Lane.PRINCIPLE, Lane.DEFAULT)


def pack(items: Sequence[SetItem], budget: int) -> tuple[tuple[SetItem, ...], tuple[SetItem, ...]]:
    """Split items into those that fit the budget, greedily in order, and the rest; safety is packed whatever the
    budget.

    Args:
        items: best first, each with its rendered size in `tokens`.
        budget: tokens available.
    """
    packed: list[SetItem] = []
    rest: list[SetItem] = []
    left = budget - sum(item.tokens for item in items if item.lane is Lane.SAFETY)
    for item in items:
        if item.lane is Lane.SAFETY:
            packed.append(item)
        elif item.tokens <= left:
            packed.append(item)
            left -= item.tokens
        else:
            rest.append(item)
    return tuple(packed), tuple(rest)


def stable_order(item: SetItem) -> tuple[int, int, int, float, str]:
    """Sort key of the stable block, best first: lane, confirmation, freshness bucket, importance, id."""
    return (
        STABLE_LANES.index(item.lane),
        -CONFIRMATION_WEIGHT[item.confirmation],
        item.freshness,
        -item.importance,
        item.item_id,
    )


def is_resident(item: SetItem) -> bool:
    """Whether an item may stand in the stable block: confirmed knowledge; notes, documents and assumptions serve
    tasks only.
    """
    return (
        item.layer is Layer.KNOWLEDGE
        and item.skeleton is not Skeleton.DOCUMENT
        and item.standing is not Standing.ASSUMPTION
        and item.confirmation is not Confirmation.NONE
    )


def item_of_page(page: Page, as_of: datetime) -> SetItem:
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
    )


def item_of_note(note: Note, as_of: datetime) -> SetItem:
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
    )


def compose(
    scope: Scope,
    items: Iterable[SetItem],
    policy: AgentPolicy,
    *,
    withheld: frozenset[str],
    count: Callable[[str], int],
) -> InjectionSet:
    """Return the set: what every read shows, packed into the stable budget, and the pool that task slices are ranked
    from.

    Args:
        items: pages and notes, in any order.
        withheld: ids that are never selected.
        count: tokens of a text under the policy's tokenizer.
    """
    open_items = [each for each in items if not withheld & {each.item_id, *each.note_ids}]
    shown = [each for each in open_items if policy.inject_assumptions or each.standing is not Standing.ASSUMPTION]
    sized = sorted((replace(each, tokens=count(line(each) + "\n")) for each in shown), key=stable_order)
    resident, passed_over = pack([each for each in sized if is_resident(each)], policy.stable_tokens - FRAME_TOKENS)
    pool = [*passed_over, *(each for each in sized if not is_resident(each))]
    return InjectionSet(
        scope=scope,
        tokenizer=policy.tokenizer,
        budget_tokens=policy.budget_tokens,
        stable_tokens=policy.stable_tokens,
        inject_assumptions=policy.inject_assumptions,
        stable=resident,
        pool=tuple(pool[: policy.pool_size]),
    )


FRAME_TOKENS = 110
"""Room for the opening, the notice and every heading of the block, so that what is rendered stays within the budget."""


def _source(page: Page) -> str:
    body = page.body
    return f"{body.source}, {body.source_date}" if isinstance(body, DocumentBody) else ""


def _quotes(evidence: Iterable[Evidence]) -> tuple[Quote, ...]:
    return tuple(
        Quote(span, digest, each.session, each.event_time.date().isoformat())
        for each in evidence
        for span, digest in each.cited()
    )
