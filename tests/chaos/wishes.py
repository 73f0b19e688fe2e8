"""What people, sources and schedules may want next, drawn before it is known what there is to do it to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st

from slowwave.domain.acts import ActKind
from slowwave.domain.scope import Scope
from tests.chaos.reference import SLOTS

SCOPES: Final = (Scope("acme", "coder"), Scope("rival", "coder"))
RUMORS: Final = ("9099", "99", "Perth", "Quebec", "wombat")
"""A value of each slot that only an assistant gives: it is never injected, and replaces nothing."""


@dataclass(frozen=True)
class Saying:
    """What somebody says of a slot, how long ago; `corrects` names another value of it, and may be the same."""

    slot: int
    value: int
    corrects: int | None
    hours_ago: int
    session: int
    rumor: bool


@dataclass(frozen=True)
class Wish:
    """What is to be done next, before it is known what there is to do it to.

    Attributes:
        which: chooses among what there is.
        runs: whether the schedule comes next.
    """

    scope: int
    kind: str
    which: int = 0
    says: tuple[Saying, ...] = ()
    again: int = 0
    runs: bool = False


RUN: Final = "run"
"""The schedule comes; no act of a person has that name."""

SAYING = st.builds(
    Saying,
    slot=st.integers(0, len(SLOTS) - 1),
    value=st.integers(0, 2),
    corrects=st.none() | st.integers(0, 2),
    hours_ago=st.sampled_from([0, 0, 0, 1, 2, 5, 24]),
    session=st.integers(0, 2),
    rumor=st.sampled_from([False, False, False, True]),
)
ACTS: Final = frozenset(ActKind)
SCOPE = st.sampled_from([0, 0, 0, 1])
WHICH = st.integers(0, 9)
HEARD = st.builds(
    Wish,
    scope=SCOPE,
    kind=st.just("hear"),
    says=st.lists(SAYING, min_size=1, max_size=3).map(tuple),
    again=st.integers(0, 2),
    runs=st.booleans(),
)
ACTED = st.builds(
    Wish,
    scope=SCOPE,
    kind=st.sampled_from([ActKind.FORGET, ActKind.FORGET, ActKind.FORGET, ActKind.REJECT, ActKind.CONFIRM, *ActKind]),
    which=WHICH,
    runs=st.booleans(),
)
BACK = st.builds(Wish, scope=SCOPE, kind=st.just("roll back"), which=WHICH)
CONSOLIDATED = st.just(Wish(0, RUN))
ERASED = st.builds(Wish, scope=SCOPE, kind=st.just("erase"), which=WHICH)
ECHOED = st.builds(Wish, scope=SCOPE, kind=st.just("hear what was injected"))
ANYTHING = st.one_of(HEARD, CONSOLIDATED, ACTED, HEARD, CONSOLIDATED, ACTED, BACK, ECHOED, ERASED)
SHARE = st.integers(0, 99)
"""Where in its calls an operation is stopped, in hundredths."""
DIES = st.none() | st.integers(0, 40)
"""The call at which a run dies that comes by while another stands still: early, it has the lease and wrote nothing."""
