"""Changes as the rows that transactions write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.aws import rows
from slowwave.domain.acts import Act
from slowwave.domain.changes import Audited, Change, Derived, Erase, Put, Remove, Work
from slowwave.domain.clusters import Member
from slowwave.domain.erasures import Erasure
from slowwave.domain.hashing import canonical_json
from slowwave.domain.injection import Pointer
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Note, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Run
from slowwave.domain.taskmix import TaskMix
from slowwave.domain.twins import Kin, Tombstone
from slowwave.domain.working_set import SessionFiles
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from slowwave.adapters.aws.row import Row
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope

_REVISION_BYTES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Step:
    """One change as rows.

    Attributes:
        name: the item, for messages.
        audited: the change, when it leaves a revision.
        is_run: whether it is the report of a run.
    """

    name: str
    puts: tuple[Row, ...] = ()
    deletes: tuple[Row, ...] = ()
    audited: Put | Erase | None = None
    is_run: bool = False

    @property
    def actions(self) -> int:
        """How many actions of a transaction it takes, its revision included."""
        return len(self.puts) + len(self.deletes) + (self.audited is not None)

    @property
    def bytes(self) -> int:
        """About how much it adds to the request."""
        cited = 2 * sum(map(len, self.audited.evidence)) if self.audited else 0
        written = sum(len(canonical_json(row.serialize())) for row in (*self.puts, *self.deletes))
        return written + cited + _REVISION_BYTES


def steps(tables: Tables, scope: Scope, changes: Iterable[Change]) -> list[Step]:
    """Return a step a change, in order.

    Raises:
        InvalidInput: an item is changed twice, belongs to another scope, or lacks the version or reason it needs.
    """
    found: dict[str, Step] = {}
    for change in changes:
        if change.item.scope != scope:
            raise InvalidInput(f"a change of {change.item.scope.key!r} cannot be committed in {scope.key!r}")
        step = _STEPS[type(change)](tables, change)
        if step.name in found:
            raise InvalidInput(f"{step.name} is changed twice in one commit; fold the changes into one")
        found[step.name] = step
    return list(found.values())


def item_name(item: Audited) -> tuple[str, str]:
    """Return the kind and id of an audited item, as revisions have them."""
    if isinstance(item, Note):
        return "note", item.id
    if isinstance(item, Page):
        return "page", item.id
    return ("pointer", "pointer") if isinstance(item, Pointer) else ("policy", "policy")


def _remove(tables: Tables, change: Remove) -> Step:
    name_of, row_of = _DERIVED[type(change.item)]
    return Step(name_of(change.item), deletes=(row_of(tables, change.item),))


def _erase(tables: Tables, change: Erase) -> Step:
    kind, item_id = item_name(change.item)
    rows_of_item = _audited_rows(tables, change.item, change.version)
    return Step(f"{kind} {item_id!r}", deletes=rows_of_item, audited=change)


def _put(tables: Tables, change: Put) -> Step:
    item = change.item
    if isinstance(item, Derived):
        name_of, row_of = _DERIVED[type(item)]
        return Step(name_of(item), puts=(row_of(tables, item),))
    if isinstance(item, Run):
        name = f"run {item.id!r}"
        return Step(name, puts=(rows.run_row(tables, item, _version(name, change)),), is_run=True)
    kind, item_id = item_name(item)
    name = f"{kind} {item_id!r}"
    if not change.reason:
        raise InvalidInput(f"{name} is changed without a reason; every change of memory states one")
    return Step(name, puts=_audited_rows(tables, item, _version(name, change)), audited=change)


def _audited_rows(tables: Tables, item: Audited, version: int) -> tuple[Row, ...]:
    if isinstance(item, Note):
        return (rows.note_row(tables, item, version),)
    if isinstance(item, Page):
        return (rows.page_row(tables, item, version),)
    if isinstance(item, AgentPolicy):
        return (rows.policy_row(tables, item, version), rows.policy_version_row(tables, item, version + 1))
    return (rows.pointer_row(tables, item, version),)


def _version(name: str, change: Put) -> int:
    if change.version is None:
        raise InvalidInput(f"{name} is written without the version it was read at; use 0 for a new item")
    return change.version


def _work_name(work: Work) -> str:
    return f"work {work.stage.value} {work.group_id!r}"


_DERIVED: Mapping[type, tuple[Callable[[Any], str], Callable[[Tables, Any], Row]]] = {
    Observation: (lambda item: f"observation {item.id!r}", rows.observation_row),
    Act: (lambda item: f"act {item.id!r}", rows.act_row),
    Work: (_work_name, rows.work_row),
    Kin: (lambda item: f"listing {item.anchor!r} {item.note_id!r}", rows.kin_row),
    Tombstone: (lambda item: f"tombstone {item.note_id!r}", rows.tombstone_row),
    Naming: (lambda item: f"naming {item.note_id!r}", rows.naming_row),
    Opening: (lambda item: f"opening {item.session!r}", rows.opening_row),
    Look: (lambda item: f"look {item.day} {item.note_id!r}", rows.look_row),
    SessionFiles: (lambda item: f"files of {item.session!r}", rows.session_files_row),
    TaskMix: (lambda _: "the task mix", rows.task_mix_row),
    Member: (lambda item: f"member {item.note_id!r}", rows.member_row),
    Erasure: (lambda item: f"erasure {item.id!r}", rows.erasure_row),
}
"""What messages call a derived item, and its row."""

_STEPS: Mapping[type, Callable[[Tables, Any], Step]] = {Put: _put, Remove: _remove, Erase: _erase}
