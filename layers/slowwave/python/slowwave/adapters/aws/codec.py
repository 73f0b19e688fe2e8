"""Frozen domain values to JSON-ready data and back, driven by their annotations, so that a new field needs no second
declaration. Times are UTC in ISO form of fixed width, so that equal instants are equal text and text sorts as
time does; sets are sorted; floats keep every digit. It knows no item in particular.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.errors import Corrupt, InvalidInput

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Codec:
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def encode(item: Any) -> Any:
    """Return a dataclass instance as JSON-ready data."""
    kind: Any = type(item)
    return _codec(kind).encode(item)


def decode(kind: type[T], data: Any) -> T:
    """Read back what `encode` wrote; fields that are missing take their defaults, unknown ones are ignored.

    Raises:
        Corrupt: the data does not have the shape of the type.
    """
    hint: Any = kind
    try:
        value: T = _codec(hint).decode(data)
    except (TypeError, ValueError, KeyError, AttributeError, InvalidInput) as error:
        raise Corrupt(f"stored {kind.__name__} cannot be read: {error}") from error
    return value


def dumps(item: Any) -> str:
    """Return the canonical JSON text of a dataclass instance."""
    return text(encode(item))


def text(data: Any) -> str:
    """Return the canonical JSON text of JSON-ready data."""
    return canonical_json(data).decode()


def loads(kind: type[T], json_text: str) -> T:
    """Read back what `dumps` wrote; raises `Corrupt` like `decode`."""
    return decode(kind, parse(kind, json_text))


def parse(kind: type, json_text: str) -> Any:
    """Return the JSON data of a stored value; raises `Corrupt` when it is none."""
    try:
        return json.loads(json_text)
    except (TypeError, ValueError) as error:
        raise Corrupt(f"stored {kind.__name__} is not JSON: {error}") from error


def content_hash(item: Any) -> str:
    """Return the SHA-256 of the canonical JSON of a dataclass instance."""
    return sha256_hex(dumps(item))


def time_text(time: datetime) -> str:
    """Return an aware time in UTC with microseconds, 32 characters whatever the time."""
    if time.utcoffset() is None:
        raise InvalidInput(f"time {time.isoformat()} has no zone; give an offset such as +00:00")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def parse_time(iso: str) -> datetime:
    """Read back what `time_text` wrote."""
    return datetime.fromisoformat(iso).astimezone(UTC)


@cache
def _codec(hint: Hashable) -> _Codec:
    return _build(hint)


def _build(hint: Any) -> _Codec:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is not None:
        return _collection(origin, get_args(hint))
    if is_dataclass(hint):
        return _record(hint)
    if issubclass(hint, Enum):
        return _Codec(lambda value: value.value, hint)
    if hint is datetime:
        return _Codec(time_text, parse_time)
    if hint is float:
        return _Codec(float, float)
    return _plain(hint)


def _plain(kind: type) -> _Codec:
    if kind not in (str, int, bool):
        raise NotImplementedError(f"no stored form for {kind!r}")

    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not {kind.__name__}")
        return value

    return _Codec(lambda value: value, check)


def _collection(origin: Any, arguments: tuple[Any, ...]) -> _Codec:
    inner = _codec(arguments[0])
    if origin is tuple:
        return _Codec(
            lambda value: [inner.encode(each) for each in value],
            lambda data: tuple(inner.decode(each) for each in data),
        )
    if origin is frozenset:
        return _Codec(
            lambda value: sorted(inner.encode(each) for each in value),
            lambda data: frozenset(inner.decode(each) for each in data),
        )
    if issubclass(origin, Mapping):
        value_codec = _codec(arguments[1])
        return _Codec(
            lambda value: {inner.encode(key): value_codec.encode(each) for key, each in value.items()},
            lambda data: {inner.decode(key): value_codec.decode(each) for key, each in data.items()},
        )
    raise NotImplementedError(f"no stored form for {origin!r}")


def _union(options: tuple[Any, ...]) -> _Codec:
    kinds = [each for each in options if each is not NoneType]
    if len(kinds) == 1:
        only = _codec(kinds[0])
        return _Codec(
            lambda value: None if value is None else only.encode(value),
            lambda data: None if data is None else only.decode(data),
        )
    return _Codec(encode, lambda data: _codec(_matching(kinds, set(data))).decode(data))


def _matching(kinds: list[Any], names: set[str]) -> Any:
    for kind in kinds:
        if _required(kind) <= names <= {each.name for each in fields(kind)}:
            return kind
    raise ValueError(f"fields {sorted(names)} are those of none of {[kind.__name__ for kind in kinds]}")


def _required(kind: Any) -> set[str]:
    return {each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}


def _record(kind: Any) -> _Codec:
    hints = get_type_hints(kind)
    codecs = {each.name: _codec(hints[each.name]) for each in fields(kind)}
    required = _required(kind)

    def to_data(value: Any) -> dict[str, Any]:
        return {name: codec.encode(getattr(value, name)) for name, codec in codecs.items()}

    def from_data(data: Any) -> Any:
        missing = required - set(data)
        if missing:
            raise ValueError(f"{kind.__name__} lacks {sorted(missing)}")
        return kind(**{name: codec.decode(data[name]) for name, codec in codecs.items() if name in data})

    return _Codec(to_data, from_data)
