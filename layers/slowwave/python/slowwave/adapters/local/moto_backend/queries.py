"""Sorted indexes over moto's tables, so that a query reads what it asks for and not the whole table.

moto sorts and filters all items on every query. Here each table and index is kept sorted from its first query on; a
query hands moto only the slice that its key condition, start key and limit can reach, and moto's own code does the
rest, so its answers and errors stay its own. A query of a form not known here is left to moto alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.table import SecondaryIndex, Table

Comparable = tuple[str, Any]
SortKey = tuple[Comparable, ...]
_Entry = tuple[SortKey, Item]


def comparable(value: DynamoType) -> Comparable:
    """Return a value that sorts as moto sorts it, without a method call a comparison."""
    return value.type, value.value if value.type == "S" else value.cast_value


class SortedIndex:
    """All items of one table that one index (or the table itself) contains, by partition, sorted."""

    def __init__(self, table: Table, index: SecondaryIndex | None) -> None:
        self._hash, self._sort = _attributes(table, index)
        self._partitions: dict[Comparable, list[_Entry]] = {}
        self._places: dict[SortKey, tuple[Comparable, SortKey]] = {}
        for item in unsorted_items(table):
            self._place(item)
        for partition in self._partitions.values():
            partition.sort(key=_sort_key)

    def _place(self, item: Item) -> tuple[Comparable, _Entry] | None:
        if self._hash not in item.attrs or any(name not in item.attrs for name in self._sort):
            return None
        partition = comparable(item.attrs[self._hash])
        entry = (tuple(comparable(item.attrs[name]) for name in self._sort), item)
        self._places[_primary(item.hash_key, item.range_key)] = partition, entry[0]
        self._partitions.setdefault(partition, []).append(entry)
        return partition, entry

    def refresh(self, hash_key: DynamoType, range_key: DynamoType | None, item: Item | None) -> None:
        """Take the item of this key out, and put its present state in."""
        place = self._places.pop(_primary(hash_key, range_key), None)
        if place is not None:
            entries = self._partitions[place[0]]
            del entries[bisect_left(entries, place[1], key=_sort_key)]
        if item is not None and (placed := self._place(item)) is not None:
            entries = self._partitions[placed[0]]
            insort(entries, entries.pop(), key=_sort_key)

    def reach(
        self, hash_key: DynamoType, bounds: Bounds, start: Mapping[str, Any] | None, *, forward: bool
    ) -> list[Item]:
        """Return the items that a query can return or must skip, in ascending order, and the one that follows.

        From the one that follows moto knows that a full page is not the last.
        """
        entries = self._partitions.get(comparable(hash_key), [])
        low, high = bounds.within(entries)
        low, high = (low, min(high + 1, len(entries))) if forward else (max(low - 1, 0), high)
        if start is not None and all(name in start for name in self._sort):
            begins = tuple(comparable(DynamoType(start[name])) for name in self._sort)
            if forward:
                low = max(low, bisect_left(entries, begins, key=_sort_key))
            else:
                high = min(high, bisect_right(entries, begins, key=_sort_key))
        if bounds.most is not None:
            low, high = (low, min(high, low + bounds.most)) if forward else (max(low, high - bounds.most), high)
        return [item for _, item in entries[low:high]]


class Bounds:
    """What a query's range condition and limit leave of a partition.

    Args:
        comparison: moto's name of the operator; None takes the whole partition.
        operands: its operands.
        limit: of the query; two more are kept, for the start item that moto skips and the one that tells it to stop.
    """

    def __init__(self, comparison: str | None, operands: Sequence[DynamoType], limit: int | None) -> None:
        self._comparison = comparison
        self._operands = [comparable(operand) for operand in operands]
        self.most = None if limit is None else limit + 2

    def within(self, entries: list[_Entry]) -> tuple[int, int]:
        """Return the slice of a sorted partition that satisfies the condition."""
        if self._comparison is None:
            return 0, len(entries)
        low, high = _SLICES[self._comparison]
        return low(entries, self._operands[0]), high(entries, self._operands[-1])


def _at(entries: list[_Entry], value: Comparable) -> int:
    return bisect_left(entries, value, key=_first)


def _after(entries: list[_Entry], value: Comparable) -> int:
    return bisect_right(entries, value, key=_first)


def _after_prefix(entries: list[_Entry], prefix: Comparable) -> int:
    width = len(prefix[1])
    return bisect_right(entries, prefix, key=lambda entry: (entry[0][0][0], entry[0][0][1][:width]))


def _start(_entries: list[_Entry], _value: Comparable) -> int:
    return 0


def _end(entries: list[_Entry], _value: Comparable) -> int:
    return len(entries)


_Cut = Callable[[list[_Entry], Comparable], int]
_SLICES: dict[str, tuple[_Cut, _Cut]] = {
    "=": (_at, _after),
    "<": (_start, _at),
    "<=": (_start, _after),
    ">": (_after, _end),
    ">=": (_at, _end),
    "BETWEEN": (_at, _after),
    "BEGINS_WITH": (_at, _after_prefix),
}


def _sort_key(entry: _Entry) -> SortKey:
    return entry[0]


def _first(entry: _Entry) -> Comparable:
    return entry[0][0]


def _primary(hash_key: DynamoType, range_key: DynamoType | None) -> SortKey:
    return (comparable(hash_key),) if range_key is None else (comparable(hash_key), comparable(range_key))


def _attributes(table: Table, index: SecondaryIndex | None) -> tuple[str, list[str]]:
    """Return the partition attribute, and the attributes moto sorts a partition by."""
    if index is None:
        return table.hash_key_attr, [table.range_key_attr or table.hash_key_attr]
    by_kind = {each["KeyType"]: each["AttributeName"] for each in index.schema}
    ranges = [by_kind.get("RANGE"), table.hash_key_attr, table.range_key_attr]
    if "RANGE" not in by_kind:
        ranges = [table.range_key_attr, table.hash_key_attr]
    return by_kind["HASH"], [name for name in ranges if name is not None]


def sorted_index(table: Table, index_name: str | None) -> SortedIndex | None:
    """Return the index, built when first asked for; None when it does not exist or has more than two key attributes."""
    kept: dict[str | None, SortedIndex] = table.__dict__.setdefault("slowwave_indexes", {})
    if index_name not in kept:
        index = next((each for each in table.all_indexes() if each.name == index_name), None)
        if (index_name is not None and index is None) or (index is not None and len(index.schema) > 2):
            return None
        kept[index_name] = SortedIndex(table, index)
    return kept[index_name]


def refresh(table: Table, hash_key: DynamoType, range_key: DynamoType | None) -> None:
    """Bring the indexes of a table up to date with one item."""
    kept: dict[str | None, SortedIndex] = table.__dict__.get("slowwave_indexes", {})
    for index in kept.values():
        index.refresh(hash_key, range_key, table.get_item(hash_key, range_key))


def query(original: Callable[..., Any], table: Table, *args: Any, **conditions: Any) -> Any:
    """Stand in for moto's `Table.query`, with the same arguments and answers."""
    hash_key, comparison, operands, limit, start, forward, _projection, index_name = args[:8]
    known = {"hash_key_conditions", "range_key_conditions"}.issuperset(conditions) and hash_key is not None
    index = sorted_index(table, index_name) if known and (comparison is None or comparison in _SLICES) else None
    if index is None:
        return original(table, *args, **conditions)
    reached = index.reach(hash_key, Bounds(comparison, operands, limit), start, forward=forward)
    table.__dict__["all_items"] = lambda: reached
    try:
        return original(table, *args, **conditions)
    finally:
        del table.__dict__["all_items"]


def unsorted_items(table: Table) -> list[Item]:
    """Return all items in no order."""
    if table.range_key_attr is None:
        return list(cast("dict[DynamoType, Item]", table.items).values())
    return [item for partition in table.items.values() for item in partition.values()]


def all_items(table: Table) -> list[Item]:
    """Stand in for moto's `Table.all_items`, with the same order."""
    return sorted(unsorted_items(table), key=lambda item: _primary(item.hash_key, item.range_key))
