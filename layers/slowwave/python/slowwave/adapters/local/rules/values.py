"""Read a value: its type, the normal form it is compared by, and its unit."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.dates import find_date
from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.vocabulary import ADJECTIVES, SLOT_NOUNS
from slowwave.domain.claims import Value, ValueKind
from slowwave.domain.keys import DETERMINERS, is_path, normalize_path, singular, unquoted
from slowwave.domain.shapes import shape

_UNITS = {
    "second": "s",
    "sec": "s",
    "s": "s",
    "millisecond": "ms",
    "ms": "ms",
    "msec": "ms",
    "minute": "min",
    "min": "min",
    "hour": "h",
    "hr": "h",
    "h": "h",
    "day": "day",
    "d": "day",
    "week": "week",
    "month": "month",
    "year": "year",
    "kb": "KB",
    "mb": "MB",
    "gb": "GB",
    "tb": "TB",
    "kib": "KiB",
    "mib": "MiB",
    "gib": "GiB",
    "byte": "B",
    "percent": "%",
    "%": "%",
    "$": "USD",
    "usd": "USD",
    "dollar": "USD",
    "€": "EUR",
    "eur": "EUR",
    "euro": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "pound": "GBP",
    "kg": "kg",
    "km": "km",
    "mile": "mile",
    "px": "px",
    "rps": "rps",
    "qps": "rps",
}
_NUMBER = re.compile(
    r"(?P<pre>[$€£])?\s?(?P<number>[-+]?\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|"
    r"[-+]?\d+(?:\.\d+)?)\s?(?P<scale>[kKmM](?![a-zA-Z]))?\s?(?P<unit>%|€|[a-zA-Z]+)?(?P<more>(?:\s[a-zA-Z]+){0,2})"
)
_VERSION = re.compile(r"(?:v(?:ersion)?\s?)?(\d+(?:\.\d+){1,3}(?:[-+.][\w.]+)?|(?<=v)\d+)", re.IGNORECASE)
_IDENTIFIER = re.compile(r"[\w@]*(?:\d|[_./:@#-])[\w./:@#+-]*[\w/]|[a-z]+[A-Z]\w*|[A-Z][A-Z0-9]+")
_SIGNED = re.compile(r"[\d/:@#]")
"""A sign that no verb has: "gs://acme-landing" is a name."""

_ADJECTIVAL = re.compile(
    r"(?:ful|ous|ive|able|ible|less|ish|ing|ly)$|^(?:super|key|fun|cool|family|pregnant|sweet|cute|lovely|lot|bit|"
    r"much|many|mine|yours|priceless|crucial|amazing|married|sick|dead|alive|lost|hard|so|such|like|almost|about|"
    r"around|going)$"
)
_LONGEST_VALUE_WORDS = 7
_MOVED = re.compile(r"(?P<old>[^<>]+?)\s?(?:->|=>|→|⇒|➜)\s?(?P<new>[^<>]+)")
_SENDS = re.compile(r"\b(?:map|forward|rout|prox|redirect|rewrit|translat|flow|path|link)\w*", re.IGNORECASE)
_JOINED = re.compile(
    r"\s(?:now|instead|rather|but|not|no longer|as|with|without|because|since|so|until|till|unless|if|when(?:ever)?|"
    r"while|which|that|though|although|only|where|from|starting)(?:\s|$)",
    re.IGNORECASE,
)
"""Words that never stand inside a value: what follows them says something else."""
_TRAILING = re.compile(
    r"[,\s]+(?:now|instead|these days|currently|as of (?:now|today)|again|already|at present|since (?:last )?\w+|"
    r"last (?:week|month|year|\w+day)|yesterday|recently|as well|too|though|by the way|btw|then|(?:a|two|few|"
    r"a few) \w+ ago|not \w+)$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:probably|likely|presumably|now|currently|actually|just|called|named|set to|exactly|always|only|already|"
    r"still|really|about to be|at|in fact|to be|using|uses)\s+",
    re.IGNORECASE,
)


def trimmed(text: str) -> str:
    """A value without "now", "instead", "last week" around it."""
    previous = ""
    while previous != text:
        previous = text
        text = _LEADING.sub("", _TRAILING.sub("", text.strip(" ,.!*"))).strip()
    return text


def read_value(text: str) -> Value:
    """Read a trimmed value; text that is none of the typed forms compares by its lower-case words without articles."""
    plain = unquoted(text)
    if is_path(plain):
        return Value(ValueKind.PATH, normalize_path(plain))
    if day := find_date(plain, whole=True):
        return Value(ValueKind.DATE, day)
    if number := _NUMBER.fullmatch(plain):
        return _number(number)
    if version := _VERSION.fullmatch(plain):
        return Value(ValueKind.VERSION, version.group(1))
    group, name = choice_of(plain)
    if group:
        return Value(ValueKind.ENUM, name)
    words = plain.lower().replace("`", "").split()
    while len(words) > 1 and words[0] in DETERMINERS:
        words = words[1:]
    return Value(ValueKind.TEXT, " ".join(words))


def is_typed(text: str) -> bool:
    """Whether a value shows by its form that it is one: a number, version, date, path, code, identifier or name."""
    plain = unquoted(text)
    if (
        text.strip().startswith(("`", '"', "“"))
        or re.match(r"[$€£]?\d", plain)
        or read_value(text).kind not in (ValueKind.TEXT, ValueKind.NONE)
    ):
        return True
    words = plain.split()
    return (
        all(
            word[:1].isupper() or _IDENTIFIER.fullmatch(word)
            for word in words
            if word.lower() not in ("of", "and", "the", "de", "at")
        )
        if words
        else False
    )


def is_value(subject: str, text: str) -> bool:
    """Whether the words after "is" are a value of the subject: typed, or short and the subject is a slot."""
    words = unquoted(text).split()
    if (
        not words
        or len(words) > _LONGEST_VALUE_WORDS
        or _JOINED.search(text)
        or words[0].lower() in ADJECTIVES
        or (words[0].lower().endswith(("ing", "ed")) and not words[0][0].isupper() and not _SIGNED.search(words[0]))
    ):
        return False
    if is_typed(text):
        return True
    if (
        words[0].lower() in ("a", "an", "the", "one", "part")
        or len(words) > 3
        or any(is_adjectival(word.lower()) for word in words)
    ):
        return False
    return any(singular(last) in SLOT_NOUNS or last in SLOT_NOUNS for last in subject.split()[-1:])


def is_adjectival(word: str) -> bool:
    """Whether a word in lower case describes and names nothing, as far as its ending or a list tells."""
    return _ADJECTIVAL.search(word) is not None


def _number(match: re.Match[str]) -> Value:
    digits = match["number"].replace(",", "").replace("_", "").lstrip("+")
    if match["scale"]:
        digits = (
            f"{float(digits) * (1_000 if match['scale'] in 'kK' else 1_000_000):g}"
            if "." in digits
            else digits + ("000" if match["scale"] in "kK" else "000000")
        )
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    unit = match["unit"] or match["pre"] or ""
    known = _UNITS.get(singular(unit.lower()), _UNITS.get(unit.lower(), singular(unit.lower())))
    more = " ".join(singular(word) for word in match["more"].lower().split() if word not in ("per", "a", "each"))
    return Value(ValueKind.NUMBER, digits, " ".join(part for part in (known, more) if part))


def moved_from(subject: str, value: str) -> tuple[str, str] | None:
    """Return the value that is over and the one that holds of "30 s -> 45 s"; None where they are of two kinds, or an
    arrow is part of what is named ("the port mapping is 8080 -> 80").
    """
    found = _MOVED.fullmatch(value)
    if found is None or _SENDS.search(subject) or shape(read_value(found["old"])) != shape(read_value(found["new"])):
        return None
    return found["old"], found["new"]
