"""Short ways to make records and to read what the rules made of them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from slowwave.adapters.local.rules import propose_candidates
from slowwave.domain.claims import Candidate, Claim, Polarity
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def _record(text: str, position: int = 0, **fields: object) -> Record:
    given: dict[str, object] = {"actor": Actor.USER, "kind": Kind.MESSAGE, "origin": Origin.USER, **fields}
    return Record(
        scope=Scope("acme", "dev"), session="s1", text=text, event_time=NOON + timedelta(minutes=position), **given
    )  # type: ignore[arg-type]


def _propose(records: Sequence[Record], fresh: Sequence[Record] | None = None) -> tuple[Candidate, ...]:
    chosen = records[-1:] if fresh is None else fresh
    return propose_candidates(Window("s1", tuple(records), frozenset(each.id for each in chosen)))


def _asserted(claim: Claim) -> str:
    """`subject | attribute | qualifier +value`, as the case files write it."""
    sign = "+" if claim.polarity is Polarity.AFFIRM else "-"
    value = " ".join(part for part in (claim.value.text, claim.value.unit) if part)
    return f"{claim.key.subject} | {claim.key.attribute} | {claim.key.qualifier}".rstrip() + f" {sign}{value}"


@pytest.fixture(scope="session")
def record() -> Callable[..., Record]:
    """Make a record; the user's message unless told otherwise."""
    return _record


@pytest.fixture(scope="session")
def propose() -> Callable[..., tuple[Candidate, ...]]:
    """Propose from the last of the records, or from the `fresh` ones."""
    return _propose


@pytest.fixture(scope="session")
def asserted() -> Callable[[Claim], str]:
    return _asserted
