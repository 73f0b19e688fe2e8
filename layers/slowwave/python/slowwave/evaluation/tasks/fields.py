"""Fields of a YAML file, read with the sentence ready that says which file, sequence and field is wrong, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from slowwave.errors import InvalidInput

Choice = TypeVar("Choice", bound=StrEnum)
Made = TypeVar("Made")

SHOWN = 60
"""Characters of a text that a message shows."""
MOST_BITS = 64
"""Of a whole number that a message shows."""


@dataclass(frozen=True, slots=True)
class Fields:
    """One mapping of a file.

    Attributes:
        where: file, sequence and place of the mapping, for messages.
    """

    where: str
    values: Mapping[str, Any]

    @classmethod
    def of(cls, where: str, value: Any, allowed: frozenset[str]) -> Fields:
        """Return the fields of a mapping that has no others than the allowed.

        Raises:
            InvalidInput: it is no mapping, or has an unknown field.
        """
        fields = cls(where, value if isinstance(value, Mapping) else {})
        if not isinstance(value, Mapping):
            fields.refuse(f"is {brief(value)} where fields are expected")
        unknown = sorted(str(name) for name in fields.values if name not in allowed)
        if unknown:
            fields.refuse(f"has an unknown field {brief(unknown[0])}; known are {', '.join(sorted(allowed))}")
        return fields

    def refuse(self, problem: str) -> NoReturn:
        """Raise the one clear sentence."""
        raise InvalidInput(f"{self.where} {problem}")

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; without a default it must be there and not be empty."""
        value = self.values.get(name, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            self.refuse(f"needs a text in field {name!r}, not {brief(value)}")
        return value

    def number(self, name: str, default: int) -> int:
        """Return a whole number that is not negative."""
        value = self.values.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.refuse(f"needs a whole number in field {name!r}, not {brief(value)}")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false, false by default."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            self.refuse(f"needs true or false in field {name!r}, not {brief(value)}")
        return value

    def time(self, name: str) -> datetime:
        """Return a time with a zone."""
        value = self.values.get(name)
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value)
            except ValueError:
                value = None
        if not isinstance(value, datetime) or value.utcoffset() is None:
            given = brief(self.values.get(name))
            self.refuse(f"needs a time with a zone, as 2026-03-01T10:00:00+01:00, in field {name!r}, not {given}")
        return value

    def optional_time(self, name: str) -> datetime | None:
        """Return a time with a zone, or None where there is none."""
        return self.time(name) if name in self.values else None

    def choice(self, name: str, kind: type[Choice], default: Choice | None = None) -> Choice:
        """Return one of the words of an enumeration."""
        return self.chosen(name, self.values.get(name, default), kind)

    def chosen(self, name: str, value: Any, kind: type[Choice]) -> Choice:
        """Return a value of a field as one of the words of an enumeration."""
        try:
            return kind(value)
        except ValueError:
            words = ", ".join(each.value for each in kind)
            self.refuse(f"needs one of {words} in field {name!r}, not {brief(value)}")

    def several(self, name: str, make: Callable[[int, Any], Made]) -> tuple[Made, ...]:
        """Return what is made of each item of a list, which may be missing."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            self.refuse(f"needs a list in field {name!r}, not {brief(value)}")
        return tuple(make(place, item) for place, item in enumerate(value, 1))

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return the texts of a mapping with what is said of each; it may be missing."""
        value = self.values.get(name, {})
        if not isinstance(value, Mapping):
            self.refuse(f"needs texts with what is said of each in field {name!r}, not {brief(value)}")
        for text, said in value.items():
            if not (isinstance(text, str) and text.strip() and isinstance(said, str) and said.strip()):
                self.refuse(f"needs a text on both sides in field {name!r}, not {brief(text)}: {brief(said)}")
        return tuple(value.items())


def brief(value: Any) -> str:
    """Return a value of a file as its message shows it: as it was written, and never more than a line of it."""
    if isinstance(value, (Mapping, list, set)):
        return "fields" if isinstance(value, Mapping) else "a list"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return "a number beyond all bounds"
    text = "nothing" if value is None else repr(value[:SHOWN]) if isinstance(value, (str, bytes)) else repr(value)
    return f"{text}…" if isinstance(value, (str, bytes)) and len(value) > SHOWN else text
