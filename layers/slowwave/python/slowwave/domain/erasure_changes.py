"""What an erasure writes: what is left is put to work before anything goes, and what names the others goes last, so
that an erasure that was stopped finds again what it had not reached.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from slowwave.domain.act_json import acts_in
from slowwave.domain.acts import DENYING, Act
from slowwave.domain.changes import Change, Erase, Put, Remove, Work
from slowwave.domain.erasure import ids_in
from slowwave.domain.erasure_plan import REPORTS, Plan
from slowwave.domain.hashing import canonical_json
from slowwave.domain.held import Held
from slowwave.domain.injection import InjectionSet, Pointer, SetItem, WorkingFile
from slowwave.domain.intake import shown_to_models
from slowwave.domain.naming import Naming, names_of
from slowwave.domain.notes import Note
from slowwave.domain.openings import Opening, earliest_opening
from slowwave.domain.pages import DocumentBody, Page
from slowwave.domain.records import Kind, Record
from slowwave.domain.runs import Revision, Run, Stage
from slowwave.domain.secrets import redact
from slowwave.domain.taskmix import TaskMix, add
from slowwave.domain.twins import Kin, anchors
from slowwave.domain.working_set import SessionFiles, add_files

REASON: Final = "erased on request"
UNPAGED: Final = "its page was erased on request; what is left is distilled again"


@dataclass(frozen=True, slots=True)
class Remade:
    """What sums up records, made again from those that are left."""

    openings: Mapping[str, Opening]
    files: Mapping[str, SessionFiles]
    mix: TaskMix


def remade(plan: Plan, records: Iterable[Record]) -> Remade:
    """Make openings, session files and the task mix again.

    Args:
        records: every record of the scope that a run has read and that stays.
    """
    said = [record for record in records if record.kind is not Kind.ACT]
    shown = [shown_to_models(record, redact) for record in said]
    openings = {each.session: _opening(each.session, said) for each in plan.openings}
    touched = {each.session: _touched(each.session, plan, shown) for each in plan.files}
    return Remade(
        {session: opening for session, opening in openings.items() if opening},
        {session: files for session, files in touched.items() if files.touches},
        add(TaskMix(plan.scope), shown),
    )


def _opening(session: str, records: Iterable[Record]) -> Opening | None:
    return earliest_opening((record for record in records if record.session == session), None)


def _touched(session: str, plan: Plan, records: Iterable[Record]) -> SessionFiles:
    touching = (record for record in records if record.session == session and record.tool is not None)
    return add_files(SessionFiles(plan.scope, session), touching)


def of_runs(plan: Plan, held: Held, sessions: frozenset[str]) -> list[Change]:
    """Return the changes of the reports of runs; each is to be written alone.

    Args:
        sessions: those of which no record is left.
    """
    return [Put(_without(run, plan.records, sessions), held.version(run)) for run in plan.runs]


def vouched(plan: Plan, held: Held, erasure_id: str) -> list[Change]:
    """Return the changes that write again, as they are, notes and pages that stay while what a revision of them
    committed to goes: their last revision vouches for them, and says that an erasure emptied the one before.
    """
    emptied = {each.item_id: each.sequence for each in sorted(plan.revisions, key=lambda each: each.sequence)}
    own = (each for each in held.of(Revision) if each.cause == erasure_id)
    written = {each.item_id for each in own if each.sequence > emptied.get(each.item_id, 0)}
    others = plan.gone | written | {note.id for note in unpaged_notes(plan, held)}
    items: list[Note | Page] = [*held.of(Note), *held.of(Page)]
    stay = [each for each in items if each.id in {*emptied} - others]
    return [Put(each, held.version(each), REASON) for each in stay]


def changes(plan: Plan, held: Held, made: Remade) -> list[Change]:
    """Return the changes of everything else that is derived, in the order in which they must be written."""
    return [
        *_work(plan, held),
        *(Put(replace(note, page_id=""), held.version(note), UNPAGED) for note in unpaged_notes(plan, held)),
        *([Put(made.mix)] if held.of(TaskMix) and held.of(TaskMix) != [made.mix] else []),
        *_summed_up(plan, made),
        *(Erase(page, held.version(page), REASON) for page in plan.pages),
        *(Erase(note, held.version(note), REASON) for note in plan.notes),
        *map(Remove, plan.kin),
        *map(Remove, plan.stones),
        *map(Remove, plan.namings),
        *map(Remove, plan.members),
        *map(Remove, plan.looks),
        *(Put(act) for act in acts_in(plan.denials)[0]),
        *map(Remove, plan.acts),
        *map(Remove, plan.observations),
    ]


def _work(plan: Plan, held: Held) -> list[Change]:
    """What the next run has to look at: the claim keys that lost words, those that resemble what is no tombstone any
    more, those whose page went, and those whose page refers to one that went.
    """
    pages = {page.id for page in plan.pages}
    unpaged = {note.group_id for note in unpaged_notes(plan, held)}
    shared = {held.notes[each].group_id for page in plan.pages for each in page.note_ids if each in held.notes}
    referring = {page.group_id for page in held.of(Page) if pages & {*_references(page)}} - {""}
    wanted = {
        Stage.VERIFY: plan.groups | _resembling(plan, held) | _under_other_names(plan, held),
        Stage.DISTILL: (shared | unpaged) - plan.groups,
        Stage.REORGANIZE: referring,
    }
    return [Put(Work(plan.scope, stage, group)) for stage, groups in wanted.items() for group in sorted(groups)]


def unpaged_notes(plan: Plan, held: Held) -> list[Note]:
    """Return the notes that stay while their page goes."""
    pages = {page.id for page in plan.pages}
    return [note for note in held.of(Note) if note.page_id in pages and note not in plan.notes]


def _resembling(plan: Plan, held: Held) -> set[str]:
    """The claim keys found by a word of what was rejected: a fold of one that does not hang on it changes nothing."""
    words = {anchor for stone in plan.stones for anchor in anchors(stone.claim)}
    return {each.group_id for each in held.of(Kin) if each.anchor in words}


def _under_other_names(plan: Plan, held: Held) -> set[str]:
    """The claim keys that competed with those that lost words because two names mean one thing, and those that lost
    what they competed with.
    """
    names = names_of(held.of(Naming))
    gone = {note.id for note in plan.notes}
    claims = [*(each.claim for each in plan.observations), *(each.claim for each in plan.notes)]
    shared = {names.common(claim).group_id() for claim in claims}
    parted = {name for each in plan.namings for name in (each.claim.key.subject, each.claim.key.qualifier)}
    return {
        note.group_id
        for note in held.of(Note)
        if note.successor in gone
        or names.common(note.claim).group_id() in shared
        or any(note.claim.key.subject == name or note.claim.key.subject.startswith(f"{name} ") for name in parted)
    }


def rewritten(plan: Plan, held: Held, sessions: frozenset[str]) -> dict[str, str]:
    """Return what each derived object that goes is replaced with: reports with all but the sessions and records that
    are no more, everything else with nothing.
    """
    return {
        key: _report(held.objects[key], plan.records, sessions) if key.startswith(REPORTS) else ""
        for key in plan.objects
    }


def _report(versions: str, records: frozenset[str], sessions: frozenset[str]) -> str:
    report = json.loads(versions.partition("\n")[0])
    report["sessions"] = [each for each in report.get("sessions", ()) if each not in sessions]
    if gate := report.get("gate"):
        gate["lost"] = [each for each in gate.get("lost", ()) if each not in records]
    return canonical_json(report).decode()


def _references(page: Page) -> tuple[str, ...]:
    return page.body.references if isinstance(page.body, DocumentBody) else ()


def _summed_up(plan: Plan, made: Remade) -> list[Change]:
    openings: list[Change] = [
        Put(made.openings[each.session]) if each.session in made.openings else Remove(each) for each in plan.openings
    ]
    files: list[Change] = [
        Put(made.files[each.session]) if each.session in made.files else Remove(each) for each in plan.files
    ]
    return [*openings, *files]


def _without(run: Run, records: frozenset[str], sessions: frozenset[str]) -> Run:
    kept, unanswered = (tuple(each for each in some if each not in sessions) for some in (run.sessions, run.unanswered))
    consumed = tuple(each for each in run.consumed if each not in records)
    probed = run.probed and replace(run.probed, lost=tuple(each for each in run.probed.lost if each not in records))
    return replace(run, sessions=kept, unanswered=unanswered, consumed=consumed, probed=probed, task="")


def hidden(plan: Plan, pointer: Pointer, current: InjectionSet) -> frozenset[str]:
    """Return the ids that no read may show from now on: of what goes, and of the calls that name a file."""
    cited = {each.record_id for file in current.files for each in file.evidence}
    return (plan.gone | (cited & plan.records)) - pointer.withheld


def denied(acts: Iterable[Act]) -> frozenset[str]:
    """Return the ids that acts take out of every read."""
    return frozenset[str]().union(*(act.withheld for act in acts if act.kind in DENYING))


def subtracted(current: InjectionSet, plan: Plan) -> InjectionSet:
    """Return a set without what goes; the size of its stable block is yet to be counted."""
    ids = plan.gone | plan.records | plan.reread
    return replace(
        current,
        stable=tuple(item for item in current.stable if not _stands_on(item, ids)),
        pool=tuple(item for item in current.pool if not _stands_on(item, ids)),
        left_out=tuple(each for each in current.left_out if not ids_in(f"{each.item_id} {each.because}") & ids),
        files=tuple(kept for file in current.files if (kept := _cited(file, plan.records)).evidence),
    )


def _stands_on(item: SetItem, ids: frozenset[str]) -> bool:
    return bool(ids & {item.item_id, *item.note_ids, *(quote.span.record_id for quote in item.quotes)})


def _cited(file: WorkingFile, erased: frozenset[str]) -> WorkingFile:
    return replace(file, evidence=tuple(each for each in file.evidence if each.record_id not in erased))
