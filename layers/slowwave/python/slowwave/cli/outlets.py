"""Standard output and error that never interrupt the work behind them: who reads may close a pipe, and a disk may be
full, at any line; what a command writes to memory must not end half-way for that. What could not be printed is dropped,
and said at the end where it was not the reader's own wish.
"""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

OUT: Final = 1
ERR: Final = 2


class Outlet(io.FileIO):
    """A file descriptor that takes everything; after the first failure it drops what it takes.

    Attributes:
        failed: why, once it failed.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self.failed: OSError | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some or all of it, waiting for a reader that is slow; return how many bytes are done with."""
        while self.failed is None:
            try:
                written = super().write(data)
            except OSError as error:
                self.failed = error
            else:
                if written is not None:
                    return written
                select.select([], [self], [])
        return memoryview(data).nbytes


@dataclass(frozen=True, slots=True)
class Lost:
    """What of the output could not be written, known once the block has ended."""

    outlet: Outlet

    @property
    def why(self) -> OSError | None:
        """Why something is lost; None when nothing is, or nobody reads any more."""
        failed = self.outlet.failed
        return None if isinstance(failed, BrokenPipeError) else failed


@contextmanager
def outlets() -> Iterator[Lost]:
    """Put both in the place of the process's own until the block ends; a closed descriptor takes and drops everything,
    so that no file is opened under its number and printed into.
    """
    for descriptor in (0, OUT, ERR):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest free number: this one
    before = sys.stdout, sys.stderr
    out, err = Outlet(OUT), Outlet(ERR)
    sys.stdout, sys.stderr = _text(out, before[0]), _text(err, before[1])
    try:
        yield Lost(out)
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdout, sys.stderr = before
        for stream in (each for each in before if each is not None):
            with suppress(OSError):  # nothing was written through them meanwhile
                stream.flush()


def _text(outlet: Outlet, like: TextIO | None) -> TextIO:
    """A text stream that writes no character instead of failing at it; at once to a terminal or the error output."""
    at_once = outlet.isatty() or outlet.fileno() == ERR
    encoding = like.encoding if like is not None else "utf-8"
    return io.TextIOWrapper(io.BufferedWriter(outlet), encoding, "backslashreplace", line_buffering=at_once)
