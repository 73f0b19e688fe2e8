"""Domain items to rows: which keys and sparse index keys each gets. The one place that decides index membership."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slowwave.adapters.aws import codec, keys
from slowwave.domain.hashing import short_id
from slowwave.domain.notes import DECAYING, NoteState
from slowwave.domain.pages import Page, PageState
from slowwave.domain.selection import note_rank, page_rank

if TYPE_CHECKING:
    from slowwave.adapters.aws import models
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.acts import Act
    from slowwave.domain.changes import Work
    from slowwave.domain.clusters import Member
    from slowwave.domain.erasures import Erasure
    from slowwave.domain.injection import Pointer
    from slowwave.domain.naming import Naming
    from slowwave.domain.notes import Note, Observation
    from slowwave.domain.openings import Look, Opening
    from slowwave.domain.policy import AgentPolicy
    from slowwave.domain.runs import Revision, Run
    from slowwave.domain.scope import Scope
    from slowwave.domain.taskmix import TaskMix
    from slowwave.domain.twins import Kin, Tombstone
    from slowwave.domain.working_set import SessionFiles


def note_row(tables: Tables, note: Note, version: int) -> models.NoteRow:
    """Return the row of a note read at this version (0: new)."""
    scope = note.scope
    active = note.state is NoteState.ACTIVE
    due = note.state in DECAYING and note.due_at is not None
    ranked = active and not note.page_id
    return tables.note(
        pk=keys.group_part(scope, note.group_id),
        sk=keys.note_sort(note.id),
        **_read_at(version),
        content=codec.dumps(note),
        state=note.state.value,
        notes_key=keys.part(scope, "notes"),
        note_id=note.id,
        due_key=keys.part(scope, "due") if due else None,
        due_order=f"{codec.time_text(note.due_at)}#{note.id}" if due and note.due_at else None,
        ranked_key=keys.part(scope, "ranked") if ranked else None,
        rank=note_rank(note) if ranked else None,
    )


def observation_row(tables: Tables, observation: Observation) -> models.ObservationRow:
    """Return the row of an observation."""
    return tables.observation(
        pk=keys.group_part(observation.scope, observation.group_id),
        sk=keys.observation_sort(observation),
        content=codec.dumps(observation),
        observed_key=keys.observed_part(observation.scope, observation.evidence.session),
    )


def act_row(tables: Tables, act: Act) -> models.ActRow:
    """Return the row of an act."""
    return tables.act(pk=keys.group_part(act.scope, act.group_id), sk=keys.act_sort(act), content=codec.dumps(act))


def work_row(tables: Tables, work: Work) -> models.WorkRow:
    """Return the row of a piece of work."""
    return tables.work(pk=keys.work_part(work.scope, work.stage), sk=work.group_id)


def kin_row(tables: Tables, kin: Kin) -> models.KinRow:
    """Return the row that lists a note under an anchor."""
    sort = f"{kin.group_id}#{kin.note_id}"
    return tables.kin(pk=keys.kin_part(kin.scope, kin.anchor), sk=sort, content=codec.dumps(kin))


def tombstone_row(tables: Tables, stone: Tombstone) -> models.KinRow:
    """Return the row of a tombstone."""
    return tables.kin(pk=keys.part(stone.scope, "tombstones"), sk=stone.note_id, content=codec.dumps(stone))


def naming_row(tables: Tables, naming: Naming) -> models.KinRow:
    """Return the row of a naming."""
    return tables.kin(pk=keys.part(naming.scope, "namings"), sk=naming.note_id, content=codec.dumps(naming))


def opening_row(tables: Tables, opening: Opening) -> models.OpeningRow:
    """Return the row of a session's opening."""
    pk, sk = keys.opening(opening.scope, opening.session)
    return tables.opening(
        pk=pk,
        sk=sk,
        content=codec.dumps(opening),
        opened_key=keys.part(opening.scope, "opened"),
        opened_order=keys.order_text(*opening.order),
    )


def session_files_row(tables: Tables, files: SessionFiles) -> models.OpeningRow:
    """Return the row of the files that a session touched."""
    pk, sk = keys.session_files(files.scope, files.session)
    time, session = files.order
    return tables.opening(
        pk=pk,
        sk=sk,
        content=codec.dumps(files),
        opened_key=keys.part(files.scope, "touched"),
        opened_order=f"{codec.time_text(time)}#{short_id('s', session)}",
    )


def task_mix_row(tables: Tables, mix: TaskMix) -> models.TaskMixRow:
    """Return the row of a scope's task mix."""
    return tables.task_mix(pk=keys.part(mix.scope, "task-mix"), sk="task-mix", content=codec.dumps(mix))


def erasure_row(tables: Tables, erasure: Erasure) -> models.ErasureRow:
    """Return the row of the account of an erasure."""
    return tables.erasure(pk=keys.part(erasure.scope, "erasures"), sk=erasure.id, content=codec.dumps(erasure))


def look_row(tables: Tables, look: Look) -> models.WorkRow:
    """Return the row of a look."""
    return tables.work(pk=keys.part(look.scope, "looks"), sk=f"{codec.time_text(look.day)}#{look.note_id}")


def member_row(tables: Tables, member: Member) -> models.WorkRow:
    """Return the row of a note's membership in a cluster."""
    return tables.work(
        pk=keys.part(member.scope, "cluster", member.cluster_id), sk=f"{member.group_id}#{member.note_id}"
    )


def page_row(tables: Tables, page: Page, version: int) -> models.PageRow:
    """Return the row of a page read at this version (0: new), in the table of its skeleton."""
    data = codec.encode(page)
    body: dict[str, Any] = data.pop("body")
    active = page.state is PageState.ACTIVE
    return tables.pages[page.skeleton](
        pk=keys.pages_part(page.scope),
        sk=page.id,
        **_read_at(version),
        content=codec.text(data),
        state=page.state.value,
        title=page.title,
        directory=page.directory,
        ranked_key=keys.part(page.scope, "ranked") if active else None,
        rank=page_rank(page) if active else None,
        **body,
    )


def policy_row(tables: Tables, policy: AgentPolicy, version: int) -> models.PolicyRow:
    """Return the row of the newest policy read at this version (0: new)."""
    return tables.policy(
        pk=keys.policy_part(policy.scope),
        sk="newest",
        **_read_at(version),
        content=codec.dumps(policy),
        **agent_keys(policy.scope),
    )


def policy_version_row(tables: Tables, policy: AgentPolicy, version: int) -> models.PolicyVersionRow:
    """Return the row that keeps one version of a policy."""
    return tables.policy_version(
        pk=keys.policy_part(policy.scope), sk=keys.version_sort(version), version=version, content=codec.dumps(policy)
    )


def pointer_row(tables: Tables, pointer: Pointer, version: int) -> models.PointerRow:
    """Return the row of the pointer read at this version (0: new)."""
    return tables.pointer(
        pk=keys.part(pointer.scope, "pointer"), sk="pointer", **_read_at(version), content=codec.dumps(pointer)
    )


def run_row(tables: Tables, run: Run, version: int) -> models.RunRow:
    """Return the row of a run read at this version (0: new)."""
    return tables.run(
        pk=keys.part(run.scope, "run"),
        sk=run.id,
        **_read_at(version),
        content=codec.dumps(run),
        state=run.state.value,
        runs_key=keys.part(run.scope, "runs"),
        run_order=f"{codec.time_text(run.as_of)}#{run.id}",
    )


def revision_row(tables: Tables, revision: Revision) -> models.RevisionRow:
    """Return the row of a revision."""
    return tables.revision(
        pk=keys.revisions_part(revision.scope),
        sk=keys.sequence_text(revision.sequence),
        content=codec.dumps(revision),
        item_key=keys.item_part(revision.scope, revision.item_id),
    )


def agent_keys(scope: Scope) -> dict[str, Any]:
    """Return the attributes that list a scope among the agents of its tenant."""
    return {"tenant_key": keys.tenant_part(scope.tenant), "agent": scope.agent, "scope_key": scope.key}


def _read_at(version: int) -> dict[str, Any]:
    """Return the version attribute, absent for a new item, as PynamoDB conditions on it."""
    return {"version": version} if version else {}
