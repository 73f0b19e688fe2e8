"""The hidden world: tenants, what they own and call it, and the slots whose truth a history changes.

All tenants have the same entities and the same slots; their values never meet. Some entities differ by a suffix only.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from slowwave.evaluation.simulation.attributes import ATTRIBUTES, Attribute, Role
from slowwave.evaluation.simulation.events import Slot

TENANTS = ("acme-shop", "northwind-ops", "tide-media")

SERVICES = (
    "billing billing-v2 ledger ledger-archive gateway edge-gateway search notifier warehouse catalog catalog-eu "
    "scheduler identity identity-v2 pricing forecast ingest ingest-batch checkout returns"
).split()
PERSONAL = ("the weekly report", "the inbox digest", "the release notes", "the budget sheet", "the travel plan")
ALIASES = {
    "billing": "the invoicing service",
    "ledger": "the bookkeeping service",
    "gateway": "the front door",
    "notifier": "the mail sender",
    "warehouse": "the stock service",
    "the weekly report": "the Friday mail",
}
SCOPES = (
    "in staging",
    "in the sandbox",
    "on the canary hosts",
    "for batch jobs",
    "for internal callers",
    "in the demo environment",
    "for nightly builds",
)
CONDITIONS = (
    "while a replay runs",
    "when the cache is cold",
    "during a backfill",
    "when the primary is down",
    "during an audit",
)
OCCASIONS = (
    "just for this run",
    "just for this branch",
    "just for this demo",
    "just for this hotfix",
)

FEW_TURNS = 1500
GENERAL_SLOTS = 22
GENERAL_SLOTS_LONG = 70
SPECIAL_SLOTS: Mapping[Role, tuple[int, int]] = {
    Role.OBSERVED: (3, 8),
    Role.REVIEWED: (2, 8),
    Role.APPROVED: (2, 6),
    Role.SAFETY: (2, 5),
    Role.TOTAL: (1, 3),
}
"""Slots per role and tenant: in a short history, in a long one."""


@dataclass(frozen=True, slots=True)
class World:
    """Tenants with equal slots.

    Attributes:
        slots: of every tenant.
        aliases: other names of entities.
    """

    tenants: tuple[str, ...]
    slots: tuple[Slot, ...]
    aliases: Mapping[str, str]


def _pairs(draw: random.Random, entities: list[str], role: Role, count: int) -> list[tuple[str, str]]:
    """Pairs of entity and attribute; both of a pair of near-duplicates, for every attribute drawn."""
    fitting = [
        (entity, attribute.name)
        for attribute in ATTRIBUTES
        if attribute.role is role
        for entity in entities
        if _fits(entity, attribute)
    ]
    twins = [pair for pair in fitting if pair[0] in {"billing", "billing-v2", "ledger", "ledger-archive"}]
    draw.shuffle(fitting)
    first = twins[:4] if role is Role.GENERAL else []
    return list(dict.fromkeys(first + fitting))[:count]


def _fits(entity: str, attribute: Attribute) -> bool:
    return attribute.personal == (entity in PERSONAL)


def make_world(draw: random.Random, turns: int) -> World:
    """Draw a world whose size suits a number of turns: about 32 slots a tenant, or 100 for thousands of turns."""
    long = turns > FEW_TURNS
    tenants = TENANTS if long else TENANTS[:2]
    entities = [*SERVICES[: 20 if long else 9], *PERSONAL[: 5 if long else 3]]
    counts = {Role.GENERAL: GENERAL_SLOTS_LONG if long else GENERAL_SLOTS}
    counts |= {role: pair[long] for role, pair in SPECIAL_SLOTS.items()}
    pairs = [pair for role, count in counts.items() for pair in _pairs(draw, entities, role, count)]
    slots = tuple(Slot(tenant, entity, attribute) for tenant in tenants for entity, attribute in pairs)
    named = {slot.entity for slot in slots}
    return World(tenants, slots, {entity: alias for entity, alias in ALIASES.items() if entity in named})
