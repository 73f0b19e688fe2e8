"""What keeps a replayed run to what it was: the records that it read, how far it got, and what others did meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from slowwave.domain.changes import Audited, Change, Put
from slowwave.domain.runs import Run, RunState
from slowwave.errors import Corrupt, SlowwaveError

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.domain.records import Record
    from slowwave.domain.scope import Scope
    from slowwave.domain.windows import Window
    from slowwave.ports.ledger import Lease, Ledger
    from slowwave.ports.records import Appended, Neighbourhood, RecordStore
    from slowwave.replay.order import ActMade, PolicyPut, RunMade


class StoppedHere(SlowwaveError):
    """The run was stopped at this point when it ran, and closed as failed."""


class StillRunning(Exception):
    """The run was stopped at this point when it ran, and nobody has resumed it."""


@dataclass
class Pace:
    """The run that is being replayed.

    Attributes:
        made: the run as it was; None between runs.
        left: the records that it has yet to read, in fold order.
        done: revisions that it has left so far.
        meanwhile: does again what others did while it ran.
    """

    meanwhile: Callable[[PolicyPut | ActMade], None]
    made: RunMade | None = None
    left: list[Record] = field(default_factory=list)
    done: int = 0

    def begin(self, made: RunMade, records: Sequence[Record]) -> None:
        """Start a run that is to read these records."""
        self.made, self.done = made, 0
        self.left = sorted(records, key=lambda record: record.order)

    def moved(self, by: int) -> None:
        """Count revisions, and let happen what happened after exactly that many."""
        made, before = self.made, self.done
        self.done += by
        for after, event in made.during if made else ():
            if before < after <= self.done:
                self.meanwhile(event)

    def room(self) -> int | None:
        """How many revisions the run may still leave; None when it was not stopped."""
        if self.made is None or self.made.run.state in (RunState.COMPLETED, RunState.REJECTED):
            return None
        return max(self.made.revisions - self.done, 0)

    def stop(self) -> Exception:
        """Return how the run ended at this point."""
        run: Run | None = self.made.run if self.made else None
        if run and run.state is RunState.RUNNING:
            return StillRunning(run.id)
        return StoppedHere(run.problem if run else "")


class PacedRecords:
    """`RecordStore` in which a run finds unread what it found unread when it ran."""

    def __init__(self, records: RecordStore, pace: Pace) -> None:
        self._records = records
        self._pace = pace

    def append(self, records: Sequence[Record], *, scope: Scope, received_at: datetime) -> Appended:
        return self._records.append(records, scope=scope, received_at=received_at)

    def get(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Record]:
        return self._records.get(scope, ids)

    def unread_sessions(self, scope: Scope, *, limit: int) -> Mapping[str, Sequence[str]]:
        sessions: defaultdict[str, list[str]] = defaultdict(list)
        for record in self._pace.left[:limit]:
            if record.scope == scope:
                sessions[record.session].append(record.id)
        return dict(sessions)

    def neighbourhood(self, scope: Scope, session: str, unread: Sequence[str], *, look_back: int) -> Neighbourhood:
        return self._records.neighbourhood(scope, session, unread, look_back=look_back)

    def mark_read(self, scope: Scope, ids: Sequence[str], *, run_id: str) -> None:
        read = {*ids}
        self._pace.left = [record for record in self._pace.left if record.id not in read]
        made = self._pace.made
        self._records.mark_read(scope, [each for each in ids if made is None or each in made.marked], run_id=run_id)

    def count(self, scope: Scope) -> Mapping[str, int]:
        return self._records.count(scope)


class PacedLedger:
    """`Ledger` that stops a run where it was stopped, and lets others write between where they did."""

    def __init__(self, ledger: Ledger, pace: Pace) -> None:
        self._ledger = ledger
        self._pace = pace

    def acquire(self, scope: Scope, run_id: str, **given: Any) -> Lease:
        return self._ledger.acquire(scope, run_id, **given)

    def release(self, lease: Lease) -> None:
        self._ledger.release(lease)

    def commit(self, scope: Scope, changes: Sequence[Change], *, cause: str, **given: Any) -> None:
        pace = self._pace
        if pace.made is None or cause != pace.made.run.id:
            self._ledger.commit(scope, changes, cause=cause, **given)
            return
        audited = [place for place, change in enumerate(changes) if _is_audited(change)]
        room = pace.room()
        if room is not None and len(audited) > room:
            if room:
                self._ledger.commit(scope, changes[: audited[room]], cause=cause, **given)
                pace.moved(room)
            raise pace.stop()
        self._ledger.commit(scope, changes, cause=cause, **given)
        pace.moved(len(audited))


def _is_audited(change: Change) -> bool:
    return isinstance(change, Put) and isinstance(change.item, get_args(Audited))


class Unasked:
    """`ExtractionModel` that answers nothing: what is not stored is missing.

    Args:
        priced: whether the model that it stands for was paid by the token, so that the same caps bind.
    """

    def __init__(self, version: str, *, priced: bool) -> None:
        self.version = version
        self.priced = priced

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        """Raise `Corrupt`, naming the session whose reply is missing."""
        raise Corrupt(
            f"no reply of {self.version!r} is stored for {len(window.fresh)} record(s) of session {window.session!r};"
            " a replay asks no model, so it cannot go on: restore the replies from a backup or an archive"
        )


class Unembedded:
    """`Embedder` that embeds nothing: what is not stored is missing."""

    def __init__(self, version: str, dimensions: int) -> None:
        self.version = version
        self.dimensions = dimensions

    def embed(self, texts: Sequence[str]) -> Sequence[tuple[float, ...]]:
        """Raise `Corrupt`."""
        raise Corrupt(
            f"{len(texts)} embedding(s) of {self.version!r} are not stored; a replay asks no model, so it cannot go on:"
            " restore them from a backup or an archive"
        )
