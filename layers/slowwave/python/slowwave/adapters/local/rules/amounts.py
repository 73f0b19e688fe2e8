"""Values that stand inside a sentence of a document: amounts with their units, days, times and dates. They are found,
typed and taken out of the words around them, so that two versions of one sentence share a key and differ in its value.
A number that belongs to a name ("Atlas 30", "priority 1", "in 2025") is part of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowwave.adapters.local.rules.dates import find_date
from slowwave.adapters.local.rules.values import read_value
from slowwave.domain.claims import Value, ValueKind
from slowwave.domain.keys import stem_phrase
from slowwave.domain.wording import NUMBERS

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
DATE = (
    rf"(?:\d{{4}}-\d\d-\d\d|\d{{4}} {_MONTH} \d{{1,2}}|"
    rf"{_ORDINAL}\s(?:of\s)?{_MONTH}\b(?:,?\s\d{{4}})?|{_MONTH}\s{_ORDINAL}\b(?:,?\s\d{{4}})?)"
)
_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays|weekends)"
_CLOCK = r"(?:\d{1,2}:\d\d(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]\.?m\b\.?|noon|midnight)"
_PART = rf"(?:{DATE}|\b{_DAY}\b|\b{_CLOCK})(?![\w-]|:\d)"
_LINK = r"(?:,?\s+(?:at|from|to|until|till|and|through)\s+|\s?[-–]\s?|,?\s+)"
MOMENT = re.compile(rf"(?<![\w.:-]){_PART}(?:{_LINK}{_PART})*", re.IGNORECASE)
_AROUND = re.compile(r"\b(?:on|at|from|between|by|until|to)\s*$", re.IGNORECASE)

_WORDED = "|".join(word for word in NUMBERS if word not in ("zero", "one"))
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
NUMERAL = re.compile(
    rf"(?<![\w.-])(?:[-+]?(?:[$€£]\s?)?(?:{_DIGITS})(?:%|(?:\s(?:million|billion|thousand))?(?:\s[a-zA-Z°%]+)?)|"
    rf"(?:{_WORDED})\s[a-z]+)(?![\w-])",
    re.IGNORECASE,
)
_UNITLESS = re.compile(
    r"\s(?:was|is|are|were|and|or|of|to|in|on|at|the|per|an?|for|with|by|as|from|not|has|have|than|that|which|when|if|"
    r"more|other|times|different|new|it|its|but|can|will|must)$",
    re.IGNORECASE,
)
_LABELS = frozenset(
    "priority zone level tier class phase step section chapter version port type category stage grade group line floor "
    "room building article paragraph appendix annex figure table adr rfc iso en unit block gate bay day week quarter "
    "http python release item page part rule option error code status no number in of since for until".split()
)
"""Words whose number names one of several things; of "in", "of" and "since", the year."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_OPENERS = frozenset(
    "over under within after every up about from until before all each only above below between at by than in on "
    "the an a".split()
)
"""Words that begin with a capital only because a sentence begins with them."""

VALID_FROM = re.compile(
    rf"\s*[,(]?\s*\b(?:since|as of|as from|with effect from|effective(?: from| as of)?|valid from|"
    rf"starting(?: on| from)?|from)\s+(?:the\s+)?{DATE}(?:\s+on(?:wards?)?)?\)?$",
    re.IGNORECASE,
)
"""Since when something holds, at the end of a sentence: it says nothing about what holds."""

UNITS = frozenset(
    "ms s sec second minute min hour h day week month quarter year night euro eur pound gbp dollar usd chf franc cent "
    "percent kg g gram kilogram tonne ton lb l litre liter ml m metre meter km kilometre kilometer cm mm mile inch "
    "v volt w watt kw kwh a amp hz khz mhz ghz c f k bar pa psi n nm db byte kb mb gb tb kib mib gib million billion "
    "thousand person people employee user customer item copy page line row record event request attempt retry retrie "
    "connection session seat place guest visitor character word token point vote member character degree piece box "
    "replica node core worker thread".split()
)
"""What an amount may count where nothing else shows that a sentence states a limit, a size or a price."""


def without_date(text: str) -> str:
    """The words without since when they hold."""
    return VALID_FROM.sub("", text)


def numbers(text: str) -> Iterator[re.Match[str]]:
    """Yield the numbers of a text that are no part of a name, each with the unit after it."""
    for match in NUMERAL.finditer(text):
        before = text[: match.start()].split()
        word = before[-1] if before else ""
        named = word[:1].isupper() and not (len(before) == 1 and word.lower() in _OPENERS)
        year = _YEAR.fullmatch(match.group().split()[0]) and _UNITLESS.sub("", match.group()).isdigit()
        label = word.lower().removesuffix("s") in _LABELS and (word.lower() not in _OPENERS | {"of", "for"} or year)
        if not (named or label or year):
            yield match


def amount_of(text: str) -> Value:
    """The value in the words after a verb: a moment, else its number with the unit; several numbers as they stand."""
    if moment := MOMENT.search(text):
        return _moment(moment.group())
    found = [_UNITLESS.sub("", match.group()) for match in numbers(text)]
    if len(found) > 1:
        return Value(ValueKind.TEXT, ", ".join(" ".join(each.lower().split()) for each in found))
    return read_value(_in_digits(found[0])) if found else Value()


def without_amount(text: str) -> str:
    """The stems of a text without its numbers and moments, so that two limits of one thing share a key."""
    parts, end = [], 0
    for match in MOMENT.finditer(text):
        parts.append(_AROUND.sub(" ", text[end : match.start()]))
        end = match.end()
    return stem_phrase(without_numbers(" ".join([*parts, text[end:]])))


def without_numbers(text: str) -> str:
    """The text without the numbers that are no part of a name; the words after them that are no unit stay."""
    parts, end = [], 0
    for match in numbers(text):
        stays = _UNITLESS.search(match.group())
        parts.append(text[end : match.start()])
        end = match.start() + stays.start() if stays else match.end()
    return " ".join([*parts, text[end:]])


def is_measured(text: str) -> bool:
    """Whether a text holds a moment, money, a share, or a number of known units."""
    return bool(MOMENT.search(text)) or any(_is_quantity(match.group()) for match in numbers(text))


def is_moment(text: str) -> bool:
    """Whether a text, but for the words before it, is a moment as a whole."""
    return bool(MOMENT.fullmatch(re.sub(r"^(?:on|at|from|between|by)\s+", "", text.strip(), flags=re.IGNORECASE)))


def moment_of(text: str) -> Value:
    """The value of a text that is a moment."""
    return _moment(re.sub(r"^(?:on|at|from|between|by)\s+", "", text.strip(), flags=re.IGNORECASE))


def _is_quantity(text: str) -> bool:
    unit = text.rsplit(maxsplit=1)[-1].lower()
    return text.endswith("%") or text[0] in "$€£" or unit in UNITS or unit.removesuffix("s") in UNITS


def _moment(text: str) -> Value:
    if day := find_date(text, whole=True):
        return Value(ValueKind.DATE, day)
    return Value(ValueKind.TEXT, " ".join(text.lower().split()))


def _in_digits(text: str) -> str:
    first, _, rest = text.partition(" ")
    return f"{NUMBERS.get(first.lower(), first)} {rest}".strip()
