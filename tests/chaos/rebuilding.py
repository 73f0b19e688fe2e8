"""A memory built a second time in an empty home: replayed from what it was made of, or carried there in an archive."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from slowwave.adapters.archive.exporting import export
from slowwave.adapters.archive.importing import Wanted, import_archive
from slowwave.adapters.archive.served import Served
from slowwave.bootstrap import LocalPorts
from slowwave.domain.history import Finding
from slowwave.domain.scope import Scope
from slowwave.online.verifying import verify
from slowwave.replay import comparison
from slowwave.replay.history import events_until, replay, since_erasure
from slowwave.replay.ports import Clock
from slowwave.replay.source import load, state_of
from tests.chaos import store
from tests.chaos.operations import World


def check_replay(world: World, scopes: Sequence[Scope]) -> None:
    """Memory built again from what it was made of is the same, set by set; it takes the place of the first."""
    world.boundary.begin()
    sources = [load(scope, world.whole) for scope in scopes]
    store.put_back(world.empty)
    clock = Clock()
    fresh = LocalPorts(world.whole._home, world.whole._clients, clock, persist=False)
    fresh.__dict__["_tables"] = world.whole._tables
    for source in sources:
        events = events_until(source, as_of=None, run_id=None)
        assert replay(source, fresh, clock, events, progress=lambda _: None) is None
        if since_erasure(events) is None:
            assert comparison.of_states(source.state, state_of(source.scope, fresh)) is None


def carry(world: World, scopes: Sequence[Scope]) -> None:
    """Export everything, begin with an empty home, and import it there: exported again, it is the same to the byte."""
    world.boundary.begin()
    with TemporaryDirectory() as directory:
        taken = _exported(Path(directory) / "before", world, scopes)
        store.put_back(world.empty)
        for scope, path in taken.items():
            wanted, whole = Wanted(scope.tenant), world.whole
            import_archive(path, wanted, whole.storage, None, whole.erased, judge=_findings, progress=_ignored)
        for scope, path in _exported(Path(directory) / "after", world, scopes).items():
            assert path.read_bytes() == taken[scope].read_bytes(), f"{scope} is not as it was exported"


def _exported(directory: Path, world: World, scopes: Sequence[Scope]) -> dict[Scope, Path]:
    directory.mkdir()
    files = {scope: directory / f"{scope.tenant}.zip" for scope in scopes}
    for scope, path in files.items():
        export(path, [scope], world.whole.storage, None, progress=_ignored)
    return files


def _findings(scope: Scope, kept: Served) -> Sequence[Finding]:
    return verify(scope, archive=kept.archive, journal=kept.journal, reports=kept.reports, sets=kept.sets).findings


def _ignored(_: int) -> None:
    """Nobody watches how far it is."""
