"""Read the few date forms that need no guessing, relative ones against the time of the record."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

_MONTHS = {
    name: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_DAYS = {name: number for number, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_ISO = r"(?P<iso>\d{4}-\d\d-\d\d)"
_DAY_FIRST = rf"(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m1>{_MONTH})(?:,?\s(?P<y1>\d{{4}}))?"
_MONTH_FIRST = rf"(?P<m2>{_MONTH})\s(?:the\s)?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s(?P<y2>\d{{4}}))?"
_MONTH_ONLY = rf"(?P<m3>{_MONTH})(?:\s(?P<y3>\d{{4}}))?"
_DATE = re.compile(rf"(?:{_ISO}|{_DAY_FIRST}|{_MONTH_FIRST}|{_MONTH_ONLY})", re.IGNORECASE)
_THROUGH = (
    rf"(?:through|thru)(?=\s+(?:the\s+)?(?:end of\s|next\s|\w+day\b|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}|"
    rf"{_MONTH}\s\d|\d{{4}}-))"
)
"""Up to and with a day; else it tells a way."""

_NAMED_DAY = rf"(?:\w+day\b|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}|{_MONTH}\s\d|\d{{4}}-)"
_FROM_TO = (
    r"(?<!moved )(?<!changed )(?<!switched )(?<!shifted )(?<!went )"
    rf"from\s+(?:next\s+|this\s+)?{_NAMED_DAY}[\w,. -]{{0,12}}?\s+(?:to|through|till|until)"
    rf"(?=\s+(?:next\s)?{_NAMED_DAY})"
)
"""Between two days: it ends with the second."""
_UP_TO = rf"up to(?: and including)?(?=\s+(?:the\s)?(?:end of\s|next\s|{_NAMED_DAY}))"

_UNTIL = re.compile(
    rf"\b(?:until|till|valid until|expires? on|{_FROM_TO}|{_UP_TO}|{_THROUGH})\s+(?:the\s+)?"
    r"(?P<when>(?:end of\s+)?(?:next\s+|this\s+)?[\w-]+,?(?:\s+[\w,]+){0,4})",
    re.IGNORECASE,
)

_ENDS = re.compile(
    r"\b(?:it|this|that|period|phase|exception|arrangement|which)\s+(?:ends?|expires?|runs? out|is over|lasts)\s+"
    r"(?:with|on|after|by|until|till|through)\s+(?:the\s+)?(?P<when>[\w-]+,?(?:\s+[\w,]+){0,4})",
    re.IGNORECASE,
)
NEAR = 200
"""Code points behind a limited statement in which its end may be told."""

_COUNTS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
} | {"": 1, "couple of": 2}
_FOR_NEXT = re.compile(
    r"\b(?:for|during|over|in|within) (?:the )?(?:next|coming|following) (?:(?P<count>\d{1,2}|[a-z]+|couple of) )?"
    r"(?P<unit>day|week|month)s?\b",
    re.IGNORECASE,
)
_DAYS_OF = {"day": 1, "week": 7, "month": 30}
_WHILE = re.compile(
    r"\b(?:(?:for )?as long as|for the duration of|for a (?:few|couple of) (?:days|weeks)|"
    r"(?:only )?for (?:a|some) (?:(?:limited|short|brief|certain|little) )?(?:while|time|period))\b",
    re.IGNORECASE,
)
"""Limits whose end nobody can tell."""


def find_date(text: str, *, whole: bool = False, relative_to: datetime | None = None) -> str:
    """The first date of the text as ISO, with month or day left out where the words leave them out; empty when none.

    Without `relative_to` a year must be written; a month and day without one read as `--06-05`.
    """
    match = _DATE.fullmatch(text.strip()) if whole else _DATE.search(text)
    if match is None:
        return ""
    if match["iso"]:
        return match["iso"] if _valid(match["iso"]) else ""
    if (
        match["m3"]
        and not match["y3"]
        and (whole or match["m3"].lower() in ("may", "mar", "march"))
        and relative_to is None
    ):
        return ""
    month = _MONTHS[(match["m1"] or match["m2"] or match["m3"]).lower().rstrip(".")]
    day, year = match["d1"] or match["d2"], match["y1"] or match["y2"] or match["y3"]
    if day and not 1 <= int(day) <= 31:
        return ""
    if not year and relative_to is not None:
        year = str(relative_to.year + (1 if (month, int(day or 28)) < (relative_to.month, relative_to.day) else 0))
    return f"{year or '-'}-{month:02d}" + (f"-{int(day):02d}" if day else "")


def expiry(text: str, said: datetime) -> tuple[bool, datetime | None]:
    """Whether the text limits itself ("until …", "for the next two weeks"), and the end of the last day when it can be
    derived from when it was said.
    """
    span = _FOR_NEXT.search(text)
    if span:
        count = (span["count"] or "").lower()
        number = int(count) if count.isdecimal() else _COUNTS.get(count)
        return True, _end_of(
            said.date() + timedelta(days=number * _DAYS_OF[span["unit"].lower()]), said
        ) if number else None
    match = _UNTIL.search(text)
    if match is None:
        return bool(_WHILE.search(text)), None
    return True, _end_named(match["when"].lower(), said)


def end_of_it(after: str, said: datetime) -> datetime | None:
    """The end of the last day of what was limited, where the sentences behind it tell: it ends on 5 March."""
    match = _ENDS.search(after[:NEAR])
    return _end_named(match["when"].lower(), said) if match else None


def _end_named(words: str, said: datetime) -> datetime | None:
    day = _day_of_date(words, said) or _relative_day(words, said.date())
    if day is None and (found := find_date(words, relative_to=said)):
        parts = [int(part) for part in found.split("-")]
        day = date(*parts) if len(parts) == 3 else _last_of_month(*parts)
    return _end_of(day, said) if day else None


def _day_of_date(words: str, said: datetime) -> date | None:
    """The day of "Sunday, 5 April": the date says which Sunday."""
    named, _, rest = words.partition(" ")
    found = find_date(rest, relative_to=said).split("-") if named.rstrip(",") in _DAYS else []
    return date(*map(int, found)) if len(found) == 3 else None


def _end_of(day: date, said: datetime) -> datetime:
    return datetime.combine(day, time(23, 59, 59), tzinfo=said.tzinfo)


def _relative_day(words: str, today: date) -> date | None:
    if words.startswith("tomorrow"):
        return today + timedelta(days=1)
    first = words.removeprefix("next ").removeprefix("this ").split()[0].rstrip(",")
    if first in _DAYS:
        return today + timedelta(days=(_DAYS[first] - today.weekday() - 1) % 7 + 1)
    if words.startswith(("next week", "end of the week", "end of week", "end of this week")):
        return today + timedelta(days=6 - today.weekday() + (7 if words.startswith("next") else 0))
    if words.startswith(("end of the month", "end of month", "end of this month")):
        return _last_of_month(today.year, today.month)
    if words.startswith(("end of the year", "end of year")):
        return date(today.year, 12, 31)
    return None


def _last_of_month(year: int, month: int) -> date:
    return (date(year, month, 28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def _valid(iso: str) -> bool:
    try:
        date.fromisoformat(iso)
    except ValueError:
        return False
    return True
