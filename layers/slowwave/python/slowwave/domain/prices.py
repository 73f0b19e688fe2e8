"""What model tokens cost: prices that somebody states, and none that are made up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from slowwave.errors import InvalidInput

PER: Final = Decimal(1_000_000)
"""Tokens that a price is of."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens that a model is shown, and for a million that it replies."""

    shown: Decimal
    replied: Decimal

    def of(self, shown: int, replied: int) -> Decimal:
        """Return what these tokens cost, in US dollars."""
        return (self.shown * shown + self.replied * replied) / PER


FREE: Final = Price(Decimal(0), Decimal(0))
"""Of what is not paid by the token."""


def prices_of(data: Any) -> Mapping[str, Price]:
    """Read a price table: {"MODEL": {"input": 3.00, "output": 15.00}}, dollars a million tokens.

    Raises:
        InvalidInput: it has another shape, or a price that is no number from 0.
    """
    if not isinstance(data, dict):
        raise InvalidInput('a price table is a JSON object: {"MODEL": {"input": 3.00, "output": 15.00}}')
    return {name: _price(name, each) for name, each in data.items()}


def _price(name: str, data: Any) -> Price:
    try:
        shown, replied = (Decimal(str(data[each])) for each in ("input", "output"))
    except (KeyError, TypeError, ArithmeticError) as error:
        raise InvalidInput(
            f'the price of {name!r} must be {{"input": …, "output": …}}, dollars a million tokens'
        ) from error
    if not (shown.is_finite() and replied.is_finite() and shown >= 0 and replied >= 0):
        raise InvalidInput(f"the price of {name!r} must be numbers from 0, dollars a million tokens")
    return Price(shown, replied)
