"""The home directory: S3 and DynamoDB of a local installation, kept between commands.

    home/
      lock             held by the one process that may write
      journal.jsonl    every acknowledged change (`journal`), rewritten when most of it is superseded
      objects/         bodies of S3 objects by SHA-256 (`bodies`)

The stores on top are the ones that run in the cloud; they talk to botocore clients, and cannot tell the difference.
"""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from slowwave.adapters.local.journal import Journal, read
from slowwave.adapters.local.recording import Recording
from slowwave.adapters.sessions import new_session
from slowwave.errors import Busy, Corrupt, InvalidInput

DEFAULT_HOME = Path(".slowwave")


class Home:
    """An open home. Clients made by anybody in this process, while it is open, talk to it and to nothing else.

    Attributes:
        path: the directory.
        region: the only one there is; clients are made for it.
        torn_bytes: length of the unacknowledged last line that was dropped on opening; 0 after a clean end.
    """

    def __init__(self, path: Path, recording: Recording, torn_bytes: int) -> None:
        from slowwave.adapters.local.moto_backend.items import REGION

        self.path = path
        self.region = REGION
        self.torn_bytes = torn_bytes
        self._opening = uuid4().hex
        self._recording = recording
        self._clients: dict[str, Any] = {}

    def client(self, service: str) -> Any:
        """Return the client of `s3` or `dynamodb`, made when first asked for."""
        if service not in self._clients:
            self._clients[service] = new_session().create_client(service)
        return self._clients[service]

    @property
    def served(self) -> int:
        """Requests of S3 and DynamoDB that were made since it was opened."""
        return self._recording.served

    def new_owner(self) -> str:
        """Return a name for an execution in this opening of the home, unlike any other."""
        return f"{self._opening}/{uuid4().hex}"

    def has_outlived(self, owner: str) -> bool:
        """Whether an execution has ended for certain: one process at a time may write, so all of earlier openings."""
        return not owner.startswith(f"{self._opening}/")

    def missing(self) -> list[Path]:
        """Return the files of objects that are not there though the journal names them."""
        return self._recording.missing()

    def compact(self) -> None:
        """Rewrite the journal with nothing but the present state, so that what was deleted is in no file any more."""
        self._recording.compact()


@contextmanager
def open_home(path: Path = DEFAULT_HOME, *, write: bool = True, persist: bool = True) -> Iterator[Home]:
    """Open a home and serve its contents until the block ends.

    Args:
        path: the directory; a writer makes it, to any other a missing one is empty.
        write: False refuses changes to items and objects, and may be opened while another process writes; what is
            seen is what was acknowledged before.
        persist: False lets every change happen in memory only, and may be opened while another process writes.

    Raises:
        Busy: another process writes, or another home is open in this one.
        Corrupt: the journal is damaged other than in its last line.
    """
    from slowwave.adapters.local.moto_backend.serving import serving

    with ExitStack() as stack:
        keeps = write and persist
        if keeps:
            _make(path)
            stack.enter_context(_locked(path))
        gc.collect()  # what an earlier home left behind, before freezing would keep it to the end
        stack.callback(gc.unfreeze)
        with _long_lived():
            entries, tail = read(path / "journal.jsonl")
        _check_whole(path, empty=not entries)
        journal = None
        if keeps:
            journal = Journal(path / "journal.jsonl", tail)
            stack.callback(journal.close)
        recording = Recording(path, journal, read_only=not write)
        stack.enter_context(serving(recording))
        home = Home(path, recording, tail.torn)
        with _long_lived():
            recording.restore(entries, home.client)
        yield home


def _make(path: Path) -> None:
    """Make the directory, for its owner only: raw records hold whatever was said."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be a home: {error.strerror}; name another directory") from error


def _check_whole(path: Path, *, empty: bool) -> None:
    """Refuse a home whose journal is gone while what it named is still there: it would look like a new one."""
    bodies = path / "objects"
    if empty and bodies.is_dir() and any(bodies.iterdir()):
        raise Corrupt(
            f"the journal of the home {str(path)!r} is gone but its objects are there; restore it from a backup"
        )


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock file; the system frees it when the process ends, however it ends."""
    try:
        lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise InvalidInput(
            f"the home {str(path)!r} cannot be written: {error.strerror}; name another directory"
        ) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Busy(f"another process is writing to the home {str(path)!r}; wait for it to end") from error
        yield
    finally:
        os.close(lock)


@contextmanager
def _long_lived() -> Iterator[None]:
    """Make objects that stay to the end: looking for garbage among them takes longer than making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
