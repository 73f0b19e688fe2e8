"""What one injection set shows and another does not: line by line, as they are read, by the item that each renders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from slowwave.domain.injection import InjectionSet, Pointer, SetItem
from slowwave.domain.runs import Revision, Run

READ = ("text", "lane", "standing", "confirmation", "source")
"""What of a line a reader sees."""

PLACE = "place"
RESIDENT = "resident"
CANDIDATE = "candidate"


class How(StrEnum):
    """What became of a line or file between two sets."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class LineChange:
    """One line, or a file of the working set, that differs.

    Attributes:
        item_id: of the page or note, or the path of a file.
        text: the line as the later set has it; as the earlier had it when it was removed.
        fields: what differs of a line that both have, before and after.
    """

    how: How
    item_id: str
    text: str
    fields: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Published:
    """Where in the chain a set became the current one, and whether a rollback made it so."""

    sequence: int
    rolled_back: bool = False


def line_changes(before: InjectionSet, after: InjectionSet) -> tuple[LineChange, ...]:
    """Return the lines that differ: what was removed, added, then changed, each in the order of its set."""
    one, other = _lines(before), _lines(after)
    removed = [LineChange(How.REMOVED, each, one[each]["text"], {}) for each in one if each not in other]
    added = [LineChange(How.ADDED, each, other[each]["text"], {}) for each in other if each not in one]
    both = ((each, _differing(one[each], other[each])) for each in other if each in one)
    changed = [LineChange(How.CHANGED, each, other[each]["text"], fields) for each, fields in both if fields]
    return (*removed, *added, *changed)


def file_changes(before: InjectionSet, after: InjectionSet) -> tuple[LineChange, ...]:
    """Return the files that only one of two working sets has."""
    one, other = ({file.path: file.date for file in each.files} for each in (before, after))
    removed = (LineChange(How.REMOVED, path, one[path], {}) for path in one if path not in other)
    added = (LineChange(How.ADDED, path, other[path], {}) for path in other if path not in one)
    return (*removed, *added)


def publications(moves: Sequence[Revision], runs: Iterable[Run], pointer: Pointer) -> dict[str, Published]:
    """Return where each set became the current one the last time that it did, by hash; without those sets of which
    neither a run nor the pointer says it.

    Args:
        moves: revisions of the pointer, in their order.
    """
    by_run = {run.id: run.published for run in runs if run.published}
    found = {by_run[each.cause]: Published(each.sequence) for each in moves if each.cause in by_run}
    mark = pointer.rollback
    rolled = next((each.sequence for each in moves if mark and mark.record_id in (each.cause, *each.evidence)), 0)
    if mark is None or not rolled:
        return found
    if mark.holds:
        return {**found, pointer.current: Published(rolled, rolled_back=True)}
    over = {each.cause for each in moves if each.sequence > rolled and each.cause in by_run}
    return {pointer.previous: Published(rolled, rolled_back=True), **found} if len(over) == 1 else found


def reason_for(how: How, revisions: Iterable[Revision], *, since: int | None, until: int | None) -> str:
    """Return why an item differs between two sets: of what became of it between them, what brought it in, or what came
    last. Empty when nothing did, since a revision from before the one or after the other is no reason.

    Args:
        revisions: of the item, in their order.
        since, until: where in the chain the two sets became current; None where that is not known.
    """
    if since is None or until is None:
        return ""
    between = [each for each in revisions if since < each.sequence <= until]
    if not between:
        return ""
    return (between[0] if how is How.ADDED else between[-1]).reason


def _lines(found: InjectionSet) -> dict[str, dict[str, str]]:
    placed = ((RESIDENT, found.stable), (CANDIDATE, found.pool))
    return {item.item_id: {**_read(item), PLACE: place} for place, items in placed for item in items}


def _read(item: SetItem) -> dict[str, str]:
    return {name: str(getattr(item, name)) for name in READ}


def _differing(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}
