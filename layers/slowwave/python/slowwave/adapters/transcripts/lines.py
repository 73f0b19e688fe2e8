"""Lines of a file as they are: split at line feeds only, numbered, and never more than one in memory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from slowwave.adapters.transcripts.reads import (
    MAX_FILE_BYTES,
    MAX_LINE_BYTES,
    Failed,
    Read,
    Reason,
    Skipped,
    Unit,
    Unreadable,
)
from slowwave.domain.record_json import clean
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BOM = b"\xef\xbb\xbf"
CHUNK_BYTES = 2**20
MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end; `offset` is where the next line starts."""

    number: int
    data: bytes
    offset: int
    ended: bool = True
    too_long: bool = False

    @property
    def text(self) -> str:
        """The line as text.

        Raises:
            Unreadable: it is not UTF-8, or longer than a line may be.
        """
        if self.too_long:
            raise Unreadable(Reason.TOO_LONG, f"over {MAX_LINE_BYTES} bytes")
        try:
            return self.data.decode()
        except UnicodeDecodeError as error:
            reason = Reason.INVALID_UTF8 if self.ended else Reason.TRUNCATED
            raise Unreadable(reason, f"byte {error.start + 1} of the line") from error


def lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file; a byte order mark, and a carriage return at the end of a line, are dropped."""
    with path.open("rb") as file:
        number = offset = 0
        while data := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            offset += len(data)
            too_long = len(data) > MAX_LINE_BYTES and not data.endswith(b"\n")
            if too_long:
                skipped, ended = _skip_line(file)
                yield Line(number, b"", offset := offset + skipped, ended, too_long=True)
                continue
            ended = data.endswith(b"\n")
            data = data.removesuffix(b"\n").removesuffix(b"\r")
            yield Line(number, data.removeprefix(BOM) if number == 1 else data, offset, ended)


def _skip_line(file: BinaryIO) -> tuple[int, bool]:
    skipped = 0
    while data := file.readline(CHUNK_BYTES):
        skipped += len(data)
        if data.endswith(b"\n"):
            return skipped, True
    return skipped, False


def parse(line: Line) -> Any:
    """Return the JSON value of a line, with lone surrogates replaced.

    Raises:
        Unreadable: it is not UTF-8, not JSON, cut off, or nested too deeply.
    """
    try:
        return _clean(json.loads(line.text))
    except RecursionError as error:
        raise Unreadable(Reason.TOO_DEEP) from error
    except ValueError as error:
        reason = Reason.INVALID_JSON if line.ended else Reason.TRUNCATED
        raise Unreadable(reason, str(error)) from error


def is_json(line: Line) -> bool:
    """Whether a line is a JSON object or list of its own."""
    try:
        return isinstance(parse(line), dict | list)
    except Unreadable:
        return False


def load(path: Path) -> Any:
    """Return the JSON value of a whole file, with lone surrogates replaced.

    Raises:
        InvalidInput: the file is too large to load, or not one JSON document.
    """
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 2**20
        raise InvalidInput(
            f"{path.name!r} is one JSON document of {size // 2**20} MB; at most {limit} MB can be read, so split it"
        )
    try:
        return _clean(json.loads(path.read_bytes().removeprefix(BOM).decode()))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path.name!r} cannot be read as one JSON document: {error}") from error


def _clean(value: Any, depth: int = 0) -> Any:
    """Replace lone surrogates everywhere, and refuse what is nested so deeply that writing it again could fail."""
    if depth > MAX_DEPTH:
        raise RecursionError(f"nested over {MAX_DEPTH} levels")
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_clean(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {clean(name): _clean(each, depth + 1) for name, each in value.items()}
    return value


def json_units(path: Path, read_value: Callable[[Any, Line], tuple[Read, ...]]) -> Iterator[Unit]:
    """Yield one unit a line; `read_value` gets the parsed value, and may raise `Unreadable`."""
    for line in lines(path):
        yield Unit(line.number, line.offset, _read_line(line, read_value))


def _read_line(line: Line, read_value: Callable[[Any, Line], tuple[Read, ...]]) -> tuple[Read, ...]:
    if not line.data.strip() and not line.too_long:
        return (Skipped(Reason.EMPTY, line.number),)
    try:
        return read_value(parse(line), line) or (Skipped(Reason.NO_TEXT, line.number),)
    except Unreadable as problem:
        return (Failed(problem.reason, line.number, problem.detail),)
