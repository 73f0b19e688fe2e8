"""What an extraction reads: the unread records of a session with what stands around them, as a model is shown them, and
how many of them the tokens that are left allow. A run and the projection of one read the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from slowwave.attempts import again
from slowwave.domain.caps import MOST_ASKED, MOST_COUNTED, Cap
from slowwave.domain.intake import Admission, admit, shown_to_models
from slowwave.domain.notes import Observation
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Kind
from slowwave.domain.runs import Account, Run
from slowwave.domain.scope import Scope
from slowwave.domain.secrets import redact
from slowwave.domain.windows import LOOK_BACK, Window
from slowwave.errors import Unavailable
from slowwave.ports.memory import NoteStore
from slowwave.ports.models import ExtractionModel
from slowwave.ports.records import Neighbourhood, RecordStore
from slowwave.prompts.extraction import items_of, read, replied, shown


@dataclass(frozen=True, slots=True)
class Slice:
    """The unread records of one session that are read together.

    Attributes:
        near: they and what stands around them, raw.
        window: those of them up to the run's time that a model may be asked about; `visible`: as it is shown.
        due: ids of the unread ones.
        tokens: of what is shown; 0 when nothing is asked, or the model is not paid.
    """

    near: Neighbourhood
    window: Window
    visible: Window
    due: frozenset[str]
    tokens: int


def next_unread(run: Run, records: RecordStore, *, limit: int) -> Mapping[str, Sequence[str]]:
    """Return the oldest unread records but those of sessions that had no answer in this run: these hold
    nobody else up.
    """
    if not run.unanswered:
        return records.unread_sessions(run.scope, limit=limit)
    found: dict[str, Sequence[str]] = {}
    room = limit
    for name, ids in records.unread_sessions(run.scope, limit=MOST_COUNTED).items():
        if name not in run.unanswered and room > 0:
            found[name] = ids[:room]
            room -= len(found[name])
    return found


def read_within(
    scope: Scope,
    session: str,
    unread: Sequence[str],
    as_of: datetime,
    *,
    records: RecordStore,
    count: Callable[[str], int] | None,
    room: int,
    first: bool,
) -> tuple[Slice | None, bool]:
    """Return the first of these unread records whose window fits the room, and whether that is all of them; no slice
    when none fits, or none is due.

    Args:
        count: tokens of a text; None for a model that is not paid.
        room: model tokens left.
        first: the run has asked nothing yet: one record is read whatever it takes, or it would never be.
    """
    number = len(unread)
    while number:
        near = records.neighbourhood(scope, session, unread[:number], look_back=LOOK_BACK)
        found = _slice(session, near, unread[:number], as_of, count)
        if found.tokens <= room or (first and room and number == 1):
            return (found if found.due else None), number == len(unread)
        number //= 2
    return None, False


def _slice(
    session: str, near: Neighbourhood, unread: Iterable[str], as_of: datetime, count: Callable[[str], int] | None
) -> Slice:
    window, due = _window(session, near, unread, as_of)
    visible = Window(session, tuple(shown_to_models(record, redact) for record in window.records), window.fresh)
    return Slice(near, window, visible, due, count(shown(visible)) if count and window.fresh else 0)


def _window(session: str, near: Neighbourhood, unread: Iterable[str], as_of: datetime) -> tuple[Window, frozenset[str]]:
    """The window up to `as_of`, and the unread records of this slice in it. What follows one of them and was read is
    read again: its context changed. What people did is due and not in the window: no model reads it.
    """
    past = tuple(record for record in near.records if record.event_time <= as_of)
    due = frozenset(record.id for record in past) & near.unread & {*unread}
    positions = [place for place, record in enumerate(past) if record.id in due]
    reach = {past[i].id for place in positions for i in range(place, min(place + LOOK_BACK + 1, len(past)))}
    words = tuple(record for record in past if record.kind is not Kind.ACT)
    fresh = due | (reach - near.unread)
    return Window(session, words, fresh & {record.id for record in words}), due


@dataclass(frozen=True, slots=True)
class Reading:
    """What one session's window, as it was shown, yielded.

    Attributes:
        unused: items of the reply that are not used, by reason.
        replied: tokens of the reply; 0 when the model is not paid.
    """

    window: Window
    admissions: tuple[Admission, ...]
    unused: Mapping[str, int]
    replied: int = 0

    @property
    def observations(self) -> dict[str, Observation]:
        """The admitted observations by id."""
        return {each.id: each for admission in self.admissions for each in admission.observations}


def ask_model(
    part: Slice, model: ExtractionModel, policy: AgentPolicy, run_id: str, count: Callable[[str], int] | None
) -> Reading:
    """Ask the model about a slice, and let code decide what of its reply is kept."""
    raw = {record.id: record for record in part.window.records}
    texts = {record.id: record.text for record in part.visible.records}
    reply = items_of(model.propose(part.visible)) if part.window.fresh else ()
    proposal = read(reply, part.visible)
    admissions = tuple(
        admit(each, raw=raw, redacted=texts, policy=policy, run_id=run_id) for each in proposal.candidates
    )
    tokens = count(replied(reply)) if count and part.window.fresh else 0
    return Reading(part.visible, admissions, proposal.unused, tokens)


def ask_again(
    part: Slice, model: ExtractionModel, policy: AgentPolicy, run: Run, count: Callable[[str], int] | None
) -> Reading | None:
    """Return what the model says of a slice; None when it does not answer, as often as it is asked."""
    attempts = 1 if run.unanswered else MOST_ASKED
    try:
        return again(lambda: ask_model(part, model, policy, run.id, count), after=(Unavailable,), attempts=attempts)
    except Unavailable:
        return None


def unanswered(run: Run, session: str) -> Run:
    """Return the run with a session that the model did not answer about."""
    return replace(run, unanswered=tuple(sorted({*run.unanswered, session})))


def account_of(
    reading: Reading, before: Mapping[str, Observation], uncounted: frozenset[str], run_id: str, *, notes: NoteStore
) -> Account:
    """Where each candidate went: the first for a note waits for verification, further ones merge. What an earlier run
    or an interrupted call of this one has counted is not an input again.

    Args:
        uncounted: the unread records that no account holds yet.
    """
    own = [each.observations[0] for each in reading.admissions if not each.discard]
    inputs = [each for each in own if _is_input(each, before.get(each.id), uncounted, run_id)]
    asserted = _asserted_notes(inputs, uncounted, notes)
    pending = merged = 0
    for each in inputs:
        merged += each.note_id in asserted
        pending += each.note_id not in asserted
        asserted.add(each.note_id)
    discarded = [each for each in reading.admissions if each.discard and each.record_id in uncounted]
    unused = reading.unused if uncounted else {}
    return Account(
        merged=merged,
        pending=pending,
        rejected=len(discarded),
        failed=sum(unused.values()),
        reasons={**Counter(_reason(each) for each in discarded), **unused},
    )


def _is_input(each: Observation, before: Observation | None, uncounted: frozenset[str], run_id: str) -> bool:
    """Whether no account holds this candidate: it is new, or this run wrote it and was stopped before it counted."""
    if before is None:
        return True
    return before.run_id == run_id and each.evidence.span.record_id in uncounted


def _asserted_notes(inputs: Iterable[Observation], uncounted: frozenset[str], notes: NoteStore) -> set[str]:
    """The notes that counted words have asserted before: a further candidate for one of them merges."""
    touched = {each.group_id: each.scope for each in inputs}
    groups = (notes.group(touched[group_id], group_id) for group_id in sorted(touched))
    seen = (each for group in groups for each in group.observations if not each.denies)
    return {each.note_id for each in seen if each.evidence.span.record_id not in uncounted}


def _reason(admission: Admission) -> str:
    detail = f": {admission.detail}" if admission.detail else ""
    return f"{admission.discard}{detail}"


def left_over(run: Run, met: Cap | None, records: RecordStore) -> Run:
    """Return the run with how many unread records it leaves to the next one, by the cap that it met and for want of an
    answer, counted up to a limit.
    """
    if met is None and not run.unanswered:
        return run
    waiting = records.unread_sessions(run.scope, limit=MOST_COUNTED)
    silent = sum(len(ids) for name, ids in waiting.items() if name in run.unanswered)
    left = {met.value: sum(map(len, waiting.values())) - silent} if met else {}
    return replace(run, carried={**run.carried, **left, **({Cap.MODEL.value: silent} if run.unanswered else {})})
