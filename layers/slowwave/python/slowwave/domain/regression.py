"""The gate of publication: the probes of a scope asked of the candidate, of the last set and of no memory, under the
policy as it is now. A candidate that is worse than either beyond its interval is not published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from slowwave.domain.answers import Answers, Gate
from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.margin import margin_of
from slowwave.domain.probes import Kind, Known, Probe, expected_of, note_of, probes_of
from slowwave.domain.runs import Probed
from slowwave.domain.shelf import Shelf

RIGHT, ABSENT, WRONG = 1, 0, -1
"""What an answer is worth."""

NO_MEMORY = ABSENT
"""The score of no memory, of any probe and of all: it neither helps nor misleads."""

NAMED = 10
"""Probes that the reason of a refusal names; the run holds all."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the gate says: the figures, and why the candidate may not be published (empty when it may)."""

    probed: Probed
    because: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A probe with its answers as scores.

    Attributes:
        before: that of the last set; that of the candidate where the last set could not know.
        heard: of a claim that the candidate's pool holds: shown to its own words (1), or not though there is room (-1).
    """

    probe: Probe
    now: int
    before: int
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a candidate is compared with, and the difference in its favour."""

    against: str
    difference: Callable[[Asked], int]


def _on(kind: Kind) -> Callable[[Asked], int]:
    return lambda asked: asked.now - asked.before if asked.probe.kind is kind else 0


COMPARISONS: tuple[Comparison, ...] = (
    Comparison("the last set on confirmed claims", _on(Kind.CLAIM)),
    Comparison("the last set on corrections", _on(Kind.CORRECTION)),
    Comparison("the last set on recent tasks", _on(Kind.TASK)),
    Comparison("no memory", lambda asked: asked.now - NO_MEMORY),
    Comparison("no memory on what its pool holds", lambda asked: asked.heard),
)
"""Each kind by itself: one line may be a claim and serve a task, and would be lost twice; and what was learned makes up
for nothing that was lost. Nor does what every task is shown make up for a pool that answers none.
"""


def ask(candidate: InjectionSet, shelf: Shelf, known: Known, gate: Gate) -> Ruling:
    """Ask the scope's probes and rule."""
    now = Answers(candidate, shelf.withheld, gate)
    before = Answers(shelf.last, shelf.withheld, gate) if shelf.last else None
    expected = expected_of(candidate, shelf, known, gate.policy)
    probes = probes_of(candidate, shelf, known, expected)
    asked = [_asked(each, now, before) for each in _with_tasks(probes, before, expected)]
    lost, against = _losses(asked)
    scores = [each.now for each in asked]
    probed = Probed(
        probes=len(asked),
        right=scores.count(RIGHT),
        wrong=scores.count(WRONG),
        last=sum(_score(each.probe, before) for each in asked) if before else None,
        lost=lost,
    )
    if not lost:
        return Ruling(probed)
    named = ", ".join(lost[:NAMED]) + (", …" if len(lost) > NAMED else "")
    return Ruling(probed, f"{len(lost)} of {len(asked)} probes lost against {against}: {named}")


def _with_tasks(probes: Iterable[Probe], before: Answers | None, expected: Mapping[str, SetItem]) -> Iterator[Probe]:
    """The probes, each task with the lines that the last set showed for it and that are still expected. A line is asked
    of the latest task that it served, so that its loss counts once; a task without any asks nothing.
    """
    open_ = {*expected}
    for probe in probes:
        if probe.kind is not Kind.TASK:
            yield probe
        elif before:
            shown = tuple(each for each in map(note_of, before.found(probe.question)) if each in open_)
            open_ -= {*shown}
            if shown:
                yield replace(probe, wanted=shown)


def _asked(probe: Probe, now: Answers, before: Answers | None) -> Asked:
    score = _score(probe, now)
    knew = before is not None and (probe.kind is not Kind.CLAIM or before.holds(probe.id))
    was = _score(probe, before) if before and knew else score
    return Asked(probe, score, was, _heard(probe, now))


def _score(probe: Probe, answers: Answers) -> int:
    if probe.unwanted in answers.stated:
        return WRONG
    missing = [each for each in probe.wanted if not answers.shows(each, probe.question)]
    if probe.kind is Kind.TASK:  # better matches may take the place of a line
        missing = [each for each in missing if not answers.holds(each) or answers.has_room(each, probe.question)]
    return ABSENT if missing else RIGHT


def _heard(probe: Probe, answers: Answers) -> int:
    if probe.kind is not Kind.CLAIM or not probe.question:
        return 0
    if answers.is_resident(probe.id) or not answers.holds(probe.id):
        return 0
    return 1 if answers.shows(probe.id, probe.question) else -int(answers.has_room(probe.id, probe.question))


def _losses(asked: Sequence[Asked]) -> tuple[tuple[str, ...], str]:
    """The probes lost and against what: what is decisive alone, or else a comparison lost beyond its interval."""
    revived = [each for each in asked if each.now == WRONG]
    if revived:
        return _ids(revived), "what is no longer believed"
    unsafe = [each for each in asked if each.probe.vital and each.now < each.before]
    if unsafe:
        return _ids(unsafe), "the safety rules of the last set"
    for comparison in COMPARISONS:
        differences = [comparison.difference(each) for each in asked]
        if margin_of(differences).loses:
            worse = [each for each, difference in zip(asked, differences, strict=True) if difference < 0]
            return _ids(worse), comparison.against
    return (), ""


def _ids(asked: Sequence[Asked]) -> tuple[str, ...]:
    return tuple(each.probe.id for each in asked)
