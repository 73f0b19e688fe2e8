"""What a replay reads of a home: what memory was made from, in what order, and what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.aws import codec
from slowwave.domain.act_json import rollback_of
from slowwave.domain.claims import Skeleton
from slowwave.domain.erasure_rollback import named_by
from slowwave.domain.records import Kind
from slowwave.errors import UnknownItem

if TYPE_CHECKING:
    from slowwave.bootstrap import LocalPorts, Ports
    from slowwave.domain.changes import Versioned
    from slowwave.domain.injection import InjectionSet, Pointer
    from slowwave.domain.policy import AgentPolicy
    from slowwave.domain.runs import Revision, Run
    from slowwave.domain.scope import Scope
    from slowwave.ports.records import Logged
    from slowwave.ports.replies import Reply

MOST_RUNS: Final = 1_000_000

UNCOMPARED: Final = frozenset({"born_run", "run_id"})
"""Which run found an item: like a version, it is outside of what a set is made of."""

State = Mapping[str, Mapping[str, Any]]
"""Items as JSON-ready data by id, by kind."""


@dataclass(frozen=True, slots=True)
class Source:
    """One scope as it was recorded.

    Attributes:
        log: every record, with when it arrived and which run read it.
        policies: every version, oldest first; `runs` in no order that matters.
        revisions: the chain.
        replies: what models answered, by question; `embeddings` by embedding version and id.
        sets: those that rollbacks ask for and that the pointer names, as far as they are kept.
        state: what it all came to; `pointer`: where reads ended.
    """

    scope: Scope
    log: tuple[Logged, ...]
    policies: tuple[Versioned[AgentPolicy], ...]
    runs: tuple[Run, ...]
    revisions: tuple[Revision, ...]
    replies: Mapping[str, Reply]
    embeddings: Mapping[str, Mapping[str, tuple[float, ...]]]
    sets: Mapping[str, InjectionSet]
    state: State
    pointer: Pointer | None


def load(scope: Scope, ports: LocalPorts) -> Source:
    """Read everything of a scope into memory.

    Raises:
        Corrupt: a record, an item or a reply is not what was stored.
    """
    newest = ports.registry.policy(scope)
    versions = (ports.registry.policy(scope, number + 1) for number in range(newest.version if newest else 0))
    log, pointer = tuple(ports.log.history(scope)), ports.journal.pointer(scope)
    return Source(
        scope,
        log,
        tuple(each for each in versions if each),
        tuple(each.item for each in ports.journal.runs(scope, limit=MOST_RUNS)),
        tuple(ports.journal.revisions(scope)),
        dict(ports.replies.all(scope)),
        ports.embeddings.all(scope),
        _sets(scope, ports, log, pointer.item if pointer else None),
        state_of(scope, ports),
        pointer.item if pointer else None,
    )


def _sets(scope: Scope, ports: LocalPorts, log: Iterable[Logged], pointer: Pointer | None) -> dict[str, InjectionSet]:
    acts = (each.record for each in log if each.record.kind is Kind.ACT)
    wanted = {rollback.target for each in acts if (rollback := rollback_of(each))}
    if pointer:
        wanted |= {*named_by(pointer)}
    found: dict[str, InjectionSet] = {}
    for name in sorted(wanted):
        with suppress(UnknownItem):
            found[name] = ports.sets.get(scope, name)
    return found


def state_of(scope: Scope, ports: Ports) -> State:
    """Return what a replay must come to: notes, what was said for them, pages, tombstones, task mix, pointer."""
    notes = [each.item for each in ports.notes.all(scope)]
    groups = (ports.notes.group(scope, each) for each in sorted({note.group_id for note in notes}))
    pointer = ports.journal.pointer(scope)
    pages = (each.item for skeleton in Skeleton for each in ports.pages.all(scope, skeleton))
    return {
        "pointer": {"pointer": codec.encode(pointer.item)} if pointer else {},
        "page": {page.id: codec.encode(page) for page in pages},
        "note": {note.id: _compared(codec.encode(note)) for note in notes},
        "observation": {each.id: _compared(codec.encode(each)) for group in groups for each in group.observations},
        "tombstone": {each.note_id: codec.encode(each) for each in ports.kin.tombstones(scope)},
        "task mix": {"task mix": codec.encode(ports.journal.task_mix(scope))},
    }


def _compared(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in UNCOMPARED}


def parts_of(found: InjectionSet) -> dict[str, dict[str, Any]]:
    """Return what a set is made of as JSON-ready data: its lines by item, what was left out, and its files."""
    lines = enumerate((*found.stable, *found.pool))
    return {
        **{f"line {item.item_id}": {"text": item.text, "place": at, **codec.encode(item)} for at, item in lines},
        **{f"left out {each.item_id}": codec.encode(each) for each in found.left_out},
        **{f"file {each.path}": codec.encode(each) for each in found.files},
    }
