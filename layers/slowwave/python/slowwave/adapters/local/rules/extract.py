"""Run the pattern tables over a window: which table reads which record, and what its words may look back at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from slowwave.adapters.local.rules import tools
from slowwave.adapters.local.rules.afterthoughts import REFUTED, UNCHECKED
from slowwave.adapters.local.rules.assertion_table import COMMENTED, TAKEN_BACK
from slowwave.adapters.local.rules.assertions import is_own
from slowwave.adapters.local.rules.clauses import Clause, clauses, sentences_of, without_opener, without_request
from slowwave.adapters.local.rules.dates import end_of_it, expiry
from slowwave.adapters.local.rules.doubts import doubts, names_another
from slowwave.adapters.local.rules.frame_scopes import is_narrowed, settled
from slowwave.adapters.local.rules.pasted import without_pasted
from slowwave.adapters.local.rules.pattern import Draft, Hit, Pattern, Recent
from slowwave.adapters.local.rules.peelings import HEDGE
from slowwave.adapters.local.rules.reach import with_exceptions
from slowwave.adapters.local.rules.regions import mask
from slowwave.adapters.local.rules.sections import body, is_decision, is_settled
from slowwave.adapters.local.rules.shape import candidate
from slowwave.adapters.local.rules.stance import Stance, stance_of
from slowwave.adapters.local.rules.tables import CONCLUDED, FRAMED, SAID, TAKING_BACK, WRITTEN
from slowwave.adapters.local.rules.turns import turned
from slowwave.domain.claims import Candidate, Polarity
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.windows import LOOK_BACK, Window

MAX_CANDIDATES = 200
"""Of one record; a record that gives more is a paste."""


class Session:
    """The records of a window, with what was claimed in each, worked out once and only when asked for."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._claimed: dict[int, tuple[Candidate, ...]] = {}

    def earlier(self, position: int) -> Sequence[Record]:
        """The records that the one at this position may look back at, oldest first."""
        return self._records[max(0, position - LOOK_BACK) : position]

    def recent(self, position: int) -> list[Recent]:
        """What the records before claimed, nearest first, the user's words before the assistant's."""
        found: list[tuple[bool, int, Recent]] = []
        for back in range(1, min(position, LOOK_BACK) + 1):
            for each in reversed(self._claims(position - back)):
                assistant = self._records[position - back].actor is Actor.ASSISTANT
                found.append((assistant, back, Recent(each.claim, each.span, back)))
        return [recent for _, _, recent in sorted(found, key=lambda entry: entry[:2])]

    def _claims(self, position: int) -> tuple[Candidate, ...]:
        """What one record claims on its own words, whoever said it: what "that" and "it" in a later one may mean."""
        if position not in self._claimed:
            record = self._records[position]
            spoken = record.kind is Kind.MESSAGE and (is_said(record) or is_concluded(record))
            self._claimed[position] = tuple(read(record, SAID, (), FRAMED)) if spoken else ()
        return self._claimed[position]


class _Before:
    """What a clause may point back to: earlier clauses of its record, then earlier records; found when first asked
    for.
    """

    def __init__(self, session: Session | None, position: int) -> None:
        self._session, self._position = session, position
        self.own: list[Candidate] = []

    @cached_property
    def _records(self) -> list[Recent]:
        return self._session.recent(self._position) if self._session else []

    def heard(self) -> Sequence[str]:
        """What was said and which tools were called before, nearest first; what tools and files showed is left out."""
        earlier = self._session.earlier(self._position) if self._session else ()
        return [each.text for each in reversed(earlier) if each.kind in (Kind.MESSAGE, Kind.TOOL_CALL)]

    def __call__(self) -> Sequence[Recent]:
        return [*(Recent(each.claim, each.span, 0) for each in reversed(self.own)), *self._records]


def propose_candidates(window: Window) -> tuple[Candidate, ...]:
    """Propose memory candidates from the fresh records of a window, in order.

    What one record yields depends on itself and the `LOOK_BACK` records before it, and on nothing else.
    """
    session = Session(window.records)
    out: list[Candidate] = []
    for position, record in enumerate(window.records):
        if record.id not in window.fresh or record.metadata.get("sidechain"):
            continue
        if record.kind is Kind.TOOL_RESULT:
            out += tools.observed(record, session.earlier(position))
        elif record.kind is Kind.DOCUMENT and record.origin is not Origin.INJECTED and is_settled(_heading(record)):
            out += read(record, WRITTEN, ())
        elif record.kind is Kind.MESSAGE and is_said(record):
            out += read(record, SAID, (session, position), FRAMED)
        elif record.kind is Kind.MESSAGE and is_concluded(record):
            out += read(record, CONCLUDED, ())
    return tuple(out)


def _heading(record: Record) -> str:
    first = record.text.split("\n", 1)[0] if record.kind is Kind.DOCUMENT else ""
    return record.metadata.get("heading") or (first.lstrip("# ") if first.startswith("#") else "")


def is_said(record: Record) -> bool:
    """Whether a user or operator said it themselves: an expanded file or an injected block under their name does not
    count.
    """
    return record.actor in (Actor.USER, Actor.OPERATOR) and record.origin in (Origin.USER, Origin.OPERATOR)


def is_concluded(record: Record) -> bool:
    """Whether the assistant said it, outside its thinking and its side work."""
    return (
        record.actor is Actor.ASSISTANT and record.origin is Origin.ASSISTANT and not record.metadata.get("sidechain")
    )


def read(
    record: Record,
    patterns: Iterable[Pattern],
    where: tuple[Session, int] | tuple[()],
    frames: Iterable[Pattern] = (),
) -> list[Candidate]:
    """The candidates of one record's own words: what a sentence says as a whole, else at most one a clause."""
    before = _Before(*where) if where else _Before(None, 0)
    seen: set[tuple[str, frozenset[str]]] = set()
    masked = mask(record.text)
    if record.kind is Kind.DOCUMENT:
        masked = body(masked, decision=is_decision(_heading(record)))
    else:
        masked = without_pasted(masked, record.text)
    masked, raw = with_exceptions(masked, record.text)
    wholes = [*sentences_of(masked, raw)]
    unread: list[int] = []
    changing: set[int] = set()
    passed = -1
    for place, whole in enumerate(wholes):
        if place == passed:
            continue
        if frames and any(UNCHECKED.match(each.text) for each in wholes[place + 1 : place + 2]):
            continue
        if frames and (REFUTED.match(whole.text) or COMMENTED.search(whole.text)):
            unread.append(place)
            continue
        first = len(before.own)
        told = turned(whole, record, masked, _alone) if frames else None
        made = _framed(frames, whole, record, before, masked) if told is None else [*told.said]
        before.own += made
        changing |= {place} if told is not None else set()
        for clause in clauses(masked, raw, whole) if not made and told is None else ():
            if (clause.raw, clause.flags) in seen:
                continue
            seen.add((clause.raw, clause.flags))
            before.own += [
                each
                for each in _match(patterns, clause, record, before, masked)
                if not frames or _is_own(each, clause, whole, masked)
            ]
        unread = [each for each in unread if not _rests_on(made, wholes[each])]
        taken_back = any(TAKEN_BACK.match(each.text) for each in wholes[place + 1 : place + 2])
        if frames and (taken_back or (told is None and names_another(whole.text, before.own[first:]))):
            passed = place + 1 if taken_back and len(before.own) > first else passed
            del before.own[first:]
        before.own += _match(TAKING_BACK, whole, record, before, masked) if frames else []
        unread += [place] if frames and len(before.own) == first else []
        if len(before.own) >= MAX_CANDIDATES:
            break
    before.own += doubts(wholes, unread, record, masked, changing)
    return before.own


def _framed(frames: Iterable[Pattern], whole: Clause, record: Record, before: _Before, masked: str) -> list[Candidate]:
    """What a sentence says as a whole."""
    told = without_opener(without_request(whole))
    return _match(frames, replace(told, sentence=settled(told.sentence)), record, before, masked) if frames else []


def _alone(whole: Clause, record: Record, masked: str) -> list[Candidate]:
    """What a sentence says on its own words, with nothing before it to point back to."""
    before = _Before(None, 0)
    before.own += _framed(FRAMED, whole, record, before, masked)
    for clause in clauses(masked, record.text, whole) if not before.own else ():
        made = _match(SAID, clause, record, before, masked)
        before.own += [each for each in made if _is_own(each, clause, whole, masked)]
    return before.own


def _is_own(made: Candidate, clause: Clause, whole: Clause, masked: str) -> bool:
    """Whether the value of a slot that a clause gives is the speaker's own by the words of the sentence before it."""
    valued = made.pattern.startswith("slot.") or made.claim.key.attribute == "command"
    if not valued or made.claim.polarity is not Polarity.AFFIRM:
        return True
    return is_own(masked[whole.start : masked.find(clause.text, clause.start)], "", made.claim.key.subject)


def _rests_on(made: Iterable[Candidate], sentence: Clause) -> bool:
    """Whether what a later sentence says stands on this one, which is read with it."""
    return any(sentence.start <= span.start < sentence.end for each in made for span in each.support)


def _match(
    patterns: Iterable[Pattern], clause: Clause, record: Record, before: _Before, masked: str
) -> list[Candidate]:
    stance: Stance | None = None
    for pattern in patterns:
        if pattern.needs and pattern.needs.isdisjoint(clause.flags):
            continue
        for regex in pattern.regexes:
            match = regex.match(clause.text)
            if match is None:
                continue
            stance = stance or stance_of(clause.sentence, masked[clause.start : clause.end])
            if stance.blocked:
                return []
            hit = Hit(
                clause,
                match,
                record.event_time,
                recent=before,
                heard=lambda: (record.text, *before.heard()),
                heading=_heading(record),
            )
            draft = pattern.build(hit)
            if draft:
                hedged = stance.hedged or HEDGE in clause.flags
                made = (_finished(each, pattern, clause, record, hedged=hedged) for each in (draft, *draft.also))
                return [each for each in made if each is not None]
    return []


MOST_QUALIFYING = 12
"""Words of a qualifier; what needs more says no one thing that can be tested."""


def _finished(draft: Draft, pattern: Pattern, clause: Clause, record: Record, *, hedged: bool) -> Candidate | None:
    limited, until = expiry(clause.sentence, record.event_time)
    until = until or (end_of_it(record.text[clause.end :], record.event_time) if limited else None)
    if limited and until is None:
        return None
    if draft.key.attribute == "is" and not (draft.key.qualifier or draft.trigger) and is_narrowed(clause.sentence):
        return None
    found = candidate(draft, pattern, clause, record, hedged=hedged)
    if found and len(found.claim.key.qualifier.split()) > MOST_QUALIFYING:
        return None
    return found and (replace(found, claim=replace(found.claim, valid_until=until)) if limited else found)
