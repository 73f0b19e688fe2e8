"""DynamoDB items inside moto: what a call touched, how to read and undo it, and to put kept items back directly."""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from moto.dynamodb.exceptions import ItemSizeTooLarge
from moto.dynamodb.models import DynamoDBBackend, dynamodb_backends
from moto.dynamodb.models.dynamo_type import DynamoType, Item, LimitedSizeDict
from moto.dynamodb.models.table import Table

from slowwave.adapters.local.journal import Entry
from slowwave.adapters.local.moto_backend import queries

_SIZE_LIMIT_BYTES = 405_000
"""Moto's own limit, a little over DynamoDB's."""

ACCOUNT, REGION = "123456789012", "us-east-1"

Key = tuple[DynamoType, DynamoType | None]


@dataclass(frozen=True, slots=True)
class Touched:
    """An item that the current call may have changed, and what it was before."""

    table: Table
    key: Key
    before: Item | None


class Touches:
    """The items that the current call touched, each as it was before."""

    def __init__(self) -> None:
        self._touched: dict[tuple[str, Key], Touched] = {}

    def watch(self, original: Callable[..., Any], *, in_place: bool) -> Callable[..., Any]:
        """Wrap a writing method of moto's backend, so that the item it is about to write is noted first.

        Args:
            original: the method; its arguments begin with the table's name and the item or its key.
            in_place: the method changes the stored item itself rather than put another in its place.
        """

        def write(backend: DynamoDBBackend, table_name: str, attributes: dict[str, Any], *args: Any, **kw: Any) -> Any:
            table = backend.get_table(table_name)
            if all(name in attributes for name in table.table_key_attrs):
                self._note(table, attributes, in_place=in_place)
            return original(backend, table_name, attributes, *args, **kw)

        return write

    def _note(self, table: Table, attributes: Mapping[str, Any], *, in_place: bool) -> None:
        key = key_of(table, attributes)
        if (table.name, key) not in self._touched:
            before = table.get_item(*key)
            self._touched[table.name, key] = Touched(table, key, copy.deepcopy(before) if in_place else before)

    def states(self) -> list[Entry]:
        """Return the present state of every touched item."""
        return [describe(touched.table, touched.key) for touched in self._touched.values()]

    def settle(self) -> None:
        """Accept the changes: indexes follow, and the touches are forgotten."""
        for touched in self._touched.values():
            queries.refresh(touched.table, *touched.key)
        self._touched.clear()

    def undo(self) -> None:
        """Put every touched item back as it was."""
        for touched in self._touched.values():
            store(touched.table, touched.key, touched.before)
        self.settle()


def key_of(table: Table, attributes: Mapping[str, Any]) -> Key:
    """Return an item's key from its attributes in DynamoDB JSON."""
    return (
        DynamoType(attributes[table.hash_key_attr]),
        DynamoType(attributes[table.range_key_attr]) if table.range_key_attr else None,
    )


def store(table: Table, key: Key, item: Item | None) -> None:
    """Put an item in its place, or remove what is there."""
    hash_key, range_key = key
    if item is None:
        table.delete_item(hash_key, range_key)
    elif range_key is None:
        table.items[hash_key] = item  # type: ignore[assignment]
    else:
        table.items[hash_key][range_key] = item


def describe(table: Table, key: Key) -> Entry:
    """Return the state of one item for the journal."""
    item = table.get_item(*key)
    named = zip(table.table_key_attrs, key, strict=False)
    return {
        "table": table.name,
        "key": {name: _plain(value) for name, value in named if value is not None},
        "item": None if item is None else {name: _plain(value) for name, value in item.attrs.items()},
    }


def all_states() -> Iterator[Entry]:
    """Iterate over the state of every item of every table."""
    for table in dynamodb_backends[ACCOUNT][REGION].tables.values():
        for item in queries.unsorted_items(table):
            yield describe(table, (item.hash_key, item.range_key))


def restore(states: Iterable[Entry]) -> None:
    """Put kept items back, past moto's parsing and checks, which they passed when they were written."""
    tables = dynamodb_backends[ACCOUNT][REGION].tables
    for state in states:
        table = tables[state["table"]]
        attributes = {name: _typed(value) for name, value in state["item"].items()}
        item = object.__new__(Item)
        item.hash_key = attributes[table.hash_key_attr]
        item.range_key = attributes[table.range_key_attr] if table.range_key_attr else None
        item.attrs = dict.__new__(LimitedSizeDict)
        dict.update(item.attrs, attributes)
        store(table, (item.hash_key, item.range_key), item)


def make(item: Item, hash_key: DynamoType, range_key: DynamoType | None, attrs: dict[str, Any]) -> None:
    """Stand in for moto's `Item.__init__`, which weighs all attributes again for each that it adds."""
    item.hash_key, item.range_key = hash_key, range_key
    item.attrs = dict.__new__(LimitedSizeDict)
    dict.update(item.attrs, {name: DynamoType(value) for name, value in attrs.items()})
    if item.size() > _SIZE_LIMIT_BYTES:
        raise ItemSizeTooLarge


def _typed(value: Mapping[str, Any]) -> DynamoType:
    typed = DynamoType.__new__(DynamoType)
    ((typed.type, content),) = value.items()
    if typed.type == "M":
        content = {name: _typed(each) for name, each in content.items()}
    elif typed.type == "L":
        content = [_typed(each) for each in content]
    typed.value = content
    return typed


def _plain(value: DynamoType) -> dict[str, Any]:
    content = value.value
    if value.type == "M":
        content = {name: _plain(each) for name, each in content.items()}
    elif value.type == "L":
        content = [_plain(each) for each in content]
    elif isinstance(content, bytes):
        content = base64.b64encode(content).decode()
    return {value.type: content}
