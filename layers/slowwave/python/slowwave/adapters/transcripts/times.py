"""Times as transcripts write them; a time that does not say its zone is refused, never guessed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from slowwave.adapters.transcripts.reads import Reason, Unreadable

EPOCH_SCALES = ((1e8, 1e10, 1), (1e11, 1e13, 1e3), (1e14, 1e16, 1e6), (1e17, 1e19, 1e9))
"""From, below, units a second: seconds, milli-, micro- and nanoseconds. Numbers between the ranges are ambiguous."""

YEARS = range(1970, 2200)
NUMBER = re.compile(r"\d+(\.\d+)?")
ZONE_NAME = re.compile(r"\s*(UTC|GMT)$")


def parse_time(value: Any) -> datetime:
    """Read an ISO 8601 time with a zone, or an epoch number whose unit its size makes clear.

    Raises:
        Unreadable: it is missing, has no zone, or cannot be read.
    """
    if value is None or value == "":
        raise Unreadable(Reason.MISSING_TIME)
    if isinstance(value, str) and NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, str):
        return _from_text(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _from_number(value)
    raise Unreadable(Reason.UNREADABLE_TIME, f"{type(value).__name__} instead of a time")


def optional_time(value: Any) -> datetime | None:
    """Read a time that may be absent; a present one must be good."""
    return None if value is None or value == "" else parse_time(value)


def _from_text(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(ZONE_NAME.sub("+00:00", text))
    except ValueError as error:
        raise Unreadable(Reason.UNREADABLE_TIME, repr(text[:60])) from error
    if time.utcoffset() is None:
        raise Unreadable(Reason.ZONELESS_TIME, repr(text[:60]))
    return _plausible(time)


def _from_number(number: float) -> datetime:
    for low, high, per_second in EPOCH_SCALES:
        if low <= number < high:
            return _plausible(datetime.fromtimestamp(number / per_second, UTC))
    raise Unreadable(Reason.UNREADABLE_TIME, f"{number!r} is not clearly seconds or milliseconds")


def _plausible(time: datetime) -> datetime:
    if time.year not in YEARS:
        raise Unreadable(Reason.UNREADABLE_TIME, f"year {time.year}")
    return time
