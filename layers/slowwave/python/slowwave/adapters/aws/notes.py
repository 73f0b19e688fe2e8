"""Notes, observations and acts in DynamoDB: a group is one partition, so all that competes is one consistent query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from slowwave.adapters.aws import keys
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.reading import fetch, fetch_in_order
from slowwave.adapters.aws.upgrades import read
from slowwave.domain.acts import Act
from slowwave.domain.changes import Versioned
from slowwave.domain.notes import DECAYING, Note, NoteState, Observation
from slowwave.ports.memory import Group

if TYPE_CHECKING:
    from datetime import datetime

    from slowwave.adapters.aws.models import NoteRow
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.runs import Stage
    from slowwave.domain.scope import Scope


class DynamoNoteStore:
    """`NoteStore`, `NoteRanking` and `ClusterStore` over the notes table. An index lags: the items it names decide."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def group(self, scope: Scope, group_id: str) -> Group:
        notes: list[Versioned[Note]] = []
        observations: list[Observation] = []
        acts: list[Act] = []
        with translated():
            for row in self._tables.member.query(keys.group_part(scope, group_id), consistent_read=True):
                if row.sk.startswith(keys.ACTS):
                    acts.append(read(Act, row))
                elif row.version is None:
                    observations.append(read(Observation, row))
                else:
                    notes.append(Versioned(read(Note, row), int(row.version)))
        return Group(
            group_id,
            tuple(notes),
            tuple(sorted(observations, key=_fold_order)),
            tuple(sorted(acts, key=lambda act: act.order)),
        )

    def get(self, scope: Scope, note_id: str) -> Versioned[Note] | None:
        by_note = self._tables.note.by_note
        row_id = self._tables.note.note_id == note_id
        rows = by_note.query(keys.part(scope, "notes"), row_id, limit=1)
        return next((_note(row) for row in fetch_in_order(self._tables.note, rows)), None)

    def observed_in(self, scope: Scope, session: str, *, since: datetime, until: datetime) -> Sequence[Observation]:
        between = self._tables.observation.sk.between(*keys.observations_between(since, until))
        with translated():
            rows = self._tables.observation.observed.query(keys.observed_part(scope, session), between)
            return sorted((read(Observation, row) for row in rows), key=_fold_order)

    def work(self, scope: Scope, stage: Stage, *, limit: int) -> Sequence[str]:
        with translated():
            rows = self._tables.work.query(keys.work_part(scope, stage), consistent_read=True, limit=limit)
            return [row.sk for row in rows]

    def due(self, scope: Scope, as_of: datetime, *, limit: int) -> Sequence[Versioned[Note]]:
        until = self._tables.note.due_order <= keys.until(as_of)
        rows = self._tables.note.due.query(keys.part(scope, "due"), until, page_size=limit)
        notes = map(_note, fetch_in_order(self._tables.note, rows, size=limit))
        return list(islice((each for each in notes if _is_due(each.item, as_of)), limit))

    def all(self, scope: Scope, *, state: NoteState | None = None) -> Iterable[Versioned[Note]]:
        rows = self._tables.note.by_note.query(keys.part(scope, "notes"))
        for row in fetch_in_order(self._tables.note, rows):
            if state is None or row.state == state.value:
                yield _note(row)

    def members(self, scope: Scope, cluster_id: str) -> Sequence[Versioned[Note]]:
        with translated():
            rows = self._tables.work.query(keys.part(scope, "cluster", cluster_id), consistent_read=True)
            placed = [(group, note_id) for row in rows for group, _, note_id in (row.sk.partition("#"),)]
        wanted = [(keys.group_part(scope, group), keys.note_sort(note_id)) for group, note_id in placed]
        found = fetch(self._tables.note, wanted)
        return [_note(found[each]) for each in wanted if each in found]

    def top_notes(self, scope: Scope, *, limit: int) -> Sequence[Versioned[Note]]:
        rows = self._tables.note.ranked.query(keys.part(scope, "ranked"), scan_index_forward=False, page_size=limit)
        found = fetch_in_order(self._tables.note, rows, size=limit)
        return list(islice((_note(row) for row in found if row.ranked_key), limit))

    def notes(self, scope: Scope, groups: Mapping[str, str]) -> Mapping[str, Note]:
        placed = [(keys.group_part(scope, group), keys.note_sort(each)) for each, group in groups.items()]
        return {row.note_id: _note(row).item for row in fetch(self._tables.note, placed).values()}

    def existing(self, scope: Scope, groups: Mapping[str, str]) -> frozenset[str]:
        placed = [(keys.group_part(scope, group), keys.note_sort(each)) for each, group in groups.items() if group]
        found = {row.note_id for row in fetch(self._tables.note, placed).values()}
        return frozenset(found | {each for each, group in groups.items() if not group and self.get(scope, each)})


def _note(row: NoteRow) -> Versioned[Note]:
    return Versioned(read(Note, row), int(row.version))


def _is_due(note: Note, as_of: datetime) -> bool:
    return note.state in DECAYING and note.due_at is not None and note.due_at <= as_of


def _fold_order(observation: Observation) -> tuple[object, ...]:
    return (*observation.evidence.order, observation.id)
