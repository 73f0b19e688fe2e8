"""When things happen: sessions of each tenant in turn with the others', several on a working day, over three months."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby

BEGINNING = datetime(2026, 2, 2, 8, 30, tzinfo=UTC)
DAYS = 90
SESSION_TURNS = (8, 15)
MINUTES_BETWEEN_TURNS = (1, 3)
BLOCKS_A_DAY = 2
ACTIVE_DAYS = 60
WORKING_MINUTES = 540
RESUMED_SHARE = 0.06
"""Share of sessions that are the second half of the tenant's last one: split, under one id."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: whose it is, in which session, and the time when it ends."""

    number: int
    tenant: str
    session: str
    time: datetime
    last: bool = False


def _blocks(draw: random.Random, tenants: tuple[str, ...], turns: int) -> list[list[str]]:
    """Lists of tenants, a turn each: in a block every tenant has one session, and their turns alternate at random."""
    blocks: list[list[str]] = []
    left = turns
    while left:
        block = [tenant for tenant in tenants for _ in range(draw.randint(*SESSION_TURNS))]
        draw.shuffle(block)
        blocks.append(block[:left])
        left -= len(blocks[-1])
    return blocks


def _start(draw: random.Random, index: int, count: int) -> datetime:
    a_day = max(BLOCKS_A_DAY, math.ceil(count / ACTIVE_DAYS))
    day, of_day = divmod(index, a_day)
    days = day * DAYS // math.ceil(count / a_day)
    return BEGINNING + timedelta(days=days, minutes=of_day * WORKING_MINUTES // a_day + draw.randint(0, 20))


def make_schedule(draw: random.Random, tenants: tuple[str, ...], turns: int) -> tuple[Turn, ...]:
    """Lay out the turns."""
    blocks = _blocks(draw, tenants, turns)
    laid: list[Turn] = []
    open_sessions: dict[str, str] = {}
    for index, block in enumerate(blocks):
        time = _start(draw, index, len(blocks))
        for tenant in tenants:
            resumed = tenant in open_sessions and draw.random() < RESUMED_SHARE
            open_sessions[tenant] = open_sessions[tenant] if resumed else f"{tenant}-s{index:03d}"
        for place, tenant in enumerate(block):
            time += timedelta(minutes=draw.randint(*MINUTES_BETWEEN_TURNS), seconds=draw.randint(0, 40))
            last = tenant not in block[place + 1 :]
            laid.append(Turn(len(laid), tenant, open_sessions[tenant], time, last))
    return tuple(laid)


def closes(schedule: tuple[Turn, ...]) -> dict[int, tuple[tuple[str, str], ...]]:
    """Sessions that end after a turn."""
    ending = (turn for turn in schedule if turn.last)
    return {
        number: tuple((turn.tenant, turn.session) for turn in group)
        for number, group in groupby(ending, key=lambda turn: turn.number)
    }
