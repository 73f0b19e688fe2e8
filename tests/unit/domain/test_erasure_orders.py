"""An order of an erasure says exactly whose words go, or is refused."""

from __future__ import annotations

from typing import Any

import pytest

from slowwave.domain.erasure_orders import order_of
from slowwave.errors import InvalidInput

GOOD: dict[str, Any] = {"tenant": "acme", "agent": "coder", "by": "session", "names": ["s-1"]}


def test_the_names_of_an_order_are_taken_as_they_are() -> None:
    subject = order_of(GOOD, owner="me").subject
    assert subject
    assert subject.names == ("s-1",)


@pytest.mark.parametrize(
    "wrong",
    [{"names": "s-1"}, {"names": {"s-1": 1}}, {"names": [None]}, {"names": None}, {"tenant": None}, {"agent": 7}],
)
def test_an_order_of_other_types_is_refused_and_never_read_letter_by_letter(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="nothing was erased"):
        order_of({**GOOD, **wrong}, owner="me")
