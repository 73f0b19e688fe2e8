"""Which lines are worth a place in every prompt: near to recent work, and not unused for long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from slowwave.domain.claims import Lane, Skeleton
from slowwave.domain.distillation import PROJECT
from slowwave.domain.injection import Layer, SetItem
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.setitems import item_of_page
from slowwave.domain.taskmix import TaskMix, covers, mentions, topics

EVER = datetime.min.replace(tzinfo=UTC)

MODULE_TOUCHED, NEUTRAL, MODULE_UNTOUCHED = 0, 1, 2
"""What the recent task mix says of an item, best first: coarse, so that a quiet scope keeps its set hash."""


def relevance(item: SetItem, mix: TaskMix, as_of: datetime) -> int:
    """Return how near an item is to recent work: its module or words were touched, another module, or neither."""
    where = topics(module_of(item))
    if covers(mix, where, since=EVER, until=as_of) or mentions(mix, _words(item), since=EVER, until=as_of):
        return MODULE_TOUCHED
    return MODULE_UNTOUCHED if where and mix.weeks else NEUTRAL


def is_unused(page: Page, mix: TaskMix, policy: AgentPolicy, as_of: datetime) -> bool:
    """Whether a page has neither evidence nor a mention within the policy's days; a pin and the safety lane stay."""
    since = as_of - timedelta(days=policy.unused_days)
    if page.last_time >= since or page.pinned or page.lane is Lane.SAFETY:
        return False
    item = item_of_page(page, as_of)
    where = topics(module_of(item))
    return not (covers(mix, where, since=since, until=as_of) or mentions(mix, _words(item), since=since, until=as_of))


def module_of(item: SetItem) -> str:
    """Return the module or topic that an item belongs to; empty when it is about everything."""
    if item.layer is Layer.NOTE:
        return item.directory
    place = item.directory.rpartition("/")[0]
    return "" if item.skeleton is Skeleton.ASSISTANT or place == PROJECT else place


def _words(item: SetItem) -> frozenset[str]:
    return topics(item.text)
