"""The names of files that a block ends with: in the order of a task, and within the budget of the whole block."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from slowwave.domain.assembly import Opened, Rank
from slowwave.domain.injection import FileEvidence, InjectionSet, SetItem, WorkingFile

FLATNESS = 10
TASK_WEIGHT = 0.5
"""Of the fusion of reciprocal ranks: how little the first ranks stand out, and what the words of a task count beside
what was used. Both are the middle of a range that made no difference in development."""

SHARE = 1 / 3
"""Of the room beside the stable block, what files may take before the lines for a task; further ones fill the rest."""


def files_for(
    published: InjectionSet, task: str, rank: Rank, *, limit: int, withheld: frozenset[str]
) -> tuple[WorkingFile, ...]:
    """Return up to `limit` files of a set for a task, by two orders: that of the set, and that of the task's words in
    their names, fused by reciprocal ranks (Cormack, Clarke and Buettcher, 2009).
    """
    files = unwithheld(published.files, withheld)
    score = {place: 1 / (FLATNESS + place) for place in range(len(files))}
    for order, (place, _) in enumerate(rank(task, [file.path for file in files])):
        score[place] += TASK_WEIGHT / (FLATNESS + order)
    return tuple(files[place] for place in sorted(score, key=lambda each: (-score[each], each))[:limit])


def unwithheld(files: Iterable[WorkingFile], withheld: frozenset[str]) -> tuple[WorkingFile, ...]:
    """Return the files with the evidence that nobody withheld, without those that have none left."""
    held = (replace(file, evidence=_open(file.evidence, withheld)) for file in files)
    return tuple(file for file in held if file.evidence)


def with_room_for(opened: Opened, files: Sequence[WorkingFile]) -> Opened:
    """Return what a read shows with the files that the share for them holds."""
    bare = opened.cost(())
    return _longest(opened, files, lambda each: each.cost(()) - bare <= SHARE * (opened.limit - bare))


def filled(opened: Opened, task: Sequence[SetItem], files: Sequence[WorkingFile]) -> Opened:
    """Return what a read shows with as many files as fit beside these lines."""
    return _longest(opened, files, lambda each: each.fits(task))


def _longest(opened: Opened, files: Sequence[WorkingFile], fits: Callable[[Opened], bool]) -> Opened:
    """The longest beginning of the files that fits, found by halving: every name adds tokens."""
    number = bisect_right(
        range(1, len(files) + 1), 0, key=lambda each: not fits(replace(opened, files=tuple(files[:each])))
    )
    return replace(opened, files=tuple(files[:number]))


def _open(evidence: Iterable[FileEvidence], withheld: frozenset[str]) -> tuple[FileEvidence, ...]:
    return tuple(each for each in evidence if each.record_id not in withheld)
