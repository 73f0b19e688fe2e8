"""What one injection set shows and another does not: line by line, as they are read, by the item that each renders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.runs import Revision

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


def reason_for(how: How, revisions: Iterable[Revision], *, since: datetime | None, until: datetime | None) -> str:
    """Return why an item differs between two sets: what brought it in, or what became of it last; empty when the chain
    says nothing.

    Args:
        revisions: of the item, in their order.
        since, until: when the two sets were published; None where that is not known.
    """
    known = [each for each in revisions if until is None or each.at <= until]
    fresh = [each for each in known if since is None or each.at > since] or known[-1:]
    if not fresh:
        return ""
    return (fresh[0] if how is How.ADDED else fresh[-1]).reason


def _lines(found: InjectionSet) -> dict[str, dict[str, str]]:
    placed = ((RESIDENT, found.stable), (CANDIDATE, found.pool))
    return {item.item_id: {**_read(item), PLACE: place} for place, items in placed for item in items}


def _read(item: SetItem) -> dict[str, str]:
    return {name: str(getattr(item, name)) for name in READ}


def _differing(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}
