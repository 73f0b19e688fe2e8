"""Whether a text shows a string: exactly, with word and hyphen boundaries, in any case, and not just to withdraw it."""

from __future__ import annotations

from slowwave.evaluation.simulation.presence import shows, withdraws


def shown(text: str, value: str) -> bool:
    """Whether the value stands in the text as a whole."""
    return shows(text.casefold(), value.casefold())


def shown_as_valid(text: str, value: str) -> bool:
    """Whether a line of the text has the value for anything else than to withdraw it."""
    folded = value.casefold()
    lines = text.casefold().splitlines()
    return any(shows(line, folded) and not withdraws(line, folded) for line in lines)
