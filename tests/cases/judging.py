"""Run a case through the stages and judge what came out against what must."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from slowwave.adapters.local.rules.model import RulesModel
from slowwave.adapters.local.rules.reading import read
from slowwave.adapters.local.rules.tables import SAID
from slowwave.domain.claims import Polarity, Skeleton
from slowwave.domain.injection import SetItem
from slowwave.domain.notes import NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin, Record
from slowwave.domain.rendering import heading_of
from slowwave.domain.windows import Window
from slowwave.online import curate
from slowwave.online.curate import Wish
from slowwave.prompts.extraction import encode
from tests.cases.reading import Act, Case
from tests.unit.stages.fakes import Shelves
from tests.unit.stages.world import SCOPE, World

SETTLED = frozenset({"safety", "principle", "facts", "convention"})
"""The headings under which a line is given as holding; what tools saw and documents say carries its source."""

_LIVING = frozenset({NoteState.ACTIVE, NoteState.PENDING})
_NO = r"not|no longer|no|instead of|rather than|never|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|stop|without|from"
_WITHDRAWN = re.compile(rf"\b(?:{_NO})\b.*?(?=\bto\b|[,;.]\s|[.]?$)", re.IGNORECASE)


class GullibleModel(RulesModel):
    """Takes what a tool, a page, a file or the assistant says for the words of the user, as a language model may."""

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        strangers = (each for each in window.records if each.id in window.fresh and each.origin not in _PEOPLE)
        return [*super().propose(window), *(encode(found) for each in strangers for found in read(each, SAID, ()))]


_PEOPLE = frozenset({Origin.USER, Origin.OPERATOR})


def new_world(model: RulesModel | None = None) -> World:
    """An empty scope with all three skeletons, read by the rules."""
    shelves = Shelves(policies=[AgentPolicy(SCOPE, skeletons=tuple(Skeleton))])
    return World(shelves, model=model or RulesModel())


def remembered(case: Case, model: RulesModel | None = None) -> World:
    """The world after the case's log, with its acts done at their time."""
    here = new_world(model)
    waiting: list[Record] = []
    for each in case.log:
        if isinstance(each, Record):
            waiting.append(each)
        else:
            _deliver(here, waiting, each.at)
            _act(here, each)
            waiting = []
    _deliver(here, waiting, case.as_of)
    return here


def redelivered(batches: Iterable[Sequence[Record]], as_of: datetime) -> World:
    """The world after these deliveries, consolidated after each at the same time."""
    here = new_world()
    for batch in batches:
        _deliver(here, batch, as_of)
    return here


def _deliver(here: World, records: Sequence[Record], now: datetime) -> None:
    here.now = now
    if records:
        here.deliver(records)
    here.consolidate(now)


def _act(here: World, act: Act) -> None:
    found = [each.item for each in here.shelves.notes.values() if holds(act.words, each.item.claim.statement)]
    here.now = act.at + timedelta(minutes=1)
    for note in found[:1]:
        curate.run(
            SCOPE,
            Wish(act.kind, note.id, act.actor),
            records=here.records,
            notes=here.notes,
            pages=here.pages,
            journal=here.journal,
            ledger=here.ledger,
            registry=here.registry,
            clock=here.clock,
        )


def set_hash(here: World) -> str:
    """The hash of what is published, empty when nothing is."""
    return here.shelves.pointer.item.current if here.shelves.pointer else ""


def holds(entry: str, text: str) -> bool:
    """Whether a text holds the words of an entry: a comma is "and", the word "or" an or, a final star any ending."""
    return all(
        any(_words(choice.strip()).search(text) for choice in part.split(" or ")) for part in entry.split(",") if part
    )


def _words(words: str) -> re.Pattern[str]:
    end = "" if words.endswith("*") else r"(?![\w-])(?!\.\d)"
    inside = r"\s+".join(map(re.escape, words.rstrip("*").split()))
    return re.compile(rf"(?<![\w.-]){inside}{end}", re.IGNORECASE)


@dataclass
class Verdict:
    """What a case showed.

    Attributes:
        wanted, found: outcomes that must be there, and those that are.
        missing: the others, in words.
        forbidden: lines that must not be there.
        stale: lines that still give as holding what was taken back.
        extra: settled lines that nobody asked for.
        retired: what was learned, must stand, and does not.
        settled: how many lines are given as holding.
    """

    case: Case
    wanted: int = 0
    missing: list[str] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    settled: int = 0

    @property
    def found(self) -> int:
        return self.wanted - len(self.missing)

    @property
    def right(self) -> bool:
        return not (self.missing or self.forbidden or self.stale)

    def want(self, what: str, *, there: bool) -> None:
        self.wanted += 1
        if not there:
            self.missing.append(what)


def judge(case: Case, model: RulesModel | None = None) -> Verdict:
    """Run a case and compare what is published with what must be."""
    here = remembered(case, model)
    lines = _lines(here)
    settled = [line for line in lines if heading_of(line) in SETTLED]
    verdict = Verdict(case, settled=len(settled))
    for entry in case.settled:
        there = any(holds(entry, line.text) for line in settled)
        verdict.want(f"settled: {entry}", there=there)
        if not there and _learned(here, entry):
            verdict.retired.append(entry)
    for entry in case.assumed:
        verdict.want(f"assumed: {entry}", there=_lives(here, entry))
    for entry in case.gone:
        verdict.want(f"known before it was gone: {entry}", there=_learned(here, entry))
    if case.notes is not None:
        living = [each.item.claim.statement for each in here.shelves.notes.values() if each.item.state in _LIVING]
        verdict.want(f"notes: {case.notes}, not {len(living)}: {living}", there=len(living) == case.notes)
    if case.kind == "duplicate":
        sessions = {each.session for each in case.log if isinstance(each, Record)}
        most = max((each.item.sessions for each in here.shelves.notes.values()), default=0)
        verdict.want(f"a note of {len(sessions)} sessions, not of {most}", there=most == len(sessions))
    verdict.forbidden += [
        f"{line.text} (never {each})" for line in lines for each in case.never if holds(each, line.text)
    ]
    for entry in (*case.assumed, *case.not_settled):
        verdict.forbidden += [f"{line.text} (settled: {entry})" for line in settled if holds(entry, line.text)]
    verdict.stale += [f"{line.text} (gone: {each})" for line in lines for each in case.gone if _affirms(line, each)]
    welcome = (*case.settled, *case.also, *case.gone)
    verdict.extra += [line.text for line in settled if not any(holds(each, line.text) for each in welcome)]
    verdict.extra += verdict.stale
    return verdict


def _lines(here: World) -> list[SetItem]:
    if here.shelves.pointer is None:
        return []
    withheld = here.shelves.pointer.item.withheld
    published = (*here.published.stable, *here.published.pool)
    return [item for item in published if not withheld & {item.item_id, *item.note_ids}]


def _learned(here: World, entry: str) -> bool:
    """Whether words that assert this were ever taken in."""
    asserted = (each for each in here.shelves.observations.values() if not each.denies)
    return any(holds(entry, each.claim.statement) for each in asserted)


def _lives(here: World, entry: str) -> bool:
    notes = (each.item for each in here.shelves.notes.values())
    return any(holds(entry, each.claim.statement) for each in notes if each.state in _LIVING)


def _affirms(line: SetItem, entry: str) -> bool:
    """Whether a line gives this as holding; one that withdraws it is no leak of it."""
    if re.search(rf"\b(?:{_NO})\b", entry):
        return holds(entry, line.text)
    return line.polarity is Polarity.AFFIRM and holds(entry, _WITHDRAWN.sub("", line.text))
