"""The kinds of item that an export writes, and whether an item is one of them: of a kind that this version knows, with
the attributes of that kind and no other, and under the keys that follow from what it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.aws import codec, keys, rows
from slowwave.adapters.aws.archive import unlike
from slowwave.adapters.aws.erased import KEY
from slowwave.adapters.aws.pages import content_of
from slowwave.adapters.aws.schema import CONTROL, NOTES, PAGES, RECORDS
from slowwave.adapters.aws.upgrades import read, value
from slowwave.domain.acts import Act
from slowwave.domain.changes import Work
from slowwave.domain.clusters import Member
from slowwave.domain.erasures import Erasure
from slowwave.domain.injection import Pointer
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Note, Observation
from slowwave.domain.openings import Look, Opening
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Revision, Run, Stage
from slowwave.domain.taskmix import TaskMix
from slowwave.domain.twins import Kin, Tombstone
from slowwave.domain.working_set import SessionFiles

if TYPE_CHECKING:
    from slowwave.adapters.archive.storage import Item
    from slowwave.adapters.aws.row import Row
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope

Check = Callable[["Scope", Any, "Tables"], str]
"""Says what of an item does not follow from what it says; empty when nothing."""

_RECORD: Final = re.compile(r"r-[0-9a-f]{24}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def _as_written(kind: type[Any], row_of: Callable[..., Row]) -> Check:
    """The item of a domain value is that which this version writes of it."""

    def check(_: Scope, row: Any, tables: Tables) -> str:
        return unlike(row, row_of(tables, read(kind, row)))

    return check


def _policy_version(_: Scope, row: Any, tables: Tables) -> str:
    return unlike(row, rows.policy_version_row(tables, read(AgentPolicy, row), int(row.version)))


def _page(_: Scope, row: Any, tables: Tables) -> str:
    skeleton = next(each for each, model in tables.pages.items() if isinstance(row, model))
    return unlike(row, rows.page_row(tables, value(Page, content_of(row, skeleton), row.schema), 1))


def _work(scope: Scope, row: Any, tables: Tables) -> str:
    return unlike(row, rows.work_row(tables, Work(scope, Stage(row.pk.rpartition("#")[2]), row.sk)))


def _look(scope: Scope, row: Any, tables: Tables) -> str:
    day, _, note_id = row.sk.partition("#")
    return unlike(row, rows.look_row(tables, Look(scope, codec.parse_time(day), note_id)))


def _member(scope: Scope, row: Any, tables: Tables) -> str:
    group, _, note_id = row.sk.partition("#")
    return unlike(row, rows.member_row(tables, Member(scope, row.pk.rpartition("#")[2], group, note_id)))


def _erased(scope: Scope, row: Any, _: Tables) -> str:
    is_one = row.sk == KEY if row.key else bool(_HASH.fullmatch(row.sk))
    return "" if is_one and row.pk == keys.part(scope, "erased") else "is no hash of an erased record"


def _record(scope: Scope, row: Any, _: Tables) -> str:
    """What of it does not follow from its record is found with the record."""
    unread = (None, keys.part(scope, "unread"))
    is_one = _RECORD.fullmatch(row.sk) and row.pk == keys.part(scope, "records") and row.unread_key in unread
    return "" if is_one else "is no index item of a record"


def _single(name: str) -> Check:
    return lambda scope, row, _: "" if (row.pk, row.sk) == (keys.part(scope, name), name) else f"is not {name!r}"


_KINDS: Final[Mapping[tuple[str, str], tuple[str, Check]]] = {
    (RECORDS.suffix, "records"): ("record", _record),
    (RECORDS.suffix, "erased"): ("erased", _erased),
    (NOTES.suffix, "group note"): ("note", _as_written(Note, partial(rows.note_row, version=1))),
    (NOTES.suffix, "group obs"): ("observation", _as_written(Observation, rows.observation_row)),
    (NOTES.suffix, "group act"): ("act", _as_written(Act, rows.act_row)),
    (NOTES.suffix, "kin"): ("kin", _as_written(Kin, rows.kin_row)),
    (NOTES.suffix, "tombstones"): ("kin", _as_written(Tombstone, rows.tombstone_row)),
    (NOTES.suffix, "namings"): ("kin", _as_written(Naming, rows.naming_row)),
    (NOTES.suffix, "cluster"): ("work", _member),
    (NOTES.suffix, "looks"): ("work", _look),
    (NOTES.suffix, "work"): ("work", _work),
    (NOTES.suffix, "openings"): ("opening", _as_written(Opening, rows.opening_row)),
    (NOTES.suffix, "session-files"): ("opening", _as_written(SessionFiles, rows.session_files_row)),
    (CONTROL.suffix, "head"): ("head", _single("head")),
    (CONTROL.suffix, "ready"): ("ready", _single("ready")),
    (CONTROL.suffix, "policy newest"): ("policy", _as_written(AgentPolicy, partial(rows.policy_row, version=1))),
    (CONTROL.suffix, "policy version"): ("policy_version", _policy_version),
    (CONTROL.suffix, "pointer"): ("pointer", _as_written(Pointer, partial(rows.pointer_row, version=1))),
    (CONTROL.suffix, "run"): ("run", _as_written(Run, partial(rows.run_row, version=1))),
    (CONTROL.suffix, "revisions"): ("revision", _as_written(Revision, rows.revision_row)),
    (CONTROL.suffix, "task-mix"): ("task_mix", _as_written(TaskMix, rows.task_mix_row)),
    (CONTROL.suffix, "erasures"): ("erasure", _as_written(Erasure, rows.erasure_row)),
}
"""By table and the kind in the key: the model that reads the item, and what checks it."""

_SORTED_KINDS: Final = frozenset({"group", "policy"})
"""Partitions of several kinds, told apart by the start of the sort key."""

_PAGES: Final = {table.suffix: skeleton for skeleton, table in PAGES.items()}


def check_kind(scope: Scope, table: str, item: Item, tables: Tables) -> None:
    """Check an item of a scope.

    Raises:
        ValueError, KeyError, Corrupt: an export writes no such item.
    """
    model: type[Row]
    check: Check
    kind = item["pk"]["S"].removeprefix(f"{scope.key}#").partition("#")[0]
    if table in _PAGES:
        model, check = tables.pages[_PAGES[table]], {"pages": _page}[kind]
    else:
        start = item["sk"]["S"].partition("#")[0]
        name, check = _KINDS[table, f"{kind} {start}" if kind in _SORTED_KINDS else kind]
        model = getattr(tables, name)
    known = {each.attr_name: each for each in model.get_attributes().values()}
    needed = {name for name, each in known.items() if not (each.null or each.default is not None)} - {"schema"}
    if not needed <= item.keys() <= known.keys():
        raise ValueError(f"it has {sorted(item)}, and a {kind} has {sorted(known)}")
    if problem := check(scope, model.from_raw_data({**item}), tables):
        raise ValueError(problem)
