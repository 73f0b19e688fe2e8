"""Checks of a candidate set as a whole: its sizes, its references, and lines that cannot stand beside each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from slowwave.domain.claims import Lane, Standing
from slowwave.domain.conflict import agree
from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.problems import Found, Grounds, Problem


def lines(candidate: InjectionSet) -> tuple[SetItem, ...]:
    """Return every line of a set, the stable ones first."""
    return (*candidate.stable, *candidate.pool)


def safety_over_budget(candidate: InjectionSet, _: Grounds) -> Found:
    """The safety lane alone takes more than the whole budget."""
    safety = sum(item.tokens for item in candidate.stable if item.lane is Lane.SAFETY)
    if safety > candidate.budget_tokens:
        yield Problem("", f"the safety lane alone takes {safety} of {candidate.budget_tokens} tokens; raise the budget")


def over_budget(candidate: InjectionSet, grounds: Grounds) -> Found:
    """The stable block, as rendered, takes more than the budget."""
    if grounds.stable_cost > candidate.budget_tokens:
        yield Problem("", f"the stable block takes {grounds.stable_cost} of {candidate.budget_tokens} tokens")


def listed_twice(candidate: InjectionSet, _: Grounds) -> Found:
    """An item stands in the set more than once."""
    for item_id, times in Counter(item.item_id for item in lines(candidate)).items():
        if times > 1:
            yield Problem(item_id, f"listed {times} times")


def unresolved(candidate: InjectionSet, grounds: Grounds) -> Found:
    """A note, a successor, a page or a record that an item refers to does not exist, or is not as it was cited."""
    for item in lines(candidate):
        for name in grounds.unresolved.get(item.item_id, ()):
            yield Problem(item.item_id, f"refers to {name}, which does not exist")


def shrunk(candidate: InjectionSet, grounds: Grounds) -> Found:
    """The set lost more than the blast radius allows of what the last one held and is still wanted."""
    if grounds.last is None or grounds.released:
        return
    policy = grounds.policy
    before = sum(is_wanted(item, policy, grounds.withheld) for item in lines(grounds.last))
    before = min(before, len(grounds.last.stable) + policy.pool_size)
    lost = before - len(lines(candidate))
    if lost > max(policy.blast_floor, policy.blast_radius * before):
        yield Problem("", f"holds {len(lines(candidate))} lines after {before}; a person may release it")


def is_wanted(item: SetItem, policy: AgentPolicy, withheld: frozenset[str]) -> bool:
    """Whether the policy and people still ask for a line."""
    shown = policy.inject_assumptions or item.standing is not Standing.ASSUMPTION
    return shown and item.skeleton in policy.skeletons and not withheld & {item.item_id, *item.note_ids}


def against_safety(candidate: InjectionSet, _: Grounds) -> Found:
    """A line contradicts a safety line."""
    for one, other in _contradictions(candidate):
        if Lane.SAFETY in (one.lane, other.lane):
            line, rule = (one, other) if other.lane is Lane.SAFETY else (other, one)
            yield Problem(line.item_id, f"contradicts the safety rule {rule.item_id}")


def contradictory(candidate: InjectionSet, _: Grounds) -> Found:
    """Two lines about the same thing cannot both hold; neither is settled, so both are named."""
    for one, other in _contradictions(candidate):
        if Lane.SAFETY not in (one.lane, other.lane):
            yield Problem(one.item_id, f"contradicts {other.item_id}")
            yield Problem(other.item_id, f"contradicts {one.item_id}")


def _contradictions(candidate: InjectionSet) -> Iterator[tuple[SetItem, SetItem]]:
    by_group: defaultdict[str, list[SetItem]] = defaultdict(list)
    for item in lines(candidate):
        by_group[item.group_id].append(item)
    by_group.pop("", None)
    for competing in by_group.values():
        yield from _opposed(sorted(competing, key=lambda item: item.item_id))


def _opposed(items: Iterable[SetItem]) -> Iterator[tuple[SetItem, SetItem]]:
    return ((one, other) for one, other in combinations(items, 2) if not agree(one, other))
