"""The archive as a file: written entry by entry, its outline and each entry checked when read. It knows of no store."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.errors import InvalidInput, Unavailable

FORMAT: Final = "slowwave-archive"
VERSION: Final = 1
"""Raised when a reader of this version could not understand a newer one."""

MANIFEST: Final = "manifest.json"
MAX_MANIFEST_BYTES: Final = 512_000_000
PIECE: Final = 1 << 20
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_PERMISSIONS: Final = 0o600 << 16
_ENCRYPTED: Final = 0x1


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry, as the manifest has it."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself.

    Attributes:
        schema: the newest schema number of stored items that it may hold.
        scopes: keys of the scopes, in order.
    """

    schema: int
    scopes: tuple[str, ...]
    entries: tuple[Entry, ...]


@dataclass
class Writer:
    """Appends entries to a new archive."""

    file: zipfile.ZipFile
    entries: list[Entry] = field(default_factory=list)

    def add(self, name: str, body: bytes) -> None:
        """Add one entry; entries are added in the order that the state decides."""
        self.file.writestr(_info(name), body)
        self.entries.append(Entry(name, len(body), sha256_hex(body)))


@contextmanager
def writing(path: Path, schema: int, scopes: Sequence[str]) -> Iterator[Writer]:
    """Write an archive, which is there under its name once it is whole, and not at all when the block fails.

    Raises:
        InvalidInput: there is a file of that name, or none can be made there.
        Unavailable: it could not be written to the end.
    """
    if path.exists():
        raise InvalidInput(f"{str(path)!r} exists; name a new file")
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.touch(mode=0o600)
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be written: {error.strerror}; name another file") from error
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as file:
            writer = Writer(file)
            yield writer
            body = _manifest(schema, scopes, writer.entries)
            file.writestr(_info(MANIFEST), body)
            file.comment = _comment(sha256_hex(body))
        partial.replace(path)
    except OSError as error:
        raise Unavailable(f"{str(path)!r} cannot be written: {error.strerror}; nothing was exported") from error
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def reading(path: Path, *, schema: int) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open an archive whose outline is sound: every entry is in the manifest, unpacked, and within the file.

    Raises:
        InvalidInput: it is no archive, damaged, cut short, or made by a newer version.
    """
    try:
        with zipfile.ZipFile(path) as file:
            manifest = _read_manifest(path, file)
            if manifest.schema > schema:
                raise InvalidInput(
                    f"{str(path)!r} holds items of schema {manifest.schema}, and this version reads up to {schema};"
                    " update it"
                )
            yield file, manifest
    except (zipfile.BadZipFile, EOFError, NotImplementedError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from error
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error.strerror or error}") from error


def damaged(path: Path, because: str) -> InvalidInput:
    """Return the error for a file that is not what was exported."""
    return InvalidInput(f"{str(path)!r} is no whole archive ({because}); nothing was imported, export it again")


def body(path: Path, file: zipfile.ZipFile, entry: Entry) -> bytes:
    """Return the bytes of an entry, checked.

    Raises:
        InvalidInput: they are not those of the manifest.
    """
    found = hashlib.sha256()
    parts: list[bytes] = []
    with file.open(entry.name) as stream:
        while part := stream.read(PIECE):
            found.update(part)
            parts.append(part)
    data = b"".join(parts)
    if len(data) != entry.size or found.hexdigest() != entry.sha256:
        raise damaged(path, f"{entry.name!r} is not what its hash says")
    return data


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.create_system, info.external_attr = 3, _PERMISSIONS
    return info


def _comment(digest: str) -> bytes:
    return f"{FORMAT} {VERSION} {digest}".encode()


def _manifest(schema: int, scopes: Sequence[str], entries: Sequence[Entry]) -> bytes:
    listed = [{"name": each.name, "size": each.size, "sha256": each.sha256} for each in entries]
    return canonical_json(
        {"format": FORMAT, "version": VERSION, "schema": schema, "scopes": list(scopes), "entries": listed}
    )


def _read_manifest(path: Path, file: zipfile.ZipFile) -> Manifest:
    digest = _digest_of(path, file)
    infos = {info.filename: info for info in file.infolist()}
    _check_outline(path, file, infos)
    data = file.read(MANIFEST)
    if sha256_hex(data) != digest:
        raise damaged(path, "its manifest is not what its hash says")
    manifest = _parsed(path, data)
    named = {each.name: each.size for each in manifest.entries}
    if len(named) != len(manifest.entries) or {**named, MANIFEST: len(data)} != _sizes(infos):
        raise damaged(path, "its manifest names other entries than there are")
    return manifest


def _digest_of(path: Path, file: zipfile.ZipFile) -> str:
    words = file.comment.decode("utf-8", "replace").split()
    if len(words) != len(("format", "version", "digest")) or words[0] != FORMAT or not words[1].isdigit():
        raise InvalidInput(f"{str(path)!r} is no archive that slowwave export wrote")
    if int(words[1]) > VERSION:
        raise InvalidInput(f"{str(path)!r} has format {words[1]}; this version reads up to {VERSION}: update it")
    return words[2]


def _check_outline(path: Path, file: zipfile.ZipFile, infos: Mapping[str, zipfile.ZipInfo]) -> None:
    if len(infos) != len(file.infolist()) or MANIFEST not in infos:
        raise damaged(path, "an entry is there twice, or its manifest is not")
    if any(info.compress_type != zipfile.ZIP_STORED or info.flag_bits & _ENCRYPTED for info in infos.values()):
        raise damaged(path, "it has packed or encrypted entries")
    if min(info.header_offset for info in infos.values()) or not _ends_with(path, file.comment):
        raise damaged(path, "there are other bytes before or after it")
    whole = path.stat().st_size
    sizes = [info.file_size for info in infos.values()]
    if sum(sizes) > whole or any(info.file_size != info.compress_size for info in infos.values()):
        raise damaged(path, "its entries claim more bytes than it has")
    if infos[MANIFEST].file_size > MAX_MANIFEST_BYTES:
        raise damaged(path, "its manifest is too large")


def _ends_with(path: Path, last: bytes) -> bool:
    with path.open("rb") as file:
        file.seek(-len(last), os.SEEK_END)
        return file.read() == last


def _sizes(infos: Mapping[str, zipfile.ZipInfo]) -> dict[str, int]:
    return {name: info.file_size for name, info in infos.items()}


def _parsed(path: Path, data: bytes) -> Manifest:
    try:
        found: dict[str, Any] = json.loads(data)
        entries = tuple(Entry(str(each["name"]), int(each["size"]), str(each["sha256"])) for each in found["entries"])
        return Manifest(int(found["schema"]), tuple(str(each) for each in found["scopes"]), entries)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise damaged(path, "its manifest cannot be read") from error


Progress = Callable[[int], None]
"""Called with how many bytes were handled since the last call."""
