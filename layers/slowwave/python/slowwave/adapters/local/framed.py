"""Append-only files of framed records: a JSON head and bytes, each frame with its length and checksum."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from slowwave.adapters.local.journal import fsync_directory

Frame = tuple[Mapping[str, Any], bytes]

_PREFIX = struct.Struct("<IIII")
"""CRC-32 of the rest of the prefix, CRC-32 of head and bytes, length of the head, length of the bytes."""


def read_frames(path: Path) -> tuple[list[Frame], int, bool]:
    """Return the whole frames, where they end, and whether the file is sound; a torn last frame is no damage."""
    data = path.read_bytes() if path.exists() else b""
    frames: list[Frame] = []
    start = 0
    while len(data) - start >= _PREFIX.size:
        own, content, head_size, body_size = _PREFIX.unpack_from(data, start)
        if zlib.crc32(data[start + 4 : start + _PREFIX.size]) != own:
            return frames, start, False
        head_at, stop = start + _PREFIX.size, start + _PREFIX.size + head_size + body_size
        if stop > len(data):
            break
        if zlib.crc32(data[head_at:stop]) != content:
            return frames, start, False
        frames.append((json.loads(data[head_at : head_at + head_size]), data[head_at + head_size : stop]))
        start = stop
    return frames, start, True


def append_frames(path: Path, frames: Iterable[Frame], *, end: int) -> int:
    """Write frames at `end`, cutting off what follows; return the new end when they are on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.ftruncate(file, end)
        os.lseek(file, end, os.SEEK_SET)
        with os.fdopen(os.dup(file), "wb") as stream:
            for frame in frames:
                end += stream.write(_encode(frame))
        os.fsync(file)
    finally:
        os.close(file)
    return end


def replace_frames(path: Path, frames: Iterable[Frame]) -> int:
    """Put a file of these frames in place of what is there, atomically; return its end."""
    fresh = path.with_suffix(".new")
    end = append_frames(fresh, frames, end=0)
    fresh.replace(path)
    fsync_directory(path.parent)
    return end


def _encode(frame: Frame) -> bytes:
    head = json.dumps(frame[0], separators=(",", ":"), ensure_ascii=False).encode()
    content = head + frame[1]
    rest = struct.pack("<III", zlib.crc32(content), len(head), len(frame[1]))
    return struct.pack("<I", zlib.crc32(rest)) + rest + content
