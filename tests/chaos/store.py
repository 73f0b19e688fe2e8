"""The contents of an open home taken out and put back in memory: what a process that dies leaves for the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.dynamo_type import DynamoType, Item, LimitedSizeDict
from moto.dynamodb.models.table import Table
from moto.s3.models import s3_backends

from slowwave.adapters.local.moto_backend import items, queries
from slowwave.adapters.local.moto_backend.items import ACCOUNT, REGION

Row = dict[str, Any]
Objects = dict[tuple[str, str], list[Any]]


@dataclass(frozen=True)
class Contents:
    """Every item by its table and key, and the versions of every object by its bucket and key."""

    rows: dict[tuple[str, Any, Any], Item]
    objects: Objects


def take() -> Contents:
    """Return the present contents; later changes do not reach into them."""
    rows = {
        (table.name, item.hash_key, item.range_key): _copy(item)
        for table in _tables()
        for item in queries.unsorted_items(table)
    }
    return Contents(rows, _objects())


def put_back(contents: Contents) -> None:
    """Make these the contents again."""
    for table in _tables():
        for item in queries.unsorted_items(table):
            items.store(table, (item.hash_key, item.range_key), None)
        table.__dict__.pop("slowwave_indexes", None)
    tables = {table.name: table for table in _tables()}
    for (name, hash_key, range_key), item in contents.rows.items():
        items.store(tables[name], (hash_key, range_key), _copy(item))
    buckets = s3_backends[ACCOUNT]["aws"].buckets
    for bucket, key in _objects():
        dict.pop(buckets[bucket].keys, key)  # the store's own methods close what they remove
    for (bucket, key), versions in contents.objects.items():
        dict.__setitem__(buckets[bucket].keys, key, list(versions))


def rows() -> Iterator[tuple[str, Row]]:
    """Iterate over every item with its table."""
    for state in items.all_states():
        yield state["table"], {name: next(iter(value.values())) for name, value in state["item"].items()}


def row(table: str, hash_key: str, range_key: str) -> Row:
    """Return one item, which must be there."""
    (found,) = (each for each in _tables() if each.name == table)
    item = found.get_item(DynamoType({"S": hash_key}), DynamoType({"S": range_key}))
    assert item is not None
    return {name: value.value for name, value in item.attrs.items()}


def object_keys() -> list[str]:
    """Return the key of every object."""
    return sorted(key for _, key in _objects())


def _tables() -> list[Table]:
    return list(dynamodb_backends[ACCOUNT][REGION].tables.values())


def _objects() -> Objects:
    return {
        (name, key): list(bucket.keys.getlist(key, []))
        for name, bucket in s3_backends[ACCOUNT]["aws"].buckets.items()
        for key in list(bucket.keys)
    }


def _copy(item: Item) -> Item:
    """An update changes the attributes of an item in place, and no value of one."""
    copied = object.__new__(Item)
    copied.hash_key, copied.range_key = item.hash_key, item.range_key
    copied.attrs = dict.__new__(LimitedSizeDict)
    dict.update(copied.attrs, item.attrs)
    return copied
