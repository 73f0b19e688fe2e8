"""Bodies of S3 objects as files named by their SHA-256: written before anything refers to them, read when asked for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from slowwave.adapters.local.journal import fsync_directory, unwritten
from slowwave.domain.hashing import sha256_hex
from slowwave.errors import Corrupt, Unavailable


class Bodies:
    """The bodies of one home, with a count of the versions that use each.

    Args:
        directory: where the files are; made when the first body is put.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._uses: Counter[str] = Counter()

    def get(self, sha256: str) -> bytes:
        """Return a body.

        Raises:
            Unavailable: there is no such file (for a reader: it was deleted since the home was opened).
            Corrupt: its bytes do not match its name.
        """
        path = self._directory / sha256
        try:
            body = path.read_bytes()
        except FileNotFoundError as error:
            raise Unavailable(
                f"the object body {str(path)!r} is gone; if another process deleted the object, open the home again, "
                f"else restore the file from a backup"
            ) from error
        if sha256_hex(body) != sha256:
            raise Corrupt(f"the object body {str(path)!r} does not match its name; restore the file from a backup")
        return body

    def put(self, sha256: str, body: bytes) -> None:
        """Return when the body is on the disk under its name."""
        path = self._directory / sha256
        if sha256 in self._uses and path.exists():
            return
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        try:
            fresh.touch(mode=0o600)
            with fresh.open("wb") as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
            fsync_directory(self._directory)
        except OSError as error:
            raise Unavailable(unwritten(path, error)) from error

    def use(self, before: Iterable[str], after: Iterable[str]) -> None:
        """Count what a write stopped and started to use, and remove the bodies that nothing uses any more."""
        released = list(before)
        self._uses.subtract(released)
        self._uses.update(after)
        for sha256 in set(released):
            if self._uses[sha256] <= 0:
                del self._uses[sha256]
                (self._directory / sha256).unlink(missing_ok=True)

    def missing(self) -> list[Path]:
        """Return the files that are in use and not there."""
        there = {each.name for each in self._directory.iterdir()} if self._directory.is_dir() else set()
        return [self._directory / each for each in sorted(self._uses) if each not in there]

    def sweep(self) -> None:
        """Remove every file that nothing uses: what a killed process left behind."""
        if self._directory.is_dir():
            for path in self._directory.iterdir():
                if path.name not in self._uses:
                    path.unlink(missing_ok=True)
