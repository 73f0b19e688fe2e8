"""Read one record: what its sentences say as a whole, and each clause of those that say nothing so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

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
from slowwave.adapters.local.rules.sections import body, is_decision
from slowwave.adapters.local.rules.shape import candidate
from slowwave.adapters.local.rules.stance import Stance, stance_of
from slowwave.adapters.local.rules.tables import FRAMED, SAID, TAKING_BACK
from slowwave.adapters.local.rules.turns import turned
from slowwave.adapters.local.rules.vocabulary import SLOT_NOUNS
from slowwave.domain.claims import Candidate, Polarity
from slowwave.domain.keys import singular
from slowwave.domain.records import Kind, Record

if TYPE_CHECKING:
    from slowwave.adapters.local.rules.extract import Session

MAX_CANDIDATES = 200
"""Of one record; a record that gives more is a paste."""
MOST_QUALIFYING = 12
"""Words of a qualifier; what needs more says no one thing that can be tested."""


class Before:
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


def heading_of(record: Record) -> str:
    """The heading that a part of a document stands under; empty for what has none."""
    first = record.text.split("\n", 1)[0] if record.kind is Kind.DOCUMENT else ""
    return record.metadata.get("heading") or (first.lstrip("# ") if first.startswith("#") else "")


def read(
    record: Record,
    patterns: Iterable[Pattern],
    where: tuple[Session, int] | tuple[()],
    frames: Iterable[Pattern] = (),
) -> list[Candidate]:
    """The candidates of one record's own words: what a sentence says as a whole, else at most one a clause."""
    before = Before(*where) if where else Before(None, 0)
    masked, raw = _own_words(record)
    wholes = [*sentences_of(masked, raw)]
    seen: set[tuple[str, frozenset[str]]] = set()
    unread: list[int] = []
    changing: set[int] = set()
    passed = -1
    for place, whole in enumerate(wholes):
        following = wholes[place + 1 : place + 2]
        if place == passed or (frames and any(UNCHECKED.match(each.text) for each in following)):
            continue
        first = len(before.own)
        if frames and (REFUTED.match(whole.text) or COMMENTED.search(whole.text)):
            before.own += _match(TAKING_BACK, whole, record, before, masked)
            unread += [] if len(before.own) > first else [place]
            continue
        told = turned(whole, record, masked, _alone) if frames else None
        made = _framed(frames, whole, record, before, masked) if told is None else [*told.said]
        before.own += made
        changing |= {place} if told is not None else set()
        for clause in clauses(masked, raw, whole) if not made and told is None else ():
            if (clause.raw, clause.flags) not in seen:
                seen.add((clause.raw, clause.flags))
                said = _match(patterns, clause, record, before, masked)
                before.own += [each for each in said if not frames or _is_own(each, clause, whole, masked)]
        unread = [each for each in unread if not _rests_on(made, wholes[each])]
        taken_back = any(TAKEN_BACK.match(each.text) for each in following)
        if frames and (taken_back or (told is None and names_another(whole.text, before.own[first:]))):
            passed = place + 1 if taken_back and len(before.own) > first else passed
            del before.own[first:]
        before.own += _match(TAKING_BACK, whole, record, before, masked) if frames else []
        unread += [place] if frames and (len(before.own) == first or _names_no_slot(before.own[first:])) else []
        if len(before.own) >= MAX_CANDIDATES:
            break
    before.own += doubts(wholes, unread, record, masked, changing)
    return before.own


def _own_words(record: Record) -> tuple[str, str]:
    """The text with what is not its speaker's masked, and as it was, both with exceptions written out."""
    masked = mask(record.text)
    if record.kind is Kind.DOCUMENT:
        masked = body(masked, decision=is_decision(heading_of(record)))
    else:
        masked = without_pasted(masked, record.text)
    return with_exceptions(masked, record.text)


def _framed(frames: Iterable[Pattern], whole: Clause, record: Record, before: Before, masked: str) -> list[Candidate]:
    """What a sentence says as a whole."""
    told = without_opener(without_request(whole))
    return _match(frames, replace(told, sentence=settled(told.sentence)), record, before, masked) if frames else []


def _alone(whole: Clause, record: Record, masked: str) -> list[Candidate]:
    """What a sentence says on its own words, with nothing before it to point back to."""
    before = Before(None, 0)
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


def _names_no_slot(said: Iterable[Candidate]) -> bool:
    """Whether a value is denied of a thing alone: "ledger isn't on db-1" may be about its database host, and the words
    also hold back what they may be about.
    """
    denials = (each.claim.key.subject for each in said if each.pattern == "slot.not")
    return any(singular(subject.split()[-1]) not in SLOT_NOUNS for subject in denials if subject)


def _rests_on(made: Iterable[Candidate], sentence: Clause) -> bool:
    """Whether what a later sentence says stands on this one, which is read with it."""
    return any(sentence.start <= span.start < sentence.end for each in made for span in each.support)


def _match(patterns: Iterable[Pattern], clause: Clause, record: Record, before: Before, masked: str) -> list[Candidate]:
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
                heading=heading_of(record),
            )
            draft = pattern.build(hit)
            if draft:
                hedged = stance.hedged or HEDGE in clause.flags
                made = (_finished(each, pattern, clause, record, hedged=hedged) for each in (draft, *draft.also))
                return [each for each in made if each is not None]
    return []


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
