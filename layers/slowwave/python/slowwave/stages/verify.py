"""Verify: fold the observations and acts of every touched claim key into the state of its notes, by trust and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from slowwave.domain.acts import NEUTRAL, Act
from slowwave.domain.changes import Change, Put, Remove, Versioned, Work
from slowwave.domain.claims import Skeleton
from slowwave.domain.conflict import is_expired
from slowwave.domain.folding import denials, fold
from slowwave.domain.glossary import Glossary
from slowwave.domain.naming import Names, fold_names, shared, under_one_name
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.runs import Account, Stage
from slowwave.domain.tombstones import Graveyard
from slowwave.domain.twins import (
    Near,
    Tombstone,
    anchors,
    listings,
    reaches,
    rejections,
    resembles,
    twin_anchor,
    unknown_nearness,
)
from slowwave.domain.withholding import brought_back, release
from slowwave.domain.wording import roots
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import Group, NoteStore
from slowwave.stages.task import Clock, Progress, Task, begin, commit, policy_of, redecided

SLICE_GROUPS = 100
"""Claim keys a call takes on."""

WAITING = frozenset({NoteState.ACTIVE, NoteState.PENDING})
"""States that leave a new candidate pending in the account; the others reject it."""


@redecided
def run(
    task: Task,
    *,
    notes: NoteStore,
    kin: KinStore,
    registry: Registry,
    journal: Journal,
    ledger: Ledger,
    clock: Clock,
    near: Near = unknown_nearness,
) -> Progress:
    """Fold up to `SLICE_GROUPS` claim keys, each in its own commit. A rejection sends what resembles it here again."""
    policy = policy_of(task, registry)
    task, report = begin(task, journal=journal, ledger=ledger, clock=clock)
    waiting = _waiting(notes, task)
    graves = Graveyard({each.note_id: each for each in kin.tombstones(task.scope)} if waiting else {}, near)
    glossary = Glossary({each.note_id: each for each in kin.namings(task.scope)} if waiting else {})
    again: set[str] = set()
    for group_id in waiting:
        names = glossary.names
        group = _under_all_names(notes.group(task.scope, group_id), names, notes, task)
        known = {each.item.id: each for each in group.notes}
        folded = _fold(group, known, graves, policy, task, names)
        buried = graves.bury(group.ids, _stones(group, known, folded, task, names))
        renamed = glossary.hear(folded)
        alike = (_alike(buried.moved, kin, graves, names, task) | _called(renamed.names, kin, task)) - {group_id}
        changes: list[Change] = [Put(Work(task.scope, Stage.DISTILL, each)) for each in _changed(folded)]
        changes += [Put(Work(task.scope, Stage.VERIFY, each)) for each in sorted(alike)]
        changes += [*_listed(folded, known, task), *_parted(folded, known, kin, task)]
        changes += [_put(note, known, group) for note in folded]
        changes += _shown_again(group, known, folded, journal, task)
        changes += [*renamed.changes(), *buried.changes(), Remove(Work(task.scope, Stage.VERIFY, group_id))]
        again |= alike
        updated = report.item.counted(Stage.VERIFY, keys=1, notes=len(folded))
        updated = replace(updated, account=updated.account.plus(_turned_down(folded, known, task)))
        report = commit(task, changes, report, updated, ledger=ledger, clock=clock)
    return Progress(task, more=len(waiting) == SLICE_GROUPS or bool(again), report=report.item)


def _waiting(notes: NoteStore, task: Task) -> list[str]:
    """The groups that something touched, then those of a claim whose stated validity has ended: what it had replaced
    may hold again.
    """
    touched = notes.work(task.scope, Stage.VERIFY, limit=SLICE_GROUPS)
    due = notes.due(task.scope, task.as_of, limit=SLICE_GROUPS) if len(touched) < SLICE_GROUPS else ()
    ended = (each.item.group_id for each in due if is_expired(each.item.claim, task.as_of))
    return list(dict.fromkeys([*touched, *ended]))[:SLICE_GROUPS]


def _under_all_names(group: Group, names: Names, notes: NoteStore, task: Task) -> Group:
    """The group with those of the same key under the other names of its thing; itself where it has one name."""
    claims = [*(each.claim for each in group.observations), *(stored.item.claim for stored in group.notes)]
    ids = [each.group_id() for each in names.forms(claims[0])] if claims else []
    return group.with_all([notes.group(task.scope, each) for each in ids if each != group.group_id])


def _fold(
    group: Group,
    known: Mapping[str, Versioned[Note]],
    graves: Graveyard,
    policy: AgentPolicy,
    task: Task,
    names: Names,
) -> list[Note]:
    """The notes of the group whose state changed, winners before losers, so that a successor is written first."""
    stored = {note_id: each.item for note_id, each in known.items()}
    stones = [replace(each, claim=names.retold(each.claim)) for each in graves.beyond(group.ids)]

    def folding(seen: Sequence[Observation], acts: Sequence[Act], before: Mapping[str, Note]) -> tuple[Note, ...]:
        return fold(
            seen,
            acts=acts,
            policy=policy,
            as_of=task.as_of,
            known=before,
            rejected=lambda claim: rejections(task.scope, names.common(claim), stones, graves.near),
        )

    one_name = len(group.ids) == 1
    folded = (
        folding(group.observations, group.acts, stored)
        if one_name
        else fold_names(group.observations, group.acts, known=stored, names=names, fold=folding)
    )
    born = [
        replace(note, born_run=_birth(note, group, task)) if _is_newly_asserted(note, stored) else note
        for note in folded
    ]
    changed = [note for note in born if stored.get(note.id) != note]
    return sorted(changed, key=lambda note: (note.state is not NoteState.ACTIVE, note.id))


def _stones(
    group: Group, known: Mapping[str, Versioned[Note]], folded: Sequence[Note], task: Task, names: Names
) -> list[Tombstone]:
    """The tombstones that the group should have."""
    now = {**{note_id: each.item for note_id, each in known.items()}, **{note.id: note for note in folded}}
    owners = (now[owner] for owner in shared(group.observations, names).values() if owner in now)
    meant = {names.common(note.claim).note_id(): note for note in owners}
    held = denials(*under_one_name(group.observations, group.acts, names), task.as_of)
    return [Tombstone(task.scope, meant[note_id].claim, denial) for note_id, denial in held.items()]


def _called(names: frozenset[str], kin: KinStore, task: Task) -> set[str]:
    """The groups that are about a thing of which names came or went."""
    words = {f"{kind.value} {word}" for kind in Skeleton for name in names for word in roots(name)[:1]}
    listed = (each for word in sorted(words) for each in kin.listed(task.scope, word))
    return {
        each.group_id
        for each in listed
        if any(each.claim.key.subject == name or each.claim.key.subject.startswith(f"{name} ") for name in names)
    }


def _changed(folded: Sequence[Note]) -> list[str]:
    """The groups of the notes that changed."""
    return sorted({note.group_id for note in folded})


def _alike(changed: Sequence[Tombstone], kin: KinStore, graves: Graveyard, names: Names, task: Task) -> set[str]:
    """The groups of notes that resemble what was just rejected or said again: their state may hang on it."""
    claims = [names.retold(each.claim) for each in changed]
    under = {word for claim in claims for form in names.forms(claim) for word in anchors(form)}
    found = {each.note_id: each for word in sorted(under) for each in kin.listed(task.scope, word)}
    listed = ((each.group_id, names.common(each.claim)) for each in found.values())
    return {
        group_id
        for group_id, other in listed
        if any(reaches(claim, other) or resembles(task.scope, other, claim, graves.near) for claim in claims)
    }


def _parted(folded: Sequence[Note], known: Mapping[str, Versioned[Note]], kin: KinStore, task: Task) -> list[Put]:
    """Send the pages of those here again that said the same as a note until its claim read differently."""
    before = {note.id: twin_anchor(known[note.id].item.claim) for note in folded if note.id in known}
    left = {before[note.id] for note in folded if before.get(note.id, "") not in ("", twin_anchor(note.claim))}
    groups = {each.group_id for anchor in sorted(left) for each in kin.listed(task.scope, anchor)}
    return [Put(Work(task.scope, Stage.REORGANIZE, each)) for each in sorted(groups)]


def _listed(folded: Sequence[Note], known: Mapping[str, Versioned[Note]], task: Task) -> list[Put]:
    """The entries under which new notes, and those whose claim reads differently now, are found."""
    stored = {note_id: each.item.claim for note_id, each in known.items()}
    fresh = [note.claim for note in folded if note.evidence_count and stored.get(note.id) != note.claim]
    return [Put(each) for claim in fresh for each in listings(task.scope, claim)]


def _birth(note: Note, group: Group, task: Task) -> str:
    """The run whose account holds the note as pending: this one only when no earlier run found words for it."""
    found_by = {each.run_id for each in group.observations if each.note_id == note.id and not each.denies}
    return min(found_by - {task.run_id}, default=task.run_id)


def _is_newly_asserted(note: Note, stored: Mapping[str, Note]) -> bool:
    before = stored.get(note.id)
    return note.evidence_count > 0 and (before is None or before.evidence_count == 0)


def _put(note: Note, known: Mapping[str, Versioned[Note]], group: Group) -> Put:
    before = known.get(note.id)
    words = [each.span.record_id for each in (note.earliest, note.latest) if each]
    acts = [act.record_id for act in group.acts if act.note_id == note.id]
    return Put(note, before.version if before else 0, _reason(note, before), tuple(dict.fromkeys([*words, *acts])))


def _reason(note: Note, before: Versioned[Note] | None) -> str:
    """The state and its reason, and what acts set beside it."""
    utility = note.utility != (before.item.utility if before else NEUTRAL)
    marked = note.marked != (before.item.marked if before else False)
    parts = [
        f"{note.state}: {note.because}",
        *([f"a person set its utility to {note.utility}"] if utility else []),
        *(["a person asked for its page"] if marked else []),
    ]
    return "; ".join(parts)


def _shown_again(
    group: Group, known: Mapping[str, Versioned[Note]], folded: Sequence[Note], journal: Journal, task: Task
) -> list[Put]:
    """The pointer without the notes that somebody forgot or rejected and that an instruction has brought back since."""
    now = {**{note_id: each.item for note_id, each in known.items()}, **{note.id: note for note in folded}}
    back = brought_back(now, group.acts, task.as_of)
    return release(journal.pointer(task.scope), back) if back else []


def _turned_down(folded: Sequence[Note], known: Mapping[str, Versioned[Note]], task: Task) -> Account:
    """Move this run's candidates of notes that are out from the start from pending to rejected, by reason."""
    stored = {note_id: each.item for note_id, each in known.items()}
    ours = [note for note in folded if note.born_run == task.run_id and _is_newly_asserted(note, stored)]
    out = [note for note in ours if note.state not in WAITING]
    return Account(pending=-len(out), rejected=len(out), reasons=dict(Counter(note.because for note in out)))
