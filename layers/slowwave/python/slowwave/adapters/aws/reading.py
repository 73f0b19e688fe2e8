"""Consistent reads that every store needs: single items, and many by key in batches of a hundred."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.row import Row

BATCH: Final = 100
"""Items that one call may ask for."""

R = TypeVar("R", bound=Row)
T = TypeVar("T")


def find(model: type[R], pk: str, sk: str) -> R | None:
    """Return an item, or None."""
    with translated():
        try:
            return model.get(pk, sk, consistent_read=True)
        except model.DoesNotExist:
            return None


def fetch(model: type[R], keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], R]:
    """Return those items that exist by their key."""
    wanted = list(dict.fromkeys(keys))
    if not wanted:
        return {}
    with translated():
        return {(row.pk, row.sk): row for row in model.batch_get(wanted, consistent_read=True)}


def find_anywhere(models: Iterable[type[R]], pk: str, sk: str) -> R | None:
    """Return an item from whichever of some tables has it, or None, in one call."""
    by_table = {model.Meta.table_name: model for model in models}
    wanted: dict[str, Any] = {
        name: {"Keys": [{"pk": {"S": pk}, "sk": {"S": sk}}], "ConsistentRead": True} for name in by_table
    }
    connection = next(iter(by_table.values()))._get_connection().connection  # noqa: SLF001  # they share it
    with translated():
        while wanted:
            answer = connection.dispatch("BatchGetItem", {"RequestItems": wanted})
            for name, found in answer["Responses"].items():
                for item in found:
                    return by_table[name].from_raw_data(item)
            wanted = answer.get("UnprocessedKeys", {})
    return None


def fetch_in_order(model: type[R], rows: Iterable[Row], *, size: int = BATCH) -> Iterator[R]:
    """Read the items that the rows of an index name, in their order, a batch of `size` at a time."""
    for batch in batches(rows, min(size, BATCH)):
        keys = [(row.pk, row.sk) for row in batch]
        found = fetch(model, keys)
        yield from (found[key] for key in keys if key in found)


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Cut an iterable into lists of at most `size`; errors of the service met on the way are translated."""
    iterator = iter(items)
    while True:
        with translated():
            batch = list(islice(iterator, size))
        if not batch:
            return
        yield batch


def stream(items: Iterable[T]) -> Iterator[T]:
    """Iterate one by one; errors of the service met on the way are translated."""
    for (item,) in batches(items, 1):
        yield item
