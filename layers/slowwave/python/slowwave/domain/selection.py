"""What enters an injection set and in which order: ranks, and the greedy packing under a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from slowwave.domain.claims import Confirmation, Lane, Skeleton, Standing
from slowwave.domain.injection import InjectionSet, Layer, LeftOut, SetItem
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.rendering import line
from slowwave.domain.residence import NEUTRAL
from slowwave.domain.scope import Scope

LANE_WEIGHT = {Lane.SAFETY: 9, Lane.PRINCIPLE: 5, Lane.DEFAULT: 1}
CONFIRMATION_WEIGHT = {Confirmation.EXPLICIT: 2, Confirmation.REPEATED: 1, Confirmation.NONE: 0}
STANDING_WEIGHT = {Standing.FACT: 2, Standing.CONVENTION: 2, Standing.ASSUMPTION: 0}


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
    last = note.renewed_at or datetime.min.replace(tzinfo=UTC)
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


def stable_order(item: SetItem, relevance: int = NEUTRAL) -> tuple[int, int, int, int, float, str]:
    """Sort key of the stable block, best first: lane, relevance to the task mix, confirmation, freshness bucket,
    importance, id.
    """
    return (
        STABLE_LANES.index(item.lane),
        relevance,
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


def compose(
    scope: Scope,
    items: Iterable[SetItem],
    policy: AgentPolicy,
    *,
    withheld: frozenset[str],
    count: Callable[[str], int],
    near: Mapping[str, int] = MappingProxyType({}),
    unused: frozenset[str] = frozenset(),
    left_out: Iterable[LeftOut] = (),
) -> InjectionSet:
    """Return the set: what every read shows, packed into the stable budget, and the pool that task slices are ranked
    from. Principles have a small budget of their own within it.

    Args:
        items: pages and notes, in any order.
        withheld: ids that are never selected.
        count: tokens of a text under the policy's tokenizer.
        near: relevance of items to the task mix, by id.
        unused: ids that leave the stable block and stay in the pool.
        left_out: what validation took out.
    """
    out = {each.item_id: each for each in left_out}
    open_items = [each for each in items if not (withheld | out.keys()) & {each.item_id, *each.note_ids}]
    shown = [each for each in open_items if policy.inject_assumptions or each.standing is not Standing.ASSUMPTION]
    sized = [replace(each, tokens=count(line(each) + "\n")) for each in shown]
    ranked = sorted(sized, key=lambda each: stable_order(each, near.get(each.item_id, NEUTRAL)))
    wanted = [each for each in ranked if is_resident(each) and each.item_id not in unused]
    residents = resident(wanted, policy)
    chosen = {each.item_id for each in residents}
    pool = [each for each in ranked if each.item_id not in chosen]
    return InjectionSet(
        scope=scope,
        tokenizer=policy.tokenizer,
        budget_tokens=policy.budget_tokens,
        stable_tokens=policy.stable_tokens,
        inject_assumptions=policy.inject_assumptions,
        stable=residents,
        pool=tuple(pool[: policy.pool_size]),
        left_out=tuple(out[item_id] for item_id in sorted(out)),
    )


def resident(ranked: Sequence[SetItem], policy: AgentPolicy) -> tuple[SetItem, ...]:
    """What the stable block holds: principles within their own small budget, then everything within the block's."""
    principles, _ = pack([each for each in ranked if each.lane is Lane.PRINCIPLE], policy.principle_tokens)
    passed = {each.item_id for each in ranked if each.lane is Lane.PRINCIPLE} - {each.item_id for each in principles}
    packed, _ = pack([each for each in ranked if each.item_id not in passed], policy.stable_tokens - FRAME_TOKENS)
    return packed


FRAME_TOKENS = 110
"""Room for the opening, the notice and every heading of the block, so that what is rendered stays within the budget."""
