"""The journal of a home: what every acknowledged write left behind, one line a call, fsynced before the call returns.

JSON lines in UTF-8, each `{"crc":"<8 hex digits>","entry":<entry>}`. The checksum is the CRC-32 of the entry's bytes,
continued from the line before, so that a changed, missing or moved line is found. Entries, in order:

    {"format": "slowwave-journal", "version": 1}                      the first line
    {"call": {"service": …, "operation": …, "parameters": {…}}}       an AWS call that shapes a table or a bucket
    {"items": [{"table": …, "key": {…}, "item": {…} or null}, …]}     DynamoDB JSON; null: deleted
    {"objects": [{"bucket": …, "key": …, "versions": [{…}, …]}, …]}   all versions, oldest first; none: gone

A version is `{"version", "modified", "sha256", "size", "etag", "metadata", …}` (see `moto_backend.objects`) or
`{"version", "modified", "delete_marker": true}`; its body is the file `objects/<sha256>`. A later state of the same
table and key, or bucket and key, replaces the earlier. Nothing here depends on what serves the calls.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowwave.errors import Corrupt, Unavailable

Entry = Mapping[str, Any]

HEADER: Entry = {"format": "slowwave-journal", "version": 1}
_BODY_STARTS = len('{"crc":"00000000","entry":')


@dataclass(frozen=True, slots=True)
class Tail:
    """Where the last whole line ends, the checksum it ends with, and how many bytes of a torn line follow."""

    end: int
    chain: int
    torn: int


def seal(entry: Entry, chain: int) -> tuple[bytes, int]:
    """Return the entry as a line, and the checksum to continue from."""
    body = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()
    chain = zlib.crc32(body, chain)
    return b'{"crc":"%08x","entry":%s}\n' % (chain, body), chain


def read(path: Path) -> tuple[list[Entry], Tail]:
    """Return the entries after the header, and the tail. A file that does not exist is an empty journal.

    Raises:
        Corrupt: a line other than the last does not match its checksum, or the format is unknown.
    """
    data = path.read_bytes() if path.exists() else b""
    entries: list[Entry] = []
    start = chain = number = 0
    while start < len(data):
        number += 1
        stop = data.find(b"\n", start)
        body = data[start + _BODY_STARTS : stop - 1]
        seen = zlib.crc32(body, chain)
        if stop < 0 or data[start : start + _BODY_STARTS] != b'{"crc":"%08x","entry":' % seen:
            if stop < 0 or stop + 1 == len(data):
                break
            raise Corrupt(
                f"line {number} of {str(path)!r} does not match its checksum; restore the file from a backup, or keep "
                f"what precedes the damage by cutting it before that line"
            )
        entries.append(json.loads(body))
        start, chain = stop + 1, seen
    if entries and entries[0] != HEADER:
        raise Corrupt(f"line 1 of {str(path)!r} is no header this version can read; it can read {HEADER}")
    return entries[1:], Tail(start, chain, len(data) - start)


class Journal:
    """Appends to one journal file; the caller holds the lock of the home."""

    def __init__(self, path: Path, tail: Tail) -> None:
        self._path = path
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        self._end, self._chain = tail.end, tail.chain
        os.ftruncate(self._file, tail.end)
        if not tail.end:
            self.append(HEADER)
            fsync_directory(path.parent)

    def append(self, entry: Entry) -> None:
        """Write one line and return when it is on the disk.

        Raises:
            Unavailable: it could not be written; the journal is as it was before.
        """
        line, chain = seal(entry, self._chain)
        try:
            _write_all(self._file, line, self._end)
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, self._end)
            raise Unavailable(unwritten(self._path, error)) from error
        except BaseException:
            os.ftruncate(self._file, self._end)
            raise
        self._end, self._chain = self._end + len(line), chain

    def replace(self, entries: Iterable[Entry]) -> None:
        """Put a journal of these entries in place of this one, atomically."""
        fresh = self._path.with_suffix(".new")
        end = chain = 0
        fresh.touch(mode=0o600)
        with fresh.open("wb") as file:
            for entry in _with_header(entries):
                line, chain = seal(entry, chain)
                end += file.write(line)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
        fsync_directory(self._path.parent)
        os.close(self._file)
        self._file, self._end, self._chain = os.open(self._path, os.O_WRONLY), end, chain

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def unwritten(path: Path, error: OSError) -> str:
    """Say that the system refused a write, what holds nevertheless, and what to do."""
    return (
        f"cannot write {str(path)!r}: {error.strerror}; what was stored before stays, and once there is room the same "
        f"command goes on"
    )


def _with_header(entries: Iterable[Entry]) -> Iterator[Entry]:
    yield HEADER
    yield from entries


def _write_all(file: int, data: bytes, offset: int) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(file, view, offset)
        view, offset = view[written:], offset + written


def fsync_directory(path: Path) -> None:
    """Make the names in a directory durable."""
    directory = os.open(path, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
